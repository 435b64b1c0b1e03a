// SPDX-License-Identifier: GPL-3.0-or-later
//
// Compares a document's results with the pipeline's.
#pragma once

#include "core/engine/pipeline.h"
#include "tests/support/compare.h"
#include "tests/support/magnitudes.h"
#include "ui/document/lab_document.h"

#include <string>

namespace lab::test {

/// The first stage in which the document and the pipeline differ by more than rounding, by name. Opens what
/// is covered.
inline std::string disagreement(LabDocument& document) {
    document.uncover();
    const Experiment& experiment = document.experiment();
    const Result<Trace> trace = compute(experiment);
    const Trace terms = trace ? magnitudes(experiment, trace.value()) : Trace();
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; head < (stage.per_head ? experiment.heads.count : 1); ++head) {
            const MatrixPtr matrix = document.completeView(stage.id, head).matrix;
            const bool expected = trace && has_stage(experiment, stage.id);
            if (expected != (matrix != nullptr) ||
                (expected &&
                 beyond_rounding(*matrix, trace.value().stage(stage.id, head), terms.stage(stage.id, head))))
                return std::string(stage.name);
        }
    }
    return {};
}

} // namespace lab::test
