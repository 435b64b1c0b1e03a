// SPDX-License-Identifier: GPL-3.0-or-later
//
// One operation of the computation, and how its operands lie beside its result.
#pragma once

#include "core/experiment/parameter.h"
#include "core/experiment/stage.h"
#include "core/explain/operands.h"

#include <optional>
#include <variant>
#include <vector>

namespace lab {

/// What a scene computes of its stage: everything, or, of queries and keys that are normalised or rotated,
/// first the projection, then the norm, then the rotation.
enum class ScenePart { whole, projected, normalized, rotated };

struct Scene {
    StageId stage = StageId::inputs;
    HeadIndex head = 0; ///< 0 for a stage that has no heads
    ScenePart part = ScenePart::whole;
    bool operator==(const Scene&) const = default;
};

/// A matrix that a scene shows beside its result: a block of a stage, of a parameter, or the numbers of
/// queries and keys before their norm or rotation.
struct SceneMatrix {
    std::variant<StageBlock, ParameterBlock> block;
    ScenePart part = ScenePart::whole; ///< `projected`, `normalized`: what the stage is after that part
    bool operator==(const SceneMatrix&) const = default;
};

enum class SceneKind {
    look_up, ///< rows of `above` (the table of words, or the given rows) are copied; `added` holds positions,
             ///< if a matrix has them
    product, ///< `left` times `above`, plus `added` (a bias)
    norm,    ///< rows of `left` are divided by one number each, and multiplied by `added` (gains)
    rotate,  ///< pairs of columns of `left` are turned, others stay
    scale,   ///< `left` times a factor, capped, minus the bias of ALiBi, plus `added` (added scores)
    mask,    ///< `left`, hidden where a rule says so
    normalize, ///< rows of `left` become weights
    drop,      ///< `left`, divided by a number, or 0 where dropped
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

/// Whether queries or keys have a scene for their rotation: rotary positions need at least one pair of
/// features.
bool is_rotated(const Experiment& experiment, StageId stage);
/// Whether a later scene changes the numbers of the same stage once more.
bool is_on_the_way(const Experiment& experiment, const Scene& scene);

/// The scenes of an experiment in the order of its stages, heads in sequence within a stage. Queries and keys
/// that are normalised or rotated have one for each part, one after the other.
std::vector<Scene> scenes_of(const Experiment& experiment);
/// The scene must be one of these.
SceneLayout layout_of(const Experiment& experiment, const Scene& scene);

/// How many terms the sum of a cell in that column has; 1 if it is not a sum.
Index terms_of(const Experiment& experiment, const Scene& scene, Index column);

} // namespace lab
