// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/rotary_frequencies.h"

#include "core/experiment/rotation.h"

#include <numbers>

namespace lab {

namespace {

// Of Llama 3.1.
constexpr double slower = 8;
constexpr double trained_positions = 8192;
constexpr double few_turns = 1, many_turns = 4; // within the trained positions

} // namespace

std::vector<double> frequencies_of_base(const Experiment& experiment) {
    Scores scores = experiment.scores;
    scores.rotary_frequencies.clear();
    const Rotation rotation(scores, dimensions(experiment).d_k);
    std::vector<double> frequencies;
    for (Index pair = 0; pair < rotation.pairs(); ++pair)
        frequencies.push_back(rotation.frequency(pair));
    return frequencies;
}

std::vector<double> linear_frequencies(const Experiment& experiment, double factor) {
    std::vector<double> frequencies = frequencies_of_base(experiment);
    for (double& each : frequencies)
        each /= factor;
    return frequencies;
}

std::vector<double> llama_frequencies(const Experiment& experiment) {
    std::vector<double> frequencies = frequencies_of_base(experiment);
    for (double& each : frequencies) {
        const double turns = trained_positions * each / (2 * std::numbers::pi);
        if (turns > many_turns)
            continue;
        const double kept = turns < few_turns ? 0 : (turns - few_turns) / (many_turns - few_turns);
        each = (1 - kept) * each / slower + kept * each;
    }
    return frequencies;
}

} // namespace lab
