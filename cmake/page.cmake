# Pages are bundled into one HTML file by what npm installs beside their package.json, shared by all presets.
find_program(NODE node REQUIRED)
find_program(NPM npm REQUIRED)

# holon_add_page(TARGET PAGE SOURCES... BUILD COMMAND...): the target makes PAGE by the command, run by node in this folder,
# after the types have been checked.
function(holon_add_page target page)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;BUILD")
  set(installed ${CMAKE_CURRENT_BINARY_DIR}/installed)
  set(checked ${CMAKE_CURRENT_BINARY_DIR}/checked)
  set(install ${PROJECT_SOURCE_DIR}/cmake/npm_install.cmake)
  add_custom_command(OUTPUT ${installed}
    COMMAND ${CMAKE_COMMAND} -DNPM=${NPM} -DMARK=${installed} -P ${install}
    DEPENDS package.json package-lock.json .npmrc ${install}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    COMMENT "Installing what ${target} is made of" VERBATIM)
  add_custom_command(OUTPUT ${checked}
    COMMAND ${NODE} node_modules/typescript/bin/tsc --noEmit
    COMMAND ${CMAKE_COMMAND} -E touch ${checked}
    DEPENDS ${arg_SOURCES} tsconfig.json ${installed}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    COMMENT "Checking the types of ${target}" VERBATIM)
  add_custom_command(OUTPUT ${page}
    COMMAND ${NODE} ${arg_BUILD}
    DEPENDS ${arg_SOURCES} ${installed} ${checked}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    COMMENT "Bundling ${target}" VERBATIM)
  add_custom_target(${target} DEPENDS ${page})
endfunction()
