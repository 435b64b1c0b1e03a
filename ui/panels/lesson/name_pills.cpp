// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/lesson/name_pills.h"

#include "ui/keys/tab_order.h"
#include "ui/look/theme.h"
#include "ui/text/short_text.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/retire.h"

#include <algorithm>
#include <utility>

namespace lab {

NamePills::NamePills(const Theme& theme, const QString& name, const QString& all, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_all(new PillButton(theme, PillButton::Kind::choice, all, this)) {
    setAccessibleName(name);
    auto* row = new FlowLayout(this);
    row->setContentsMargins({});
    row->setSpacing(theme.px(4));
    row->addWidget(m_all);
    m_all->setSmall();
    m_all->setAccessibleName(QStringLiteral("%1: %2").arg(name, all));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    // From everything to nothing, and back: names are then added one by one.
    connect(m_all, &QAbstractButton::clicked, this,
            [this] { emit chosen(m_names ? std::nullopt : std::optional(std::vector<std::string>())); });
}

PillButton* NamePills::pill(const std::string& name) const {
    const auto found = std::ranges::find(m_choices, name, &Choice::name);
    return found == m_choices.end() ? nullptr : m_pills[static_cast<std::size_t>(found - m_choices.begin())];
}

void NamePills::show(std::vector<Choice> choices, const std::optional<std::vector<std::string>>& names) {
    for (const std::string& each : names.value_or(std::vector<std::string>())) {
        if (std::ranges::find(choices, each, &Choice::name) == choices.end())
            choices.push_back({each, shortText(each), {}});
    }
    m_names = names;
    if (choices != m_choices) {
        m_choices = std::move(choices);
        for (PillButton* each : std::exchange(m_pills, {}))
            retire(each);
        for (const Choice& each : m_choices) {
            auto* pill = new PillButton(m_theme, PillButton::Kind::choice, each.text, this);
            pill->setSmall();
            pill->setToolTip(each.tip);
            pill->setAccessibleName(QStringLiteral("%1: %2").arg(accessibleName(), each.text));
            connect(pill, &QAbstractButton::clicked, this, [this, name = each.name] { toggle(name); });
            layout()->addWidget(pill);
            pill->show();
            tabAfter(m_pills.empty() ? *m_all : *m_pills.back(), *pill);
            m_pills.push_back(pill);
        }
    }
    m_all->setChecked(!names);
    for (std::size_t i = 0; i < m_pills.size(); ++i)
        m_pills[i]->setChecked(names && std::ranges::find(*names, m_choices[i].name) != names->end());
}

void NamePills::toggle(const std::string& name) {
    std::vector<std::string> names = m_names.value_or(std::vector<std::string>());
    if (std::erase(names, name) == 0)
        names.push_back(name);
    emit chosen(names);
}

} // namespace lab
