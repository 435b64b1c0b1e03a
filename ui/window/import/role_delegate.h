// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chooses what an array is taken for, in its cell of the table.
#pragma once

#include <QStyledItemDelegate>

namespace lab {

class RoleDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
};

} // namespace lab
