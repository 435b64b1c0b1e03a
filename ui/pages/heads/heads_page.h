// SPDX-License-Identifier: GPL-3.0-or-later
//
// The page Heads: a stage of every head side by side, all heads combined, and each head's share of the
// output.
#pragma once

#include "ui/pages/column_page.h"
#include "ui/pages/heads/heads_analysis.h"
#include "ui/pages/matrix_card.h"
#include "ui/pages/presentable.h"

#include <functional>
#include <vector>

class QLabel;

namespace lab {

class PageChoices;
class FlowLayout;
class HeadGrid;
class HeadsControls;
class MatrixHeatmap;
class ShareBarsPlot;
class SharesCard;
class StaleVeil;

class HeadsPage : public ColumnPage, public Presentable {
    Q_OBJECT
public:
    HeadsPage(LabDocument& document, Selection& selection, PageChoices& choices, const Theme& theme,
              QWidget* parent = nullptr);

    MatrixCard& card(HeadIndex head) const { return *m_cards[static_cast<std::size_t>(head)]; }
    HeadIndex cardCount() const { return static_cast<HeadIndex>(m_cards.size()); }
    MatrixCard& overHeads() const { return *m_over; }
    MatrixCard& share() const { return *m_share; }
    MatrixCard& output() const { return *m_output; }
    ShareBarsPlot& shares() const;
    HeadsControls& controls() const { return *m_controls; }
    std::vector<StageBlock> shownMatrices() const override;
    std::optional<StageBlock> matrixAt(const QPoint& global) const override;
    void bringIntoSight(const CellRef& cell) override;
    Presentable& presentable() override { return *this; }
    /// The heads fill the page; what takes all of them is further down.
    void setPresented(bool presented) override;
    std::optional<Figure> figure() const override;

protected:
    void refresh() override;
    void restyle() override;
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void addCard();
    void connectHeatmap(const MatrixCard& card,
                        const std::function<std::optional<CellRef>(StoredCell)>& cellOf);
    void showMenu(const Figure& figure, const QPoint& where);
    void refreshHeads();
    void refreshTogether();
    void refreshOrder();
    void updateMarks();
    bool isArranged() const;
    void arrange();

    PageChoices& m_choices;
    HeadsControls* m_controls;
    QLabel* m_tooLarge;
    HeadGrid* m_grid;
    QWidget* m_together;
    FlowLayout* m_flow;
    std::vector<MatrixCard*> m_cards;    // indexed by head
    std::vector<StaleVeil*> m_veils;     ///< owned by the cards
    std::optional<double> m_colourLimit; ///< of the colour scale that the cards share
    std::vector<HeadIndex> m_order;      ///< order of the cards on the page
    MatrixCard* m_over;
    SharesCard* m_shares;
    MatrixCard* m_share;
    MatrixCard* m_output;
    HeadsAnalysis m_analysis;
    bool m_presented = false;
};

} // namespace lab
