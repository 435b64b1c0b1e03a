// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rounded panel behind everything on a page.
#pragma once

#include <QFrame>

namespace lab {

class Theme;

class CardFrame : public QFrame {
    Q_OBJECT
public:
    explicit CardFrame(const Theme& theme, QWidget* parent = nullptr) : QFrame(parent), m_theme(theme) {}

    /// Draws an outline that sets the card apart from others.
    void setChosen(bool chosen);
    bool isChosen() const { return m_chosen; }

protected:
    void paintEvent(QPaintEvent* event) override;

    const Theme& m_theme;

private:
    bool m_chosen = false;
};

} // namespace lab
