// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the window says about the user's own numbers. Computed on a worker thread.
#pragma once

#include "core/analysis/diagnosis/checked_cells.h"
#include "core/experiment/stage.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace lab {

/// What is to be checked.
struct CheckQuestion {
    Experiment experiment;      ///< valid, with tokens
    std::optional<Asked> asked; ///< which stage they should be; nullopt: that is the question
    PrintedArray given;         ///< in rows notation; NaN where a cell is empty
    std::vector<bool> filled;   ///< row by row: whether a cell has a number
    /// The given arrays that are in the experiment in place of the document's, by name.
    QStringList forOwn = {};
};

/// Where the numbers are found, and what is said of that place.
struct CheckPlace {
    enum class Kind {
        cell,
        head,  ///< one head of a stage, or a stage without heads
        stage, ///< all heads of it
    };
    CellRef cell;
    Kind kind = Kind::head;
    QString text;
    bool pointsAtCell = false; ///< where a whole matrix is meant: the cell is the first to look at

    /// Whether any head will do: all heads are meant and no cell is to be looked at, so that the head in
    /// sight is as good as another.
    bool isAnyHead() const { return kind == Kind::stage && !pointsAtCell; }
};

struct CheckAnswer {
    enum class Verdict { none, right, wrong };
    Verdict verdict = Verdict::none;
    QString sentence; ///< the answer
    QStringList more; ///< what else there is to say
    std::vector<CheckPlace> places;
    /// Row and column of the first number that a mistake does not explain, if it explains most.
    std::optional<std::pair<Index, Index>> lookAt;
    std::optional<CheckedCells> cells; ///< compared with the stage asked for, if they can be read as one
    bool isOfAllHeads = false;         ///< of the stage asked for, whichever head was chosen
};

/// nullopt if it was stopped. A single number, with a stage of other shape or where it is the only one that
/// is filled in, is looked for in the whole document.
std::optional<CheckAnswer> checkAnswer(const CheckQuestion& question, const std::stop_token& stop);

} // namespace lab
