// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/control_row.h"

#include "ui/look/theme.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/pill_button.h"

#include <QHBoxLayout>
#include <QLabel>

namespace lab {

ControlRow::ControlRow(const Theme& theme) : m_theme(theme) {
    auto* row = new FlowLayout(this);
    row->setContentsMargins({});
    connect(&theme, &Theme::changed, this, &ControlRow::restyle);
    restyle();
}

void ControlRow::add(QWidget* widget) {
    layout()->addWidget(widget);
    restyle();
}

NumberField* ControlRow::addField(const QString& text, const QString& name, NumberField::Rule rule) {
    auto* field = new NumberField(m_theme, std::move(rule), this);
    addLabelled(text, name, field);
    return field;
}

SeedField* ControlRow::addSeedField(const QString& text, const QString& name, int digits) {
    auto* field = new SeedField(m_theme, digits, this);
    addLabelled(text, name, field);
    return field;
}

void ControlRow::addLabelled(const QString& text, const QString& name, NumberField* field) {
    auto* group = new QWidget(this);
    auto* row = new QHBoxLayout(group);
    row->setContentsMargins({});
    if (!text.isEmpty())
        row->addWidget(new QLabel(text, group));
    row->addWidget(field);
    field->setAccessibleName(name);
    connect(field, &NumberField::refused, this, &ControlRow::refused);
    add(group);
}

void ControlRow::addBefore(NumberField* field, QWidget* widget) {
    auto* row = static_cast<QHBoxLayout*>(field->parentWidget()->layout());
    row->insertWidget(row->indexOf(field), widget);
    QWidget::setTabOrder(widget, field);
}

void ControlRow::setShown(NumberField* field, bool shown) {
    field->parentWidget()->setVisible(shown);
}

void ControlRow::keepRoom(QWidget* widget, bool keeps) {
    QSizePolicy policy = widget->sizePolicy();
    policy.setRetainSizeWhenHidden(keeps);
    widget->setSizePolicy(policy);
}

PillButton* ControlRow::addPill(const QString& text) {
    auto* pill = new PillButton(m_theme, PillButton::Kind::choice, text, this);
    pill->setSmall();
    add(pill);
    return pill;
}

void ControlRow::restyle() {
    for (QLayout* each : findChildren<QLayout*>())
        each->setSpacing(m_theme.px(6));
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, m_theme.colours().muted);
    for (QLabel* label : findChildren<QLabel*>()) {
        label->setPalette(quiet);
        label->setFont(m_theme.font(TextRole::small));
        label->setMinimumHeight(QFontMetrics(m_theme.font(TextRole::small)).height() + m_theme.px(8));
    }
}

QString positiveProblem(const QString& what, double number) {
    return number > 0 ? QString() : ControlRow::tr("%1 must be a number above 0; unchanged").arg(what);
}

} // namespace lab
