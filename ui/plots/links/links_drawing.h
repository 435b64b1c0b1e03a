// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layout and painting of the links, shared by the window and exported figures.
#pragma once

#include "ui/plots/links/links_geometry.h"

#include <QColor>
#include <QPen>

#include <vector>

class QPainter;

namespace lab {

/// The user's settings for the links.
struct LinksLook {
    double threshold = 0; ///< weaker ones are not drawn
    LinksLayout layout = LinksLayout::columns;
    bool operator==(const LinksLook&) const = default;
};

/// A line as it is drawn.
struct LinkLine {
    Link link;
    QPointF from, to;
    QColor colour; ///< the head's colour, fainter for weaker links
    double width = 1;
    Qt::PenStyle style = Qt::SolidLine; ///< dashed below 0, dotted for NaN and infinity
    bool faded = false;                 ///< something else is in focus
};

/// Everything that is drawn, where and how. Links that are not drawn are already left out.
struct LinksScene {
    struct Number {
        QString text;
        QRectF place;
        int alignment = 0;
        bool quiet = false; ///< of a link that is not drawn
    };

    LinksContent content;
    LinksLook look;
    LinksFocus focus;
    LinksGeometry geometry;
    std::vector<LinkLine> lines; ///< in the order in which they are painted
    Index reaching = 0;          ///< links that reach the threshold, drawn or not
    /// Numbers on the lines; empty unless there are few enough for all to fit.
    std::vector<Number> numbers;

    /// A token's word, elided to fit.
    QString word(LinkToken token, const Theme& theme) const;
    /// The number at a token that is linked with the focus; none elsewhere.
    std::optional<Number> numberAt(LinkToken token) const;
    /// Whether a token belongs to the focus, or nothing is in focus.
    bool isLit(LinkToken token) const;
    /// The nearest line within `tolerance` of a point, or nullptr.
    const LinkLine* lineAt(QPointF position, double tolerance) const;
};

/// `room`, `titled`: as in LinksGeometry.
LinksScene linksScene(LinksContent content, const LinksLook& look, const LinksFocus& focus,
                      const Theme& theme, QSize room, bool titled);
/// Updates the scene for another focus.
void refocus(LinksScene& scene, const LinksFocus& focus, const Theme& theme);

/// What only the widget draws.
struct LinksMarks {
    std::optional<LinkToken> cursor; ///< the keyboard cursor
    QPointF visible;                 ///< top left visible point; headings stay in view
};

/// Paints what lies in `exposed`.
void paintLinks(QPainter& painter, const LinksScene& scene, const Theme& theme, const QRectF& exposed,
                const LinksMarks& marks = {});

} // namespace lab
