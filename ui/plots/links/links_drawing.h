// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layout and painting of the links, shared by the window and exported figures.
#pragma once

#include "ui/plots/links/links_scene.h"

#include <optional>

class QPainter;

namespace lab {

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
