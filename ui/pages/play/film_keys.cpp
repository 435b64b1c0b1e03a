// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/play/film_keys.h"

#include "ui/keys/key_bindings.h"
#include "ui/pages/play/film_player.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFocusEvent>
#include <QKeyEvent>

namespace lab {

namespace {

/// Whether letters and arrow keys are typed there.
bool isTextField(const QWidget* widget) {
    return widget && widget->testAttribute(Qt::WA_InputMethodEnabled);
}

/// Whether a widget that gets the focus had it before, and lost it to a menu or to another window.
bool isBack(Qt::FocusReason reason) {
    return reason == Qt::PopupFocusReason || reason == Qt::MenuBarFocusReason ||
           reason == Qt::ActiveWindowFocusReason;
}

} // namespace

FilmKeys::FilmKeys(FilmPlayer& player, QWidget& page) : QObject(&page), m_player(player), m_page(page) {
    qApp->installEventFilter(
        this); // a button uses Space and the arrow keys before any other widget sees them
}

bool FilmKeys::take(const QKeyEvent& event) {
    if (event.modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier) || !m_player.film() ||
        isTextField(m_page.window()->focusWidget()))
        return false;
    const auto command = commandOf(KeyContext::film, event);
    if (!command)
        return false;
    switch (*command) {
    case KeyCommand::play:
        if (!event.isAutoRepeat())
            m_player.togglePlaying();
        break;
    case KeyCommand::left:
        m_player.step(-1);
        break;
    case KeyCommand::right:
        m_player.step(1);
        break;
    case KeyCommand::coarser:
        m_player.changeGrain(-1);
        break;
    case KeyCommand::finer:
        m_player.changeGrain(1);
        break;
    case KeyCommand::first:
        m_player.goTo(FilmPlace(0));
        break;
    case KeyCommand::last:
        m_player.goTo(m_player.film()->size());
        break;
    default:
        return false;
    }
    return true;
}

bool FilmKeys::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusIn && watched->isWidgetType()) {
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        const bool isHere = static_cast<QWidget*>(watched)->window() == m_page.window(); // not in a dialog
        if (isHere && !isBack(reason))
            m_clicked = reason == Qt::MouseFocusReason ? qobject_cast<QAbstractButton*>(watched) : nullptr;
    }
    if (event->type() != QEvent::KeyPress || !m_page.isVisible())
        return false;
    const bool isUnused = watched == m_page.window();
    const bool isClicked = watched == m_clicked && m_clicked->window() == m_page.window();
    return (isUnused || isClicked) && take(*static_cast<QKeyEvent*>(event));
}

} // namespace lab
