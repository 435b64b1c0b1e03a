# SPDX-License-Identifier: GPL-3.0-or-later
#
# The core for packages: one library, built for every x86-64 processor and twice more for newer ones. glibc's loader
# takes the best that the processor can run from the folders below glibc-hwcaps; nothing in the program asks.

# lab_make_core_library(TARGET FOLDER): FOLDER is below the one where the core is found.
function(lab_make_core_library TARGET FOLDER)
    set_target_properties(${TARGET} PROPERTIES
        OUTPUT_NAME attention-lab-core
        LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${FOLDER}
        LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/exported_names
    )
    # Nobody replaces a function of the core by one of their own, so calls inside it need no detour.
    target_compile_options(${TARGET} PRIVATE -fno-semantic-interposition)
    set(names ${CMAKE_CURRENT_BINARY_DIR}/${TARGET}.map)
    add_custom_command(TARGET ${TARGET} PRE_LINK VERBATIM COMMAND_EXPAND_LISTS
        COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/exported_names ${CMAKE_NM} ${names} $<TARGET_OBJECTS:${TARGET}>)
    target_link_options(${TARGET} PRIVATE -Wl,-Bsymbolic-functions -Wl,--version-script=${names})
    install(TARGETS ${TARGET} LIBRARY DESTINATION ${LAB_LIBRARIES}/${FOLDER})
endfunction()

lab_make_core_library(lab_core "")
get_target_property(sources lab_core SOURCES)
get_target_property(libraries lab_core LINK_LIBRARIES)
get_target_property(folders lab_core INCLUDE_DIRECTORIES)
foreach(level x86-64-v3 x86-64-v4)
    add_library(lab_core_${level} SHARED ${sources})
    target_include_directories(lab_core_${level} PRIVATE ${folders})
    target_link_libraries(lab_core_${level} PRIVATE ${libraries})
    target_compile_options(lab_core_${level} PRIVATE -march=${level})
    lab_make_core_library(lab_core_${level} glibc-hwcaps/${level})
endforeach()
