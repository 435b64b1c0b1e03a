// SPDX-License-Identifier: GPL-3.0-or-later
//
// The links view, worked out and painted: the same for the window and for a picture.
#pragma once

#include "ui/plots/links/links_geometry.h"

#include <QColor>
#include <QPen>

#include <vector>

class QPainter;

namespace lab {

/// How somebody wants to see the links.
struct LinksLook {
    double threshold = 0; ///< weaker ones are not drawn
    LinksLayout layout = LinksLayout::columns;
    bool operator==(const LinksLook&) const = default;
};

/// A line as it is drawn.
struct LinkLine {
    Link link;
    QPointF from, to;
    QColor colour; ///< the head's, the fainter the weaker
    double width = 1;
    Qt::PenStyle style = Qt::SolidLine; ///< dashed below 0, dotted where the weight is no number
    bool faded = false;                 ///< something else is picked out
};

/// Everything that is drawn, where and how. What nobody needs to see again is left out already.
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
    Index reaching = 0;          ///< how many links there are, drawn or not
    /// On the lines, where these are so few that all have room.
    std::vector<Number> numbers;

    /// A token's word, cut with an ellipsis where it has no room.
    QString word(LinkToken token, const Theme& theme) const;
    /// The number at a token that is linked with what is picked out; none elsewhere.
    std::optional<Number> numberAt(LinkToken token) const;
    /// Whether a token belongs to what is picked out, or nothing is.
    bool isLit(LinkToken token) const;
    /// The line within `reach` of a point, the nearest, or nullptr.
    const LinkLine* lineAt(QPointF position, double reach) const;
};

/// `room`, `titled`: as LinksGeometry takes them.
LinksScene linksScene(LinksContent content, const LinksLook& look, const LinksFocus& focus,
                      const Theme& theme, QSize room, bool titled);
/// The same with something else picked out.
void refocus(LinksScene& scene, const LinksFocus& focus, const Theme& theme);

/// What belongs to the widget alone.
struct LinksMarks {
    std::optional<LinkToken> cursor; ///< where the keyboard is
    QPointF visible;                 ///< the first point in sight, which headings stay in
};

/// Paints what lies in `exposed`.
void paintLinks(QPainter& painter, const LinksScene& scene, const Theme& theme, const QRectF& exposed,
                const LinksMarks& marks = {});

} // namespace lab
