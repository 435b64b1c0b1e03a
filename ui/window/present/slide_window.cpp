// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/present/slide_window.h"

#include "ui/document/lab_document.h"
#include "ui/look/lab_style.h"
#include "ui/selection/selection.h"
#include "ui/window/present/slide.h"

#include <QCloseEvent>
#include <QCoreApplication>
#include <QScreen>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <memory>

namespace lab {

SlideWindow::SlideWindow(LabDocument& document, Selection& selection, Theme& base, const MakePages& makePages,
                         QScreen& screen)
    : m_base(base) {
    setWindowTitle(tr("Attention Lab: the page for the class"));
    setAttribute(Qt::WA_ShowWithoutActivating); // the keyboard stays where it is
    LabStyle::setTheme(*this, m_theme);
    followBase();
    m_theme.setPresentedScale(presentedScale(screen.geometry().height()));
    setFont(m_theme.font(TextRole::body));
    connect(&m_theme, &Theme::changed, this, &SlideWindow::restyle); // before anything that is in it
    m_slide = new Slide(document, selection, m_theme, this);
    m_pages = makePages(m_theme);
    m_slide->setBody(m_pages);
    m_slide->setPages(*m_pages);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(m_slide);
    connect(&base, &Theme::changed, this, &SlideWindow::followBase);
    connect(&base.motion(), &Motion::changed, this, &SlideWindow::followBase);
    setScreen(&screen);
    setGeometry(screen.geometry());
    connect(&screen, &QScreen::geometryChanged, this, [this](const QRect& now) { setGeometry(now); });
}

SlideWindow::~SlideWindow() {
    const std::unique_ptr<QWidget> beforeItsTheme(m_slide);
}

/// The other theme also knows whether the desktop is dark.
void SlideWindow::followBase() {
    m_theme.motion().choose(m_base.motion().isReduced());
    m_theme.takeColoursOf(m_base);
}

/// What the application's own theme does for other windows.
void SlideWindow::restyle() {
    setFont(m_theme.font(TextRole::body));
    for (QWidget* each : findChildren<QWidget*>()) {
        QEvent change(QEvent::StyleChange);
        QCoreApplication::sendEvent(each, &change);
    }
}

void SlideWindow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (isVisible())
        m_theme.setPresentedScale(presentedScale(height()));
}

void SlideWindow::closeEvent(QCloseEvent* event) {
    event->accept();
    emit closed();
}

} // namespace lab
