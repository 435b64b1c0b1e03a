// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paints the cells of a parameter and edits them in full precision.
#pragma once

#include <QStyledItemDelegate>

namespace lab {

class Theme;

class MatrixDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit MatrixDelegate(const Theme& theme, QObject* parent = nullptr);

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
    /// Why a text cannot be taken, in words; empty where it can.
    virtual QString problem(const QString& text) const;
    /// What tells the current cell, and those that are selected.
    void paintOutline(QPainter& painter, const QStyleOptionViewItem& option) const;
    const Theme& theme() const { return m_theme; }

private:
    const Theme& m_theme;
};

/// Where an editor that is closed leads from its cell, as in a spreadsheet: Enter down, Tab to the right. Not
/// valid at the edge.
QModelIndex afterEditing(const QModelIndex& edited, QAbstractItemDelegate::EndEditHint hint);

} // namespace lab
