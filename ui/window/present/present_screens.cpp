// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/present/present_screens.h"

#include <QActionGroup>
#include <QGuiApplication>
#include <QMenu>
#include <QScreen>
#include <QWidget>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

bool areApart(const QScreen& a, const QScreen& b) {
    return !a.geometry().intersects(b.geometry());
}

} // namespace

PresentScreens::PresentScreens(QWidget& window, QString& chosen, QMenu& menu)
    : QObject(&window), m_window(window), m_chosen(chosen), m_menu(menu), m_group(new QActionGroup(this)) {
    connect(&m_menu, &QMenu::aboutToShow, this, &PresentScreens::fill);
    connect(qApp, &QGuiApplication::screenAdded, this, &PresentScreens::watch);
    connect(qApp, &QGuiApplication::screenAdded, this, &PresentScreens::follow);
    // Queued: the screen is still among the others.
    connect(qApp, &QGuiApplication::screenRemoved, this, &PresentScreens::follow, Qt::QueuedConnection);
    for (QScreen* each : QGuiApplication::screens())
        watch(each);
    follow();
}

void PresentScreens::watch(QScreen* screen) {
    connect(screen, &QScreen::geometryChanged, this, &PresentScreens::follow);
}

/// One of each place, from left to right.
QList<QScreen*> PresentScreens::screens() const {
    QList<QScreen*> apart;
    for (QScreen* each : QGuiApplication::screens()) {
        if (std::ranges::all_of(apart, [&](const QScreen* other) { return areApart(*each, *other); }))
            apart += each;
    }
    std::ranges::stable_sort(apart, {}, [](const QScreen* each) { return each->geometry().x(); });
    return apart;
}

QScreen* PresentScreens::forPage() const {
    const QList<QScreen*> all = screens();
    if (all.size() < 2)
        return nullptr;
    const auto chosen = std::ranges::find(all, m_chosen, &QScreen::name);
    if (chosen != all.end())
        return *chosen;
    const QScreen& here = *m_window.screen();
    const auto other = std::ranges::find_if(all, [&](const QScreen* each) { return areApart(*each, here); });
    return other == all.end() ? nullptr : *other;
}

QScreen* PresentScreens::forWindow(const QScreen& page) const {
    if (areApart(*m_window.screen(), page))
        return m_window.screen();
    const QList<QScreen*> all = screens();
    const auto other = std::ranges::find_if(all, [&](const QScreen* each) { return areApart(*each, page); });
    return other == all.end() ? m_window.screen() : *other;
}

void PresentScreens::follow() {
    const bool hasChoice = screens().size() > 1;
    m_menu.close(); // it may offer a screen that is gone
    if (std::exchange(m_hasChoice, hasChoice) != hasChoice)
        emit choiceChanged();
}

void PresentScreens::fill() {
    for (QAction* each : std::exchange(m_entries, {})) {
        m_menu.removeAction(each);
        each->deleteLater();
    }
    const QList<QScreen*> all = screens();
    if (all.size() < 2)
        return;
    m_entries += m_menu.addSeparator();
    const bool isThere = std::ranges::find(all, m_chosen, &QScreen::name) != all.end();
    const auto add = [&](const QString& text, const QString& name, bool isChosen) {
        QAction* action = m_menu.addAction(text, this, [this, name] { m_chosen = name; });
        m_entries += action;
        action->setCheckable(true);
        action->setChecked(isChosen);
        action->setActionGroup(m_group);
    };
    add(tr("On the screen that this window is not on"), {}, !isThere);
    for (const QScreen* each : all) {
        const QSize size = each->size();
        const QString text = areApart(*each, *m_window.screen())
                                 ? tr("On %1, %2 × %3").arg(each->name()).arg(size.width()).arg(size.height())
                                 : tr("On %1, %2 × %3, where this window is")
                                       .arg(each->name())
                                       .arg(size.width())
                                       .arg(size.height());
        add(text, each->name(), isThere && each->name() == m_chosen);
    }
}

} // namespace lab
