// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places the names and numbers of a plane of vectors, so that none lies on another one.
#pragma once

#include <QLineF>
#include <QRectF>

#include <optional>
#include <vector>

namespace lab {

class PlaneLabels {
public:
    /// Labels stay inside of `area`, and within `furthest` of what they name.
    PlaneLabels(const QRectF& area, double furthest) : m_area(area), m_furthest(furthest) {}

    /// A mark that no label may cover. Names stand closer to their own mark than to any other.
    void addMark(QPointF centre, double radius) { m_marks.push_back({centre, radius}); }
    /// A line that labels cover only if there is no other place.
    void addLine(const QLineF& line) { m_lines.push_back(line); }

    /// How far from its mark a label may stand. `far`: three times as far, and perhaps closer to another
    /// mark, for what has to have its name among many others.
    enum class Reach { near, far };
    /// The best free place of a label of that size beside a mark, which later labels avoid; nullopt: none is
    /// free. `away`: the direction from the mark in which it stands if nothing speaks against it.
    std::optional<QRectF> place(QSizeF size, QPointF mark, double radius, QPointF away,
                                Reach reach = Reach::near);

private:
    struct Mark {
        QPointF centre;
        double radius;
    };

    /// What the place costs, nullopt where the label would lie on another one or on a mark.
    std::optional<double> costOf(const QRectF& place, QPointF mark, Reach reach) const;

    QRectF m_area;
    double m_furthest;
    std::vector<Mark> m_marks;
    std::vector<QLineF> m_lines;
    std::vector<QRectF> m_labels;
};

/// The part of a line inside of a rectangle; nullopt if they have no point in common.
std::optional<QLineF> clipped(const QLineF& line, const QRectF& rect);

} // namespace lab
