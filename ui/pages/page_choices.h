// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is chosen on the pages: shared by all pages of a kind, so that a page can be shown twice. None of it
// is undoable or saved.
#pragma once

#include "core/stage_id.h"
#include "ui/pages/comparison_choice.h"
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

class PageChoices : public QObject {
    Q_OBJECT
public:
    explicit PageChoices(LabDocument& document, QObject* parent = nullptr);

    ComparisonChoice& comparison() { return m_comparison; }

    const HeadsLook& heads() const { return m_heads; }
    void setHeads(const HeadsLook& look);
    const LinksLook& links() const { return m_links; }
    void setLinks(const LinksLook& look);
    /// The stages that stay unfolded on the board even if the page has no room for them.
    const std::vector<StageId>& unfolded() const { return m_unfolded; }
    void setUnfolded(const std::vector<StageId>& stages, bool unfolded);
    /// Whether large matrices on the board show numbers and pan, instead of being visible as a whole.
    bool readsNumbers() const { return m_readsNumbers; }
    void setReadsNumbers(bool reads);
    /// Whether Explore shows the attention weights as bars.
    bool bars() const { return m_bars; }
    void setBars(bool bars);
    /// The stage that Statistics shows in detail.
    StageId statistics() const { return m_statistics; }
    void setStatistics(StageId stage);

signals:
    void headsChanged();
    void linksChanged();
    void barsChanged();
    void statisticsChanged();
    /// What the board unfolds, or whether it shows numbers.
    void boardChanged();

private:
    ComparisonChoice m_comparison;
    HeadsLook m_heads;
    LinksLook m_links;
    bool m_bars = false;
    StageId m_statistics = StageId::weights;
    std::vector<StageId> m_unfolded;
    bool m_readsNumbers = false;
};

} // namespace lab
