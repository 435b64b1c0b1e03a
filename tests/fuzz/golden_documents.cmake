# SPDX-License-Identifier: GPL-3.0-or-later
#
# Copies the documents out of the golden cases in FROM, which hold a result as well, into the folder TO.
file(GLOB cases "${FROM}/*.json")
foreach(case IN LISTS cases)
    file(READ "${case}" json)
    string(JSON document GET "${json}" document)
    get_filename_component(name "${case}" NAME_WE)
    file(WRITE "${TO}/golden-${name}.attn" "${document}")
endforeach()
