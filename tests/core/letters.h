// SPDX-License-Identifier: GPL-3.0-or-later
//
// A small document for tests of going through a sentence word by word.
#pragma once

#include "core/edits/sentence.h"
#include "core/edits/vectors.h"
#include "core/experiment/parameter.h"
#include "core/stages/01_tokens.h"

namespace lab::test {

/// "a b c d", each with a vector, and a learned position.
inline Experiment letters() {
    Experiment e;
    e.sequence = make_sequence("a b  c d ");
    e.sequence.offset = 2;
    e.embedding.dimension = 2;
    e.projection.kind = ProjectionKind::identity;
    e.mask.causal = true;
    complete_vectors(e);
    return with_cell(e, ParameterId::E, 1, 0, 0.5);
}

} // namespace lab::test
