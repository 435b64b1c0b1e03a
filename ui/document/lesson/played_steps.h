// SPDX-License-Identifier: GPL-3.0-or-later
//
// The steps of a lesson as experiments: what each begins with, how it was left, and what it covers.
#pragma once

#include "core/describe/operands.h"
#include "core/lesson/lesson_step.h"
#include "core/lesson/progress.h"
#include "ui/document/step.h"

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

namespace lab {

class LabDocument;
class PlayedStep;

class PlayedSteps {
public:
    /// All three must outlive this object. The lesson must be the document's; both it and the progress may
    /// change, with clear().
    PlayedSteps(const LabDocument& document, const ReadLesson& lesson, const LessonProgress& progress);

    /// From now on, each step begins as its scene is, or as the progress has it.
    void clear() { m_played.clear(); }
    /// The same one until clear().
    std::shared_ptr<PlayedStep> of(std::size_t step);
    /// Whether of() has given that one for the step.
    bool isOf(std::size_t step, const PlayedStep* played) const;
    /// What the questions of a step cover that are neither answered nor shown.
    std::vector<StageBlock> askedOf(std::size_t step, const Experiment& experiment) const;
    /// What its scene shows, with what it asks for covered, too.
    ScenePlace placeOf(std::size_t step, const PlayedStep& played) const;
    /// What a step holds now, for the progress: without what belongs to the lesson as a whole. nullptr: it is
    /// as it began.
    std::shared_ptr<const Experiment> editedCopy(std::size_t step, const Experiment& now);

private:
    const Snapshot& snapshotOf(std::size_t step) const;
    Experiment startOf(std::size_t step) const;

    const LabDocument& m_document;
    const ReadLesson& m_lesson;
    const LessonProgress& m_progress;
    std::map<std::size_t, std::shared_ptr<PlayedStep>> m_played;
};

} // namespace lab
