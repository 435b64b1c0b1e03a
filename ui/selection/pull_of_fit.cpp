// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/selection/pull_of_fit.h"

#include "ui/document/lab_document.h"
#include "ui/document/learn/fit_run.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lab {

namespace {

constexpr double mostBetweenSteps = 3e6; // multiplications that a frame of a fit has time for

/// Of the parameters that the fit may change: nothing else follows the pull.
ShownPullPtr pullOfLoss(const Experiment& experiment, const Target& target,
                        const std::vector<ParameterId>& parameters) {
    Result<Gradient> found = gradient(experiment, target);
    if (!found)
        return nullptr;
    Gradients slopes = std::move(found).value().by;
    std::erase_if(slopes, [&](const auto& each) {
        return std::ranges::find(parameters, each.first) == parameters.end();
    });
    std::optional<PullOfLoss> pull = pull_of_loss(experiment, target, std::move(slopes));
    return pull ? std::make_shared<const ShownPull>(
                      ShownPull{std::move(pull->pull), ShownPull::At::loss, {}, pull->nothing})
                : nullptr;
}

} // namespace

PullOfFit::PullOfFit(LabDocument& document, const FitRun& fit, QObject* parent)
    : QObject(parent), m_document(document), m_fit(fit) {
    connect(&fit, &FitRun::changed, this, &PullOfFit::follow);
}

void PullOfFit::follow() {
    ++m_wanted;
    if (!m_fit.isActive() || m_fit.losses().empty())
        return take(nullptr);
    if (multiplications_of_sensitivity(m_document.experiment()) <= mostBetweenSteps)
        return take(pullOfLoss(m_document.experiment(), m_fit.target(), m_fit.settings().parameters));
    if (!m_isFinding)
        find();
}

/// One at a time, then the latest.
void PullOfFit::find() {
    m_isFinding = true;
    m_tasks.start([this, experiment = m_document.experiment(), target = m_fit.target(),
                   parameters = m_fit.settings().parameters, asked = m_wanted]() -> TaskThread::Then {
        return [this, asked, shown = pullOfLoss(experiment, target, parameters)] {
            m_isFinding = false;
            if (!m_fit.isActive() || m_fit.losses().empty())
                return;
            if (asked == m_wanted)
                take(shown);
            else
                find();
        };
    });
}

void PullOfFit::take(ShownPullPtr shown) {
    if (!shown && !m_shown)
        return;
    m_shown = std::move(shown);
    emit changed();
}

} // namespace lab
