// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paints the numbers of a table and edits them in full precision.
#pragma once

#include <QStyledItemDelegate>
#include <QTableView>

namespace lab {

class Theme;

class NumberDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    /// Whether a cell is linked to the hovered or inspected one.
    static constexpr int LinkedRole = Qt::UserRole;

    explicit NumberDelegate(const Theme& theme, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;

signals:
    void refused(const QString& reason);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    /// Why a text is rejected; empty if it is valid.
    virtual QString problem(const QString& text) const;
    /// Writes the number in the middle of a cell, in the painter's font and colour.
    virtual void paintNumber(QPainter& painter, const QRectF& cell, const QString& text) const;
    /// Outlines the current cell and the selected ones.
    void paintOutline(QPainter& painter, const QStyleOptionViewItem& option) const;
    const Theme& theme() const { return m_theme; }

private:
    const Theme& m_theme;
};

/// What tables of numbers that are edited in place have in common, except for their headers.
void setUpNumberTable(QTableView& table);
/// Headers that are not clicked and measure nothing.
void setUpQuietHeaders(QTableView& table);
/// Gives such a table the fonts and the colours of what it lies on.
void styleNumberTable(QTableView& table, const Theme& theme, const QColor& ground, const QColor& labels);

/// The cell to go to after editing, as in a spreadsheet: Enter moves down, Tab to the right. Invalid at the
/// edge.
QModelIndex afterEditing(const QModelIndex& edited, QAbstractItemDelegate::EndEditHint hint);

} // namespace lab
