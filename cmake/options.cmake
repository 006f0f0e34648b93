# Compiler options of our own code only; users of the installed package get none of them.
add_library(holon_options INTERFACE)
target_compile_options(holon_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -Wshadow -Wnon-virtual-dtor
  # The same input gives the same bits: no fused multiply-add behind our back.
  -ffp-contract=off
  $<$<BOOL:${HOLON_WERROR}>:-Werror>)

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
find_program(MOLD mold)
if(MOLD AND CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  add_link_options(-fuse-ld=mold)
endif()
