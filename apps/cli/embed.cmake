# Writes the text of file IN as the C++ string NAME into file OUT.
file(READ ${IN} text)
file(WRITE ${OUT} "#include <string_view>

#pragma GCC diagnostic ignored \"-Woverlength-strings\"
namespace holon::cli {
extern const std::string_view ${NAME};
const std::string_view ${NAME}(R\"HOLON(${text})HOLON\");
}  // namespace holon::cli
")
