// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/student_numbers.h"

#include "core/edits/random_parameters.h"
#include "core/lesson/clear_questions.h"
#include "core/random/seeded_vector.h"

#include <algorithm>

namespace lab {

namespace {

constexpr int most_seeds_tried = 100;
constexpr std::uint64_t between_seeds = 7919; // more than parameters that are drawn each on its own

bool has_drawn(const Experiment& scene) {
    return std::ranges::any_of(all_parameters(),
                               [&](const ParameterInfo& each) { return drawn(scene, each.id).has_value(); });
}

/// For each question, whether it makes sense with these numbers.
std::vector<bool> sensible_questions(const Experiment& scene, LessonStep step, std::size_t number) {
    (void)check_numbers(scene, step, number);
    std::vector<bool> sensible = clear_questions(scene, step);
    for (std::size_t i = 0; i < sensible.size(); ++i)
        sensible[i] = sensible[i] && !step.ask[i].is_faulty;
    return sensible;
}

} // namespace

std::uint64_t student_seed(std::string_view lesson_id, std::string_view student) {
    constexpr std::string_view zero_byte("\0", 1);
    return fnv1a(student, fnv1a(zero_byte, fnv1a(lesson_id)));
}

bool has_drawn_numbers(const Experiment& document) {
    return std::ranges::any_of(read_lesson(document).steps, [&](const LessonStep& each) {
        return has_drawn(*document.snapshots[each.snapshot].experiment);
    });
}

Experiment scene_with_seed(const Experiment& scene, const std::optional<std::uint64_t>& seed) {
    if (!seed)
        return scene;
    Result<Experiment> renewed = with_new_numbers(scene, *seed);
    return renewed ? std::move(renewed).value() : scene;
}

std::optional<std::uint64_t> sensible_seed(const Experiment& document, std::uint64_t wanted,
                                           const std::stop_token& stop) {
    const std::vector<LessonStep> steps = read_lesson(document).steps;
    std::vector<std::size_t> drawn_steps;
    std::vector<std::vector<bool>> own;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Experiment& scene = *document.snapshots[steps[i].snapshot].experiment;
        if (!has_drawn(scene))
            continue;
        drawn_steps.push_back(i);
        own.push_back(sensible_questions(scene, steps[i], i));
    }
    for (int tried = 0; tried < most_seeds_tried && !stop.stop_requested(); ++tried) {
        const std::uint64_t seed = wanted + static_cast<std::uint64_t>(tried) * between_seeds;
        bool is_sensible = true;
        for (std::size_t i = 0; i < drawn_steps.size() && is_sensible; ++i) {
            const LessonStep& step = steps[drawn_steps[i]];
            const Experiment scene = scene_with_seed(*document.snapshots[step.snapshot].experiment, seed);
            is_sensible = std::ranges::equal(own[i], sensible_questions(scene, step, drawn_steps[i]),
                                             [](bool before, bool now) { return now || !before; });
        }
        if (is_sensible)
            return seed;
    }
    return std::nullopt;
}

} // namespace lab
