// SPDX-License-Identifier: GPL-3.0-or-later
//
// Results of a document with one value after another in place of its own.
#pragma once

#include "core/experiment/change.h"
#include "core/experiment/stage.h"
#include "core/io/npz_writer.h"

#include <span>
#include <vector>

namespace lab {

struct VariedDocument {
    Experiment experiment;
    Field field = Field::everything; ///< what differs from the document before it
};

/// The stages of each, those that are wanted or all, as arrays named "0/weights", "1/weights", …; what does
/// not change from one to the next is not computed again. Their bytes must be asked for in order. All must be
/// valid and have tokens, and there must be one.
std::vector<NpzMember> varied_data(std::vector<VariedDocument> documents, std::span<const StageId> wanted);

} // namespace lab
