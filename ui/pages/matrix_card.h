// SPDX-License-Identifier: GPL-3.0-or-later
//
// A matrix on a card of its own, with a title: where matrices are looked at side by side.
#pragma once

#include "ui/plots/heatmap/heatmap_metrics.h"
#include "ui/widgets/card_frame.h"
#include "ui/widgets/card_header.h"

#include <optional>

class QLabel;
class QVBoxLayout;

namespace lab {

class MatrixHeatmap;

/// How much room there is for one of several cards.
struct CardSize {
    Density density = Density::two_decimals;
    /// A thumbnail, whose cells are as wide as that makes them and which has neither words nor a menu;
    /// absent: as its density wants.
    std::optional<int> thumbnail = {};
    bool operator==(const CardSize&) const = default;
};

class MatrixCard : public CardFrame {
    Q_OBJECT
public:
    explicit MatrixCard(const Theme& theme, QWidget* parent = nullptr);

    MatrixHeatmap& heatmap() const { return *m_heatmap; }
    CardHeader& header() const { return *m_header; }
    /// Under the matrix, what its reader should be told first; empty: nothing.
    void setWarning(const QString& warning);
    /// Whether it has a colour bar of its own; otherwise the page says the scale once for all cards.
    void setColourBar(bool has);

    void setCardSize(const CardSize& size);
    /// How large the card is at a size, with every cell in sight.
    QSize sizeFor(const CardSize& size) const;
    /// It is as large as it is told to be.
    bool hasHeightForWidth() const override { return false; }

signals:
    /// Its menu is wanted, at a point of the screen.
    void menuRequested(const QPoint& where);
    /// The card was clicked outside its cells.
    void clicked();

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void restyle();
    HeatmapForm form(const CardSize& size) const;
    QMargins rims(bool thumbnail) const;

    CardHeader* m_header;
    MatrixHeatmap* m_heatmap;
    QLabel* m_warning;
    QVBoxLayout* m_column;
    CardSize m_size;
    bool m_hasColourBar = false;
};

} // namespace lab
