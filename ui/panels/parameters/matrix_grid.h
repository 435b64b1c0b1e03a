// SPDX-License-Identifier: GPL-3.0-or-later
//
// A parameter as a table of coloured numbers, to type over, drag sideways and select.
#pragma once

#include "core/base/types.h"
#include "core/io/named_arrays.h"

#include <QPersistentModelIndex>
#include <QTableView>

#include <optional>

class QHeaderView;
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
    /// Takes ownership of `model`.
    MatrixGrid(LabDocument& document, MatrixModel* model, const Theme& theme, QWidget* parent = nullptr);

    using QTableView::edit;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// The selected cells as a rectangle of columns and rows; invalid if there are none.
    QRect selectedCells() const;
    /// Where its numbers are, as far as they are in sight.
    QRect cellsRect() const;

    /// Pastes the clipboard into the selected cells, or over the whole grid if there are none.
    void paste();
    /// Puts numbers into it as if they were pasted over the whole grid.
    void paste(const Matrix& numbers);

signals:
    /// A number was chosen or is edited. Not emitted if only the cursor moves on, as after Enter.
    void cellChosen(const QModelIndex& index);
    /// A text was refused, and why.
    void refused(const QString& reason);
    /// Something unexpected was done, and what.
    void messageRequested(const QString& message);
    /// The user has to choose what the pasted numbers mean.
    void choiceNeeded(const lab::Paste& paste);
    /// See GridClipboard.
    void layerPasted(const lab::NamedArraysPtr& arrays);
    /// The menu of the selected cells can get more entries.
    void menuOpening(QMenu* menu, const QRect& cells);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
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
    /// The part of resizeCells() that depends on the numbers.
    int fittingWidth() const;
    void resizeColumns();
    QModelIndex indexUnderPointer() const;
    bool editByKey(const QKeyEvent& event);
    void showTip(QPoint where, const QModelIndex& index);
    void updateTip();
    void addCopies(QMenu& menu);
    void showMenu(QPoint where);
    void showHeaderMenu(const QHeaderView& header, QPoint where);

    LabDocument& m_document;
    MatrixModel* m_model;
    const Theme& m_theme;
    CellScrubber* m_scrubber;
    GridClipboard* m_clipboard;
    int m_widestHeader = 0;
    bool m_movesByItself = false; // the cursor moves, and the user has not chosen its cell
    struct Tip {
        QPoint where;
        QPersistentModelIndex index;
        QString text;
    };
    std::optional<Tip> m_tip; ///< the last tooltip shown
};

} // namespace lab
