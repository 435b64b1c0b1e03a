// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/number_form.h"

#include "ui/keys/key_bindings.h"
#include "ui/keys/shortcut_override.h"
#include "ui/widgets/pill_button.h"

#include <QHBoxLayout>
#include <QKeyEvent>

namespace lab {

InputForm::InputForm(const Theme& theme) : ControlRow(theme) {}

PillButton* InputForm::addEnd(const QString& does) {
    auto* group = new QWidget(this); // keeps both buttons on one line
    auto* row = new QHBoxLayout(group);
    row->setContentsMargins({});
    auto* button = new PillButton(m_theme, PillButton::Kind::chip, does, group);
    button->setCheckable(false);
    button->setSmall();
    auto* close = new PillButton(m_theme, PillButton::Kind::plain, QStringLiteral("✕"), group);
    close->setSmall();
    close->setAccessibleName(tr("Close"));
    close->setToolTip(tr("Close (Escape)"));
    row->addWidget(button);
    row->addWidget(close);
    add(group);
    connect(close, &QAbstractButton::clicked, this, &InputForm::closed);
    return button;
}

bool InputForm::event(QEvent* event) {
    return takesEscape(event) || ControlRow::event(event);
}

void InputForm::keyPressEvent(QKeyEvent* event) {
    if (commandOf(KeyContext::dialogue, *event) == KeyCommand::cancel)
        emit closed();
    else
        ControlRow::keyPressEvent(event);
}

NumberForm::NumberForm(const Theme& theme, const QString& question, double number, NumberField::Rule rule,
                       std::function<void(double)> does)
    : InputForm(theme), m_field(addField(question, question, std::move(rule))) {
    m_field->setNumber(number);
    PillButton* apply = addEnd(tr("Apply"));
    apply->setFocusPolicy(Qt::TabFocus); // a click leaves the focus, and rejected text, in the field
    const auto ask = [this, does = std::move(does)] {
        if (m_field->apply())
            does(m_field->number());
    };
    connect(m_field, &QLineEdit::returnPressed, this, ask);
    connect(apply, &QAbstractButton::clicked, this, ask);
    setFocusProxy(m_field);
}

} // namespace lab
