find_package(GTest REQUIRED)
include(GoogleTest)

# One executable per layer, from every *_test.cpp beside the code it tests.
function(holon_test name)
  cmake_parse_arguments(ARG "" "" "LIBS;SOURCES" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LIBS} holon_options GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE HOLON_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60)
endfunction()

foreach(layer math geometry model object constraint force solve step world)
  file(GLOB tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/holon/${layer}/*_test.cpp)
  if(tests)
    holon_test(${layer}_tests SOURCES ${tests} LIBS holon)
  endif()
endforeach()
if(HOLON_APPS)
  file(GLOB tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/holon/scene/*_test.cpp)
  if(tests)
    holon_test(scene_tests SOURCES ${tests} LIBS holon_scene)
  endif()
endif()

if(TARGET holon_cli)
  # Debian's own Python, which has the packages of tools/setup
  find_program(PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH REQUIRED)
  add_test(NAME cli COMMAND ${PYTHON} ${PROJECT_SOURCE_DIR}/apps/cli/cli_test.py
           $<TARGET_FILE:holon_cli> ${PROJECT_SOURCE_DIR})
  add_test(NAME install COMMAND ${PROJECT_SOURCE_DIR}/tools/test_install ${PROJECT_BINARY_DIR})
endif()
