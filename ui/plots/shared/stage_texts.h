// SPDX-License-Identifier: GPL-3.0-or-later
//
// A stage's formula and the operation before it, in the notation of the document. Rich text, because of the
// subscripts.
#pragma once

#include "core/parameter.h"
#include "core/stage.h"

#include <QString>

namespace lab {

/// "Q = X W<sub>Q</sub>", shown beside the title of a card; `brief`: only the symbol, if room is short.
QString formulaText(const Experiment& experiment, StageId id, HeadIndex head, bool brief);

/// The operation that leads to a stage: "÷ √2", "softmax"; empty where none is written.
QString operationText(const Experiment& experiment, StageId id);

/// The symbol of a parameter by its name in the document: "W<sub>Q</sub>".
QString symbolText(const QString& name);

/// A parameter's symbol in formulas.
QString parameterSymbol(ParameterId id);

} // namespace lab
