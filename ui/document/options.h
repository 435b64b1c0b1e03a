// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options of a document, each changed as one step to undo, or none where nothing would change.
#pragma once

#include "core/experiment.h"

#include <optional>

namespace lab {

class LabDocument;

void setCausal(LabDocument& document, bool causal);
/// No number: 1/√d_k.
void setScale(LabDocument& document, std::optional<double> scale);
void setNotation(LabDocument& document, Notation notation);

} // namespace lab
