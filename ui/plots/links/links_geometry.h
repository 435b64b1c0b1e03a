// SPDX-License-Identifier: GPL-3.0-or-later
//
// Positions of the parts of the links figure, as plain numbers computed before drawing.
#pragma once

#include "ui/plots/links/links_content.h"

#include <QRectF>
#include <QSize>

#include <array>

namespace lab {

class Theme;

/// Queries in a column on the left and keys in one on the right, or queries in a line above and keys below.
enum class LinksLayout { columns, lines };

/// Each token has a bar, as long as what it gives or gets, on one scale for both sides. Ribbons go from bar
/// to bar. A token takes up at least the room of its word.
class LinksGeometry {
public:
    LinksGeometry() = default;
    /// Fills `room`. Content that needs more is larger. `titled`: leave room for a title above.
    LinksGeometry(const LinksContent& content, const Theme& theme, LinksLayout layout, QSize room,
                  bool titled);

    LinksLayout layout() const { return m_layout; }
    QSize size() const { return m_size; }
    QRectF title() const;
    /// One for each head, where every head is drawn.
    const std::vector<QRectF>& legend() const { return m_legend; }
    QRectF heading(LinkSide side) const;
    /// The places of a token's word, and of the number at its end of a link.
    QRectF label(LinkToken token) const;
    QRectF number(LinkToken token) const;
    QRectF bar(LinkToken token) const;
    /// After a query's bar, what the sink takes; empty where there is none.
    QRectF sinkBar(LinkToken token) const;
    /// Where a link begins or ends: on the inner side of the token's bar, `at` as in Link.
    QPointF end(LinkToken token, double at) const;
    /// The length of a bar whose sum is 1 of LinksContent::unit.
    double perWeight() const { return m_perWeight; }
    /// The area between the bars.
    QRectF span() const;
    /// The token at a position along a side, and the token whose word, number or bar is at a position.
    std::optional<TokenIndex> indexAt(LinkSide side, QPointF position) const;
    std::optional<LinkToken> tokenAt(QPointF position) const;
    /// The tokens of a side whose words and numbers may reach into an area.
    Rows tokensIn(LinkSide side, const QRectF& area) const;

private:
    /// Positions across the tokens: a side's words, numbers, bars and heading, and where its links end.
    struct Bands {
        double labels = 0, numbers = 0, bars = 0, heading = 0, end = 0;
    };
    /// Positions along a side.
    struct Slots {
        std::vector<double> edges; ///< where each token's slot begins, and where the last one ends
        std::vector<double> bars;  ///< where each token's bar begins
        std::vector<double> lengths;
        std::vector<double> sinks; ///< the lengths after the bars
        Index count() const { return static_cast<Index>(bars.size()); }
    };

    static std::size_t at(LinkSide side) { return side == LinkSide::query ? 0 : 1; }
    const Bands& bands(LinkSide side) const { return m_bands[at(side)]; }
    const Slots& places(LinkSide side) const { return m_slots[at(side)]; }
    void measureLegend(const LinksContent& content, const Theme& theme, int width, double top);
    void measureColumns(const LinksContent& content, const Theme& theme, QSize room, double top);
    void measureLines(const LinksContent& content, const Theme& theme, QSize room, double top);
    /// `least`: of a slot; `largest`: of the bar of an average query.
    void measureSlots(const LinksContent& content, double least, double largest, double room);
    QRectF band(LinkToken token, double from, double length, double inset) const;

    LinksLayout m_layout = LinksLayout::columns;
    QSize m_size;
    std::array<Bands, 2> m_bands;
    std::array<Slots, 2> m_slots;
    double m_perWeight = 0;
    double m_first = 0;                                            ///< start of the first token's slot
    double m_length = 0;                                           ///< of all slots of a side
    double m_labelLength = 0, m_numberLength = 0, m_barLength = 0; ///< across
    double m_headingHeight = 0, m_titleHeight = 0;
    double m_gap = 0;
    std::vector<QRectF> m_legend;
};

} // namespace lab
