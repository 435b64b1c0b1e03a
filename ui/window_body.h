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
    /// Something that takes the lower part of the board's place, as high as it likes to be or nearly half; it
    /// is taken over, and what was there before goes. Without one the board has it all.
    void setSheet(QWidget* sheet);
    /// Whether the strip stands above the board; otherwise it is somebody else's for now.
    void setStripHere(bool here);
    void relayout();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int sheetHeight(int width, int room) const;

    QWidget* m_parameters;
    QWidget* m_strip;
    QWidget* m_board;
    QWidget* m_sheet = nullptr;
    const Theme& m_theme;
    bool m_narrow = false;
    bool m_drawerOpen = false;
    bool m_stripHere = true;
};

} // namespace lab
