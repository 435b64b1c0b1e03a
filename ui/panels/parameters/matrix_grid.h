// SPDX-License-Identifier: GPL-3.0-or-later
//
// A parameter under the hand: a table of coloured numbers to type into, to drag sideways, to select.
#pragma once

#include "core/types.h"

#include <QPersistentModelIndex>
#include <QTableView>

#include <optional>

class QMenu;

namespace lab {

class GridClipboard;
class CellScrubber;
class LabDocument;
class MatrixModel;
struct Paste;
class Theme;

class MatrixGrid : public QTableView {
    Q_OBJECT
public:
    /// `model` is the grid's from here on.
    MatrixGrid(LabDocument& document, MatrixModel* model, const Theme& theme, QWidget* parent = nullptr);

    using QTableView::edit;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// Puts numbers into it as if they were pasted over the whole grid.
    void paste(const Matrix& numbers);

signals:
    /// A number is inspected or edited. Not where only the cursor goes on, as it does after Enter.
    void cellChosen(const QModelIndex& index);
    /// A text was refused, and why.
    void refused(const QString& reason);
    /// Something else than expected was done, and what.
    void messageRequested(const QString& message);
    /// What was pasted can mean several things.
    void asked(const lab::Paste& paste);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

    bool edit(const QModelIndex& index, EditTrigger trigger, QEvent* event) override;

protected slots:
    void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void restyle();
    void resizeCells();
    /// The part of it that a number can change.
    void resizeColumns();
    QModelIndex indexUnderPointer() const;
    /// The selected cells, as a rectangle of columns and rows; invalid where there are none.
    QRect selectedCells() const;
    bool editByKey(const QKeyEvent& event);
    void showTip(QPoint where, const QModelIndex& index);
    void updateTip();
    void addCopies(QMenu& menu);

    LabDocument& m_document;
    MatrixModel* m_model;
    const Theme& m_theme;
    CellScrubber* m_hand;
    GridClipboard* m_clipboard;
    int m_widestHeader = 0;
    bool m_goesOn = false; // the cursor, after a number was typed
    struct Tip {
        QPoint where;
        QPersistentModelIndex index;
        QString text;
    };
    std::optional<Tip> m_tip; ///< the last that was shown
};

} // namespace lab
