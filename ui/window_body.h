// SPDX-License-Identifier: GPL-3.0-or-later
//
// The part of the window under the bars: parameters at the left, the board beside them; in a narrow window
// the parameters are a drawer over the board.
#pragma once

#include <QWidget>

namespace lab {

class Theme;

class WindowBody : public QWidget {
    Q_OBJECT
public:
    /// Takes all three over. `strip` stands above the board.
    WindowBody(QWidget* parameters, QWidget* strip, QWidget* board, const Theme& theme,
               QWidget* parent = nullptr);

    void setDrawerOpen(bool open);
    /// Whether the strip stands above the board; otherwise it is somebody else's for now.
    void setStripHere(bool here);
    void relayout();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* m_parameters;
    QWidget* m_strip;
    QWidget* m_board;
    const Theme& m_theme;
    bool m_narrow = false;
    bool m_drawerOpen = false;
    bool m_stripHere = true;
};

} // namespace lab
