// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tips of vectors dragged in the planes of the page Geometry: which vector it is, what gives way, and what
// there is to say of it.
#pragma once

#include "ui/document/edits/tip_drag.h"
#include "ui/plots/geometry/geometry_content.h"

#include <QObject>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace lab {

class GeometryControls;
class LabDocument;
class PlanePlot;

/// What the planes show. They stay while a number is dragged.
struct ShownPlanes {
    HeadIndex head;
    TokenIndex query;
    GeometryPlanes planes;

    const Plane& of(PlaneKind kind) const {
        return kind == PlaneKind::scores ? planes.scores : planes.output;
    }
    Tip tipOf(const PlaneTip& tip) const;
};

class TipDragging : public QObject {
    Q_OBJECT
public:
    /// `shown`: what the planes show; nullptr while that is nothing.
    TipDragging(LabDocument& document, GeometryControls& controls, std::function<const ShownPlanes*()> shown,
                QObject* parent);

    /// Tips of this plane can be dragged from now on.
    void add(PlanePlot& plot);
    /// Of a drag, or of a tip that cannot be dragged: a sentence for below its plane; empty if there is none.
    QString said(PlaneKind kind) const { return kind == m_said.first ? m_said.second : QString(); }
    /// Says no more of a tip that cannot be dragged.
    void forget();

signals:
    void saidChanged();
    /// A tip cannot be dragged, and why.
    void refused(const QString& reason);
    /// A drag is over, however it ended.
    void ended();

private:
    /// A tip that is dragged, and where its vector is at first.
    struct Drag {
        TipDrag tip;
        RowVector start;
    };

    bool begin(PlanePlot& plot, const ShownPlanes& shown, std::size_t which);
    void move(PlanePlot& plot, std::size_t which, QPointF place);
    void end();
    void point(const PlanePlot& plot, std::optional<std::size_t> tip);
    void say(PlaneKind kind, const QString& sentence);

    LabDocument& m_document;
    GeometryControls& m_controls;
    std::function<const ShownPlanes*()> m_shown;
    std::vector<PlanePlot*> m_plots;
    std::unique_ptr<Drag> m_drag;
    Tip m_tried{StageId::queries, 0, 0}; ///< last
    std::pair<PlaneKind, QString> m_said;
};

} // namespace lab
