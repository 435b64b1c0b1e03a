// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/page_choices.h"

#include <utility>

namespace lab {

PageChoices::PageChoices(LabDocument& document, QObject* parent) : QObject(parent), m_comparison(document) {}

void PageChoices::setHeads(const HeadsLook& look) {
    if (std::exchange(m_heads, look) != look)
        emit headsChanged();
}

void PageChoices::setLinks(const LinksLook& look) {
    if (std::exchange(m_links, look) != look)
        emit linksChanged();
}

void PageChoices::setBars(bool bars) {
    if (std::exchange(m_bars, bars) != bars)
        emit barsChanged();
}

void PageChoices::setStatistics(StageId stage) {
    if (std::exchange(m_statistics, stage) != stage)
        emit statisticsChanged();
}

void PageChoices::setUnfolded(const std::vector<StageId>& stages, bool unfolded) {
    const std::vector<StageId> before = m_unfolded;
    for (const StageId stage : stages) {
        std::erase(m_unfolded, stage);
        if (unfolded)
            m_unfolded.push_back(stage);
    }
    if (m_unfolded != before)
        emit boardChanged();
}

void PageChoices::setReadsNumbers(bool reads) {
    if (std::exchange(m_readsNumbers, reads) != reads)
        emit boardChanged();
}

} // namespace lab
