// SPDX-License-Identifier: GPL-3.0-or-later
//
// The shape of a document, changed as one step to undo, or none where nothing would change. What cannot be
// comes back as the reason, in words, and changes nothing; an empty text means that it is done.
#pragma once

#include "core/edits/shapes.h"

#include <QString>

namespace lab {

class LabDocument;

/// Why a size cannot be that number.
QString sizeProblem(const Experiment& experiment, Size size, double wanted);
/// The size must be free, and without a sizeProblem().
void setSize(LabDocument& document, Size size, Index wanted);

/// Whether b_Q, b_K and b_V are all there.
bool hasBiases(const Experiment& experiment);
/// All three of them, or none; the projection must be linear.
void setBiases(LabDocument& document, bool present);
void setBias(LabDocument& document, ParameterId bias, bool present);
void setOutputWeights(LabDocument& document, bool present);

/// What a kind of projection is called.
QString projectionText(ProjectionKind kind);
/// What there is to be said about it: that the heads are others now, or why it was not done; empty where that
/// is nothing.
[[nodiscard]] QString setProjectionKind(LabDocument& document, ProjectionKind kind);

/// Which sizes are others: "d_model 2 → 3, d_k 2 → 4".
QString sizesText(const Experiment& before, const Experiment& after);

} // namespace lab
