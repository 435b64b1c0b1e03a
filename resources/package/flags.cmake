# SPDX-License-Identifier: GPL-3.0-or-later
#
# How everything is compiled that is packed for other machines.
if(LAB_NATIVE OR LAB_SANITIZE)
    message(FATAL_ERROR "LAB_PACKAGE is for any processor, and without sanitizers; use the preset package.")
endif()
if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64" OR NOT CMAKE_SYSTEM_NAME STREQUAL "Linux")
    message(FATAL_ERROR "LAB_PACKAGE is for Linux on x86-64, not ${CMAKE_SYSTEM_NAME} on ${CMAKE_SYSTEM_PROCESSOR}.")
endif()
include(CheckPIESupported)
check_pie_supported()
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# Program and core are compiled for different processors and pass each other Eigen's matrices. One alignment, that of the
# largest vectors, gives these the same layout and memory that either can free.
add_compile_definitions(EIGEN_MAX_ALIGN_BYTES=64)
# Each keeps its own copy of inline functions: another's would be compiled for another processor.
add_compile_options(-fvisibility-inlines-hidden)

# What Debian compiles its own packages with.
add_compile_options(-fstack-protector-strong -Wformat -Werror=format-security -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
add_link_options(-Wl,-z,relro -Wl,-z,now -Wl,--as-needed)
# No path of the machine that builds.
add_compile_options(-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)

# Where the program's own libraries are, and how it finds them wherever it is moved. RPATH, not RUNPATH: only the former
# counts for the libraries of these libraries, too, which the archive carries (app/package).
set(LAB_LIBRARIES ${CMAKE_INSTALL_LIBDIR}/attention-lab)
file(RELATIVE_PATH LAB_LIBRARIES_FROM_PROGRAM /${CMAKE_INSTALL_BINDIR} /${LAB_LIBRARIES})
add_link_options(-Wl,--disable-new-dtags)
# To pack takes the program and its libraries, but no tests.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
