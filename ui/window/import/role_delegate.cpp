// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/import/role_delegate.h"

#include "core/import/array_choice.h"

#include <QComboBox>

namespace lab {

QWidget* RoleDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const {
    auto* roles = new QComboBox(parent);
    roles->setAccessibleName(tr("Taken for"));
    roles->addItem(tr("as its name says"), QString());
    roles->addItem(tr("W_Q, W_K and W_V"), QStringLiteral("W_Q,W_K,W_V"));
    for (const std::string& role : array_roles())
        roles->addItem(QString::fromStdString(role), QString::fromStdString(role));
    // A choice counts at once: nobody expects to have to press Enter as well.
    connect(roles, &QComboBox::activated, this, [this, roles] {
        auto* self = const_cast<RoleDelegate*>(this); // createEditor() is const
        emit self->commitData(roles);
        emit self->closeEditor(roles);
    });
    return roles;
}

void RoleDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    auto* roles = qobject_cast<QComboBox*>(editor);
    const QString taken = index.data(Qt::EditRole).toString();
    int at = roles->findData(taken);
    if (at < 0)
        at = roles->findText(taken);
    roles->setCurrentIndex(std::max(at, 0));
    roles->showPopup();
}

void RoleDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const {
    model->setData(index, qobject_cast<QComboBox*>(editor)->currentData(), Qt::EditRole);
}

} // namespace lab
