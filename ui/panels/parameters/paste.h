// SPDX-License-Identifier: GPL-3.0-or-later
//
// Decides where numbers go that are pasted into a grid.
#pragma once

#include "ui/document/step.h"

#include <QRect>

#include <vector>

namespace lab {

class MatrixModel;
class NamedArrays;

/// One possible meaning of a paste.
struct PasteChoice {
    QString text; ///< the label of its button
    Step step;
    QString message; ///< shown afterwards if the result may surprise
};

/// The result of a paste. A single choice without a question is applied. If there are several choices, or one
/// that changes the document's sizes, the user has to choose. Without a choice the paste is rejected.
struct Paste {
    std::vector<PasteChoice> choices;
    QString question; ///< empty if there is nothing to ask
    QString problem;  ///< why there is no choice
};

/// `numbers`: as the grid shows them. A single number fills all selected cells. A matrix as large as the grid
/// fills it. One that fits from the first selected cell on goes there. One that fits only when transposed, as
/// weights of PyTorch's Linear do, is transposed. One as large as all heads' columns together fills them. If
/// the sizes of the document can follow, that is offered as a choice, even if the numbers would fit but cover
/// only a part of the matrix.
Paste pasteNumbers(const Experiment& before, const MatrixModel& model, const QRect& selected,
                   const Matrix& numbers);

/// The same for text. If it can be read in several ways (matrix_readings()), each is a choice.
Paste pasteText(const Experiment& before, const MatrixModel& model, const QRect& selected,
                const QString& text);

/// Several arrays with names, among which is no complete layer to import: replaces those parameters that have
/// the names, in the document's shapes (core/edits/set_matrices.h). Always asks, unless there is a problem.
Paste pasteNamed(const Experiment& before, const NamedArrays& arrays);

/// Numbers for a document without tokens, as text: each choice makes a token of each row, or of each column.
/// The document must compute its queries, and have no source. Always asks, unless there is a problem.
Paste pasteTokens(const Experiment& before, const QString& text);

/// Puts numbers into the grid from a cell on, into the matrix and its bias, as one step. `what` is its name.
Step putNumbers(const Experiment& before, const MatrixModel& model, QPoint first, const Matrix& shown,
                const QString& what);

} // namespace lab
