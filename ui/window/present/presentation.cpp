// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/present/presentation.h"

#include "core/experiment/is_same.h"
#include "ui/document/lab_document.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/document/scenes.h"
#include "ui/document/view_settings.h"
#include "ui/look/theme.h"
#include "ui/pages/explore/board.h"
#include "ui/selection/selection.h"
#include "ui/widgets/retire.h"
#include "ui/window/present/help_line.h"
#include "ui/window/present/notes.h"
#include "ui/window/present/present_screens.h"
#include "ui/window/present/slide.h"
#include "ui/window/present/slide_window.h"

#include <QApplication>
#include <QStackedWidget>
#include <QToolTip>
#include <QVBoxLayout>

#include <memory>
#include <utility>

namespace lab {

namespace {
constexpr int linesOnScreen = 40; // of numbers, one on the other
constexpr int numberSize = 13;    // points: TextRole::number
} // namespace

int presentedScale(int height) {
    const int number = (height + linesOnScreen - 1) / linesOnScreen;
    return (100 * number + numberSize - 1) / numberSize;
}

Presentation::Presentation(const Parts& parts, QObject* parent) : QObject(parent), m_parts(parts) {
    m_fit.setSingleShot(true);
    connect(&m_fit, &QTimer::timeout, this, &Presentation::fit);
    connect(&parts.selection, &Selection::inspectedChanged, this, &Presentation::openChosen);
    connect(&parts.document, &LabDocument::fileChanged, this, &Presentation::revertible);
    connect(&parts.document, &LabDocument::changed, this, [this] { m_coverStep.reset(); });
    connect(&parts.scenes, &Scenes::leaving, this, [this] {
        const LabDocument& document = m_parts.document;
        if (isRunning() && document.scene())
            m_leftScenes.insert_or_assign(document.scene(),
                                          LeftScene{document.experiment(), document.cover()});
    });
    connect(&parts.lesson, &LessonPlayer::stepChanged, this, [this] {
        if (isRunning())
            showCount();
    });
    connect(&parts.pages, &QStackedWidget::currentChanged, this, [this] {
        if (!isRunning())
            return;
        goFirst();
        showKeys();
    });
    connect(&parts.selection, &Selection::inspectedChanged, this, [this] {
        if (!isRunning())
            return;
        if (m_slide->help().isShowingKeys())
            showKeys();
        else if (m_notes)
            m_notes->setKeys(keys());
    });
}

Presentation::~Presentation() {
    setLaser(false);
    m_left.emplace_back(m_beside);
    for (const QPointer<QWidget>& each : m_left) // they must not outlive the document
        const std::unique_ptr<QWidget> now(each.data());
}

void Presentation::begin(From from) {
    if (isRunning())
        return;
    m_before = m_parts.document.commitPending();
    m_parts.document.setPresented(true); // cells opened for the audience stay open after an edit
    m_opened = m_parts.document.opened();
    m_looks = m_parts.choices.looks();
    m_focus = m_parts.window.focusWidget();
    if (QScreen* screen = m_parts.screens.forPage())
        beginBeside(*screen);
    else
        beginOver();
    connect(m_parts.pages.findChild<Board*>(), &Board::aloneChanged, m_slide, [this] {
        if (isRunning())
            showKeys();
    });
    connect(&m_slide->help(), &HelpLine::asked, this, &Presentation::showKeys);
    showCount();
    showKeys();
    m_start.reset();
    // A lesson goes on where it is, and so does a fit.
    const bool stays = m_parts.document.played() || m_parts.document.isFitting();
    if (from == From::first_scene && !stays && !m_parts.scenes.indices().empty()) {
        m_start = m_parts.scenes.start();
        m_parts.scenes.goTo(0);
    }
    m_leftScenes.clear(); // the audience has seen none of them yet
    emit revertible();
}

void Presentation::end() {
    if (!isRunning())
        return;
    qApp->removeEventFilter(this);
    setBlank(false);
    setLaser(false);
    m_parts.document.setPresented(false);
    if (m_parts.document.cover().left().empty()) // an edit would cover it again
        m_parts.document.uncover();
    const bool wasHidden = hidesWindow();
    if (m_beside)
        endBeside();
    else
        endOver();
    emit runningChanged();
    if (m_start && !m_parts.document.played() && canRevert()) // otherwise another document has been opened
        m_parts.scenes.leave(*m_start);
    if (!wasHidden)
        return;
    if (m_focus && m_focus->isVisible())
        m_focus->setFocus(Qt::ActiveWindowFocusReason); // it is back: the page need not scroll to it
    else
        m_parts.pages.currentWidget()->setFocus(Qt::OtherFocusReason);
}

void Presentation::beginOver() {
    QMainWindow& window = m_parts.window;
    QWidget& body = m_parts.body;
    m_stateBefore = window.windowState();
    m_slide = new Slide(m_parts.document, m_parts.selection, m_parts.theme, &window);
    emit runningChanged();
    m_parts.notify(true);
    auto* column = static_cast<QVBoxLayout*>(window.centralWidget()->layout());
    m_index = column->indexOf(&body);
    column->removeWidget(&body);
    m_slide->setBody(&body);
    m_slide->setPages(m_parts.pages);
    m_slide->setTitle(m_title);
    m_slide->setGeometry(window.rect());
    m_slide->show();
    window.centralWidget()->hide();
    m_parts.pages.currentWidget()->setFocus(Qt::OtherFocusReason);
    QToolTip::hideText();
    goFirst();
    window.setWindowState(m_stateBefore | Qt::WindowFullScreen);
    fit();
}

void Presentation::endOver() {
    QMainWindow& window = m_parts.window;
    m_fit.stop();
    QWidget* centre = window.centralWidget();
    static_cast<QVBoxLayout*>(centre->layout())->insertWidget(m_index, &m_parts.body, 1);
    centre->show();
    retire(std::exchange(m_slide, nullptr));
    m_parts.theme.setPresentedScale(std::nullopt);
    m_parts.notify(false);
    window.setWindowState(m_stateBefore & ~Qt::WindowMinimized);
}

/// Later: this changes the style of all widgets, which must not happen while one of them is being resized.
void Presentation::fitSoon() {
    m_slide->setGeometry(m_parts.window.rect());
    m_fit.start(0);
}

void Presentation::fit() {
    m_parts.theme.setPresentedScale(presentedScale(m_parts.window.height()));
}

void Presentation::say(const QString& text) {
    if (!isRunning())
        return;
    if (text.isEmpty())
        showKeys();
    else
        m_slide->help().say(text);
}

void Presentation::setTitle(const QString& title) {
    m_title = title;
    if (!isRunning())
        return;
    m_slide->setTitle(title);
    showCount();
}

void Presentation::setQuestion(const QString& question) {
    m_question = question;
    if (m_beside)
        m_slide->setQuestion(question);
}

/// Shows which step of the lesson, or which scene, of how many is current, as long as its title is shown.
void Presentation::showCount() {
    const auto& scenes = m_parts.scenes;
    const LessonPlayer& lesson = m_parts.lesson;
    QString count;
    if (lesson.isOn())
        count = tr("%1 of %2").arg(lesson.current() + 1).arg(lesson.stepCount());
    else if (scenes.current() && !m_title.isEmpty())
        count = tr("%1 of %2").arg(*scenes.current() + 1).arg(scenes.indices().size());
    m_slide->help().setCount(count);
}

bool Presentation::canRevert() const {
    return m_before && !m_parts.document.played() && is_same(*m_opened, m_parts.document.opened());
}

Presentation::Reverted Presentation::revert() {
    if (!canRevert())
        return Reverted::nothing;
    LabDocument& document = m_parts.document;
    const bool hadOtherNumbers = document.revertTo(*m_before, tr("Revert to before presenting"));
    const ViewSettings settings = viewSettings(*m_before);
    const bool hadOtherLook =
        settings != viewSettings(document.experiment()) || m_looks != m_parts.choices.looks();
    setViewSettings(document, settings);
    m_parts.choices.setLooks(m_looks);
    return hadOtherNumbers ? Reverted::experiment : hadOtherLook ? Reverted::look : Reverted::nothing;
}

} // namespace lab
