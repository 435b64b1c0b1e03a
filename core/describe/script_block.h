// SPDX-License-Identifier: GPL-3.0-or-later
//
// The parts of a program.
#pragma once

#include "core/experiment/parameter.h"
#include "core/experiment/stage_id.h"

#include <string>
#include <variant>
#include <vector>

namespace lab {

enum class ScriptLibrary { numpy, pytorch };

/// What a block gives or computes, if it is a parameter or a stage.
using ScriptSubject = std::variant<std::monostate, ParameterId, StageId>;

/// Some lines that belong together: a paragraph of a program, a cell of a notebook.
struct ScriptBlock {
    ScriptSubject subject;
    std::vector<std::string> heading; ///< plain sentences, one a line
    std::vector<std::string> lines;   ///< of Python, without line breaks
};

} // namespace lab
