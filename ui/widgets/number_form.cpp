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

void InputForm::addApply(NumberField* field, const std::function<void()>& does) {
    PillButton* apply = addEnd(tr("Apply"));
    apply->setFocusPolicy(Qt::TabFocus); // a click leaves the focus, and rejected text, in the field
    const auto ask = [field, does] {
        if (field->apply())
            does();
    };
    connect(field, &QLineEdit::returnPressed, this, ask);
    connect(apply, &QAbstractButton::clicked, this, ask);
    setFocusProxy(field);
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
    addApply(m_field, [this, does = std::move(does)] { does(m_field->number()); });
}

SeedForm::SeedForm(const Theme& theme, const QString& question, std::uint64_t seed,
                   std::function<void(std::uint64_t)> does)
    : InputForm(theme), m_field(addSeedField(question, question, 6)) {
    m_field->setSeed(seed);
    addApply(m_field, [this, does = std::move(does)] { does(m_field->seed()); });
}

} // namespace lab
