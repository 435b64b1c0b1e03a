// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cards of equal size in rows. Each group of cards has a frame with a caption.
#pragma once

#include <QRect>
#include <QStringList>
#include <QWidget>

#include <algorithm>
#include <vector>

namespace lab {

class Theme;

/// The geometry of a grid.
struct GridPlan {
    std::vector<QRect> cards;  ///< in card order
    std::vector<QRect> frames; ///< one per group
    int height = 0;
    int columns = 1; ///< of the widest row, summed over its groups
};

struct GridRims {
    int gap = 0;     ///< between cards, and between frames
    int rim = 0;     ///< of a frame around its cards
    int caption = 0; ///< the height of a frame's caption
};

/// `count` cards of one size in `groups` of equal size. A single group has no frame. A group that does not
/// fit into the rest of a row starts a new one, and one that is wider than the grid wraps.
GridPlan gridPlan(int count, QSize card, int groups, int width, const GridRims& rims);

class HeadGrid : public QWidget {
    Q_OBJECT
public:
    explicit HeadGrid(const Theme& theme, QWidget* parent = nullptr);

    /// The cards in order, and a caption per group. No captions: no groups.
    void setCards(std::vector<QWidget*> cards, const QStringList& captions);
    void setCardSize(QSize size);
    /// Takes at least this height, and has the cards in the middle of its room; 0: at its top left.
    void setRoom(int height);
    /// The height with cards of another size.
    int heightWith(QSize card, int width) const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return std::max(heightWith(m_card, width), m_room); }
    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    GridPlan plan(QSize card, int width) const;
    GridPlan placed() const;
    GridRims rims() const;
    void place();

    const Theme& m_theme;
    std::vector<QWidget*> m_cards;
    QStringList m_captions;
    QSize m_card;
    int m_room = 0;
};

} // namespace lab
