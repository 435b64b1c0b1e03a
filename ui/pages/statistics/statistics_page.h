// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window's mode Statistics: the numbers of the shown head as a whole, and why they are scaled.
#pragma once

#include "ui/document/worker.h"
#include "ui/pages/column_page.h"
#include "ui/plots/statistics/statistics_content.h"

#include <QFrame>

namespace lab {

class CardHeader;
class PillButton;
class StaleVeil;
class StatisticsPlot;

class StatisticsPage : public ColumnPage {
    Q_OBJECT
public:
    StatisticsPage(LabDocument& document, Selection& selection, const Theme& theme,
                   QWidget* parent = nullptr);

    StatisticsPlot& plot() const { return *m_plot; }
    /// Opens a menu of the stages, one of which is looked at closely.
    PillButton& stages() const { return *m_stages; }
    std::optional<Figure> figure() const override;

protected:
    void refresh() override;
    void restyle() override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void choose(StageId stage);
    void fillStages();
    void workOut();
    void show(const StatisticsInput& input, StatisticsNumbers numbers);
    void study(Index n_k);
    void fitWidth();

    QFrame* m_card;
    CardHeader* m_cardHeader;
    PillButton* m_stages;
    StatisticsPlot* m_plot;
    StageId m_stage = StageId::weights;
    std::vector<StageId> m_offered;          ///< in the menu
    std::optional<StatisticsInput> m_wanted; ///< while something older is worked out
    bool m_working = false;
    StaleVeil* m_veil;
    Worker m_worker;
};

} // namespace lab
