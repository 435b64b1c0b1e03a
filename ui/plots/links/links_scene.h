// SPDX-License-Identifier: GPL-3.0-or-later
//
// The links as they are laid out.
#pragma once

#include "ui/plots/links/link_ribbons.h"
#include "ui/plots/links/links_choice.h"

#include <QFont>

#include <optional>
#include <vector>

namespace lab {

inline constexpr double linkWordRim = 3; // theme's points around a word

/// The user's settings for the links.
struct LinksLook {
    std::optional<double> threshold; ///< weaker links are hidden; absent: 1/n for n keys
    LinksLayout layout = LinksLayout::columns;
    bool showsWeaker = false; ///< weaker links are drawn, too, until they are hidden again
    bool everyHead = false;
    bool operator==(const LinksLook&) const = default;

    double thresholdFor(Index keys) const;
};

/// The letters of numbers on ribbons.
struct LinkLetters {
    QFont least;
    std::optional<QFont> largest = {}; ///< while presenting: as large as each ribbon allows, up to this
};

/// Everything that is drawn, where and how.
struct LinksScene {
    struct Number {
        QString text;
        QRectF place;
        int alignment = 0;
        bool quiet = false; ///< of a link that is not drawn, or what a token gives or gets in all
        QColor ink = {};    ///< of a number of a ribbon
        QFont font = {};    ///< the same
    };

    LinksContent content;
    LinksLook look;
    LinksFocus focus;
    LinksGeometry geometry;
    LinksCounts counts;
    std::vector<LinkRibbon> ribbons;    ///< all that are drawn, in the order in which they are painted
    std::vector<LinkRibbon> emphasised; ///< those in focus, painted over the others
    std::vector<Number> numbers;        ///< of ribbons, where there is room
    LinkLetters letters;                ///< of those
    bool withNumbers = true;

    /// A token's word, elided to fit.
    QString word(LinkToken token, const Theme& theme) const;
    /// The number at a token: of its link with the focus, or of all of its links if nothing is in focus.
    std::optional<Number> numberAt(LinkToken token) const;
    /// Whether a token belongs to the focus, or nothing is in focus.
    bool isLit(LinkToken token) const;
    /// The ribbon at a point, or the nearest within `tolerance`, or nullptr. Of several, the one on top.
    const LinkRibbon* ribbonAt(QPointF position, double tolerance) const;
    bool isEmphasised(const Link& link) const;
    /// Removes all numbers.
    void hideNumbers();

private:
    /// The token at the other end of a token's link with the focus, if there is such a link.
    std::optional<Link> linkWithFocus(LinkToken token) const;
    bool isDrawn(const Link& pair) const;
};

} // namespace lab
