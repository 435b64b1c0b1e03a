// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits what is wanted of the weights or the output (view/learn_view.h).
#pragma once

#include "ui/document/view/learn_view.h"

#include <QString>

#include <optional>
#include <vector>

namespace lab {

class LabDocument;

// Each is one undo step of that name, or none if nothing changes.
void setWanted(LabDocument& document, std::vector<WantedCell> weights, const QString& text);
void setWantedOutput(LabDocument& document, std::vector<WantedCell> output, const QString& text);
/// Wants a number of a cell of the output, or any (nullopt).
void setWantedOutput(LabDocument& document, Index row, Index column, std::optional<double> number,
                     const QString& text);
void setWantedStage(LabDocument& document, WantedStage of, const QString& text);
/// Sets how weights are found, and what is painted next. Not an undo step, and does not mark the document as
/// modified.
void setLearnChoices(LabDocument& document, const LearnView& learn);

enum class WantedBrush {
    cell, ///< this weight
    row,  ///< the same weight for every key that the query sees
    any,  ///< nothing in this row any more
};

enum class WantedPattern { previous_word, same_word, first_word };

/// What is painted, and where it can be: a key that is hidden has no weight.
struct WantedPaint {
    HeadIndex head = 0;
    WantedBrush brush = WantedBrush::cell;
    double number = 0.9;  ///< of a cell
    const Matrix& hidden; ///< the masked scores of the head: −∞ where a key is hidden
};

/// Whether a stroke that begins on these cells takes away: all that it could paint there is there.
bool takesAway(const std::vector<WantedCell>& wanted, const WantedPaint& paint, const Block& cells);
/// Paints cells, or takes away what is painted there.
std::vector<WantedCell> withPainted(std::vector<WantedCell> wanted, const WantedPaint& paint,
                                    const Block& cells, bool takesAway);
/// Wants that pattern in every row that has such keys, which share `paint.number`; nothing in the others.
std::vector<WantedCell> withPattern(std::vector<WantedCell> wanted, const Experiment& experiment,
                                    const WantedPaint& paint, WantedPattern pattern);

} // namespace lab
