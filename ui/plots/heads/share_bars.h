// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each head's contribution to a token's output, as a bar. Parts along the output are right of zero, parts
// against it left. The window and figures share this layout and drawing.
#pragma once

#include "ui/plots/heads/shares_content.h"

#include <QRectF>
#include <QSize>

class QPainter;

namespace lab {

class Theme;

struct ShareSegment {
    Index token = 0, part = 0;
    QRectF place;
};

struct ShareBarsForm {
    bool numbers = true; ///< the length of the output, after each bar
    bool caption = true; ///< a line that explains the bars
};

struct ShareBars {
    SharesContent content;
    ShareBarsForm form;
    QSize size;
    int labelWidth = 0;
    double rowHeight = 0, zero = 0; ///< x of the zero line
    int top = 0;                    ///< y of the first row, below caption and legend
    std::vector<ShareSegment> segments;
    std::vector<QRectF> legend; ///< one per part; empty if there are too many to tell apart

    QRectF row(Index token) const;
    std::optional<ShareSegment> at(QPointF place) const;
    /// Whether a token's bar can be drawn: false if any of its parts is not finite.
    bool isFinite(Index token) const;
    /// The right end of a token's bars.
    double end(Index token) const;
};

/// What is highlighted.
struct ShareMarks {
    std::optional<Index> token; ///< its row
    std::optional<Index> part;  ///< its segments: in the bar of `token`, or in all bars
    bool operator==(const ShareMarks&) const = default;
};

ShareBars shareBars(SharesContent content, const Theme& theme, int width, const ShareBarsForm& form = {});
/// Draws from (0, 0), without a background.
void paintShareBars(QPainter& painter, const ShareBars& bars, const Theme& theme,
                    const ShareMarks& marks = {});
/// The labels that are elided, in painting order.
std::vector<CutText> cutTokens(const ShareBars& bars, const Theme& theme);
/// Maximum width of the bars unless another is requested, in points.
inline constexpr double widestShares = 420;

} // namespace lab
