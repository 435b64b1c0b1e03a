// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ends a gesture of the mouse with what it is in: when the widget that was pressed is hidden or moved into
// another one, or its window is left, the button counts as let go there, outside everything that could be
// clicked. What was dragged so far is kept, as by letting go; what goes where it is dropped stays
// where it was, see isTakenAway().
#pragma once

#include <QObject>
#include <QPointer>

class QWidget;

namespace lab {

class GestureEnd : public QObject {
    Q_OBJECT
public:
    /// For all windows of the program.
    explicit GestureEnd(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void end();

    QPointer<QWidget> m_pressed; ///< has the gesture
    Qt::MouseButton m_button = Qt::NoButton;
    bool m_ends = false; ///< it will end when the event loop comes to it
};

} // namespace lab
