// SPDX-License-Identifier: GPL-3.0-or-later
//
// The blocks of a program that hold the document's numbers.
#pragma once

namespace lab {

class ScriptBuilder;

void add_parameters(ScriptBuilder& to);

} // namespace lab
