// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast a film plays.
#include "core/film/film.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

// Seconds at speed 1.
constexpr double first_phase = 1.6; ///< of a row of weights
constexpr double later_phase = first_phase / 4;
constexpr double first_copy = 1.3; ///< of a number that comes from one other
constexpr double first_term = 1.2;
constexpr double other_rows = 0.8; ///< all of a scene together
constexpr double later_row = 0.4;  ///< of a query after the first
constexpr double one_row = 1.2;    ///< at the grain `row`
constexpr double one_stage = 3.6;
constexpr double one_head = 0.5; ///< a scene of a head after the first

// What these may add up to.
constexpr double longest_cell = 6;
constexpr double longest_row = 5;
constexpr double longest_rows = 10;  ///< of a scene, at the grain `row`
constexpr double longest_heads = 15; ///< all scenes of heads after the first
constexpr double longest_queries = 30;
constexpr double longest_query_rows = 70; ///< the same at the grains `stage` and `row`
constexpr double longest_film = 110;

/// What takes less is taken together, since nobody can see it.
constexpr double shortest_beat = 0.04;

/// How many things of that many seconds make a beat.
FilmPlace taken_together(double seconds) {
    return std::max<FilmPlace>(1, std::llround(std::ceil(shortest_beat / seconds)));
}

} // namespace

double Film::seconds_of_quick() const {
    return std::min(one_head, longest_heads / std::max(1.0, static_cast<double>(m_quick)));
}

/// Counted once: there may be thousands of heads, and each scene's time depends on it.
void Film::count_quick() {
    for (std::size_t i = 0; i < m_reels.size(); ++i) {
        Reel& reel = m_reels[i];
        m_quick += reel.is_quick ? 1 : 0;
        const bool goes_on = i > 0 && m_reels[i - 1].is_quick && m_reels[i - 1].per_query == reel.per_query;
        reel.first_quick = goes_on ? m_reels[i - 1].first_quick : i;
    }
}

/// Of a scene's row for a query after the first.
double Film::seconds_of_later() const {
    const auto rows = static_cast<double>(m_reels.size() - m_per_query) *
                      static_cast<double>(std::max<Index>(1, m_queries.count - 1));
    return is_fine() ? std::min(later_row, longest_queries / rows)
                     : std::min(one_row, longest_query_rows / rows);
}

/// Of the first cell of a scene. The more terms its sum has, the longer it takes to see them.
double Film::seconds_of_first(const Reel& reel) {
    if (!reel.phases.empty())
        return first_phase;
    return reel.terms == 1 ? first_copy : std::min(1.5 + 0.15 * static_cast<double>(reel.terms), 3.0);
}

/// Of a cell after the first in its row.
double Film::seconds_of_rest(const Reel& reel) const {
    return std::min(seconds_of_first(reel) / 4,
                    longest_row / static_cast<double>(std::max<Index>(1, reel.columns - 1)));
}

/// Of a scene from its beginning to its end, or of a first query's row.
double Film::seconds_of(const Reel& reel) const {
    const auto rows = static_cast<double>(reel.per_query ? 1 : reel.filmed.count);
    if (reel.is_quick)
        return seconds_of_quick();
    if (m_settings.grain == FilmGrain::stage && !reel.per_query)
        return one_stage;
    if (!is_fine())
        return std::min(rows * one_row, longest_rows);
    const bool in_terms = m_settings.grain == FilmGrain::term && reel.terms > 1;
    return static_cast<double>(reel.phases.size()) * first_phase +
           (in_terms ? std::min(first_term * static_cast<double>(reel.terms), longest_cell)
                     : seconds_of_first(reel)) +
           static_cast<double>(reel.columns - 1) * seconds_of_rest(reel) + (rows > 1 ? other_rows : 0);
}

void Film::set_pace() {
    double total = 0;
    for (const Reel& reel : m_reels)
        total += seconds_of(reel);
    if (m_query_steps > 0)
        total += static_cast<double>(m_queries.count - 1) *
                 static_cast<double>(m_reels.size() - m_per_query) * seconds_of_later();
    m_pace = std::min(1.0, longest_film / total);
}

/// Through `steps` from `begin` on, of which each `unit` takes so many seconds.
Film::Beat Film::run(FilmPlace place, FilmPlace begin, FilmPlace steps, FilmPlace unit,
                     double seconds) const {
    const FilmPlace units = taken_together(seconds * m_pace);
    const FilmPlace stride = units * unit;
    const FilmPlace next = std::min(begin + ((place - begin) / stride + 1) * stride, begin + steps);
    const FilmPlace taken = std::max<FilmPlace>(1, (next - place + unit - 1) / unit);
    return {next, static_cast<double>(taken) * seconds * m_pace};
}

/// At the grains `cell` and `term`. The first row of a scene is slow at its beginning, and shows every term.
Film::Beat Film::in_row(const Reel& reel, FilmPlace row_begin, FilmPlace in_row, bool is_first) const {
    const FilmPlace place = row_begin + in_row;
    const auto phases = static_cast<FilmPlace>(reel.phases.size());
    if (in_row < phases)
        return run(place, row_begin, phases, 1, is_first ? first_phase : later_phase);
    const FilmPlace cells = row_begin + phases;
    const FilmPlace terms = m_settings.grain == FilmGrain::term ? reel.terms : 1;
    if (is_first && place < cells + terms) {
        const double most = longest_cell / static_cast<double>(terms);
        return run(place, cells, terms, 1, terms == 1 ? seconds_of_first(reel) : std::min(first_term, most));
    }
    const double seconds = seconds_of_rest(reel); // of a cell
    return is_first ? run(place, cells, reel.row_steps - phases, 1, seconds / static_cast<double>(terms))
                    : run(place, cells, reel.row_steps - phases, terms, seconds);
}

/// Scenes of heads after the first, as a whole.
Film::Beat Film::quick(const Spot& at) const {
    const auto is_together = [&](const Reel& each) {
        return each.is_quick && each.per_query == m_reels[at.reel].per_query;
    };
    const double seconds = seconds_of_quick() * m_pace;
    const std::size_t first = m_reels[at.reel].first_quick;
    const auto most = static_cast<std::size_t>(taken_together(seconds));
    const std::size_t end = first + ((at.reel - first) / most + 1) * most;
    std::size_t last = at.reel;
    while (last + 1 < std::min(end, m_reels.size()) && is_together(m_reels[last + 1]))
        ++last;
    const FilmPlace to_end = m_reels[last].start + m_reels[last].steps - m_reels[at.reel].start;
    return {at.begin + to_end, static_cast<double>(last + 1 - at.reel) * seconds};
}

/// Rows of a query after the first, as a whole; of long sentences, several queries.
Film::Beat Film::later(const Spot& at) const {
    const double seconds = seconds_of_later() * m_pace;
    const auto reels = static_cast<FilmPlace>(m_reels.size() - m_per_query);
    const FilmPlace most = taken_together(seconds);
    if (most > reels / 2) {
        const double way = seconds * static_cast<double>(reels);
        const FilmPlace queries = taken_together(way);
        const Index next = std::min<Index>((at.row / queries + 1) * queries, m_queries.count);
        return {m_query_begin + next * m_query_steps, static_cast<double>(next - at.row) * way};
    }
    const FilmPlace number = static_cast<FilmPlace>(at.reel - m_per_query);
    const FilmPlace end = std::min((number / most + 1) * most, reels);
    const Reel& last = m_reels[m_per_query + static_cast<std::size_t>(end - 1)];
    const FilmPlace to_end = last.start + last.steps - m_reels[at.reel].start;
    return {at.begin + to_end, static_cast<double>(end - number) * seconds};
}

std::optional<Film::Beat> Film::beat(FilmPlace place) const {
    if (place >= size())
        return std::nullopt;
    const Spot at = spot(place);
    const Reel& reel = m_reels[at.reel];
    const bool is_first = at.row == 0 && !reel.is_quick;
    const FilmPlace row_begin = place - at.in_row;
    if (at.in_row > 0) // by hand, or a slow row: it is finished first
        return in_row(reel, row_begin, at.in_row, is_first);
    if (reel.per_query && at.row > 0)
        return later(at);
    if (reel.is_quick)
        return quick(at);
    if (is_fine())
        return is_first ? in_row(reel, row_begin, 0, true) : Beat{at.begin + reel.steps, other_rows * m_pace};
    if (m_settings.grain == FilmGrain::stage && !reel.per_query)
        return Beat{place + 1, one_stage * m_pace};
    const auto rows = static_cast<double>(reel.per_query ? 1 : reel.filmed.count);
    return run(place, at.begin, reel.steps, 1, std::min(one_row, longest_rows / rows));
}

} // namespace lab
