// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/present/presentation.h"

#include "ui/document/lab_document.h"
#include "ui/document/lesson.h"
#include "ui/look/theme.h"
#include "ui/selection/selection.h"
#include "ui/widgets/retire.h"
#include "ui/window/present/help_line.h"
#include "ui/window/present/slide.h"

#include <QApplication>
#include <QStackedWidget>
#include <QVBoxLayout>

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
    connect(&parts.lesson, &Lesson::changed, this, &Presentation::showCount);
}

Presentation::~Presentation() {
    setLaser(false);
}

void Presentation::begin() {
    if (isRunning())
        return;
    auto& [window, document, lesson, selection, theme, pages, body, notify] = m_parts;
    m_before = document.commitPending();
    m_opened = document.opened();
    m_focus = window.focusWidget();
    m_stateBefore = window.windowState();
    m_slide = new Slide(document, selection, theme, &window);
    emit runningChanged();
    notify(true);
    auto* column = static_cast<QVBoxLayout*>(window.centralWidget()->layout());
    m_index = column->indexOf(&body);
    column->removeWidget(&body);
    m_slide->setBody(&body);
    m_slide->setTitle(m_title);
    showCount();
    m_slide->setGeometry(window.rect());
    m_slide->show();
    window.centralWidget()->hide();
    pages.currentWidget()->setFocus(Qt::OtherFocusReason);
    qApp->installEventFilter(this);
    window.setWindowState(m_stateBefore | Qt::WindowFullScreen);
    fit();
    m_slide->help().showKeys();
    emit revertible();
}

void Presentation::end() {
    if (!isRunning())
        return;
    auto& [window, document, lesson, selection, theme, pages, body, notify] = m_parts;
    qApp->removeEventFilter(this);
    m_fit.stop();
    setBlank(false);
    setLaser(false);
    QWidget* centre = window.centralWidget();
    static_cast<QVBoxLayout*>(centre->layout())->insertWidget(m_index, &body, 1);
    centre->show();
    retire(std::exchange(m_slide, nullptr));
    theme.setPresentedScale(std::nullopt);
    notify(false);
    window.setWindowState(m_stateBefore & ~Qt::WindowMinimized);
    emit runningChanged();
    if (m_focus && m_focus->isVisible())
        m_focus->setFocus(Qt::OtherFocusReason);
    else
        pages.currentWidget()->setFocus(Qt::OtherFocusReason);
}

/// Later: this changes the style of all widgets, which must not happen while one of them is being resized.
void Presentation::fitSoon() {
    m_slide->setGeometry(m_parts.window.rect());
    if (m_blank)
        m_blank->setGeometry(m_parts.window.rect());
    m_fit.start(0);
}

void Presentation::fit() {
    m_parts.theme.setPresentedScale(presentedScale(m_parts.window.height()));
}

void Presentation::say(const QString& text) {
    if (!isRunning())
        return;
    if (text.isEmpty())
        m_slide->help().showKeys();
    else
        m_slide->help().say(text);
}

void Presentation::setTitle(const QString& title) {
    m_title = title;
    if (isRunning())
        m_slide->setTitle(title);
}

void Presentation::showCount() {
    const auto& lesson = m_parts.lesson;
    if (isRunning())
        m_slide->help().setCount(lesson.current()
                                     ? tr("%1 of %2").arg(*lesson.current() + 1).arg(lesson.scenes().size())
                                     : QString());
}

bool Presentation::canRevert() const {
    return m_before && is_same(*m_opened, m_parts.document.opened());
}

bool Presentation::revert() {
    return canRevert() && m_parts.document.revertTo(*m_before, tr("Revert to before presenting"));
}

} // namespace lab
