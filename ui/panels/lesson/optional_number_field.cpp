// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/lesson/optional_number_field.h"

#include "core/base/number_format.h"
#include "ui/keys/key_bindings.h"
#include "ui/keys/shortcut_override.h"
#include "ui/text/number_name.h"
#include "ui/widgets/number_problem.h"

#include <QKeyEvent>

#include <cmath>

namespace lab {

OptionalNumberField::OptionalNumberField(std::optional<double> least, QWidget* parent)
    : QLineEdit(parent), m_least(least) {
    connect(this, &QLineEdit::editingFinished, this, &OptionalNumberField::apply);
}

void OptionalNumberField::setNumber(std::optional<double> number) {
    if (number == m_number && hasFocus())
        return;
    m_number = number;
    restore();
}

void OptionalNumberField::restore() {
    setText(m_number ? QString::fromStdString(shortest(*m_number)) : QString());
    setModified(false);
}

void OptionalNumberField::apply() {
    if (!isModified())
        return;
    const QString typed = text().trimmed();
    std::optional<double> next;
    if (!typed.isEmpty()) {
        const Result<double> read = read_number_expression(typed.toStdString());
        if (!read || !std::isfinite(read.value()))
            return emit refused(numberProblem(typed));
        if (m_least && read.value() < *m_least)
            return emit refused(tr("This is below %1").arg(briefNumber(*m_least)));
        next = read.value();
    }
    emit refused({});
    const bool isOther = next != m_number;
    m_number = next;
    restore();
    if (isOther)
        emit entered(next);
}

/// Undo is that of the document.
bool OptionalNumberField::event(QEvent* event) {
    return leavesToWindow(event) || (isModified() && takesEscape(event)) || QLineEdit::event(event);
}

void OptionalNumberField::keyPressEvent(QKeyEvent* event) {
    if (isModified() && commandOf(KeyContext::dialogue, *event) == KeyCommand::cancel) {
        emit refused({});
        restore();
    } else {
        QLineEdit::keyPressEvent(event);
    }
}

} // namespace lab
