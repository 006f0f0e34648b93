# Writes the text of file IN as a C++ string into file OUT.
file(READ ${IN} text HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${text}")
string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "\\1\n"
       bytes "${bytes}")
file(WRITE ${OUT} "#include \"apps/cli/commands.h\"

namespace holon::cli {
static const unsigned char bytes[] = {
${bytes}};
const std::string_view player_page(reinterpret_cast<const char*>(bytes), sizeof bytes);
}  // namespace holon::cli
")
