// SPDX-License-Identifier: GPL-3.0-or-later
//
// Programs as files: Python, and Jupyter notebooks.
#pragma once

#include "core/script/script.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace lab {

enum class ScriptFormat { python, notebook };

/// The format by the file's suffix, .py or .ipynb in any case; nullopt for any other.
std::optional<ScriptFormat> script_format(std::string_view file);

/// The lines of the Python file. A block is a paragraph that begins with its heading as comments.
std::vector<std::string> python_lines(const Script& script);

/// Lines of python_lines(), `count` from `first` on; count 0: none.
struct ScriptLines {
    std::size_t first = 0, count = 0;
    bool operator==(const ScriptLines&) const = default;
};
/// Those of the block about that parameter or stage, its heading not included.
ScriptLines lines_about(const Script& script, const ScriptSubject& subject);

/// The file, in UTF-8. A notebook (nbformat 4.5) has a cell for each block, below a cell of text with its
/// heading.
std::string script_text(const Script& script, ScriptFormat format);

} // namespace lab
