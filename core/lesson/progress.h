// SPDX-License-Identifier: GPL-3.0-or-later
//
// How far somebody has come in a lesson: the document's `progress`. It is no edit of the document.
#pragma once

#include "core/experiment/experiment.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lab {

struct AnswerRecord {
    JsonPtr given;             ///< a list, see given_answer.h; null: none
    std::optional<bool> right; ///< as it was judged then; whoever reports judges anew
    bool shown = false;        ///< by *Show me*
    double seconds = 0;
    JsonPtr unknown_keys = {};
};

struct StepProgress {
    std::shared_ptr<const Experiment> document;  ///< the step's own copy, without snapshots; null: not edited
    std::map<std::string, AnswerRecord> answers; ///< by the question's id
    JsonPtr unknown_keys = {};
};

struct LessonProgress {
    std::string student;
    std::optional<std::uint64_t> seed;
    std::map<std::string, StepProgress> steps; ///< by the step's id
    JsonPtr unknown_keys = {};
};

struct ReadProgress {
    LessonProgress progress;
    std::vector<Error> ignored; ///< entries that are wrong, which are left out
};

/// The `progress` of a document; nothing if there is none. Copies of steps that are no valid documents are
/// ignored, too.
ReadProgress read_progress(const Experiment& document);

/// With the `progress` of the other one, as it stands there, in place of its own.
Experiment with_progress_of(const Experiment& document, const Experiment& other);

/// The document with that progress in place of its own; without any if nothing is in it.
Experiment with_progress(const Experiment& document, const LessonProgress& progress);

} // namespace lab
