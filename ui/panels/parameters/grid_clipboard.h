// SPDX-License-Identifier: GPL-3.0-or-later
//
// Copies and pastes cells of a grid, as they are shown. Numbers are written in the C locale, whatever the
// system's, and read by read_matrix_text().
#pragma once

#include "core/io/matrix_writer.h"
#include "core/io/named_arrays.h"
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

    /// Copies for spreadsheets and word processors. Cells are columns and rows of the model, from 0.
    void copy(const QRect& cells) const;
    void copyAs(MatrixNotation form, const QRect& cells) const;
    /// Sets the cells to 0, as one undo step.
    void clear(const QRect& cells);
    /// Pastes the clipboard as one undo step: see paste.h. Emits choiceNeeded() if the user has to choose
    /// first, layerPasted() if that is what it has, and refused() if the numbers do not fit.
    void paste(const QRect& selected);
    /// The same for numbers that are not from the clipboard.
    void paste(const QRect& selected, const Matrix& numbers);

signals:
    /// The clipboard has a layer's arrays with their names.
    void layerPasted(const lab::NamedArraysPtr& arrays);
    void messageRequested(const QString& message);
    void refused(const QString& reason);
    /// The user has to choose what the pasted numbers mean.
    void choiceNeeded(const lab::Paste& paste);

private:
    void follow(const Paste& paste);

    LabDocument& m_document;
    const MatrixModel& m_model;
};

} // namespace lab
