// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layout and painting of the links, shared by the window and exported figures.
#pragma once

#include "ui/plots/links/link_ribbons.h"
#include "ui/plots/links/links_choice.h"

#include <QFont>

#include <optional>
#include <vector>

class QPainter;

namespace lab {

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
    std::optional<QFont> largest = {}; ///< for a class: as large as each ribbon allows, up to these
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

/// `room`, `titled`: as in LinksGeometry. `letters`: on ribbons, if they are not those of the
/// theme.
LinksScene linksScene(LinksContent content, const LinksLook& look, const LinksFocus& focus,
                      const Theme& theme, QSize room, bool titled,
                      const std::optional<LinkLetters>& letters = std::nullopt);
/// Updates the scene for another focus.
void refocus(LinksScene& scene, const LinksFocus& focus, const Theme& theme);

/// What only the widget draws.
struct LinksMarks {
    std::optional<LinkToken> cursor; ///< the keyboard cursor
    std::optional<Link> link;        ///< the link that the keyboard is on
    QRectF visible = {};             ///< the part that can be seen; headings stay in view
    bool whole = false;              ///< words that are only partly visible are left out and counted
};

/// The tokens of a side whose words are wholly visible below, or after, the headings.
Rows wholeTokens(const LinksScene& scene, LinkSide side, const Theme& theme, const QRectF& visible);
/// Paints all ribbons, faint if something is in focus. It does not depend on what that is.
void paintAllRibbons(QPainter& painter, const LinksScene& scene, const Theme& theme, const QRectF& exposed);
/// Paints everything else.
void paintOverRibbons(QPainter& painter, const LinksScene& scene, const Theme& theme, const QRectF& exposed,
                      const LinksMarks& marks);
/// Paints what lies in `exposed`.
void paintLinks(QPainter& painter, const LinksScene& scene, const Theme& theme, const QRectF& exposed);

} // namespace lab
