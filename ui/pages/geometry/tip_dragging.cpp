// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/geometry/tip_dragging.h"

#include "ui/document/lab_document.h"
#include "ui/pages/geometry/geometry_controls.h"
#include "ui/plots/geometry/plane_plot.h"

namespace lab {

namespace {

RowVector vectorOf(const PlaneTip& tip, const HeadVectors& vectors) {
    switch (tip.kind) {
    case PlaneTip::Kind::query:
        return vectors.q;
    case PlaneTip::Kind::key:
        return vectors.keys.row(tip.token);
    case PlaneTip::Kind::value:
        return vectors.values.row(tip.token);
    case PlaneTip::Kind::output:
        break;
    }
    return vectors.z;
}

} // namespace

Tip ShownPlanes::tipOf(const PlaneTip& tip) const {
    const StageId stage = tip.kind == PlaneTip::Kind::query   ? StageId::queries
                          : tip.kind == PlaneTip::Kind::key   ? StageId::keys
                          : tip.kind == PlaneTip::Kind::value ? StageId::values
                                                              : StageId::head_outputs;
    return {stage, head, tip.token};
}

TipDragging::TipDragging(LabDocument& document, GeometryControls& controls,
                         std::function<const ShownPlanes*()> shown, QObject* parent)
    : QObject(parent), m_document(document), m_controls(controls), m_shown(std::move(shown)) {
    connect(&document, &LabDocument::previewEnded, this, &TipDragging::end);
    connect(&document, &LabDocument::changed, this, &TipDragging::forget);
}

void TipDragging::add(PlanePlot& plot) {
    m_plots.push_back(&plot);
    connect(&plot, &PlanePlot::tipDragged, this,
            [this, &plot](std::size_t tip, QPointF place) { move(plot, tip, place); });
    connect(&plot, &PlanePlot::dragEnded, this, [this](bool keeps) {
        if (keeps)
            m_document.commitPreview();
        else
            m_document.cancelPreview();
    });
    connect(&plot, &PlanePlot::tipHovered, this,
            [this, &plot](std::optional<std::size_t> tip) { point(plot, tip); });
}

/// What gives way for the tip that is pointed at, or else for the query.
void TipDragging::point(const PlanePlot& plot, std::optional<std::size_t> tip) {
    const ShownPlanes* shown = m_shown();
    if (!shown || m_drag || !plot.isVisible())
        return;
    const PlaneContent& content = plot.scene().content;
    const bool isThere = tip && *tip < content.tips.size();
    const Tip pointed =
        isThere ? shown->tipOf(content.tips[*tip]) : Tip{StageId::queries, shown->head, shown->query};
    if (isThere && pointed != m_tried)
        forget();
    m_controls.setTip(pointed);
}

bool TipDragging::begin(PlanePlot& plot, const ShownPlanes& shown, std::size_t which) {
    const auto vectors = shownVectors(m_document, shown.head, shown.query, false);
    if (!vectors)
        return false; // it is being computed
    const PlaneTip& its = plot.scene().content.tips[which];
    const Tip tip = shown.tipOf(its);
    m_tried = tip;
    m_controls.setTip(tip);
    m_drag.reset(new Drag{{m_document, tip, m_controls.wayOf(tip)}, vectorOf(its, vectors->vectors)});
    const QString why = m_drag->tip.whyFixed();
    if (!why.isEmpty()) {
        m_drag.reset();
        say(plot.kind(), why);
        emit refused(why);
    }
    return m_drag != nullptr;
}

void TipDragging::move(PlanePlot& plot, std::size_t which, QPointF place) {
    const ShownPlanes* shown = m_shown();
    if (!shown || (!m_drag && !begin(plot, *shown, which)))
        return plot.letGo();
    const QString remark =
        m_drag->tip.moveTo(shown->of(plot.kind()).moved(m_drag->start, {place.x(), place.y()}));
    say(plot.kind(), remark);
    if (!m_document.isDragging()) { // it was refused: why is said here, or by the window
        m_drag.reset();
        plot.letGo();
    }
}

/// The preview ended.
void TipDragging::end() {
    if (!m_drag)
        return;
    m_drag.reset();
    for (PlanePlot* plot : m_plots)
        plot->letGo();
    m_said.second.clear();
    emit ended();
}

/// What was said of a tip that cannot be moved may not hold any more.
void TipDragging::forget() {
    if (!m_drag && !m_said.second.isEmpty())
        say(m_said.first, {});
}

void TipDragging::say(PlaneKind kind, const QString& sentence) {
    m_said = {kind, sentence};
    emit saidChanged();
}

} // namespace lab
