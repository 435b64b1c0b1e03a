// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where numbers belong that somebody pastes into a grid.
#pragma once

#include "ui/document/step.h"

#include <QRect>

#include <vector>

namespace lab {

class MatrixModel;

/// One thing that pasting can mean.
struct PasteChoice {
    QString text; ///< what a button for it says
    Step step;
    QString message; ///< what is to be said once it is done, where it is not what one would expect
};

/// What becomes of numbers that are pasted: with one choice that needs no question it is done, with several,
/// or with one that changes the document's sizes, somebody has to choose, and with none it is refused.
struct Paste {
    std::vector<PasteChoice> choices;
    QString question; ///< empty where there is nothing to ask
    QString problem;  ///< why there is no choice
};

/// Numbers as the grid shows them. One number goes into all selected cells; a matrix that is as large as the
/// grid fills it; one that fits from the selection's first cell on stands there. One that only fits when it
/// is turned around, as weights of PyTorch's Linear do, is. One that is as large as all heads' columns
/// together fills them; where the sizes of the document can follow, that is a choice, also where the numbers
/// would fit but leave a part of the matrix as it is.
Paste pasteNumbers(const Experiment& before, const MatrixModel& model, const QRect& selected,
                   const Matrix& numbers);

/// The same for a text. One that can be read in several ways (matrix_readings()) leaves the choice.
Paste pasteText(const Experiment& before, const MatrixModel& model, const QRect& selected,
                const QString& text);

/// Numbers put into the grid from a cell on, into the matrix and its bias, as one step; `what` is its name.
Step putNumbers(const Experiment& before, const MatrixModel& model, QPoint first, const Matrix& shown,
                const QString& what);

} // namespace lab
