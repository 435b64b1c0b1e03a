// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/export_form.h"

#include "ui/look/theme.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/pill_button.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFormLayout>

namespace lab {

ExportForm::ExportForm(const Theme& theme) : m_theme(theme), m_choices(theme), m_rows(new QFormLayout(this)) {
    connect(&theme, &Theme::changed, this, &ExportForm::restyle);
    restyle();
}

QWidget* ExportForm::addRow(const QString& caption) {
    auto* row = new QWidget(this);
    row->setAccessibleName(caption);
    auto* flow = new FlowLayout(row);
    flow->setContentsMargins({});
    flow->setSpacing(m_theme.px(5));
    m_rows->addRow(caption, row);
    return row;
}

PillButton* ExportForm::addChoice(QWidget* row, const QString& text, const std::function<void()>& choose,
                                  const std::function<bool()>& isSet) {
    PillButton* pill = m_choices.add(row, text, isSet);
    connect(pill, &QAbstractButton::clicked, this, [this, choose] {
        choose();
        emit changed();
    });
    return pill;
}

QCheckBox* ExportForm::addSwitch(QWidget* row, const QString& text, bool& setting) {
    auto* box = new QCheckBox(text, row);
    box->setChecked(setting);
    row->layout()->addWidget(box);
    connect(box, &QCheckBox::toggled, this, [this, &setting](bool checked) {
        setting = checked;
        emit changed();
    });
    return box;
}

QDoubleSpinBox* ExportForm::addNumber(QWidget* row, const QString& name, const QString& unit, double least,
                                      double most, double& setting, int decimals) {
    auto* box = new QDoubleSpinBox(row);
    box->setLocale(QLocale::c());
    box->setRange(least, most);
    box->setDecimals(decimals);
    box->setSingleStep(least < 1 ? 0.5 : 1);
    box->setSuffix(unit);
    box->setValue(setting);
    box->setAccessibleName(name);
    row->layout()->addWidget(box);
    connect(box, &QDoubleSpinBox::valueChanged, this, [this, &setting](double value) {
        setting = value;
        emit changed();
    });
    return box;
}

void ExportForm::restyle() {
    m_rows->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_rows->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_rows->setSpacing(m_theme.px(8));
}

} // namespace lab
