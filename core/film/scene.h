// SPDX-License-Identifier: GPL-3.0-or-later
//
// One operation of the computation, and how its operands lie beside its result.
#pragma once

#include "core/explain/operands.h"
#include "core/parameter.h"
#include "core/stage.h"

#include <optional>
#include <variant>
#include <vector>

namespace lab {

/// What a scene computes of its stage: everything, or, of queries and keys with rotary positions, first the
/// projection and then the rotation.
enum class ScenePart { whole, projected, rotated };

struct Scene {
    StageId stage = StageId::inputs;
    HeadIndex head = 0; ///< 0 for a stage that has no heads
    ScenePart part = ScenePart::whole;
    bool operator==(const Scene&) const = default;
};

/// A matrix that a scene shows beside its result: a block of a stage, of a parameter, or the numbers of
/// queries and keys before their rotation.
struct SceneMatrix {
    std::variant<StageBlock, ParameterBlock> block;
    ScenePart part = ScenePart::whole; ///< `projected`: what the stage is before rotation
    bool operator==(const SceneMatrix&) const = default;
};

enum class SceneKind {
    look_up,   ///< rows of `above` (the table of words) are copied; `added` holds positions, if a matrix has
               ///< them
    product,   ///< `left` times `above`, plus `added` (a bias)
    rotate,    ///< pairs of columns of `left` are turned, others stay
    scale,     ///< `left` times a factor, minus the bias of ALiBi
    mask,      ///< `left`, hidden where a rule says so
    normalize, ///< rows of `left` become weights
    join,      ///< the outputs of all heads side by side: `parts`
    copy,      ///< `left` as it is: no W_O, identity projections, given matrices
};

/// How a scene is laid out: in rows notation the left matrix stands left of the result and the one above is
/// above it, columns over columns.
struct SceneLayout {
    SceneKind kind = SceneKind::copy;
    std::optional<SceneMatrix> left, above, added;
    bool above_is_turned = false; ///< Kᵀ: what is drawn above is the transpose of `above`
    std::vector<SceneMatrix> parts;
};

/// Whether queries or keys have two scenes: rotary positions need at least one pair of features.
bool is_rotated(const Experiment& experiment, StageId stage);

/// The scenes of an experiment in the order of its stages, heads in sequence within a stage. Queries and keys
/// that are rotated have two each, one after the other.
std::vector<Scene> scenes_of(const Experiment& experiment);
/// The scene must be one of these.
SceneLayout layout_of(const Experiment& experiment, const Scene& scene);

/// How many terms the sum of a cell in that column has; 1 if it is not a sum.
Index terms_of(const Experiment& experiment, const Scene& scene, Index column);

} // namespace lab
