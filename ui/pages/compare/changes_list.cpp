// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/changes_list.h"

#include "ui/look/theme.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/retire.h"

#include <QLabel>
#include <QVBoxLayout>

namespace lab {

ChangesList::ChangesList(const Theme& theme, QWidget* parent)
    : QFrame(parent), m_theme(theme), m_heading(new QLabel(this)) {
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_heading);
    connect(&theme, &Theme::changed, this, &ChangesList::restyle);
    restyle();
}

void ChangesList::setChanges(const QStringList& changes, bool isPartlyCovered) {
    const auto count = static_cast<std::size_t>(changes.size());
    m_heading->setText(count > 0         ? tr("Largest changes")
                       : isPartlyCovered ? tr("Nothing differs that is not covered")
                                         : tr("Nothing differs"));
    while (m_entries.size() > count) {
        retire(m_entries.back());
        m_entries.pop_back();
    }
    while (m_entries.size() < count) {
        auto* entry = new PillButton(m_theme, PillButton::Kind::plain, {}, this);
        entry->setNeverElided();
        entry->setSmall();
        entry->setToolTip(tr("Inspect this cell"));
        layout()->addWidget(entry);
        layout()->setAlignment(entry, Qt::AlignLeft);
        connect(entry, &QAbstractButton::clicked, this,
                [this, which = static_cast<int>(m_entries.size())] { emit entryClicked(which); });
        m_entries.push_back(entry);
        entry->show();
    }
    for (std::size_t i = 0; i < count; ++i)
        m_entries[i]->setText(changes[static_cast<qsizetype>(i)]);
    updateGeometry();
}

void ChangesList::restyle() {
    m_heading->setFont(m_theme.font(TextRole::strong));
    layout()->setContentsMargins(m_theme.px(4), m_theme.px(8), m_theme.px(4), m_theme.px(4));
    layout()->setSpacing(m_theme.px(2));
}

} // namespace lab
