// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/choice_pills.h"

#include "ui/widgets/pill_button.h"

#include <QLayout>

#include <algorithm>

namespace lab {

PillButton* ChoicePills::add(QWidget* row, const QString& text, const std::function<bool()>& isSet) {
    auto* pill = new PillButton(m_theme, PillButton::Kind::choice, text, row);
    pill->setSmall();
    pill->setAutoExclusive(true);
    pill->setAccessibleName(QStringLiteral("%1: %2").arg(row->accessibleName(), text));
    row->layout()->addWidget(pill);
    m_choices.push_back({pill, isSet});
    return pill;
}

void ChoicePills::refresh() const {
    for (const Choice& each : m_choices) {
        const bool set = each.isSet();
        each.pill->setChecked(set);
        each.pill->setFocusPolicy(set ? Qt::StrongFocus : Qt::ClickFocus);
    }
}

PillButton* ChoicePills::firstSet() const {
    const auto found = std::ranges::find_if(m_choices, [](const Choice& each) { return each.isSet(); });
    return found == m_choices.end() ? nullptr : found->pill;
}

} // namespace lab
