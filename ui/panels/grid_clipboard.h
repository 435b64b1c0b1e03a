// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cells of a grid to the clipboard and back, as they are shown. Numbers are written in the C locale, whatever
// the machine's is; what is read is what read_matrix_text() reads.
#pragma once

#include "core/io/matrix_writer.h"

#include <QObject>
#include <QRect>

namespace lab {

class LabDocument;
class MatrixModel;

class GridClipboard : public QObject {
    Q_OBJECT
public:
    GridClipboard(LabDocument& document, const MatrixModel& model, QObject* parent = nullptr);

    /// Cells are columns and rows of the model, from 0. For spreadsheets and word processors:
    void copy(const QRect& cells) const;
    void copyAs(MatrixNotation form, const QRect& cells) const;
    /// Makes the cells 0, in one step to undo.
    void clear(const QRect& cells);
    /// Puts what the clipboard holds where it belongs, in one step to undo. One number goes into all selected
    /// cells. A matrix that is as large as the selection goes there, one that is as large as the grid fills
    /// it, and any other begins at the selection's first cell. One that only fits when it is turned around,
    /// as weights of PyTorch's Linear do, is, and told() says so; one that does not fit is refused().
    void paste(const QRect& selected);

signals:
    void told(const QString& message);
    void refused(const QString& reason);

private:
    QRect everything() const;
    Matrix numbers(const QRect& cells) const;
    bool fillsWithoutBias(QSize size) const;
    /// `what` is the step's name, with the parameter's and the numbers' shape to be filled in.
    void put(QPoint first, const Matrix& shown, const QString& what);

    LabDocument& m_document;
    const MatrixModel& m_model;
};

} // namespace lab
