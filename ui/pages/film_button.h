// SPDX-License-Identifier: GPL-3.0-or-later
//
// A button with a sign of a player.
#pragma once

#include "ui/look/icons.h"
#include "ui/pages/play_button.h"

namespace lab {

class FilmButton : public PlayButton {
    Q_OBJECT
public:
    /// `main`: round and filled with the accent colour.
    FilmButton(const Theme& theme, Sign sign, bool main, QWidget* parent);

    void setSign(Sign sign);
    /// Smaller, and grey: it should not be looked at.
    void setQuiet(bool quiet);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Sign m_sign;
    bool m_main;
    bool m_quiet = false;
};

} // namespace lab
