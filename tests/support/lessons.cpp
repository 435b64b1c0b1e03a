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

Experiment with_steps(const std::vector<LessonJson>& lessons, const LessonJson& own) {
    Experiment document = load_golden("sky-is-blue").experiment;
    const auto state = std::make_shared<const Experiment>(document);
    for (std::size_t i = 0; i < lessons.size(); ++i)
        document.snapshots.push_back({"Step " + std::to_string(i + 1), state, lesson_keys(lessons[i])});
    document.unknown_keys = lesson_keys(own);
    return document;
}

} // namespace lab::test
