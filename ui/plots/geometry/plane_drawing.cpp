// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/geometry/plane_drawing.h"

#include "core/base/number_format.h"
#include "ui/look/theme.h"
#include "ui/plots/geometry/plane_labels.h"
#include "ui/plots/shared/head_colours.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

// In the theme's points.
constexpr double queryWidth = 4, keyWidth = 2, thinLine = 1;
constexpr double widestThread = 12; // for a weight of 1
constexpr double thinnestThread = 0.6;
constexpr double footDot = 2.5;
constexpr double widestAxis = 1e150; // of longer ones, ticks cannot be computed
constexpr double lineOfScore = 0.8;

constexpr double leastTextContrast = 4.5;
constexpr double faint = 0.25; // opacity of what is not pointed at
constexpr double lineOpacity = 0.55;
constexpr double hullShade = 0.10, hullShadeOnDark = 0.22;

/// Numbers as everywhere in the program.
class PlaneTicker : public QCPAxisTickerFixed {
protected:
    QString getTickLabel(double tick, const QLocale& /*locale*/, QChar /*format*/,
                         int /*precision*/) override {
        return QString::fromStdString(brief(std::abs(tick) < tickStep() * 1e-6 ? 0 : tick));
    }
};

/// Is only drawn into a painter, see PaintedPlot in statistics_charts.cpp.
class AxesOfPlane : public QCustomPlot {
public:
    AxesOfPlane() { mReplotting = true; }
};

/// What one drawing needs.
class PlanePainting {
public:
    PlanePainting(QCPPainter& painter, const PlaneScene& scene, const PlaneMarks& marks, const Theme& theme)
        : m_painter(painter), m_scene(scene), m_marks(marks), m_theme(theme), m_content(scene.content),
          m_area(scene.area) {
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setBrush(Qt::NoBrush);
    }

    void paint() {
        const std::vector<std::size_t> order = m_content.byAttention();
        if (m_content.kind == PlaneKind::scores) {
            paintRegions();
            paintLineOfQuery();
            for (auto tip = order.rbegin(); tip != order.rend(); ++tip)
                paintKey(*tip);
            paintQuery();
        } else {
            paintHull();
            for (auto tip = order.rbegin(); tip != order.rend(); ++tip)
                paintThread(*tip);
        }
        for (auto tip = order.rbegin(); tip != order.rend(); ++tip)
            paintMark(*tip);
        paintLabels();
        paintCursor();
        m_painter.setOpacity(1);
    }

private:
    bool isLit(std::size_t tip) const {
        return !m_marks.key || m_content.isOwn(tip) || m_content.tips[tip].token == *m_marks.key;
    }
    void setOpacityOf(std::size_t tip) { m_painter.setOpacity(isLit(tip) ? 1 : faint); }
    bool isSeen(QPointF pixel) const { return m_area.contains(pixel); }

    void line(QPointF from, QPointF to, const QPen& pen) {
        if (const auto part = clipped({from, to}, m_area)) {
            m_painter.setPen(pen);
            m_painter.drawLine(*part);
        }
    }

    void paintRegions() {
        const PlaneRegions& regions = m_scene.regions;
        if (regions.image.isNull())
            return;
        m_painter.setOpacity(1);
        m_painter.setRenderHint(QPainter::SmoothPixmapTransform);
        m_painter.drawImage(m_area, regions.image);
        if (!regions.key)
            return;
        const QColor ink =
            inkOn(m_theme.colours().panel, tipInk(m_content, *m_content.tipOf(*regions.key), m_theme),
                  leastTextContrast);
        m_painter.setFont(m_theme.font(TextRole::small));
        for (const PlaneRegions::Line& each : regions.lines) {
            m_painter.setPen(QPen(ink, m_theme.px(lineOfScore), Qt::SolidLine, Qt::FlatCap));
            m_painter.setOpacity(lineOpacity);
            m_painter.drawLine(each.line);
            m_painter.setOpacity(1);
            if (!each.place)
                continue;
            paintPlate(*each.place);
            m_painter.setPen(ink);
            m_painter.drawText(*each.place, Qt::AlignCenter | Qt::TextDontClip, each.score);
        }
    }

    /// Behind a text, over lines that cross it.
    void paintPlate(const QRectF& place) {
        QColor behind = m_theme.colours().panel;
        behind.setAlphaF(0.75F);
        m_painter.fillRect(place, behind);
    }

    void paintLineOfQuery() {
        if (!m_content.own().isShown())
            return;
        const QPointF from = m_scene.origin(), to = m_scene.pixelOf(0);
        const double length = QLineF(from, to).length();
        if (length < 0.5)
            return;
        const QPointF far = (to - from) / length * (m_area.width() + m_area.height() + length);
        line(to - far, from + far,
             QPen(tipInk(m_content, 0, m_theme), m_theme.px(thinLine), Qt::DotLine, Qt::FlatCap));
    }

    void paintKey(std::size_t tip) {
        const PlaneTip& its = m_content.tips[tip];
        if (m_content.isOwn(tip) || !its.isShown())
            return;
        setOpacityOf(tip);
        const QColor ink = tipInk(m_content, tip, m_theme);
        line(m_scene.origin(), m_scene.pixelOf(tip),
             QPen(ink, m_theme.px(keyWidth), its.isHidden ? Qt::DotLine : Qt::SolidLine, Qt::FlatCap));
        if (!its.foot)
            return;
        const QPointF foot = m_scene.pixel(*its.foot);
        line(m_scene.pixelOf(tip), foot, QPen(ink, m_theme.px(thinLine), Qt::DashLine, Qt::FlatCap));
    }

    void paintQuery() {
        m_painter.setOpacity(1);
        if (m_content.own().isShown())
            line(m_scene.origin(), m_scene.pixelOf(0),
                 QPen(tipInk(m_content, 0, m_theme), m_theme.px(queryWidth), Qt::SolidLine, Qt::RoundCap));
        for (std::size_t tip = 0; tip < m_content.tips.size(); ++tip) {
            const PlaneTip& its = m_content.tips[tip];
            if (!its.foot || !isSeen(m_scene.pixel(*its.foot)))
                continue;
            setOpacityOf(tip);
            const double radius = m_theme.px(footDot);
            m_painter.setPen(QPen(m_theme.colours().panel, m_theme.px(0.75)));
            m_painter.setBrush(tipInk(m_content, tip, m_theme));
            m_painter.drawEllipse(m_scene.pixel(*its.foot), radius, radius);
            m_painter.setBrush(Qt::NoBrush);
        }
    }

    void paintHull() {
        QPolygonF hull;
        for (const QPointF& corner : m_content.hull)
            hull += m_scene.pixel(corner);
        if (hull.size() < 3)
            return;
        if (!m_area.contains(hull.boundingRect()))
            hull = hull.intersected(QPolygonF(m_area));
        QColor shade = m_theme.colours().accent;
        m_painter.setPen(QPen(m_theme.colours().border, m_theme.px(thinLine)));
        shade.setAlphaF(static_cast<float>(m_theme.colours().dark ? hullShadeOnDark : hullShade));
        m_painter.setBrush(shade);
        m_painter.drawPolygon(hull);
        m_painter.setBrush(Qt::NoBrush);
    }

    /// As thick as the weight; dashed below 0.
    void paintThread(std::size_t tip) {
        const PlaneTip& its = m_content.tips[tip];
        const double weight = its.weight;
        if (m_content.isOwn(tip) || !its.isShown() || !m_content.own().isShown() || weight == 0 ||
            !std::isfinite(weight))
            return;
        setOpacityOf(tip);
        const double width =
            std::clamp(std::abs(weight) * m_theme.px(widestThread), thinnestThread * m_theme.px(thinLine),
                       1.0 * m_theme.px(widestThread));
        line(m_scene.pixelOf(tip), m_scene.pixelOf(0),
             QPen(tipInk(m_content, tip, m_theme), width, weight < 0 ? Qt::DashLine : Qt::SolidLine,
                  Qt::FlatCap));
    }

    void paintMark(std::size_t tip) {
        const PlaneTip& its = m_content.tips[tip];
        if (!its.isShown() || !isSeen(m_scene.pixelOf(tip)))
            return;
        setOpacityOf(tip);
        const QColor ink = tipInk(m_content, tip, m_theme);
        const bool isRing = its.kind == PlaneTip::Kind::key || its.isHidden;
        const double width = m_theme.px(isRing ? keyWidth : thinLine);
        const double radius = markRadius(its, m_theme) - width / 2;
        m_painter.setPen(QPen(isRing ? ink : m_theme.colours().panel, width));
        m_painter.setBrush(isRing ? m_theme.colours().panel : ink);
        m_painter.drawEllipse(m_scene.pixelOf(tip), radius, radius);
        m_painter.setBrush(Qt::NoBrush);
    }

    void paintLabels() {
        m_painter.setOpacity(1); // names can be read, also of what is not pointed at
        for (const PlaneScene::Label& label : m_scene.labels) {
            const bool isOwn = m_content.isOwn(label.tip);
            paintPlate(label.place);
            m_painter.setFont(m_theme.font(isOwn ? TextRole::strong : TextRole::small));
            m_painter.setPen(isOwn ? m_theme.colours().text
                                   : inkOn(m_theme.colours().panel, tipInk(m_content, label.tip, m_theme),
                                           leastTextContrast));
            m_painter.drawText(label.place, Qt::AlignCenter | Qt::TextDontClip, label.text);
        }
    }

    void paintCursor() {
        if (!m_marks.cursor || !m_content.tips[*m_marks.cursor].isShown())
            return;
        const double radius = markRadius(m_content.tips[*m_marks.cursor], m_theme) + m_theme.px(3);
        m_painter.setOpacity(1);
        m_painter.setPen(QPen(m_theme.colours().accent, m_theme.px(2), Qt::DashLine));
        m_painter.drawEllipse(m_scene.pixelOf(*m_marks.cursor), radius, radius);
    }

    QCPPainter& m_painter;
    const PlaneScene& m_scene;
    const PlaneMarks& m_marks;
    const Theme& m_theme;
    const PlaneContent& m_content;
    QRectF m_area;
};

} // namespace

QColor tipInk(const PlaneContent& content, std::size_t tip, const Theme& theme) {
    const PlaneTip& its = content.tips[tip];
    const bool hasColour = its.kind == PlaneTip::Kind::key || its.kind == PlaneTip::Kind::value ||
                           (its.kind == PlaneTip::Kind::query && !content.cross);
    return hasColour ? headInk(its.token, theme.colours().panel) : theme.colours().text;
}

PlaneDrawing::PlaneDrawing(const Theme& theme) : m_theme(theme), m_plot(std::make_unique<AxesOfPlane>()) {
    m_plot->setBackground(Qt::NoBrush);
    m_plot->plotLayout()->setMargins({});
    m_plot->axisRect()->setAutoMargins(QCP::msNone);
    m_plot->axisRect()->setMinimumMargins({});
    m_plot->axisRect()->setupFullAxesBox(false);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setTicker(QSharedPointer<PlaneTicker>::create());
        axis->setSubTicks(false);
        axis->setTickLength(0, 0);
        axis->setTickPen(Qt::NoPen);
    }
    for (QCPAxis* axis : {m_plot->xAxis2, m_plot->yAxis2}) {
        axis->setTicks(false);
        axis->setTickLabels(false);
    }
}

PlaneDrawing::~PlaneDrawing() = default;

void PlaneDrawing::paintGrid(QCPPainter& painter, const PlaneScene& scene) {
    const Colours& colours = m_theme.colours();
    m_plot->axisRect()->setMargins({scene.area.left(), scene.area.top(),
                                    scene.size.width() - 1 - scene.area.right(),
                                    scene.size.height() - 1 - scene.area.bottom()});
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        const auto [low, high] = scene.range(axis == m_plot->xAxis ? 0 : 1);
        axis->setRange(low, high);
        static_cast<QCPAxisTickerFixed&>(*axis->ticker()).setTickStep(scene.step);
        axis->setTickLabelFont(m_theme.font(TextRole::small));
        axis->setTickLabelColor(colours.muted);
        axis->setTickLabels(high - low < widestAxis);
        axis->setTickLabelPadding(m_theme.px(2));
        axis->grid()->setPen(QPen(colours.border, m_theme.px(0.5)));
        axis->grid()->setZeroLinePen(QPen(colours.muted, m_theme.px(1)));
    }
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis, m_plot->xAxis2, m_plot->yAxis2})
        axis->setBasePen(QPen(colours.border, m_theme.px(1)));
    m_plot->toPainter(&painter, scene.size.width(), scene.size.height());
    if (!scene.hasAxisNames)
        return;
    painter.setFont(m_theme.font(TextRole::small));
    painter.setPen(colours.muted);
    const QRect whole(QPoint(0, 0), scene.size);
    painter.drawText(whole, Qt::AlignRight | Qt::AlignBottom, scene.content.axisName(0));
    painter.drawText(whole, Qt::AlignLeft | Qt::AlignTop, scene.content.axisName(1));
}

/// Through the origin.
void PlaneDrawing::paintAxes(QCPPainter& painter, const PlaneScene& scene) const {
    const QRectF area(scene.area);
    const QPointF origin = scene.origin();
    painter.setPen(QPen(m_theme.colours().border, m_theme.px(1)));
    for (const QLineF& axis : {QLineF(area.left(), origin.y(), area.right(), origin.y()),
                               QLineF(origin.x(), area.top(), origin.x(), area.bottom())}) {
        if (const auto part = clipped(axis, area))
            painter.drawLine(*part);
    }
}

void PlaneDrawing::paint(QCPPainter& painter, const PlaneScene& scene, const PlaneMarks& marks) {
    if (scene.content.tips.empty())
        return;
    painter.save();
    if (scene.isSmall)
        paintAxes(painter, scene);
    else
        paintGrid(painter, scene);
    PlanePainting(painter, scene, marks, m_theme).paint();
    painter.restore();
}

} // namespace lab
