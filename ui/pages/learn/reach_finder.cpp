// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/learn/reach_finder.h"

#include "core/experiment/is_same.h"
#include "ui/plots/heatmap/heatmap_content.h"

#include <algorithm>

namespace lab {

namespace {

constexpr Index mostAsked = 4096; // weights: reachable() takes longer with the cube of their root

bool isSameTarget(const WantedWeights& a, const WantedWeights& b) {
    return a.head == b.head && a.numbers.rows() == b.numbers.rows() && a.numbers.cols() == b.numbers.cols() &&
           std::equal(a.numbers.data(), a.numbers.data() + a.numbers.size(), b.numbers.data(), sameNumber);
}

} // namespace

void ReachFinder::ask(const Experiment& experiment, const WantedWeights& wanted) {
    if (wanted.numbers.size() > mostAsked)
        return forget();
    if (m_known && isSameTarget(m_known->wanted, wanted) && is_same(m_known->experiment, experiment))
        return;
    m_known = Known{experiment, wanted, {}};
    m_tasks.start([this, asked = *m_known]() -> TaskThread::Then {
        const Reachability answer = reachable(asked.experiment, asked.wanted);
        return [this, asked, answer] {
            const bool isLast = m_known && !m_known->answer && isSameTarget(m_known->wanted, asked.wanted) &&
                                is_same(m_known->experiment, asked.experiment);
            if (!isLast)
                return;
            m_known->answer = answer;
            emit found();
        };
    });
}

} // namespace lab
