// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/film/film.h"

#include "core/describe/stage_description.h"
#include "core/experiment/captured_attention.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/rotation.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <string>
#include <tuple>
#include <utility>

namespace lab {

namespace {

constexpr std::array norm_phases{RowPhase::root};
constexpr std::array weight_phases{RowPhase::reduced, RowPhase::parts, RowPhase::total};

/// The phases of a row of weights: a part of weight_phases.
std::span<const RowPhase> phases_of(const Normalization& normalization) {
    const std::span<const RowPhase> all = weight_phases;
    const std::size_t first = reduces(normalization) ? 0 : 1;
    const Normalizer& kind = normalizer(normalization.kind);
    if (kind.each_alone)
        return all.first(1 - first);
    if (!kind.divides_by_sum()) // its parts are the weights
        return all.first(2);
    return all.subspan(kind.raises_e ? first : 2);
}

/// Whether a stage is computed for one query after the other in the order by_query: not what all queries
/// share, and not the inputs, of which each token may also be a key.
bool is_of_query(StageId stage) {
    return info(stage).rows == Axis::query_token && stage != StageId::inputs;
}

/// The order of scenes, also of those that a film leaves out.
auto place_in(FilmOrder order, const Scene& scene) {
    const bool by_query = order == FilmOrder::by_query && is_of_query(scene.stage);
    const bool has_head = by_query && info(scene.stage).per_head;
    return std::tuple(by_query ? 1 : 0, by_query && !has_head ? 1 : 0, has_head ? scene.head : 0, scene.stage,
                      scene.head, scene.part);
}

} // namespace

std::optional<Error> fault_of(const FilmSettings& settings, const Experiment& experiment) {
    const Dimensions d = dimensions(experiment);
    const auto range = [](Index last) { return last == 1 ? "1" : "1 to " + std::to_string(last); };
    if (settings.head && (*settings.head < 0 || *settings.head >= d.H))
        return Error{{}, "head", std::to_string(*settings.head + 1), range(d.H)};
    if (settings.query && (*settings.query < 0 || *settings.query >= d.n_q))
        return Error{{}, "query", std::to_string(*settings.query + 1), range(d.n_q)};
    for (const StageId stage : settings.stages) {
        if (!has_stage(experiment, stage))
            return Error{{}, "stages", std::string(info(stage).name), "a stage of this document"};
    }
    return std::nullopt;
}

Film::Film(const Experiment& experiment, FilmSettings settings) : m_settings(std::move(settings)) {
    assert(!is_empty(experiment) && !fault_of(m_settings, experiment));
    m_sizes = dimensions(experiment);
    m_queries = m_settings.query ? Rows{*m_settings.query, 1} : Rows{0, m_sizes.n_q};
    const std::vector<StageId>& stages = m_settings.stages;
    for (const Scene& scene : scenes_of(experiment)) {
        const bool has_stage = stages.empty() ? tells(experiment, scene.stage)
                                              : std::ranges::find(stages, scene.stage) != stages.end();
        const bool has_head =
            !m_settings.head || !info(scene.stage).per_head || scene.head == *m_settings.head;
        if (has_stage && has_head)
            m_scenes.push_back(scene);
    }
    const FilmOrder order = m_settings.order;
    std::ranges::stable_sort(m_scenes, {}, [order](const Scene& scene) { return place_in(order, scene); });
    m_per_query = m_scenes.size();
    for (const Scene& scene : m_scenes) {
        Reel reel = reel_of(experiment, scene);
        if (reel.per_query)
            m_per_query = std::min(m_per_query, m_reels.size());
        FilmPlace& end = reel.per_query ? m_query_steps : m_query_begin;
        reel.start = end;
        end += reel.steps;
        m_reels.push_back(reel);
    }
    count_quick();
    set_pace();
}

Film::Reel Film::reel_of(const Experiment& experiment, const Scene& scene) const {
    const StageInfo& stage = info(scene.stage);
    Reel reel;
    reel.scene = scene;
    reel.rows = length(stage.rows, m_sizes);
    reel.columns = length(stage.columns, m_sizes);
    reel.filmed = is_of_query(scene.stage) ? m_queries : Rows{0, reel.rows};
    reel.per_query = m_settings.order == FilmOrder::by_query && is_of_query(scene.stage);
    reel.is_quick = stage.per_head && scene.head > m_settings.head.value_or(0);
    reel.terms = terms_of(experiment, scene, 0);
    // The first features are rotated, the others stay.
    reel.sums = scene.part == ScenePart::rotated ? Rotation(experiment).columns() : reel.columns;
    if (scene.stage == StageId::weights)
        reel.phases = phases_of(experiment.normalization);
    else if (scene.part == ScenePart::normalized)
        reel.phases = norm_phases;
    const auto phases = static_cast<FilmPlace>(reel.phases.size());
    if (m_settings.grain == FilmGrain::cell)
        reel.row_steps = phases + reel.columns;
    if (m_settings.grain == FilmGrain::term)
        reel.row_steps = phases + reel.sums * reel.terms + (reel.columns - reel.sums);
    const bool is_one = reel.per_query || m_settings.grain == FilmGrain::stage;
    reel.steps = is_one ? reel.row_steps : reel.filmed.count * reel.row_steps;
    return reel;
}

/// The scene whose step leads from `place`, which is not the last one.
Film::Spot Film::spot(FilmPlace place) const {
    const auto begin = m_reels.begin();
    const auto per_query = begin + static_cast<std::ptrdiff_t>(m_per_query);
    const bool is_of_query = place >= m_query_begin;
    const FilmPlace query = is_of_query ? (place - m_query_begin) / m_query_steps : 0;
    const FilmPlace base = is_of_query ? m_query_begin + query * m_query_steps : 0;
    const auto after =
        std::ranges::upper_bound(is_of_query ? per_query : begin, is_of_query ? m_reels.end() : per_query,
                                 place - base, {}, &Reel::start);
    const Reel& reel = *(after - 1);
    Spot spot;
    spot.reel = static_cast<std::size_t>(after - 1 - begin);
    spot.begin = base + reel.start;
    spot.in_row = (place - spot.begin) % reel.row_steps;
    spot.row = is_of_query ? query : (place - spot.begin) / reel.row_steps;
    return spot;
}

FilmStep Film::step(FilmPlace place) const {
    const Spot at = spot(place - 1);
    const Reel& reel = m_reels[at.reel];
    FilmStep step{reel.scene, {reel.filmed.first + at.row, 1}, {0, reel.columns}};
    if (m_settings.grain == FilmGrain::stage && !reel.per_query)
        step.rows = reel.filmed;
    if (!is_fine())
        return step;
    FilmPlace number = at.in_row;
    const auto phases = static_cast<FilmPlace>(reel.phases.size());
    if (number < phases) {
        step.phase = reel.phases[static_cast<std::size_t>(number)];
        step.adds_cells = false;
        return step;
    }
    number -= phases;
    if (m_settings.grain == FilmGrain::cell || reel.terms == 1) {
        step.columns = {number, 1};
    } else if (number < reel.sums * reel.terms) {
        step.columns = {number / reel.terms, 1};
        step.terms = number % reel.terms + 1;
        step.adds_cells = step.terms == reel.terms;
    } else {
        step.columns = {reel.sums + number - reel.sums * reel.terms, 1};
    }
    return step;
}

/// How many cells the first steps of a row complete.
Index Film::known_in_row(const Reel& reel, FilmPlace done) const {
    if (!is_fine())
        return done > 0 ? reel.columns : 0;
    const FilmPlace number = std::max<FilmPlace>(0, done - static_cast<FilmPlace>(reel.phases.size()));
    if (m_settings.grain == FilmGrain::cell)
        return number;
    const FilmPlace in_sums = reel.sums * reel.terms;
    return number < in_sums ? number / reel.terms : reel.sums + number - in_sums;
}

/// The scene, or the last one of its stage and head; nullopt if there is none. Parts of those follow each
/// other.
std::optional<std::size_t> Film::find(const Scene& scene) const {
    const FilmOrder order = m_settings.order;
    const auto place = [order](const Scene& each) { return place_in(order, {each.stage, each.head, {}}); };
    const auto begin = std::ranges::lower_bound(m_scenes, place(scene), {}, place);
    const auto end = std::ranges::upper_bound(m_scenes, place(scene), {}, place);
    if (begin == end)
        return std::nullopt;
    const auto found = std::find(begin, end, scene);
    return std::size_t((found == end ? found - 1 : found) - m_scenes.begin());
}

/// The first one after a scene that is left out; the number of scenes if there is none.
std::size_t Film::next_reel(const Scene& scene) const {
    const FilmOrder order = m_settings.order;
    const auto next = std::ranges::upper_bound(m_scenes, place_in(order, scene), {},
                                               [order](const Scene& each) { return place_in(order, each); });
    return std::size_t(next - m_scenes.begin());
}

Index Film::known(FilmPlace place, const Scene& scene) const {
    const auto found = find(scene);
    const StageInfo& stage = info(scene.stage);
    const Index all = length(stage.rows, m_sizes) * length(stage.columns, m_sizes);
    if (!found)
        return all;
    const Reel& reel = m_reels[*found];
    FilmPlace rows = 0; // that are complete
    FilmPlace in_row = 0;
    if (reel.per_query) {
        const FilmPlace since = std::max<FilmPlace>(0, place - m_query_begin);
        rows = since / m_query_steps;
        in_row = std::clamp<FilmPlace>(since % m_query_steps - reel.start, 0, reel.row_steps);
    } else {
        const FilmPlace done = std::clamp<FilmPlace>(place - reel.start, 0, reel.steps);
        if (m_settings.grain == FilmGrain::stage)
            return done > 0 ? all : reel.filmed.first * reel.columns;
        rows = done / reel.row_steps;
        in_row = done % reel.row_steps;
    }
    if (in_row == reel.row_steps) {
        ++rows;
        in_row = 0;
    }
    if (rows >= reel.filmed.count)
        return all;
    return (reel.filmed.first + rows) * reel.columns + known_in_row(reel, in_row);
}

FilmPlace Film::begin(const Scene& scene, TokenIndex query) const {
    const std::size_t reel = find(scene).value_or(next_reel(scene));
    if (reel == m_reels.size())
        return size();
    const Index way = std::clamp<Index>(query - m_queries.first, 0, m_queries.count - 1);
    return m_reels[reel].start + (m_reels[reel].per_query ? m_query_begin + way * m_query_steps : 0);
}

TokenIndex Film::query_at(FilmPlace place) const {
    const FilmPlace done = place - 1 - m_query_begin; // of the queries' ways
    return m_queries.first + (m_query_steps > 0 && done > 0 ? done / m_query_steps : 0);
}

std::optional<FilmPlace> Film::begin_of_query(TokenIndex query) const {
    if (m_query_steps == 0)
        return std::nullopt;
    return m_query_begin + (query - m_queries.first) * m_query_steps;
}

/// How many steps of a row are done when a step of whatever grain is.
FilmPlace Film::done_in_row(const Reel& reel, const FilmStep& step) const {
    const auto phases = static_cast<FilmPlace>(reel.phases.size());
    if (step.phase != RowPhase::none)
        return is_fine()
                   ? std::ranges::count_if(reel.phases, [&](RowPhase phase) { return phase <= step.phase; })
                   : 0;
    const bool is_whole_row = step.columns.first == 0 && step.columns.count != 1;
    const Index column = step.columns.first + step.columns.count - 1;
    if (is_whole_row || column >= reel.columns)
        return reel.row_steps;
    const Index terms = column < reel.sums ? reel.terms : 1;
    const bool is_complete = step.terms == 0 || step.terms >= terms;
    if (!is_fine())
        return column + 1 == reel.columns && is_complete ? reel.row_steps : 0;
    if (m_settings.grain == FilmGrain::cell)
        return phases + column + (is_complete ? 1 : 0);
    const FilmPlace before =
        std::min(column, reel.sums) * reel.terms + std::max<Index>(0, column - reel.sums);
    return phases + before + (is_complete ? terms : step.terms);
}

/// The place of a step whose scene is left out.
FilmPlace Film::place_without(const FilmStep& step) const {
    const std::size_t next = next_reel(step.scene);
    const FilmPlace begin = next < m_reels.size() ? m_reels[next].start : m_query_steps;
    if (m_settings.order == FilmOrder::by_stage || !is_of_query(step.scene.stage))
        return next < m_per_query ? begin : m_query_begin;
    const Index query = step.rows.first - m_queries.first;
    if (query < 0)
        return m_query_begin;
    return query < m_queries.count ? m_query_begin + query * m_query_steps + begin : size();
}

FilmPlace Film::place_of(const FilmStep& step) const {
    const auto found = find(step.scene);
    if (!found)
        return place_without(step);
    const Reel& reel = m_reels[*found];
    const Index last = reel.filmed.count - 1;
    if (reel.per_query) {
        const Index query = step.rows.first - reel.filmed.first;
        const FilmPlace done = query < 0 ? 0 : query > last ? reel.steps : done_in_row(reel, step);
        return m_query_begin + std::clamp<Index>(query, 0, last) * m_query_steps + reel.start + done;
    }
    const Index row = step.rows.first + step.rows.count - 1 - reel.filmed.first;
    if (row < 0)
        return reel.start;
    if (row > last)
        return reel.start + reel.steps;
    const FilmPlace done = done_in_row(reel, step);
    if (m_settings.grain == FilmGrain::stage)
        return reel.start + (row == last ? done : 0);
    return reel.start + row * reel.row_steps + done;
}

} // namespace lab
