// SPDX-License-Identifier: GPL-3.0-or-later
//
// The three matrices of the page Learn, side by side and of one size.
#pragma once

#include "core/experiment/stage.h"
#include "ui/pages/card_size.h"

#include <QWidget>

#include <array>
#include <optional>

namespace lab {

class MatrixCard;
class Selection;
class Theme;
class WantedLegend;

class LearnCards : public QWidget {
    Q_OBJECT
public:
    LearnCards(Selection& selection, const Theme& theme);

    /// Which stage is wanted: the attention weights, or the output.
    void setStage(StageId stage);
    MatrixCard& wanted() const { return *m_cards[0]; }
    MatrixCard& now() const { return *m_cards[1]; }
    MatrixCard& difference() const { return *m_cards[2]; }
    WantedLegend& legend() const { return *m_legend; }

    /// Makes them as large as there is room; where rows or columns would lose their names, up to `tallest`
    /// high, and one below the other where they are too wide side by side.
    /// `leastNumbers`: how small numbers may be, in per cent of their usual size.
    void layOut(QSize room, int tallest, int leastNumbers);
    /// The same without looking for another size: their numbers change, and nothing else.
    void keepSize(int width);
    void updateMarks();

signals:
    /// In global coordinates.
    void menuRequested(const QPoint& where, bool isWanted);

private:
    void connectCell(MatrixCard& card);
    HeadIndex head() const;
    bool fits(const CardSize& size, QSize room, bool isStacked) const;
    std::optional<CardSize> numbersSize(QSize room, bool isStacked, int most) const;
    std::optional<CardSize> readableSize(QSize room, bool isStacked) const;
    std::optional<CardSize> colourSize(QSize room, bool isStacked) const;
    CardSize smallSize(QSize room) const;
    void setSizes(int width);
    void restyle();

    Selection& m_selection;
    const Theme& m_theme;
    std::array<MatrixCard*, 3> m_cards;
    WantedLegend* m_legend;
    StageId m_stage = StageId::weights;
    CardSize m_size;
    bool m_isStacked = false;
    int m_leastNumbers = 100;
};

} // namespace lab
