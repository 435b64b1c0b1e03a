// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/geometry/head_planes.h"

#include "ui/document/edits/geometry_edits.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/plots/geometry/plane_thumbnail.h"
#include "ui/selection/selection.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/retire.h"

#include <algorithm>

namespace lab {

namespace {

constexpr Index mostThumbnails = 24;
constexpr Index mostKeysInAll = 64; // more cannot be told apart, and all heads would be computed for it

} // namespace

HeadPlanes::HeadPlanes(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_theme(theme), m_drawing(theme) {
    auto* flow = new FlowLayout(this);
    flow->setContentsMargins({});
    setAccessibleName(tr("Heads"));
    connect(&theme, &Theme::changed, this, &HeadPlanes::restyle);
    restyle();
    hide();
}

void HeadPlanes::restyle() {
    layout()->setSpacing(m_theme.px(6));
    for (PlaneThumbnail* each : m_thumbnails)
        each->updateGeometry();
}

void HeadPlanes::fit(HeadIndex heads) {
    while (static_cast<HeadIndex>(m_thumbnails.size()) > heads) {
        layout()->removeWidget(m_thumbnails.back());
        retire(m_thumbnails.back());
        m_thumbnails.pop_back();
    }
    while (static_cast<HeadIndex>(m_thumbnails.size()) < heads) {
        const auto head = static_cast<HeadIndex>(m_thumbnails.size());
        auto* next = new PlaneThumbnail(m_drawing, m_theme, this);
        next->setText(tr("head %1").arg(head + 1));
        next->setToolTip(tr("The same query in head %1: a click shows it").arg(head + 1));
        connect(next, &QAbstractButton::clicked, this, [this, head] { m_selection.setHead(head); });
        layout()->addWidget(next);
        next->setVisible(true);
        m_thumbnails.push_back(next);
    }
}

void HeadPlanes::showQuery(TokenIndex query) {
    const Dimensions d = dimensions(m_document.experiment());
    const HeadIndex heads = d.H;
    const bool isShown = heads > 1 && heads <= mostThumbnails && std::max(d.n_q, d.n_k) <= mostKeysInAll;
    setVisible(isShown);
    fit(isShown ? heads : 0);
    const auto axes = geometryView(m_document.experiment()).geometry.axes;
    for (HeadIndex head = 0; head < static_cast<HeadIndex>(m_thumbnails.size()); ++head) {
        PlaneThumbnail& its = *m_thumbnails[static_cast<std::size_t>(head)];
        its.setChecked(head == m_selection.head());
        if (const auto vectors = shownVectors(m_document, head, query, false))
            its.setContent(
                geometryContent(m_document, *vectors, planesOf(vectors->vectors, axes), false).scores);
    }
}

} // namespace lab
