// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/film/scene_flights.h"

#include "ui/plots/film/flight_plan.h"
#include "ui/plots/film/scene_bands.h"

namespace lab {

namespace {

constexpr double enoughToFollow = 0.3; // seconds
constexpr double sizeOnBar = 0.5;      // of a cell that leaves its bar
constexpr double appearsFrom = 0.8;    // share of the time, of a number that something else has brought

/// The flights of every operation except products: one number leads to another.
class CellFlights : public FlightPlan {
public:
    using FlightPlan::FlightPlan;

    void plan() {
        switch (m_content.kind) {
        case SceneKind::normalize:
            m_content.bandCount > 0 ? fromBars() : copies(0.7, 0.6);
            break;
        case SceneKind::norm:
        case SceneKind::scale:
        case SceneKind::drop:
            copies(0.9, 0.6);
            break;
        case SceneKind::mask:
            copies(1.0, 0.45);
            hatching();
            break;
        case SceneKind::product:
            break;
        case SceneKind::look_up:
        case SceneKind::rotate:
        case SceneKind::join:
        case SceneKind::copy:
            copies(0.7, 0.8);
            break;
        }
    }

private:
    /// Each number glides to its place, arriving at that share of the time; while it scales, it shrinks.
    void copies(double seconds, double arrives) {
        const Index rowsEnd = m_step.rows.first + m_step.rows.count;
        const Index columnsEnd = m_step.columns.first + m_step.columns.count;
        for (Index row = m_step.rows.first; row < rowsEnd && !isFull(); ++row) {
            for (Index column = m_step.columns.first; column < columnsEnd; ++column) {
                for (std::size_t i = 1; i < m_content.panels.size(); ++i)
                    copyOf(m_content.panels[i], {row, column}, arrives);
            }
        }
        m_flights.fadeFrom = std::max(arrives, appearsFrom);
        m_flights.framesUntil = 0.5;
        m_flights.seconds = m_isCell ? seconds : std::min(seconds, 0.8);
    }

    void copyOf(const ScenePanel& panel, StoredCell into, double arrives) {
        if (result().content.isDropped(into))
            return; // it stays where it is
        // A word stands in another row than its token, a given row beside it.
        const bool isWord = panel.parameter() && panel.parameter()->id == ParameterId::E;
        if (panel.framed.empty() && (isWord || m_isCell))
            return;
        StoredCell cell{into.row, into.column - panel.offset};
        if (isWord)
            cell.row = panel.framed.front().row;
        if (panel.slot == SceneSlot::added) // gains
            cell.row = 0;
        if (cell.column < 0 || cell.column >= panel.block.columns)
            return;
        cell.column += panel.block.column;
        const QRectF target = m_geometry.rect(result(), into);
        const bool isDivided = m_content.kind == SceneKind::norm && panel.slot == SceneSlot::left;
        std::vector<Index> columns;
        if (m_content.kind == SceneKind::rotate && m_isCell) { // of a pair, both
            for (const Block& framed : panel.framed) {
                for (Index i = 0; i < framed.columns; ++i)
                    columns.push_back(framed.column + i);
            }
        } else {
            columns = {cell.column};
        }
        for (const Index column : columns) {
            auto flight = target.isEmpty() ? std::nullopt : from(panel, {cell.row, column});
            if (!flight)
                continue;
            flight->to = target;
            if ((m_content.kind == SceneKind::scale && panel.slot == SceneSlot::left) || isDivided)
                flight->to = shrunk(target, *flight->cell.number, into);
            flight->starts = 0.04;
            flight->arrives = arrives;
            flight->vanishes = 1;
            flight->fadeOut = 1 - std::max(arrives, appearsFrom);
            m_flights.all.push_back(*flight);
        }
    }

    /// As much as the number does.
    QRectF shrunk(const QRectF& target, double before, StoredCell cell) const {
        const double ratio = std::abs((*result().content.matrix)(cell.row, cell.column) / before);
        const double share = std::isfinite(ratio) ? std::clamp(ratio, 0.5, 1.2) : 1;
        QRectF rect(QPointF(), target.size() * share);
        rect.moveCenter(target.center());
        return rect;
    }

    /// Hatching falls from above the matrix onto the cells that a rule hides.
    void hatching() {
        const QSizeF size = m_geometry.cell();
        const double top = m_geometry.area(result()).top();
        const Index rowsEnd = m_step.rows.first + m_step.rows.count;
        const Index columnsEnd = m_step.columns.first + m_step.columns.count;
        for (Index row = m_step.rows.first; row < rowsEnd && !isFull(); ++row) {
            for (Index column = m_step.columns.first; column < columnsEnd; ++column) {
                const QRectF target = m_geometry.rect(result(), StoredCell{row, column});
                if (target.isEmpty() || !result().content.isHidden({row, column}))
                    continue;
                Flight fall;
                fall.cell.colour = m_theme.colours().hidden;
                fall.cell.isHatched = true;
                fall.cell.lift = 1;
                fall.to = target;
                const double height = std::max(target.top() - top, size.height()) + size.height();
                fall.from = target.translated(0, -height);
                fall.appears = 0.35;
                fall.fadeIn = 0.1;
                fall.starts = 0.4;
                fall.arrives = 0.8;
                fall.falls = true;
                m_flights.all.push_back(fall);
            }
        }
    }

    /// A weight's number rises from its bar.
    void fromBars() {
        if (!m_isCell || m_content.bands.empty() || !m_content.bands.back().isWeights)
            return;
        const Index key = m_step.columns.first;
        const QRectF bar = bandPlace(m_content, m_geometry, m_theme, m_content.bands.size() - 1, key);
        auto flight = from(result(), {m_step.rows.first, key});
        if (!flight || bar.isEmpty())
            return;
        const double computed = m_content.bands.back().values[static_cast<std::size_t>(key)];
        if (!sameNumber(*flight->cell.number, computed))
            return; // an override has taken its place
        flight->from.setSize(flight->from.size() * sizeOnBar);
        flight->from.moveCenter(bar.center());
        flight->appears = 0.56;
        flight->fadeIn = 0.08;
        flight->starts = 0.6;
        flight->arrives = 0.95;
        m_flights.all.push_back(*flight);
        m_flights.fadeFrom = 0.9;
        m_flights.framesUntil = 0.4;
        m_flights.seconds = 0.9;
        m_flights.waitsForBars = true;
    }
};

Flights cellFlights(const SceneContent& content, const SceneGeometry& geometry, const Theme& theme,
                    double seconds) {
    CellFlights flights(content, geometry, theme, seconds);
    flights.plan();
    return flights.take();
}

} // namespace

Flights flightsOf(const SceneContent& content, const SceneGeometry& geometry, const Theme& theme,
                  double seconds) {
    if (!content.step || !content.isReady || content.step->phase != RowPhase::none ||
        seconds < enoughToFollow)
        return {};
    Flights flights = content.kind == SceneKind::product ? productFlights(content, geometry, theme, seconds)
                                                         : cellFlights(content, geometry, theme, seconds);
    if (flights.all.empty() || flights.all.size() > FlightPlan::mostFlights)
        return {};
    for (Flight& flight : flights.all) {
        if (content.isOverview)
            flight.cell.number.reset();
    }
    return flights;
}

} // namespace lab
