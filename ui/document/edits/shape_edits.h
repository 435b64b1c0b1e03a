// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits the shape of a document. Each change is one undo step, or none if nothing changes. If a change is
// impossible, nothing changes and the reason is returned; an empty text means success.
#pragma once

#include "core/edits/shapes.h"

#include <QString>

namespace lab {

class LabDocument;

/// Why a size cannot be `wanted`; empty if it can.
QString sizeProblem(const Experiment& experiment, Size size, double wanted);
/// The size must be free, and without a sizeProblem().
void setSize(LabDocument& document, Size size, Index wanted);

/// Whether b_Q, b_K and b_V are all present.
bool hasBiases(const Experiment& experiment);
/// Adds or removes all three biases; the projection must be linear.
void setBiases(LabDocument& document, bool present);
void setBias(LabDocument& document, ParameterId bias, bool present);
void setOutputWeights(LabDocument& document, bool present);

/// The name of a kind of projection.
QString projectionText(ProjectionKind kind);
/// Returns a message if the number of heads changed, or why the kind could not be set; otherwise empty.
[[nodiscard]] QString setProjectionKind(LabDocument& document, ProjectionKind kind);

/// The sizes that differ: "d_model 2 → 3, d_k 2 → 4".
QString sizesText(const Experiment& before, const Experiment& after);

} // namespace lab
