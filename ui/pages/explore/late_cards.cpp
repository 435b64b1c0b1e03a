// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/late_cards.h"

#include "core/experiment/change.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/plots/heatmap/matrix_heatmap.h"

#include <algorithm>

namespace lab {

LateCards::LateCards() {
    m_next.setSingleShot(true);
    m_next.setInterval(0);
    QObject::connect(&m_next, &QTimer::timeout, &m_next, [this] { refreshNext(); });
}

bool LateCards::isSlow(const StageCard& card) {
    constexpr Index large = 100'000; // numbers
    const MatrixPtr& matrix = card.heatmap().content().matrix;
    return card.isThumbnail() && matrix && matrix->size() > large;
}

void LateCards::add(StageCard& card) {
    if (std::ranges::find(m_waiting, &card) == m_waiting.end())
        m_waiting.push_back(&card);
    m_next.start();
}

void LateCards::remove(const StageCard& card) {
    std::erase(m_waiting, &card);
}

void LateCards::refreshNext() {
    if (m_waiting.empty())
        return;
    StageCard* card = m_waiting.front();
    m_waiting.erase(m_waiting.begin());
    card->refresh({Field::description, Block{}}); // only numbers have changed
    if (!m_waiting.empty())
        m_next.start();
}

} // namespace lab
