// SPDX-License-Identifier: GPL-3.0-or-later
//
// The screens on which one can present, and which of them is chosen. Screens that mirror each other count as
// one.
#pragma once

#include <QList>
#include <QObject>
#include <QString>

class QAction;
class QActionGroup;
class QMenu;
class QScreen;
class QWidget;

namespace lab {

class PresentScreens : public QObject {
    Q_OBJECT
public:
    /// `chosen`: the name of the screen for the page; empty: one that the window is not on. It is what is
    /// remembered, even while there is no such screen. Where there are two, `menu` lets one choose at its
    /// end.
    PresentScreens(QWidget& window, QString& chosen, QMenu& menu);

    /// The screen for the page, if there is another one for the window; otherwise nullptr.
    QScreen* forPage() const;
    /// The screen for the window: the one it is on, or another if the page takes that one.
    QScreen* forWindow(const QScreen& page) const;
    /// Whether there are two to choose from.
    bool hasChoice() const { return m_hasChoice; }

signals:
    /// hasChoice() changed.
    void choiceChanged();

private:
    QList<QScreen*> screens() const;
    void watch(QScreen* screen);
    void follow();
    void fill();

    QWidget& m_window;
    QString& m_chosen;
    QMenu& m_menu;
    QActionGroup* m_group;
    QList<QAction*> m_entries; ///< what this has put into the menu
    bool m_hasChoice = false;
};

} // namespace lab
