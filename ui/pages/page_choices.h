// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is chosen on the pages: shared by all pages of a kind, so that a page can be shown twice. None of it
// is undoable or saved.
#pragma once

#include "core/analysis/geometry/moved_tip.h"
#include "core/experiment/stage_id.h"
#include "ui/document/learn/fit_run.h"
#include "ui/pages/comparison_choice.h"
#include "ui/plots/geometry/geometry_content.h"
#include "ui/plots/heads/heads_content.h"
#include "ui/plots/links/links_drawing.h"

#include <vector>

namespace lab {

/// What Heads shows, and in which order.
struct HeadsLook {
    StageId stage = StageId::weights; ///< a stage that has heads
    HeadOrder order = HeadOrder::number;
    OverHeads over = OverHeads::average;
    bool operator==(const HeadsLook&) const = default;
};

/// What is chosen on the pages themselves.
struct PageLooks {
    HeadsLook heads;
    LinksLook links;
    bool bars = false;                      ///< Explore shows the attention weights as bars
    StageId statistics = StageId::weights;  ///< that Statistics shows in detail
    FootNumbers feet = FootNumbers::scores; ///< that Geometry writes at the feet of keys
    bool regions = false;                   ///< Geometry shows who wins where
    /// What gives way when a tip is dragged on Geometry; absent: what suits each tip.
    std::optional<GivesWay> givesWay = {};
    std::vector<StageId> unfolded; ///< stay unfolded on the board even if the page has no room for them
    bool operator==(const PageLooks&) const = default;
};

class PageChoices : public QObject {
    Q_OBJECT
public:
    explicit PageChoices(LabDocument& document, QObject* parent = nullptr);

    ComparisonChoice& comparison() { return m_comparison; }
    /// The fit of the document, which every page Learn shows.
    FitRun& fit() { return m_fit; }

    const PageLooks& looks() const { return m_looks; }
    void setLooks(const PageLooks& looks);
    const HeadsLook& heads() const { return m_looks.heads; }
    void setHeads(const HeadsLook& look);
    const LinksLook& links() const { return m_looks.links; }
    void setLinks(const LinksLook& look);
    const std::vector<StageId>& unfolded() const { return m_looks.unfolded; }
    void setUnfolded(const std::vector<StageId>& stages, bool unfolded);
    /// Whether large matrices on the board show numbers and pan, instead of being visible as a whole.
    bool readsNumbers() const { return m_readsNumbers; }
    void setReadsNumbers(bool reads);
    bool bars() const { return m_looks.bars; }
    void setBars(bool bars);
    StageId statistics() const { return m_looks.statistics; }
    void setStatistics(StageId stage);
    FootNumbers feet() const { return m_looks.feet; }
    void setFeet(FootNumbers feet);
    bool regions() const { return m_looks.regions; }
    void setRegions(bool regions);
    std::optional<GivesWay> givesWay() const { return m_looks.givesWay; }
    void setGivesWay(std::optional<GivesWay> way);

signals:
    void headsChanged();
    void linksChanged();
    void barsChanged();
    void statisticsChanged();
    void feetChanged();
    void regionsChanged();
    void givesWayChanged();
    /// What the board unfolds, or whether it shows numbers.
    void boardChanged();

private:
    ComparisonChoice m_comparison;
    FitRun m_fit;
    PageLooks m_looks;
    bool m_readsNumbers = false;
};

} // namespace lab
