// SPDX-License-Identifier: GPL-3.0-or-later
//
// The page Statistics: statistics of the shown head, and why its scores are scaled.
#pragma once

#include "ui/document/task_thread.h"
#include "ui/pages/column_page.h"
#include "ui/pages/presentable.h"
#include "ui/plots/statistics/statistics_content.h"

#include <QFrame>

namespace lab {

class PageChoices;
class CardHeader;
class PillButton;
class StaleVeil;
class StatisticsPlot;

class StatisticsPage : public ColumnPage, public Presentable {
    Q_OBJECT
public:
    StatisticsPage(LabDocument& document, Selection& selection, PageChoices& choices, const Theme& theme,
                   QWidget* parent = nullptr);

    StatisticsPlot& plot() const { return *m_plot; }
    /// Opens a menu that chooses the stage shown in detail.
    PillButton& stages() const { return *m_stages; }
    /// Goes to the part that says why scores are scaled, once it is there.
    void showScaling();
    std::optional<Figure> figure() const override;
    Presentable& presentable() override { return *this; }
    void setPresented(bool presented) override;
    std::vector<StageBlock> shownMatrices() const override { return everyMatrix(); }
    bool turn(int by) override;
    bool turnsFirst() const override { return true; }

protected:
    void refresh() override;
    void restyle() override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void fillStages();
    void workOut(StatisticsInput wanted);
    void followCover();
    void show(const StatisticsInput& input, StatisticsNumbers numbers);
    void study(Index n_k);
    void fitRoom();
    void goToScaling();
    void showPages();

    PageChoices& m_choices;
    QFrame* m_card;
    CardHeader* m_cardHeader;
    PillButton* m_why;
    PillButton* m_stages;
    StatisticsPlot* m_plot;
    std::vector<StageId> m_offered; ///< stages in the menu
    bool m_working = false;
    bool m_again = false; ///< there is a newer input; it is not held on to: its matrices may be large
    bool m_presented = false;
    bool m_wantsScaling = false; ///< what showScaling() goes to is not there yet
    bool m_isAtScaling = false;  ///< that was gone to last, so that another size stays there
    StaleVeil* m_veil;
    TaskThread m_tasks;
};

} // namespace lab
