// SPDX-License-Identifier: GPL-3.0-or-later
//
// What each head brings to a token's output, as a bar: parts that go along with it to the right of zero,
// those against it to the left. One layout and one drawing for the window and for figures.
#pragma once

#include "ui/plots/heads/heads_content.h"

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
    bool numbers = true; ///< how long the output is, behind each bar
    bool caption = true; ///< what the bars are, in words
};

struct ShareBars {
    SharesContent content;
    ShareBarsForm form;
    QSize size;
    int labelWidth = 0;
    double rowHeight = 0, zero = 0; ///< where zero stands
    int top = 0;                    ///< where the first bar's row begins, under caption and legend
    std::vector<ShareSegment> segments;
    std::vector<QRectF> legend; ///< one a part; none where there are too many to be told apart

    QRectF row(Index token) const;
    std::optional<ShareSegment> at(QPointF place) const;
    /// Whether a token's bar has a length: not where a part of it is not finite.
    bool isFinite(Index token) const;
    /// Where a token's bars end at the right.
    double end(Index token) const;
};

/// What is picked out.
struct ShareMarks {
    std::optional<Index> token; ///< its row
    std::optional<Index> part;  ///< its segments, of that token or of all
    bool operator==(const ShareMarks&) const = default;
};

ShareBars shareBars(SharesContent content, const Theme& theme, int width, const ShareBarsForm& form = {});
/// From (0, 0) on, with nothing behind it.
void paintShareBars(QPainter& painter, const ShareBars& bars, const Theme& theme,
                    const ShareMarks& marks = {});
/// Which labels were cut, in the order in which they are painted.
std::vector<CutText> cutTokens(const ShareBars& bars, const Theme& theme);
/// The most that bars are made wide for, in points.
inline constexpr double widestShares = 420;

} // namespace lab
