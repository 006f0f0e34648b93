# Compiler options of our own code only; users of the installed package get none of them.
add_library(holon_options INTERFACE)
target_compile_options(holon_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -Wshadow -Wnon-virtual-dtor
  # The same input gives the same bits: no fused multiply-add behind our back.
  -ffp-contract=off
  # nobody looks at errno after a root: without it, roots of several numbers are taken at once
  -fno-math-errno
  # lets ccache see through precompiled headers
  $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
  $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>
  $<$<BOOL:${HOLON_WERROR}>:-Werror>)

# What the headers cost is paid once for each source that the compiler sees.
set(CMAKE_UNITY_BUILD ${HOLON_UNITY})
set(CMAKE_UNITY_BUILD_BATCH_SIZE 12)

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # precompiled headers are cached only on these terms; what is not cached is not preprocessed twice
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_DEPEND=true
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
endif()
find_program(MOLD mold)
if(MOLD AND CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  add_link_options(-fuse-ld=mold)
endif()
