// SPDX-License-Identifier: GPL-3.0-or-later
//
// A window for the audience, on a second screen: a slide with its own set of pages, in letters as large as
// that screen needs.
#pragma once

#include "ui/look/theme.h"

#include <QPointer>
#include <QWidget>

#include <functional>

class QScreen;
class QStackedWidget;

namespace lab {

class LabDocument;
class Selection;
class Slide;

class SlideWindow : public QWidget {
    Q_OBJECT
public:
    using MakePages = std::function<QStackedWidget*(Theme& theme)>;
    /// Follows the colours and the motion of `base`, which must outlive it. Not shown yet.
    SlideWindow(LabDocument& document, Selection& selection, Theme& base, const MakePages& makePages,
                QScreen& screen);
    ~SlideWindow() override;

    Slide& slide() const { return *m_slide; }
    QStackedWidget& pages() const { return *m_pages; }
    Theme& theme() { return m_theme; }

signals:
    /// The user has closed it.
    void closed();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void followBase();
    void restyle();

    Theme& m_base;
    Theme m_theme;
    Slide* m_slide;
    QStackedWidget* m_pages;
};

} // namespace lab
