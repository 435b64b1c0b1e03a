// SPDX-License-Identifier: GPL-3.0-or-later
//
// A button with a sign of a player. It takes the focus by Tab only, so that Space never presses the one that
// was clicked last.
#pragma once

#include "ui/look/icons.h"

#include <QAbstractButton>

namespace lab {

class Theme;

class FilmButton : public QAbstractButton {
    Q_OBJECT
public:
    /// `main`: round and filled with the accent colour.
    FilmButton(const Theme& theme, Sign sign, bool main, QWidget* parent);

    void setSign(Sign sign);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    const Theme& m_theme;
    Sign m_sign;
    bool m_main;
};

} // namespace lab
