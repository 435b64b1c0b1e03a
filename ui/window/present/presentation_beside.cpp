// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presenting on two screens.
#include "ui/document/lab_document.h"
#include "ui/keys/tab_order.h"
#include "ui/look/sized_theme.h"
#include "ui/look/theme.h"
#include "ui/pages/page.h"
#include "ui/widgets/retire.h"
#include "ui/window/present/notes.h"
#include "ui/window/present/present_screens.h"
#include "ui/window/present/presentation.h"
#include "ui/window/present/slide.h"
#include "ui/window/present/slide_window.h"

#include <QGuiApplication>
#include <QScreen>
#include <QScrollBar>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lab {

namespace {
constexpr int mostOfNormal = 150; // per cent; in larger letters, Play has no room for its result
} // namespace

void Presentation::beginBeside(QScreen& screen) {
    QMainWindow& window = m_parts.window;
    QWidget& body = m_parts.body;
    moveWindow(screen);
    m_beside = new SlideWindow(m_parts.document, m_parts.selection, m_parts.theme, m_parts.makePages, screen);
    m_beside->addActions(window.actions()); // their keys work there, too
    m_slide = &m_beside->slide();
    m_slide->setTitle(m_title);
    m_slide->setQuestion(m_question);
    m_notes = new Notes(m_parts.document, m_parts.scenes, m_parts.theme);
    m_notes->setRoom(window.height());
    emit runningChanged();
    auto* column = static_cast<QVBoxLayout*>(window.centralWidget()->layout());
    column->insertWidget(column->indexOf(&body) + 1, m_notes);
    m_notes->show();
    tabAfter(body, *m_notes);
    connect(m_beside, &SlideWindow::closed, this, &Presentation::end);
    connect(m_notes, &Notes::keyboardFreed, this,
            [this] { m_parts.pages.currentWidget()->setFocus(Qt::OtherFocusReason); });
    connect(qApp, &QGuiApplication::screenRemoved, m_beside, [this](QScreen* gone) { loseScreen(gone); });
    connect(&m_beside->pages(), &QStackedWidget::currentChanged, this, &Presentation::goFirst);
    goFirst();
    m_beside->showFullScreen();
    window.activateWindow();
    // Otherwise, letter keys would go to a text field.
    m_parts.pages.currentWidget()->setFocus(Qt::OtherFocusReason);
}

void Presentation::endBeside() {
    m_slide = nullptr;
    std::erase(m_left, nullptr);
    m_left.emplace_back(m_beside);
    m_beside->disconnect(this);
    if (m_beside->isActiveWindow())
        m_parts.window.activateWindow();
    retire(std::exchange(m_beside, nullptr));
    retire(std::exchange(m_notes, nullptr));
    if (const auto before = std::exchange(m_geometryBefore, {}))
        moveTo(*before);
}

/// Makes room for the slide. A maximised window would stay on its screen.
void Presentation::moveWindow(const QScreen& from) {
    QMainWindow& window = m_parts.window;
    const QScreen* to = m_parts.screens.forWindow(from);
    if (to == window.screen())
        return;
    m_geometryBefore =
        window.isMaximized() || window.isFullScreen() ? window.normalGeometry() : window.geometry();
    moveTo(*to);
}

/// As large as before if there is room. A maximised window would stay on its screen.
void Presentation::moveTo(const QRect& geometry) {
    QMainWindow& window = m_parts.window;
    const Qt::WindowStates state = window.windowState();
    window.setWindowState(Qt::WindowNoState);
    window.setGeometry(geometry);
    window.setWindowState(state & ~Qt::WindowMinimized);
}

void Presentation::moveTo(const QScreen& screen) {
    const QMainWindow& window = m_parts.window;
    const QRect room = screen.availableGeometry().marginsRemoved(
        {window.geometry().left() - window.frameGeometry().left(),
         window.geometry().top() - window.frameGeometry().top(),
         window.frameGeometry().right() - window.geometry().right(),
         window.frameGeometry().bottom() - window.geometry().bottom()});
    QRect place({}, window.size().boundedTo(room.size()));
    place.moveCenter(room.center());
    moveTo(place);
}

/// Where the screen of the slide or of the window is unplugged, there is one place left for both.
void Presentation::loseScreen(const QScreen* gone) {
    if (!m_beside || (gone != m_beside->screen() && gone != m_parts.window.screen()))
        return;
    end();
    QMetaObject::invokeMethod(this, &Presentation::keepInSight,
                              Qt::QueuedConnection); // the screen is gone then
}

void Presentation::keepInSight() {
    const QPoint middle = m_parts.window.geometry().center();
    const auto shows = [&](const QScreen* each) { return each->geometry().contains(middle); };
    if (std::ranges::none_of(QGuiApplication::screens(), shows))
        moveTo(*QGuiApplication::primaryScreen());
}

void Presentation::sayBeside(const QString& text) {
    if (m_beside)
        say(text);
}

QWidget& Presentation::place() const {
    return m_beside ? static_cast<QWidget&>(*m_beside) : m_parts.window;
}

void Presentation::finishTyping() {
    if (m_beside && m_beside->isActiveWindow())
        m_beside->pages().currentWidget()->setFocus();
}

SizedTheme Presentation::themeInUse() const {
    Theme& theme = m_beside && m_beside->isActiveWindow() ? m_beside->theme() : m_parts.theme;
    if (!isRunning() || (m_beside && &theme == &m_parts.theme))
        return {theme, 100, Theme::largestScale};
    const int normal = presentedScale(place().height());
    return {theme, normal, normal * mostOfNormal / 100};
}

/// The page that the audience sees.
Page& Presentation::shownPage() const {
    return *static_cast<Page*>((m_beside ? m_beside->pages() : m_parts.pages).currentWidget());
}

/// Scrolls only the audience's page: it shows less than the lecturer's, which may have no need to scroll.
void Presentation::scrollSlide(int by) {
    QScrollBar* bar = shownPage().verticalScrollBar();
    bar->setValue(bar->value() + by * bar->pageStep());
}

} // namespace lab
