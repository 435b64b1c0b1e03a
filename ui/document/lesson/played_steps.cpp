// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/lesson/played_steps.h"

#include "core/edits/snapshots.h"
#include "core/experiment/is_same.h"
#include "core/lesson/done_steps.h"
#include "core/lesson/permits.h"
#include "core/lesson/student_numbers.h"
#include "ui/document/kept_view.h"
#include "ui/document/lab_document.h"
#include "ui/document/played_step.h"

#include <algorithm>
#include <iterator>

namespace lab {

PlayedSteps::PlayedSteps(const LabDocument& document, const ReadLesson& lesson,
                         const LessonProgress& progress)
    : m_document(document), m_lesson(lesson), m_progress(progress) {}

const Snapshot& PlayedSteps::snapshotOf(std::size_t step) const {
    return m_document.whole().snapshots[m_lesson.steps[step].snapshot];
}

/// What the step's scene holds, within the document.
Experiment PlayedSteps::startOf(std::size_t step) const {
    const Experiment& whole = m_document.whole();
    Snapshot snapshot = snapshotOf(step);
    snapshot.experiment =
        std::make_shared<const Experiment>(scene_with_seed(*snapshot.experiment, m_progress.seed));
    Experiment start = with_snapshot_restored(whole, snapshot);
    start.title = whole.title;
    start.description = whole.description;
    return start;
}

std::shared_ptr<PlayedStep> PlayedSteps::of(std::size_t step) {
    std::shared_ptr<PlayedStep>& played = m_played[step];
    if (played)
        return played;
    const Experiment start = startOf(step);
    Experiment now = start;
    const StepProgress* known = progress_of(m_progress, m_lesson.steps[step]);
    // A copy that has changed what the step locks was not made here.
    if (known && known->document && !permits(start, *known->document, m_lesson.steps[step].allow)) {
        now = *known->document;
        now.snapshots = start.snapshots;
        now.title = start.title;
        now.description = start.description;
        now.unknown_keys = start.unknown_keys;
    }
    played = std::make_shared<PlayedStep>(start, std::move(now), m_lesson.steps[step].allow);
    return played;
}

bool PlayedSteps::isOf(std::size_t step, const PlayedStep* played) const {
    const auto found = m_played.find(step);
    return played && found != m_played.end() && found->second.get() == played;
}

std::vector<StageBlock> PlayedSteps::askedOf(std::size_t step, const Experiment& experiment) const {
    std::vector<StageBlock> asked;
    const StepProgress* known = progress_of(m_progress, m_lesson.steps[step]);
    for (const Question& each : m_lesson.steps[step].ask) {
        if (is_settled(each, known))
            continue;
        std::ranges::copy_if(covered_by(experiment, each), std::back_inserter(asked),
                             [&](const StageBlock& block) { return canCover(experiment, block); });
    }
    return asked;
}

ScenePlace PlayedSteps::placeOf(std::size_t step, const PlayedStep& played) const {
    const Snapshot& snapshot = snapshotOf(step);
    Experiment experiment = played.left();
    experiment.view = snapshot.experiment->view;
    KeptView kept = keptView(experiment).kept;
    std::ranges::copy(played.asked(), std::back_inserter(kept.covered));
    return {snapshot.experiment, withKeptView(experiment.view, kept)};
}

std::shared_ptr<const Experiment> PlayedSteps::editedCopy(std::size_t step, const Experiment& now) {
    if (has_same_numbers(now, of(step)->start()))
        return nullptr;
    const Experiment& scene = *snapshotOf(step).experiment;
    Experiment copy = now;
    copy.snapshots.clear();
    copy.title = scene.title;
    copy.description = scene.description;
    copy.unknown_keys = scene.unknown_keys;
    copy.view = scene.view;
    return std::make_shared<const Experiment>(std::move(copy));
}

} // namespace lab
