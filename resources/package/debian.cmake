# SPDX-License-Identifier: GPL-3.0-or-later
#
# The package for Debian: `cpack -G DEB` in a folder that the preset package has built. app/package does both.

# Who makes the package, as Debian's own tools ask it; the address given otherwise belongs to nobody.
set(LAB_PACKAGER "Attention Lab <attention-lab@example.org>")
if(DEFINED ENV{DEBFULLNAME} AND DEFINED ENV{DEBEMAIL})
    set(LAB_PACKAGER "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()

# Debian's change log has the version, who packed it and when; the time of the last commit, so that packing twice gives
# the same.
execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} log -1 --format=%cD
    OUTPUT_VARIABLE LAB_PACKAGE_DATE OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT LAB_PACKAGE_DATE)
    execute_process(COMMAND date -R -r ${PROJECT_SOURCE_DIR}/CHANGELOG.md
        OUTPUT_VARIABLE LAB_PACKAGE_DATE OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
file(WRITE ${PROJECT_BINARY_DIR}/changelog "attention-lab (${PROJECT_VERSION}) bookworm; urgency=medium

  * Attention Lab ${PROJECT_VERSION}; what is new in it is in NEWS.gz.

 -- ${LAB_PACKAGER}  ${LAB_PACKAGE_DATE}
")
# Without the time of the file, again for the same bytes each time.
foreach(file changelog NEWS)
    set(from ${PROJECT_BINARY_DIR}/changelog)
    if(file STREQUAL "NEWS")
        set(from ${PROJECT_SOURCE_DIR}/CHANGELOG.md)
    endif()
    execute_process(COMMAND gzip -9nc ${from} OUTPUT_FILE ${PROJECT_BINARY_DIR}/${file}.gz COMMAND_ERROR_IS_FATAL ANY)
    install(FILES ${PROJECT_BINARY_DIR}/${file}.gz DESTINATION ${CMAKE_INSTALL_DOCDIR})
endforeach()
install(FILES resources/package/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
# Where Debian's Python looks for modules. The module finds the program from where the link leads.
file(CREATE_LINK ../../../share/attention-lab/python/attention_lab.py ${PROJECT_BINARY_DIR}/attention_lab.py SYMBOLIC)
install(FILES ${PROJECT_BINARY_DIR}/attention_lab.py DESTINATION lib/python3/dist-packages)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME attention-lab)
set(CPACK_PACKAGE_CONTACT "${LAB_PACKAGER}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/core)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-wayland, fonts-dejavu-core, fonts-noto-core")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3-numpy, fonts-noto-cjk, fonts-noto-color-emoji")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/resources/package/prerm)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "see and edit the attention of a transformer")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Type a sentence, edit an embedding or a weight, and see queries, keys,
values, scores, mask, attention weights and every head's output answer at
once.
.
For teachers at a projector, for students with a notebook beside it, and for
people who make figures. The same computation and the same drawing can be had
from the command line and from Python.")
include(CPack)
