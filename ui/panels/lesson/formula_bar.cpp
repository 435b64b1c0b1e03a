// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/lesson/formula_bar.h"

#include "ui/look/theme.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/pill_button.h"

#include <array>

namespace lab {

namespace {

struct FormulaSample {
    const char* label;
    const char* before;
    const char* argument;
    const char* after;
};

constexpr std::array formulaSamples{
    FormulaSample{"$…$", "", "x", ""},
    FormulaSample{"xᵢ", "", "x", "_i"},
    FormulaSample{"Kᵀ", "", "K", "^T"},
    FormulaSample{"q·k", "", "q", " \\cdot k"},
    FormulaSample{"a/b", "\\frac{", "a", "}{b}"},
    FormulaSample{"√", "\\sqrt{", "d_k", "}"},
    FormulaSample{"Σ", "\\sum_j ", "x_j", ""},
    FormulaSample{"softmax", "\\softmax(", "s", ")"},
};

} // namespace

FormulaBar::FormulaBar(const Theme& theme, QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Formulas"));
    auto* row = new FlowLayout(this);
    row->setContentsMargins({});
    row->setSpacing(theme.px(2));
    for (const FormulaSample& each : formulaSamples) {
        auto* button = new PillButton(theme, PillButton::Kind::plain, QString::fromUtf8(each.label), this);
        button->setSmall();
        button->setFocusPolicy(Qt::TabFocus); // the text keeps the keyboard
        const FormulaForm form{QString::fromUtf8(each.before), QString::fromUtf8(each.argument),
                               QString::fromUtf8(each.after)};
        button->setToolTip(tr("Insert $%1$").arg(form.before + form.argument + form.after));
        button->setAccessibleName(tr("Insert the formula %1").arg(button->text()));
        button->setEnabled(false);
        connect(button, &QAbstractButton::clicked, this, [this, form] {
            if (m_target)
                m_target->insert(form);
        });
        row->addWidget(button);
        m_buttons.push_back(button);
    }
}

void FormulaBar::setTarget(LessonTextField* target) {
    m_target = target;
    for (PillButton* each : m_buttons)
        each->setEnabled(target);
}

} // namespace lab
