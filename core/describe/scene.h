// SPDX-License-Identifier: GPL-3.0-or-later
//
// One operation of the computation, how its operands lie beside its result, and a step of the film that shows
// it.
#pragma once

#include "core/describe/operands.h"
#include "core/experiment/parameter.h"
#include "core/experiment/stage.h"

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

/// How far a row of weights, or of queries or keys that are normalised, is at the grains `cell` and `term`
/// before its cells. Phases that a normaliser does not have are left out: `sum` has no exponentials,
/// softmax_naive subtracts nothing (and divides only by a temperature other than 1), sparsemax's parts are
/// its weights.
enum class RowPhase {
    none,    ///< no such row, or already among its cells
    root,    ///< of a normalised row: what its cells will be divided by
    reduced, ///< divided by the temperature; the maximum or sparsemax's threshold subtracted
    parts,   ///< exponentials, or what stands in their place
    total,   ///< their sum
};

/// What one step does. It adds `rows` × `columns` of the scene's matrix, or a term or a phase on the way
/// there.
struct FilmStep {
    Scene scene;
    Rows rows;       ///< one row, unless the grain is `stage`
    Columns columns; ///< all columns, or one; of a phase, all
    Index terms = 0; ///< of the cell's sum, including the one that this step adds; 0: the whole cell
    RowPhase phase = RowPhase::none;
    bool adds_cells = true; ///< false for a phase, and for all terms of a cell but the last
    bool operator==(const FilmStep&) const = default;
};

/// Whether queries or keys have a scene for their rotation: rotary positions need at least one pair of
/// features.
bool is_rotated(const Experiment& experiment, StageId stage);
/// Whether a later scene changes the numbers of the same stage once more.
bool is_on_the_way(const Experiment& experiment, const Scene& scene);

/// The scenes of an experiment in the order of its stages, heads in sequence within a stage. Queries and keys
/// that are normalised or rotated have one for each part, one after the other.
std::vector<Scene> scenes_of(const Experiment& experiment);

/// All of a stage's matrix, or of a parameter's.
SceneMatrix whole_matrix(const Experiment& experiment, StageId stage, HeadIndex head,
                         ScenePart part = ScenePart::whole);
SceneMatrix whole_matrix(const Experiment& experiment, ParameterId id);

} // namespace lab
