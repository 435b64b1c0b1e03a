// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/heads/heads_analysis.h"

namespace lab {

namespace {

constexpr double atOnce = 2e5; // cells and multiplications that can be computed within a frame

double workOf(const HeadsInput& input) {
    const MatrixPtr& W_O = input.experiment.projection.W_O;
    const auto heads = static_cast<double>(input.weights.size());
    const double weighing = W_O ? 2.0 * static_cast<double>(W_O->size() * input.output->rows()) : 0;
    // One logarithm per weight costs as much as many additions.
    return heads * static_cast<double>(10 * input.weights[0]->size() + 2 * input.shown[0]->size()) + weighing;
}

/// How much further on the first query is than the first key.
Index aheadIn(const HeadsInput& input) {
    const FirstPositions first = first_positions(input.experiment);
    return first.query - first.key;
}

std::shared_ptr<const HeadsNumbers> numbersOf(const HeadsInput& input) {
    auto numbers = std::make_shared<HeadsNumbers>();
    for (std::size_t head = 0; head < input.weights.size(); ++head)
        numbers->patterns.push_back(head_pattern(*input.weights[head], *input.masked[head], aheadIn(input)));
    numbers->average = share(mean_over_heads(input.shown));
    numbers->maximum = share(maximum_over_heads(input.shown));
    numbers->hidden = share(maximum_over_heads(input.hidden));
    numbers->shares =
        std::make_shared<const OutputShares>(output_shares(input.experiment, *input.concat, *input.output));
    numbers->share = share(head_share(input.experiment, *input.concat, input.head));
    numbers->head = input.head;
    return numbers;
}

} // namespace

bool HeadsInput::isComplete() const {
    const auto isThere = [](const MatrixPtr& matrix) { return matrix != nullptr; };
    return !weights.empty() && std::ranges::all_of(shown, isThere) && std::ranges::all_of(weights, isThere) &&
           std::ranges::all_of(masked, isThere) && concat && output;
}

bool HeadsInput::isSameAs(const HeadsInput& other) const {
    return shown == other.shown && weights == other.weights && masked == other.masked &&
           concat == other.concat && output == other.output && head == other.head &&
           aheadIn(*this) == aheadIn(other);
}

bool HeadsNumbers::fits(const Dimensions& d) const {
    return static_cast<HeadIndex>(patterns.size()) == d.H && hidden->rows() == d.n_q &&
           hidden->cols() == d.n_k && share->rows() == d.n_q && share->cols() == d.d_out;
}

void HeadsAnalysis::want(const HeadsInput& input) {
    if (input.isSameAs(m_wanted))
        return;
    m_wanted = input;
    if (m_running) {
        m_outdated = true;
        return;
    }
    if (workOf(input) > atOnce)
        start();
    else
        m_numbers = numbersOf(input);
}

void HeadsAnalysis::start() {
    m_running = true;
    m_outdated = false;
    m_tasks.start([this, input = m_wanted]() -> std::function<void()> {
        return [this, numbers = numbersOf(input)] {
            m_running = false;
            m_numbers = numbers;
            if (m_outdated)
                start();
            emit arrived();
        };
    });
}

} // namespace lab
