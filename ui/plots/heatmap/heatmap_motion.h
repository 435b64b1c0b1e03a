// SPDX-License-Identifier: GPL-3.0-or-later
//
// What moves in a heatmap for a moment after a drag: the colour range becomes that of the new numbers, and
// the old numbers fade.
#pragma once

#include "ui/look/motion.h"
#include "ui/plots/heatmap/heatmap_mapping.h"

#include <QRegion>

#include <vector>

namespace lab {

struct HeatmapContent;
class MatrixHeatmap;

/// A number that a drag has changed.
struct Ghost {
    StoredCell cell;
    double number = 0; ///< before the drag
    double share = 0;  ///< of the largest change, see HeatmapChange
};

class HeatmapMotion : public QObject {
    Q_OBJECT
public:
    static constexpr int rangeTime = 200, ghostTime = 800; // milliseconds

    explicit HeatmapMotion(MatrixHeatmap& heatmap);

    /// The drag that changed `shown`, with colours up to `highest`, is over; the heatmap has its new content.
    void start(const HeatmapContent& shown, double highest);
    void end();

    /// The end of the colour range on its way to `highest`.
    double highest(double highest) const;
    /// Empty while nothing fades.
    const std::vector<Ghost>& ghosts() const { return m_ghosts; }
    /// How visible they are, from 1 to 0.
    double strength() const;

private:
    void fade();
    QRegion ghostArea() const;

    MatrixHeatmap& m_heatmap;
    Movement m_range, m_fading;
    double m_from = 1; ///< the end of the colour range at the start
    std::vector<Ghost> m_ghosts;
    double m_painted = 0; ///< the strength that the ghosts were last painted with
};

/// The numbers of `shown` that differ from those before it.
std::vector<Ghost> ghostsOf(const HeatmapContent& shown);

/// Whether `next` shows how the drag ended that `shown` is a part of.
bool isRelease(const HeatmapContent& shown, const HeatmapContent& next);

} // namespace lab
