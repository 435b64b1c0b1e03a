// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cells of a grid to the clipboard and back, as they are shown. Numbers are written in the C locale, whatever
// the machine's is; what is read is what read_matrix_text() reads.
#pragma once

#include "core/io/matrix_writer.h"
#include "ui/panels/parameters/paste.h"

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
    /// Puts what the clipboard holds where it belongs, in one step to undo: see paste.h. What has to be asked
    /// first is, and what does not fit is refused().
    void paste(const QRect& selected);
    /// The same for numbers from elsewhere.
    void paste(const QRect& selected, const Matrix& numbers);

signals:
    void messageRequested(const QString& message);
    void refused(const QString& reason);
    void asked(const lab::Paste& paste);

private:
    Matrix numbers(const QRect& cells) const;
    void follow(const Paste& paste);

    LabDocument& m_document;
    const MatrixModel& m_model;
};

} // namespace lab
