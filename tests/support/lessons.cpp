// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/lessons.h"

#include "core/io/document_file.h"
#include "tests/support/golden.h"

namespace lab::test {

namespace {

JsonPtr lesson_keys(const LessonJson& lesson) {
    return lesson.is_null() ? nullptr : std::make_shared<const LessonJson>(LessonJson{{"lesson", lesson}});
}

} // namespace

std::string lesson_path() {
    return LAB_TEST_DATA "/lessons/every-kind.attn";
}

Experiment lesson_document() {
    return load_experiment(lesson_path()).value();
}

Experiment with_lessons(const Experiment& document, const std::vector<LessonJson>& lessons,
                        const LessonJson& own) {
    Experiment result = document;
    Experiment scene = document;
    scene.snapshots.clear();
    const auto state = std::make_shared<const Experiment>(std::move(scene));
    for (std::size_t i = 0; i < lessons.size(); ++i)
        result.snapshots.push_back({"Step " + std::to_string(i + 1), state, lesson_keys(lessons[i])});
    result.unknown_keys = lesson_keys(own);
    return result;
}

Experiment with_steps(const std::vector<LessonJson>& lessons, const LessonJson& own) {
    return with_lessons(load_golden("sky-is-blue").experiment, lessons, own);
}

} // namespace lab::test
