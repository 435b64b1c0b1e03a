// SPDX-License-Identifier: GPL-3.0-or-later
//
// The computation as a film: a sequence of places, each a pure function of the experiment, the settings and
// its number. Any place is reached without walking there, and needs memory that does not grow with the
// sentence.
#pragma once

#include "core/film/scene.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lab {

/// by_stage: each stage for all tokens, as matrix products do it. by_query: inputs, keys and values of all
/// tokens, then one query's whole way to its output, then the next query's, as loops do it.
enum class FilmOrder { by_stage, by_query };

/// What one step adds: all that the order takes together, a row, a cell, or a term of a sum. Where a cell is
/// not a sum, `term` is `cell`.
enum class FilmGrain { stage, row, cell, term };

struct FilmSettings {
    FilmOrder order = FilmOrder::by_stage;
    FilmGrain grain = FilmGrain::row;
    std::vector<StageId> stages = {}; ///< only these; empty: all
    std::optional<HeadIndex> head = {};
    std::optional<TokenIndex> query = {}; ///< only this row of stages whose rows are queries
    bool operator==(const FilmSettings&) const = default;
};

/// How far a row of weights is, at the grains `cell` and `term`, before its cells. Phases that a normaliser
/// does not have are left out: `sum` has no exponentials, softmax_naive subtracts nothing.
enum class RowPhase {
    none,    ///< not a row of weights, or already among its cells
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

using FilmPlace = std::int64_t;

class Film {
public:
    /// The experiment must be valid and not empty. A head, query or stages that it does not have are an
    /// Error.
    Film(const Experiment& experiment, FilmSettings settings);

    const FilmSettings& settings() const;
    /// The scenes in the order of their first step.
    const std::vector<Scene>& scenes() const;

    /// The number of steps. Places go from 0, where nothing is computed, to here, where all is.
    FilmPlace size() const;
    /// The step that leads to `place`, from 1 to size().
    FilmStep step(FilmPlace place) const;
    /// How many cells of a scene are known at `place`, counted row by row.
    Index known(FilmPlace place, const Scene& scene) const;
    /// The first place at which a scene begins: its first step leads from there.
    FilmPlace begin(const Scene& scene) const;

    /// The place whose step is this one or, if there is none (another grain, other sizes), the last one that
    /// knows no more than it. Scenes that are gone lead to the next one that there is.
    FilmPlace place_of(const FilmStep& step) const;

    /// While the film plays: where it goes next from `place`, and how many seconds it takes at speed 1. The
    /// first cell of a stage takes longest, the rest of its row a quarter of that each, the other rows go
    /// together. nullopt at the end.
    struct Beat {
        FilmPlace next = 0;
        double seconds = 0;
    };
    std::optional<Beat> beat(FilmPlace place) const;
};

} // namespace lab
