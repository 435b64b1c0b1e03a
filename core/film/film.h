// SPDX-License-Identifier: GPL-3.0-or-later
//
// The computation as a film: a sequence of places, each a pure function of the experiment, the settings and
// its number. Any place is reached without walking there, and needs memory that does not grow with the
// sentence.
#pragma once

#include "core/describe/scene.h"

#include <cstdint>
#include <optional>
#include <span>
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
    std::vector<StageId> stages = {};     ///< only these; empty: those that tell, see tells()
    std::optional<HeadIndex> head = {};   ///< only this one of stages that have heads
    std::optional<TokenIndex> query = {}; ///< only this row of stages whose rows are queries, except inputs
    bool operator==(const FilmSettings&) const = default;
};

/// What a film of this experiment cannot do: a head, a query or stages that it does not have. nullopt if the
/// settings are possible. `place` is the setting: "head", "query" or "stages"; numbers count from 1.
std::optional<Error> fault_of(const FilmSettings& settings, const Experiment& experiment);

using FilmPlace = std::int64_t;

class Film {
public:
    /// The experiment must be valid and not empty, and the settings possible: see fault_of(). The film keeps
    /// sizes only, not the experiment.
    Film(const Experiment& experiment, FilmSettings settings);

    const FilmSettings& settings() const { return m_settings; }
    /// The scenes that have steps, in the order of their first one.
    const std::vector<Scene>& scenes() const { return m_scenes; }

    /// The number of steps. Places go from 0, where nothing is computed, to here, where all is.
    FilmPlace size() const { return m_query_begin + m_queries.count * m_query_steps; }
    /// The step that leads to `place`, from 1 to size().
    FilmStep step(FilmPlace place) const;
    /// How many cells of a scene are known at `place`, counted row by row: all cells if the film leaves the
    /// scene out. With `query`, the rows before it are known from the start, those after it when it is.
    /// `whole` stands for the last part where there are several.
    Index known(FilmPlace place, const Scene& scene) const;
    /// The place at which a scene begins: its first step leads from there. Of a scene that is left out, where
    /// the next one begins. Where a query's whole way is shown, each query has a scene of its own: that of
    /// the given one, or of the nearest that is filmed.
    FilmPlace begin(const Scene& scene, TokenIndex query = 0) const;
    /// The query whose way the step to `place` belongs to; the first one for steps that all queries share.
    TokenIndex query_at(FilmPlace place) const;
    /// Where the whole way of a query begins, which must be filmed. nullopt: no query has one.
    std::optional<FilmPlace> begin_of_query(TokenIndex query) const;
    /// The queries that are filmed.
    const Rows& queries() const { return m_queries; }

    /// The place whose step is this one or, if there is none (another grain, other sizes), the last one that
    /// knows no more than it. Scenes that are gone lead to the next one that there is. Where a query's whole
    /// way is shown, several rows of a scene lead to the first of them.
    FilmPlace place_of(const FilmStep& step) const;

    /// While the film plays: where it goes next from `place`, and how many seconds that is shown at speed 1.
    /// At the grains `cell` and `term` the first cell of a stage takes longest, the rest of its row a quarter
    /// of that each, the other rows go together; a row that was left in the middle is finished first. Of
    /// several heads, those after the first go scene by scene. Long films are faster and may take several
    /// steps at once: none is longer than two minutes. nullopt at the end.
    struct Beat {
        FilmPlace next = 0;
        double seconds = 0;
    };
    std::optional<Beat> beat(FilmPlace place) const;

private:
    /// A scene and its steps. They follow each other (`by_stage`, and what all queries share), or each query
    /// has those of one row.
    struct Reel {
        Scene scene;
        Index rows = 0, columns = 0; ///< of its matrix
        Rows filmed;                 ///< the rows that have steps
        bool per_query = false;
        bool is_quick = false;       ///< of a head after the first
        std::size_t first_quick = 0; ///< where the run of such scenes begins that this one is in
        Index terms = 1;             ///< of a cell's sum
        Index sums = 0;              ///< how many columns are sums; those after them are single numbers
        std::span<const RowPhase> phases;
        FilmPlace row_steps = 1; ///< of a row; at the grain `stage`, of what it takes together
        FilmPlace steps = 1;     ///< of the scene; of a query's scene, of one row
        FilmPlace start = 0;     ///< from the film's beginning; of a query's scene, from that query's
    };
    /// A scene and how far in its steps a place is.
    struct Spot {
        std::size_t reel = 0;
        Index row = 0;        ///< of those that are filmed
        FilmPlace in_row = 0; ///< steps of the row that are done
        FilmPlace begin = 0;  ///< the place where the scene's steps begin, or those of its row for this query
    };

    bool is_fine() const {
        return m_settings.grain == FilmGrain::cell || m_settings.grain == FilmGrain::term;
    }
    Reel reel_of(const Experiment& experiment, const Scene& scene) const;
    Spot spot(FilmPlace place) const;
    Index known_in_row(const Reel& reel, FilmPlace done) const;
    FilmPlace done_in_row(const Reel& reel, const FilmStep& step) const;
    std::optional<std::size_t> find(const Scene& scene) const;
    std::size_t next_reel(const Scene& scene) const;
    FilmPlace place_without(const FilmStep& step) const;

    void count_quick();
    void set_pace();
    double seconds_of(const Reel& reel) const;
    static double seconds_of_first(const Reel& reel);
    double seconds_of_rest(const Reel& reel) const;
    double seconds_of_later() const;
    double seconds_of_quick() const;
    Beat run(FilmPlace place, FilmPlace begin, FilmPlace steps, FilmPlace unit, double seconds) const;
    Beat in_row(const Reel& reel, FilmPlace row_begin, FilmPlace in_row, bool is_first) const;
    Beat quick(const Spot& at) const;
    Beat later(const Spot& at) const;

    FilmSettings m_settings;
    Dimensions m_sizes;
    std::vector<Scene> m_scenes;
    std::vector<Reel> m_reels;   ///< in the order of m_scenes
    std::size_t m_quick = 0;     ///< how many scenes are of a head after the first
    std::size_t m_per_query = 0; ///< the first reel of those that each query goes through
    FilmPlace m_query_begin = 0; ///< where the first query's way begins
    FilmPlace m_query_steps = 0; ///< the length of a query's way
    Rows m_queries;              ///< those that have one
    double m_pace = 1;           ///< by which beats are shorter than usual
};

} // namespace lab
