// SPDX-License-Identifier: GPL-3.0-or-later
//
// Interactive widget for each head's contribution to the output.
#pragma once

#include "ui/plots/heads/share_bars.h"

#include <QWidget>

namespace lab {

class ShareBarsPlot : public QWidget {
    Q_OBJECT
public:
    explicit ShareBarsPlot(const Theme& theme, QWidget* parent = nullptr);

    void setContent(SharesContent content);
    /// The token whose row is highlighted while neither pointer nor keyboard selects a part.
    void setLit(std::optional<Index> token);
    const ShareBars& bars() const { return m_bars; }
    ShareMarks marks() const;
    /// The part that the keyboard is on, without a place; nullopt if it is elsewhere.
    std::optional<ShareSegment> cursor() const;
    /// Does what a click on that part does.
    void choose(Index token, Index part);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// A head's part was chosen.
    void headChosen(lab::HeadIndex head);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void layOut();
    void describe();

    const Theme& m_theme;
    ShareBars m_bars;
    std::optional<Index> m_lit;
    std::optional<ShareSegment> m_hovered;
    Index m_token = 0, m_part = 0; ///< the keyboard cursor
};

} // namespace lab
