// SPDX-License-Identifier: GPL-3.0-or-later
//
// Outlines what scrolls, such as a page or a text, while the keyboard has come to it by a key: the arrow keys
// scroll it then, and unlike other controls it has no mark of its own.
#pragma once

#include <QAbstractScrollArea>
#include <QPointer>

namespace lab {

class Theme;

class FocusOutline : public QWidget {
    Q_OBJECT
public:
    /// For the scroll areas of that window.
    FocusOutline(const Theme& theme, QWidget* window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void follow(QAbstractScrollArea* area);
    void place();

    const Theme& m_theme;
    QPointer<QAbstractScrollArea> m_area; ///< the outlined one
    /// The last key moves the keyboard. Otherwise it goes elsewhere only since what had it is hidden or
    /// disabled, and nothing should scroll then.
    bool m_isMoving = false;
};

} // namespace lab
