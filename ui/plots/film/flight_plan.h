// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the flights of all kinds of steps start from.
#pragma once

#include "ui/look/theme.h"
#include "ui/plots/film/flight.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace lab {

class FlightPlan {
public:
    FlightPlan(const SceneContent& content, const SceneGeometry& geometry, const Theme& theme, double seconds)
        : m_content(content), m_geometry(geometry), m_theme(theme), m_seconds(seconds), m_step(*content.step),
          m_isCell(m_step.rows.count == 1 && m_step.columns.count == 1) {}

    Flights take() { return std::move(m_flights); }

    static constexpr std::size_t mostFlights = 600; ///< more are a blur, and slow

protected:
    bool isFull() const { return m_flights.all.size() > mostFlights; }
    const ScenePanel& result() const { return m_content.panels.front(); }
    const ScenePanel* panelIn(SceneSlot slot) const {
        for (const ScenePanel& panel : m_content.panels) {
            if (panel.slot == slot)
                return &panel;
        }
        return nullptr;
    }

    /// A cell as it lies in its matrix; nullopt outside of the window, or if it is not known.
    std::optional<Flight> from(const ScenePanel& panel, StoredCell cell) const {
        const QRectF rect = m_geometry.rect(panel, cell);
        if (rect.isEmpty() || !panel.isKnown(cell))
            return std::nullopt;
        const double value = (*panel.content.matrix)(cell.row, cell.column);
        const bool isHidden = panel.content.isHidden(cell);
        Flight flight;
        flight.from = flight.to = flight.cell.rect = rect;
        flight.cell.number = value;
        flight.cell.decimals =
            isHidden && value == 0
                ? 0
                : m_geometry.decimals(static_cast<std::size_t>(&panel - m_content.panels.data()));
        flight.cell.isHatched = isHidden;
        flight.cell.colour = isHidden ? m_theme.colours().hidden : colourOf(panel, value);
        flight.cell.lift = 1;
        return flight;
    }

    QColor colourOf(const ScenePanel& panel, double value) const {
        return std::isfinite(value) ? panel.content.scale().onDark(m_theme.colours().dark).colour(value)
                                    : offScaleColour(value);
    }

    const SceneContent& m_content;
    const SceneGeometry& m_geometry;
    const Theme& m_theme;
    double m_seconds;
    const FilmStep& m_step;
    bool m_isCell; ///< the step computes one, or a term of it
    Flights m_flights;
};

/// The flights of a matrix product: terms that are multiplied and added, or rows that are stacked.
Flights productFlights(const SceneContent& content, const SceneGeometry& geometry, const Theme& theme,
                       double seconds);

} // namespace lab
