// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table that the user's own numbers are typed or pasted into.
#pragma once

#include "core/base/types.h"

#include <QTableView>

namespace lab {

class CheckDelegate;
class CheckModel;
class Theme;

class CheckGrid : public QTableView {
    Q_OBJECT
public:
    /// Takes ownership of `model`.
    CheckGrid(CheckModel* model, const Theme& theme, QWidget* parent = nullptr);

    /// The whole table.
    QSize sizeHint() const override;
    /// A few cells.
    QSize minimumSizeHint() const override;
    /// As much of the table as there is room for: whole rows and columns, with scroll bars where it goes on.
    QSize sizeWithin(QSize room) const;
    /// About the height of a table of another shape in that room, if its numbers are compared.
    int heightFor(Index rows, Index columns, QSize room) const;

signals:
    /// The clipboard should be read.
    void pasteWanted();
    /// The keyboard has come to the current cell.
    void entered();
    /// A text was refused, and why.
    void refused(const QString& reason);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

protected slots:
    void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override;

private:
    void restyle();
    void resizeCells();
    void resizeColumns();
    /// With room for what is said of a number, where numbers are compared.
    int cellHeight(bool isCompared) const;

    CheckModel* m_model;
    const Theme& m_theme;
    CheckDelegate* m_delegate;
};

} // namespace lab
