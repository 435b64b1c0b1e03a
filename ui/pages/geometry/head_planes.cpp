// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/geometry/head_planes.h"

#include "ui/document/edits/geometry_edits.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/selection/selection.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/retire.h"

#include <qcustomplot.h>

#include <QAbstractButton>

#include <algorithm>

namespace lab {

namespace {

constexpr double thumbnailSide = 64; // the theme's points
constexpr double drawnAt = 0.5;      // of the size of a plane's marks and lines
constexpr Index mostThumbnails = 24;
constexpr Index mostKeysInAll = 64; // more cannot be told apart, and all heads would be computed for it

} // namespace

class HeadThumbnail : public QAbstractButton {
public:
    HeadThumbnail(PlaneDrawing& drawing, const Theme& theme, QWidget* parent)
        : QAbstractButton(parent), m_drawing(drawing), m_theme(theme) {
        setCheckable(true);
        setAutoExclusive(true);
        setFocusPolicy(Qt::StrongFocus);
    }

    void setContent(PlaneContent content) {
        m_content = std::move(content);
        update();
    }
    QSize sizeHint() const override {
        return {m_theme.px(thumbnailSide),
                m_theme.px(thumbnailSide) + QFontMetrics(m_theme.font(TextRole::small)).height()};
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override {
        QCPPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Colours& colours = m_theme.colours();
        const double line = m_theme.px(isChecked() || hasFocus() ? 2 : 1);
        const QRectF frame = QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2);
        painter.setBrush(colours.panel);
        painter.setPen(QPen(isChecked() || hasFocus() ? colours.accent : colours.border, line,
                            hasFocus() && !isChecked() ? Qt::DashLine : Qt::SolidLine));
        painter.drawRoundedRect(frame, m_theme.px(4), m_theme.px(4));
        painter.setBrush(Qt::NoBrush);
        const QFont small = m_theme.font(TextRole::small);
        const int name = QFontMetrics(small).height();
        painter.setFont(small);
        painter.setPen(isChecked() ? colours.text : colours.muted);
        painter.drawText(rect().adjusted(0, 0, 0, -m_theme.px(1)), Qt::AlignHCenter | Qt::AlignBottom,
                         text());
        const QSize room(width() - 2 * m_theme.px(3), height() - name - m_theme.px(3));
        painter.translate(m_theme.px(3), m_theme.px(3));
        painter.scale(drawnAt, drawnAt);
        m_drawing.paint(painter, smallPlaneScene(m_content, room / drawnAt));
    }

private:
    PlaneDrawing& m_drawing;
    const Theme& m_theme;
    PlaneContent m_content;
};

HeadPlanes::HeadPlanes(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_theme(theme), m_drawing(theme) {
    auto* flow = new FlowLayout(this);
    flow->setContentsMargins({});
    flow->setSpacing(theme.px(6));
    setAccessibleName(tr("Heads"));
    hide();
}

void HeadPlanes::fit(HeadIndex heads) {
    while (static_cast<HeadIndex>(m_thumbnails.size()) > heads) {
        layout()->removeWidget(m_thumbnails.back());
        retire(m_thumbnails.back());
        m_thumbnails.pop_back();
    }
    while (static_cast<HeadIndex>(m_thumbnails.size()) < heads) {
        const auto head = static_cast<HeadIndex>(m_thumbnails.size());
        auto* next = new HeadThumbnail(m_drawing, m_theme, this);
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
        HeadThumbnail& its = *m_thumbnails[static_cast<std::size_t>(head)];
        its.setChecked(head == m_selection.head());
        if (const auto vectors = shownVectors(m_document, head, query, false))
            its.setContent(
                geometryContent(m_document, *vectors, planesOf(vectors->vectors, axes), false).scores);
    }
}

} // namespace lab
