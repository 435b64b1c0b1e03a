// SPDX-License-Identifier: GPL-3.0-or-later
//
// What somebody has answered in a lesson, judged anew against numbers that are computed now. What the file
// says of an answer is ignored.
#pragma once

#include "core/lesson/lesson_step.h"
#include "core/lesson/progress.h"

#include <string>
#include <vector>

namespace lab {

struct ReportedAnswer {
    std::string id;
    QuestionKind kind = QuestionKind::text;
    JsonPtr given;             ///< as it is kept; null: not answered
    std::optional<bool> right; ///< nullopt: not answered, not judged, or the question is faulty
    bool shown = false;        ///< as the file says
    std::vector<Said> reply;   ///< what is said of it: no number that is covered
};

struct ReportedStep {
    std::string id;
    std::string name; ///< of the snapshot
    std::vector<ReportedAnswer> questions;
    /// Why the step's own copy was not judged by: it has changed what the step locks.
    std::optional<Said> locked;
};

/// A step's own copy is judged by, where the progress has one that the step allows; otherwise its scene. If
/// the progress has a seed, what was drawn in the scene is drawn from that.
std::vector<ReportedStep> lesson_report(const Experiment& document, const LessonProgress& progress);

/// One line a step and a question.
std::string report_lines(const std::vector<ReportedStep>& steps);
/// {"steps": [{"id", "name", "questions": [{"id", "kind", "given", "right", "shown"}]}]}
std::string report_json(const std::vector<ReportedStep>& steps);

} // namespace lab
