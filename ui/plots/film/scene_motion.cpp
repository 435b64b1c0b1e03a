// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/film/scene_motion.h"

#include "ui/plots/film/scene_drawing.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

// Shares of a motion's time.
constexpr double barsUntil = 0.6; ///< where a number flies from its bar

double passed(double t, double from, double to) {
    return to > from ? std::clamp((t - from) / (to - from), 0.0, 1.0) : t >= to ? 1 : 0;
}

/// Starts and stops gently.
double gently(double t) {
    return t * t * (3 - 2 * t);
}

FlyingCell inFlight(const Flight& flight, double t) {
    FlyingCell cell = flight.cell;
    const double share = passed(t, flight.starts, flight.arrives);
    cell.rect = onTheWay(flight.from, flight.to, flight.falls ? share * share : gently(share));
    const double appeared = passed(t, flight.appears, flight.appears + flight.fadeIn);
    const double leaves = flight.vanishes - flight.fadeOut;
    cell.opacity *= std::min(appeared, 1 - passed(t, leaves, flight.vanishes));
    // Lifts off before it moves and lies down when it fades.
    cell.lift *= std::min(gently(passed(t, 0, 0.06)), 1 - passed(t, 0.94, 1));
    return cell;
}

/// Whether the bars of one show the same row as those of the other.
bool isSameRow(const SceneContent& before, const SceneContent& after) {
    return before.scene == after.scene && before.step && after.step && before.bandRow == after.bandRow;
}

} // namespace

SceneMotion::SceneMotion(const SceneContent& before, const SceneContent& after, const SceneGeometry& geometry,
                         const Theme& theme, double seconds)
    : m_frames(sceneFrames(after, geometry)), m_flights(flightsOf(after, geometry, theme, seconds)) {
    if (before.scene == after.scene && before.panels.size() == after.panels.size())
        m_framesFrom = sceneFrames(before, geometry);
    else
        m_framesFrom = m_frames;
    const auto cellOf = [](const FilmStep& step) { return StoredCell{step.rows.first, step.columns.first}; };
    if (before.scene == after.scene && before.step && after.step &&
        cellOf(*before.step) == cellOf(*after.step))
        m_partialBefore = before.partial;
    moveBands(before, after);
    m_seconds = std::min(m_flights.seconds, seconds);
}

/// Bars that are new grow out of those of the band before, one band after another where several are new.
void SceneMotion::moveBands(const SceneContent& before, const SceneContent& after) {
    if (after.bands.empty())
        return;
    const bool isSame = m_isSameRow = isSameRow(before, after);
    if (before.scene == after.scene)
        m_bandsBefore = before.bands;
    const std::size_t first = isSame ? std::min(before.bands.size(), after.bands.size() - 1) : 0;
    const bool isPhase = after.step->phase != RowPhase::none;
    const bool changes = !isSame || after.bands.size() != before.bands.size() ||
                         after.bands.back().known != before.bands.back().known ||
                         (isPhase && after.bands.back().name != before.bands.back().name);
    if (!changes)
        return;
    const double until = m_flights.waitsForBars ? barsUntil : 1;
    const auto count = static_cast<double>(after.bands.size() - first);
    for (std::size_t band = 0; band < after.bands.size(); ++band) {
        const double at = band < first ? 0 : static_cast<double>(band - first);
        m_growth.push_back(band < first ? Growth{} : Growth{until * at / count, until * (at + 1) / count});
    }
    if (count > 1 && !m_flights.waitsForBars) // the numbers come after the bars
        m_flights.fadeFrom = std::max(m_flights.fadeFrom, 0.8);
    // A longer sequence has more time.
    m_flights.seconds = std::max(m_flights.seconds, std::min(0.7 + 0.25 * count, 1.4));
}

std::vector<QRectF> SceneMotion::framesAt(double t) const {
    if (t <= 0 || m_framesFrom.empty())
        return t <= 0 ? m_framesFrom : m_frames;
    const double share = gently(passed(t, 0, m_flights.framesUntil));
    if (share >= 1 || m_frames.empty())
        return m_frames;
    std::vector<QRectF> frames;
    for (std::size_t i = 0; i < std::max(m_frames.size(), m_framesFrom.size()); ++i)
        frames.push_back(onTheWay(m_framesFrom[std::min(i, m_framesFrom.size() - 1)],
                                  m_frames[std::min(i, m_frames.size() - 1)], share));
    return frames;
}

SceneLook SceneMotion::at(double t) const {
    SceneLook look;
    if (t >= 1) {
        look.frames = m_frames;
        return look;
    }
    t = std::max(t, 0.0);
    look.frames = framesAt(t);
    look.fade = gently(passed(t, m_flights.fadeFrom, 1));
    look.partialBefore = m_partialBefore;
    for (const Flight& flight : m_flights.all) {
        if (t >= flight.appears && t < flight.vanishes)
            look.flying.push_back(inFlight(flight, t));
    }
    if (!m_growth.empty()) {
        look.bandMotion = BandMotion{m_bandsBefore, m_isSameRow, {}, t};
        for (const Growth& each : m_growth)
            look.bandMotion->grown.push_back(gently(passed(t, each.from, each.to)));
    }
    return look;
}

} // namespace lab
