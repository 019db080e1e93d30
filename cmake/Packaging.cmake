# What is installed beside the programs, and the Debian package (`cpack`). Included last by the top CMakeLists.txt.

# Compressed without name and time: the same input gives the same package.
find_program(ASB_GZIP gzip REQUIRED)
set(asb_pages ${CMAKE_CURRENT_BINARY_DIR}/packaging)
file(MAKE_DIRECTORY ${asb_pages})
function(asb_compressed source target)
    add_custom_command(OUTPUT ${asb_pages}/${target}
        COMMAND sh -c "'${ASB_GZIP}' -9n <'${source}' >'${asb_pages}/${target}'" DEPENDS ${source} VERBATIM)
endfunction()

# Whoever makes the package answers for it: Debian's own variables, or -DASB_MAINTAINER="Name <address>".
set(ASB_MAINTAINER "" CACHE STRING "Name and address of who makes the Debian package")
if(ASB_MAINTAINER)
    set(asb_maintainer "${ASB_MAINTAINER}")
elseif(NOT "$ENV{DEBEMAIL}" STREQUAL "")
    set(asb_maintainer "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
else() # Debian wants an address in each package; this one reaches nobody, and says so
    set(asb_maintainer "nobody named <nobody@agent-sandbox.example>")
endif()
configure_file(packaging/debian/changelog ${asb_pages}/changelog @ONLY)

asb_compressed(${PROJECT_SOURCE_DIR}/packaging/man/agent-sandbox.1 agent-sandbox.1.gz)
asb_compressed(${PROJECT_SOURCE_DIR}/packaging/man/agent-sandbox.toml.5 agent-sandbox.toml.5.gz)
asb_compressed(${asb_pages}/changelog changelog.gz)
add_custom_target(packaging-files ALL
    DEPENDS ${asb_pages}/agent-sandbox.1.gz ${asb_pages}/agent-sandbox.toml.5.gz ${asb_pages}/changelog.gz)
install(FILES ${asb_pages}/agent-sandbox.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${asb_pages}/agent-sandbox.toml.5.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man5)
install(FILES ${asb_pages}/changelog.gz packaging/debian/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/agent-sandbox)

# All three ask the installed program for its words and options.
set(asb_completions ${PROJECT_SOURCE_DIR}/packaging/completions)
install(FILES ${asb_completions}/agent-sandbox.bash RENAME agent-sandbox
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${asb_completions}/_agent-sandbox DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${asb_completions}/agent-sandbox.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

if(ASB_GUI)
    # Its Exec lines name the programs of the prefix that is known only at the installation.
    install(CODE "set(bindir \"${CMAKE_INSTALL_BINDIR}\")
        set(libexecdir \"${CMAKE_INSTALL_LIBEXECDIR}\")
        set(source \"${PROJECT_SOURCE_DIR}/packaging/desktop/agent-sandbox.desktop.in\")
        set(target \"${asb_pages}/agent-sandbox.desktop\")
        set(applications \"${CMAKE_INSTALL_DATADIR}/applications\")
        include(\"${PROJECT_SOURCE_DIR}/cmake/InstallDesktopFile.cmake\")")
    install(FILES packaging/desktop/agent-sandbox.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
    install(FILES resources/icons/agent-sandbox.svg
        DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
    install(FILES resources/icons/agent-sandbox-symbolic.svg
        DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/symbolic/apps)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME agent-sandbox)
set(CPACK_PACKAGE_CONTACT "${asb_maintainer}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "runs a coding agent in a sandbox and shows every command")
set(CPACK_PACKAGE_DESCRIPTION
"agent-sandbox runs a coding agent such as Claude Code inside a nono sandbox,
and every shell command that it issues inside a second one, through an exec
daemon with a shell of its own. Two profiles that the operator writes decide
what each side may touch. A window and a tray icon show every command, every
refusal and the reason that the profile gives; the command line does the same
without a window.
.
It needs nono 0.80 or 0.81, and the agent's own program, which are not in
Debian: `agent-sandbox doctor` says what is missing.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/PackageFolders.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What the linker does not know: plugins, and Qt's own translations.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libqt6sql6-sqlite")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "bash-completion")
if(ASB_GUI)
    string(APPEND CPACK_DEBIAN_PACKAGE_DEPENDS ", libqt6svg6, qt6-translations-l10n, sensible-utils")
    set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-wayland, qt6-gtk-platformtheme")
endif()
# Addresses are bound at the start, and what the loader has written stays read-only. What nobody calls is left out: text
# of execd's processes counts in memory. Relative relocations are packed where the loader understands them (glibc 2.36).
include(CheckCXXSourceRuns)
set(CMAKE_REQUIRED_LINK_OPTIONS LINKER:-z,pack-relative-relocs)
check_cxx_source_runs("int main() { return 0; }" ASB_PACKED_RELOCATIONS)
unset(CMAKE_REQUIRED_LINK_OPTIONS)
foreach(program agent-sandbox agent-sandbox-session agent-sandbox-gui)
    if(TARGET ${program} AND NOT ASB_SANITIZE)
        target_link_options(${program} PRIVATE LINKER:-z,relro,-z,now,--gc-sections
            $<$<BOOL:${ASB_PACKED_RELOCATIONS}>:LINKER:-z,pack-relative-relocs>)
    endif()
endforeach()
include(CPack)
