# Writes the text of file IN as the C++ string NAME into file OUT.
file(READ ${IN} text HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${text}")
string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "\\1\n"
       bytes "${bytes}")
file(WRITE ${OUT} "#include <string_view>

namespace holon::cli {
extern const std::string_view ${NAME};
static const unsigned char ${NAME}_bytes[] = {
${bytes}};
const std::string_view ${NAME}(reinterpret_cast<const char*>(${NAME}_bytes), sizeof ${NAME}_bytes);
}  // namespace holon::cli
")
