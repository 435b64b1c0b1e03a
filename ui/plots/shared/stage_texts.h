// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a stage is called, and its formula and the operation before it, in the notation of the document. These
// are rich text, because of the subscripts; names are plain.
#pragma once

#include "core/experiment/parameter.h"
#include "core/experiment/stage.h"

#include <QString>

#include <vector>

namespace lab {

/// What a stage is called, wherever it is named: "Attention weights".
QString stageTitle(StageId id);
/// The same with the head, if there are several: "Attention weights, head 2".
QString stageTitle(const Experiment& experiment, StageId id, HeadIndex head);
/// The same in a word, on a thumbnail, in the strip and on the timeline of the film: "Attention".
QString stageName(StageId id);
/// Where even that has no room: "A", "÷√2"; the word itself for a stage that has nothing shorter.
QString stageSymbol(const Experiment& experiment, StageId id);

/// "Q = X W<sub>Q</sub>", shown beside the title of a card.
QString formulaText(const Experiment& experiment, StageId id, HeadIndex head);
/// What stands for the stage in formulas, "Q"; empty if it has no symbol.
QString formulaSymbol(const Experiment& experiment, StageId id);

/// The operation that leads to a stage: "÷ √2", "softmax"; empty where none is written.
QString operationText(const Experiment& experiment, StageId id);
/// The operations that lead there from the last of the shown stages before it, one below the other.
QString operationText(const Experiment& experiment, StageId id, const std::vector<StageId>& shown);

/// The symbol of a parameter by its name in the document: "W<sub>Q</sub>".
QString symbolText(const QString& name);

/// A parameter's symbol in formulas.
QString parameterSymbol(ParameterId id);

} // namespace lab
