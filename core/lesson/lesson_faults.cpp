// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lesson_faults.h"

#include <algorithm>
#include <iterator>

namespace lab {

std::vector<LessonFault> faults_of_step(const Experiment& document, ReadLesson& lesson, std::size_t step) {
    std::vector<LessonFault> faults;
    std::ranges::copy_if(lesson.faults, std::back_inserter(faults),
                         [&](const LessonFault& each) { return each.step == step; });
    const Experiment& experiment = *document.snapshots[lesson.steps[step].snapshot].experiment;
    std::ranges::copy(check_numbers(experiment, lesson.steps[step], step), std::back_inserter(faults));
    std::ranges::stable_sort(faults, {}, &LessonFault::question);
    return faults;
}

std::vector<LessonFault> all_faults(const Experiment& document, ReadLesson& lesson) {
    std::vector<LessonFault> faults;
    std::ranges::copy_if(lesson.faults, std::back_inserter(faults),
                         [](const LessonFault& each) { return !each.step; });
    for (std::size_t i = 0; i < lesson.steps.size(); ++i)
        std::ranges::copy(faults_of_step(document, lesson, i), std::back_inserter(faults));
    return faults;
}

} // namespace lab
