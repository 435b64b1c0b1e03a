// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/page_choices.h"

#include <utility>

namespace lab {

PageChoices::PageChoices(LabDocument& document, QObject* parent)
    : QObject(parent), m_comparison(document), m_fit(document) {}

void PageChoices::setHeads(const HeadsLook& look) {
    if (std::exchange(m_looks.heads, look) != look)
        emit headsChanged();
}

void PageChoices::setLinks(const LinksLook& look) {
    if (std::exchange(m_looks.links, look) != look)
        emit linksChanged();
}

void PageChoices::setBars(bool bars) {
    if (std::exchange(m_looks.bars, bars) != bars)
        emit barsChanged();
}

void PageChoices::setStatistics(StageId stage) {
    if (std::exchange(m_looks.statistics, stage) != stage)
        emit statisticsChanged();
}

void PageChoices::setFeet(FootNumbers feet) {
    if (std::exchange(m_looks.feet, feet) != feet)
        emit feetChanged();
}

void PageChoices::setRegions(bool regions) {
    if (std::exchange(m_looks.regions, regions) != regions)
        emit regionsChanged();
}

void PageChoices::setGivesWay(std::optional<GivesWay> way) {
    if (std::exchange(m_looks.givesWay, way) != way)
        emit givesWayChanged();
}

void PageChoices::setLooks(const PageLooks& looks) {
    setHeads(looks.heads);
    setLinks(looks.links);
    setBars(looks.bars);
    setStatistics(looks.statistics);
    setFeet(looks.feet);
    setRegions(looks.regions);
    setGivesWay(looks.givesWay);
    if (std::exchange(m_looks.unfolded, looks.unfolded) != looks.unfolded)
        emit boardChanged();
}

void PageChoices::setUnfolded(const std::vector<StageId>& stages, bool unfolded) {
    const std::vector<StageId> before = m_looks.unfolded;
    for (const StageId stage : stages) {
        std::erase(m_looks.unfolded, stage);
        if (unfolded)
            m_looks.unfolded.push_back(stage);
    }
    if (m_looks.unfolded != before)
        emit boardChanged();
}

void PageChoices::setReadsNumbers(bool reads) {
    if (std::exchange(m_readsNumbers, reads) != reads)
        emit boardChanged();
}

} // namespace lab
