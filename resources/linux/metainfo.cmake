# SPDX-License-Identifier: GPL-3.0-or-later
#
# cmake -DIN=FILE -DOUT=FILE [-DPICTURES=URL] -P metainfo.cmake
#
# Writes the AppStream metainfo, with screenshots if the pictures of resources/pictures can be read below an address. The
# format takes addresses of the web alone.
file(READ ${IN} text)
set(screenshots "")
if(PICTURES)
    function(add_screenshot TYPE FILE CAPTION)
        set(screenshots "${screenshots}
    <screenshot${TYPE}>
      <caption>${CAPTION}</caption>
      <image>${PICTURES}/${FILE}.png</image>
    </screenshot>" PARENT_SCOPE)
    endfunction()
    add_screenshot(" type=\"default\"" explain "Where an attention weight comes from")
    add_screenshot("" play "The computation as a film")
    add_screenshot("" geometry "A query among the keys")
    add_screenshot("" heads "Twelve heads")
    add_screenshot("" check "Numbers of a notebook, and what is wrong with them")
    set(screenshots "  <screenshots>${screenshots}\n  </screenshots>\n")
endif()
string(REPLACE "  <!-- screenshots -->\n" "${screenshots}" text "${text}")
file(WRITE ${OUT} "${text}")
