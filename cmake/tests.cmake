find_package(GTest REQUIRED)
include(GoogleTest)

# Tests compile against one precompiled header, and as they are: what they test is optimised.
add_library(holon_unoptimised INTERFACE)
target_compile_options(holon_unoptimised INTERFACE -O0)
# Of what both compile, templates for one, the linker keeps what it sees first: the library's.
target_link_options(holon_unoptimised INTERFACE
                    LINKER:--whole-archive,$<TARGET_FILE:holon>,--no-whole-archive)

# (g++ 12 sees overlaps in strings and unset members of variants that are not there.)
add_library(holon_test_options INTERFACE)
target_compile_options(holon_test_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-maybe-uninitialized>)
target_compile_definitions(holon_test_options INTERFACE HOLON_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
target_link_libraries(holon_test_options INTERFACE holon holon_options holon_unoptimised GTest::gmock)
file(WRITE ${PROJECT_BINARY_DIR}/precompiled.cpp "")
add_library(holon_precompiled OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
target_link_libraries(holon_precompiled PRIVATE holon_test_options)
target_precompile_headers(holon_precompiled PRIVATE <gmock/gmock.h> [["holon/holon.h"]])

# One executable per layer, from every *_test.cpp beside the code it tests. Several are compiled
# together: each test has a namespace of its own, named like its file.
function(holon_test name)
  cmake_parse_arguments(ARG "" "" "LIBS;SOURCES" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LIBS} holon_test_options GTest::gtest_main)
  target_precompile_headers(${name} REUSE_FROM holon_precompiled)
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 NO_PRETTY_VALUES)
endfunction()

# These replace operator new.
file(GLOB allocation_tests ${PROJECT_SOURCE_DIR}/holon/*/allocation_test.cpp)
set_source_files_properties(${allocation_tests} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

foreach(layer math geometry collide curve surface model object constraint force controller solve step world)
  file(GLOB tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/holon/${layer}/*_test.cpp)
  list(FILTER tests EXCLUDE REGEX "/fcl_test\\.cpp$")
  if(tests)
    holon_test(${layer}_tests SOURCES ${tests} LIBS holon)
  endif()
endforeach()
# what touches, against another library that knows
find_package(fcl QUIET)
if(fcl_FOUND)
  holon_test(collide_fcl_tests SOURCES ${PROJECT_SOURCE_DIR}/holon/collide/fcl_test.cpp LIBS fcl)
else()
  message(STATUS "FCL not found: distances of shapes are not held against it")
endif()
if(HOLON_APPS)
  file(GLOB tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/holon/scene/*_test.cpp)
  if(tests)
    holon_test(scene_tests SOURCES ${tests} LIBS holon_scene)
  endif()
endif()

if(TARGET holon_studio)
  file(GLOB tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/holon/studio/*_test.cpp)
  if(tests)
    holon_test(studio_tests SOURCES ${tests} LIBS holon_studio)
  endif()
endif()

if(TARGET holon_import)
  file(GLOB tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/holon/import/*_test.cpp)
  if(tests)
    holon_test(import_tests SOURCES ${tests} LIBS holon_import)
  endif()
endif()

if(TARGET holon_cli)
  file(GLOB tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/apps/cli/*_test.cpp
       ${PROJECT_SOURCE_DIR}/apps/cli/*/*_test.cpp)
  holon_test(cli_tests SOURCES ${tests} LIBS holon_commands)
  # Debian's own Python, which has the packages of tools/setup
  find_program(PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH REQUIRED)
  # what each program of apps/cli/*_test.py says of the command line
  file(GLOB tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/apps/cli/*_test.py)
  foreach(test ${tests})
    get_filename_component(name ${test} NAME_WE)
    string(REPLACE _test "" name "cli_${name}")
    string(REPLACE cli_cli cli name ${name})
    add_test(NAME ${name} COMMAND ${PYTHON} ${test} $<TARGET_FILE:holon_cli> ${PROJECT_SOURCE_DIR})
  endforeach()
  # what the studio's server does for those who are let in, and against all others
  if(TARGET holon_studio_server)
    file(GLOB tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/apps/studio/server/*_test.cpp)
    holon_test(studio_server_tests SOURCES ${tests} LIBS holon_studio_server)
    file(GLOB tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/apps/studio/server/*_test.py)
    foreach(test ${tests})
      get_filename_component(name ${test} NAME_WE)
      string(REPLACE _test "" name "studio_${name}")
      add_test(NAME ${name} COMMAND ${PYTHON} ${test} $<TARGET_FILE:holon_cli> ${PROJECT_SOURCE_DIR})
    endforeach()
  endif()
  # needs Chromium
  add_test(NAME player COMMAND ${NODE} ${PROJECT_SOURCE_DIR}/apps/player/player_test.mjs
           $<TARGET_FILE:holon_cli> ${PROJECT_SOURCE_DIR})
  # what the studio's page computes by itself
  if(TARGET holon_studio_page)
    add_test(NAME studio_page COMMAND ${NODE} node_modules/vitest/vitest.mjs run
             WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/apps/studio/page)
    # what people do in the studio; a browser that draws in software wants all cores
    file(GLOB tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/apps/studio/studio_e2e/*_test.mjs)
    foreach(test ${tests})
      get_filename_component(name ${test} NAME_WE)
      string(REPLACE _test "" name "studio_e2e.${name}")
      add_test(NAME ${name} COMMAND ${NODE} ${test} $<TARGET_FILE:holon_cli> ${PROJECT_SOURCE_DIR}
               ${PROJECT_BINARY_DIR}/studio_e2e)
      set_tests_properties(${name} PROPERTIES RUN_SERIAL ON TIMEOUT 600)
    endforeach()
  endif()
  # The gallery: examples/NAME/check.py holds the numbers of a scene against theory.
  file(GLOB checks CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*/check.py)
  foreach(check ${checks})
    cmake_path(GET check PARENT_PATH folder)
    cmake_path(GET folder FILENAME name)
    add_test(NAME gallery.${name} COMMAND ${PYTHON} check.py WORKING_DIRECTORY ${folder})
    set_tests_properties(gallery.${name} PROPERTIES LABELS gallery ENVIRONMENT
      "HOLON=$<TARGET_FILE:holon_cli>;PYTHONPATH=${PROJECT_SOURCE_DIR}/examples;PYTHONDONTWRITEBYTECODE=1")
  endforeach()
  add_test(NAME gallery_page COMMAND ${PYTHON} ${PROJECT_SOURCE_DIR}/tools/gallery page --check)
  set_tests_properties(gallery_page PROPERTIES LABELS gallery)
  add_test(NAME install COMMAND ${PROJECT_SOURCE_DIR}/tools/test_install ${PROJECT_BINARY_DIR})
endif()
