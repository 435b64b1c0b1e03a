// SPDX-License-Identifier: GPL-3.0-or-later
//
// The screens on which one can present, and which of them is chosen. Screens that mirror each other count as
// one.
#pragma once

#include <QList>
#include <QMenu>
#include <QObject>
#include <QString>

class QAction;
class QActionGroup;
class QScreen;
class QWidget;

namespace lab {

class PresentScreens : public QObject {
    Q_OBJECT
public:
    /// `chosen`: the name of the screen for the page; empty: one that the window is not on. It is what is
    /// remembered, even while there is no such screen. `entries` are put at the beginning of the menu.
    PresentScreens(QWidget& window, QString& chosen, const QList<QAction*>& entries);
    ~PresentScreens() override;

    /// The screen for the page, if there is another one for the window; otherwise nullptr.
    QScreen* forPage() const;
    /// Where the window is, or has to go when the page gets the screen that it is on.
    QScreen* forWindow(const QScreen& page) const;
    /// Chooses the screen; nullptr unless there are two.
    QMenu* menu();

signals:
    /// There is a menu now, or no longer.
    void menuChanged();

private:
    QList<QScreen*> screens() const;
    void watch(QScreen* screen);
    void follow();
    void fill();

    QWidget& m_window;
    QString& m_chosen;
    QMenu m_menu;
    QActionGroup* m_group;
    qsizetype m_own; ///< how many entries are not screens
    bool m_hasMenu = false;
};

} // namespace lab
