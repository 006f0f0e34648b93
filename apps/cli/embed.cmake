# Writes file IN as the C++ string NAME into file OUT: text as it stands, or any bytes if BINARY is set.
if(BINARY)
  file(READ ${IN} bytes HEX)
  string(LENGTH "${bytes}" length)
  math(EXPR length "${length} / 2")
  string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
  set(value "(\"${bytes}\", ${length})")
else()
  file(READ ${IN} text)
  set(value "(R\"HOLON(${text})HOLON\")")
endif()
file(WRITE ${OUT} "#include <string_view>

#pragma GCC diagnostic ignored \"-Woverlength-strings\"
namespace holon::cli {
extern const std::string_view ${NAME};
const std::string_view ${NAME}${value};
}  // namespace holon::cli
")
