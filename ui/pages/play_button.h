// SPDX-License-Identifier: GPL-3.0-or-later
//
// A button of a player, as on the pages Play and Learn. It takes the focus by Tab only, so that Space never
// presses the one that was clicked last, and leaves the arrow keys to what is played.
#pragma once

#include <QAbstractButton>

namespace lab {

class Theme;

class PlayButton : public QAbstractButton {
    Q_OBJECT
protected:
    PlayButton(const Theme& theme, QWidget* parent);

    /// What derived classes draw inside.
    QRectF shape() const { return QRectF(rect()).adjusted(1, 1, -1, -1); }
    /// Draws a frame round shape() if the button has the focus.
    void paintFocus(QPainter& painter, const QColor& colour, double radius) const;

    void keyPressEvent(QKeyEvent* event) override;

    const Theme& m_theme;
};

} // namespace lab
