// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a first start points out: three callouts that go when what they say has been done, when they are
// closed, or when another document is opened. A callout waits, hidden, while there is no place beside its
// target where it would cover no control, no text and no number.
#pragma once

#include "ui/window/marks/callout.h"

#include <QObject>
#include <QPointer>
#include <QRect>
#include <QTimer>

#include <array>
#include <functional>
#include <vector>

namespace lab {

struct Change;
class LabDocument;
class Selection;
class Theme;

class FirstMarks : public QObject {
    Q_OBJECT
public:
    /// What a callout points at: part of a widget, in that widget's coordinates.
    struct Target {
        QWidget* widget;
        std::function<QRect()> part;
    };
    struct Parts {
        LabDocument& document;
        Selection& selection;
        const Theme& theme;
        QWidget& over;                ///< contains the targets, and the callouts above them
        Target parameter;             ///< numbers that can be dragged
        std::vector<Target> computed; ///< numbers that can be clicked; one in sight is pointed at
        Target sentence;
    };
    enum Mark { drag, click, type, count };

    /// The callouts appear a moment after the window has been painted.
    FirstMarks(const Parts& parts, QObject* parent);

    /// nullptr before it appears, and after it has gone.
    Callout* callout(Mark mark) const { return m_callouts[mark]; }
    /// Finds new places after something has moved.
    void place();
    /// Hides the marks while presenting. Afterwards those that were not closed are shown again.
    void setAside(bool aside);
    /// Whether one of them is on the screen.
    bool isShown() const { return m_isShown; }
    /// Whether one of them was followed or closed.
    bool isAnyDone() const;
    /// Closes all of them for good.
    void end();

signals:
    /// The first callout has come, or the last one has gone.
    void shownChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void begin();
    void follow(const Change& change);
    void close(Mark mark);
    bool isOwn(const QWidget& widget) const;
    QRect targetInSight(const Target& target) const;
    /// The targets of a mark that are in sight.
    std::vector<QRect> rectsOf(Mark mark) const;
    void updateShown();

    Parts m_parts;
    std::array<std::vector<Target>, count> m_targets;
    std::array<QPointer<Callout>, count> m_callouts;
    std::array<bool, count> m_done{}; ///< followed or closed
    QTimer m_soon;
    bool m_ended = false;
    bool m_isAside = false;
    bool m_isShown = false;
};

} // namespace lab
