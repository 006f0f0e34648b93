include(CMakePackageConfigHelpers)

install(TARGETS holon EXPORT holonTargets)
if(TARGET holon_scene)
  install(TARGETS holon_scene EXPORT holonTargets)
endif()
if(TARGET holon_import)
  install(TARGETS holon_import EXPORT holonTargets)
endif()
if(TARGET holon_cli)
  install(TARGETS holon_cli)
endif()
install(DIRECTORY holon DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" PATTERN "holon/studio" EXCLUDE)
install(DIRECTORY ${PROJECT_BINARY_DIR}/generated/holon DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h")
install(EXPORT holonTargets NAMESPACE holon:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/holon)
set(with_import 0)
if(TARGET holon_import)
  set(with_import 1)
endif()
configure_package_config_file(cmake/holonConfig.cmake.in holonConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/holon)
write_basic_package_version_file(holonConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/holonConfig.cmake ${PROJECT_BINARY_DIR}/holonConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/holon)
