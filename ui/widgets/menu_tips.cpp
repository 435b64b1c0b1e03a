// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/menu_tips.h"

#include <QHelpEvent>
#include <QMenu>
#include <QToolTip>

namespace lab {

namespace {

class MenuTips : public QObject {
public:
    explicit MenuTips(QMenu& menu) : QObject(&menu), m_menu(menu) { menu.installEventFilter(this); }

protected:
    bool eventFilter(QObject* /*watched*/, QEvent* event) override {
        if (event->type() != QEvent::ToolTip)
            return false;
        QAction* entry = m_menu.actionAt(static_cast<QHelpEvent*>(event)->pos());
        const QString tip = entry && entry->toolTip() != entry->text() ? entry->toolTip() : QString();
        constexpr int below = 12; // Qt moves it down by about as much
        QToolTip::showText(m_menu.mapToGlobal(QPoint(0, m_menu.height() - below)), tip, &m_menu,
                           entry ? m_menu.actionGeometry(entry) : QRect());
        return true;
    }

private:
    QMenu& m_menu;
};

} // namespace

void showTipsUnder(QMenu& menu) {
    new MenuTips(menu);
}

} // namespace lab
