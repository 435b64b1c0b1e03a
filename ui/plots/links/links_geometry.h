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

class LinksGeometry {
public:
    LinksGeometry() = default;
    /// Fills `room` as far as that helps: links are easy to follow if they are neither cramped nor far apart.
    /// Content that needs more is larger than `room`. `titled`: leave room for a title above.
    LinksGeometry(const LinksContent& content, const Theme& theme, LinksLayout layout, QSize room,
                  bool titled);

    LinksLayout layout() const { return m_layout; }
    QSize size() const { return m_size; }
    QRectF title() const;
    QRectF heading(LinkSide side) const;
    /// The places of a token's word, and of the number at its end of a link.
    QRectF label(LinkToken token) const;
    QRectF number(LinkToken token) const;
    /// Where a token's links begin or end.
    QPointF end(LinkToken token) const;
    /// The area between the ends of the links.
    QRectF span() const;
    /// The token at a position along a side, and the token whose word or number is at a position.
    std::optional<TokenIndex> indexAt(LinkSide side, QPointF position) const;
    std::optional<LinkToken> tokenAt(QPointF position) const;
    /// The tokens of a side whose words and numbers may reach into an area.
    Rows tokensIn(LinkSide side, const QRectF& area) const;

private:
    /// Positions across the tokens: a side's words, numbers and heading, and where its links end.
    struct Bands {
        double labels = 0, numbers = 0, heading = 0, end = 0;
    };

    const Bands& bands(LinkSide side) const { return m_bands[side == LinkSide::query ? 0 : 1]; }
    void measureColumns(const LinksContent& content, const Theme& theme, QSize room, double title);
    void measureLines(const LinksContent& content, const Theme& theme, QSize room, double title);
    double middle(Index index) const { return m_first + m_pitch * (static_cast<double>(index) + 0.5); }
    QRectF band(Index index, double from, double length, double along) const;

    LinksLayout m_layout = LinksLayout::columns;
    QSize m_size;
    std::array<Bands, 2> m_bands;
    std::array<Index, 2> m_counts{};
    double m_pitch = 1; ///< from one token to the next
    double m_first = 0; ///< start of the first token's slot
    double m_labelLength = 0, m_numberLength = 0, m_headingHeight = 0, m_titleHeight = 0; ///< across
    double m_gap = 0;
};

} // namespace lab
