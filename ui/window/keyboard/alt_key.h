// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Alt key, pressed and released on its own, asks for the menu of a window.
#pragma once

#include <QObject>

class QWidget;

namespace lab {

class AltKey : public QObject {
    Q_OBJECT
public:
    explicit AltKey(QWidget* window);

signals:
    void pressedAlone();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget& m_window;
    bool m_isDown = false; ///< and nothing else has happened since
};

} // namespace lab
