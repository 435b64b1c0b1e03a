// SPDX-License-Identifier: GPL-3.0-or-later
//
// A matrix on a card with a title, for pages that show matrices side by side.
#pragma once

#include "ui/pages/card_size.h"
#include "ui/widgets/card_frame.h"
#include "ui/widgets/card_header.h"

class QLabel;
class QVBoxLayout;

namespace lab {

class MatrixHeatmap;

class MatrixCard : public CardFrame {
    Q_OBJECT
public:
    explicit MatrixCard(const Theme& theme, QWidget* parent = nullptr);

    MatrixHeatmap& heatmap() const { return *m_heatmap; }
    CardHeader& header() const { return *m_header; }
    /// A warning under the matrix. Empty: none.
    void setWarning(const QString& warning);
    /// Whether the card has its own colour bar. Otherwise the page states the scale once for all cards.
    void setColourBar(bool has);
    /// A line below the matrix, except in a thumbnail; its size is its hint.
    void setFooter(QWidget* footer);

    void setCardSize(const CardSize& size);
    /// The size of the card in pixels, with every cell visible.
    QSize sizeFor(const CardSize& size) const;
    /// Whether every row and column has its label at that size.
    bool namesAll(const CardSize& size) const;
    /// The size is set by the page.
    bool hasHeightForWidth() const override { return false; }

signals:
    /// The context menu was requested at `where`, in global coordinates.
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
    QWidget* m_footer = nullptr;
    QVBoxLayout* m_column;
    CardSize m_size;
    bool m_hasColourBar = false;
};

} // namespace lab
