// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/geometry/plane_scene.h"

#include "core/base/number_format.h"
#include "ui/look/text_width.h"
#include "ui/look/theme.h"
#include "ui/plots/geometry/plane_labels.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

// In the theme's points.
constexpr double leastTicks = 38;    // room of tick labels, so that most zooming does not move the axes
constexpr double tickGap = 4;        // between tick labels and the axes
constexpr double leastStep = 56;     // between lines of the grid
constexpr double roomOfLabels = 64;  // left free at both sides, and half as much above and below
constexpr double furthestLabel = 14; // from its mark
constexpr double footRadius = 3;
constexpr double leastSide = 160;
constexpr double clickRadius = 9;

constexpr double furthestOrigin = 2.5; // spans of the values: further away, the origin is not shown
constexpr std::size_t mostLabels = 60;
constexpr std::size_t certainNames = 4; // the vector itself, and the most attended ones

/// The box around everything that is drawn.
struct Box {
    double left = HUGE_VAL, right = -HUGE_VAL, bottom = HUGE_VAL, top = -HUGE_VAL;

    void add(QPointF point) {
        left = std::min(left, point.x());
        right = std::max(right, point.x());
        bottom = std::min(bottom, point.y());
        top = std::max(top, point.y());
    }
    bool contains(const Box& other) const {
        return left <= other.left && other.right <= right && bottom <= other.bottom && other.top <= top;
    }
    double span() const { return std::max(right - left, top - bottom); }
};

Box boxOf(const PlaneContent& content) {
    Box box;
    for (const PlaneTip& tip : content.tips) {
        if (tip.isShown())
            box.add(tip.at);
        if (tip.foot)
            box.add(*tip.foot);
    }
    Box withOrigin = box;
    withOrigin.add({0, 0});
    const bool isFar = content.kind == PlaneKind::output && box.span() > 0 &&
                       withOrigin.span() > furthestOrigin * box.span();
    return isFar ? box : withOrigin;
}

/// The part that shows the box with room around it.
PlanePart partAround(const Box& box, QSizeF area, double beside, double above) {
    const QSizeF room(area.width() - 2 * beside, area.height() - 2 * above);
    PlanePart part{{box.left / 2 + box.right / 2, box.bottom / 2 + box.top / 2}, 0}; // which do not overflow
    part.unit = std::max(box.right / room.width() - box.left / room.width(),
                         box.top / room.height() - box.bottom / room.height());
    const double most =
        std::max({std::abs(box.left), std::abs(box.right), std::abs(box.top), std::abs(box.bottom)});
    const double least = most > 0 ? most * 1e-9 : 1; // of vectors in one place
    if (!(part.unit * area.width() > least))
        part.unit = 2 * (most > 0 ? most : 1) / area.width();
    return part;
}

/// The same with room for labels.
PlanePart partAround(const Box& box, QSizeF area, const Theme& theme) {
    return partAround(box, area, std::min<double>(theme.px(roomOfLabels), area.width() / 5),
                      std::min<double>(theme.px(roomOfLabels) / 2.0, area.height() / 5));
}

/// A tick's label is as wide as the widest one that the axis can get.
int widestTick(const PlaneScene& scene, const Theme& theme) {
    const TextWidth width(theme.font(TextRole::small));
    const auto [low, high] = scene.range(1);
    int widest = 0;
    for (double tick = std::ceil(low / scene.step); tick <= std::floor(high / scene.step); ++tick)
        widest = std::max(widest, width(QString::fromStdString(brief(tick * scene.step))));
    return widest;
}

/// Left of it stand the numbers of the vertical axis, below it those of the horizontal one and its name,
/// above it the name of the vertical axis.
QRect areaOf(QSize size, int ticks, const Theme& theme) {
    const int line = static_cast<int>(std::ceil(QFontMetricsF(theme.font(TextRole::small)).height()));
    const int gap = theme.px(tickGap);
    return QRect(QPoint(ticks + 2 * gap, line + gap),
                 QPoint(size.width() - gap - 1, size.height() - 2 * line - 2 * gap - 1));
}

class LabelsOfPlane {
public:
    LabelsOfPlane(PlaneScene& scene, const Theme& theme)
        : m_scene(scene), m_theme(theme), m_labels(QRectF(scene.area), theme.px(furthestLabel)) {
        addObstacles();
    }

    void place() {
        const std::vector<std::size_t> order = m_scene.content.byAttention();
        const std::size_t count = std::min(order.size(), mostLabels);
        for (std::size_t i = 0; i < count; ++i)
            placeName(order[i], i < certainNames ? PlaneLabels::Reach::far : PlaneLabels::Reach::near);
        for (std::size_t i = 0; i < count; ++i)
            placeNumber(order[i]);
    }

private:
    bool isSeen(QPointF pixel) const { return QRectF(m_scene.area).contains(pixel); }

    void addObstacles() {
        const bool arrows = m_scene.content.kind == PlaneKind::scores;
        for (std::size_t i = 0; i < m_scene.content.tips.size(); ++i) {
            const PlaneTip& tip = m_scene.content.tips[i];
            if (!tip.isShown())
                continue;
            const QPointF at = m_scene.pixelOf(i);
            m_labels.addMark(at, markRadius(tip, m_theme));
            m_labels.addLine({arrows                            ? m_scene.origin()
                              : m_scene.content.own().isShown() ? m_scene.pixelOf(0)
                                                                : at,
                              at});
            if (!tip.foot)
                continue;
            m_labels.addLine({at, m_scene.pixel(*tip.foot)});
            m_labels.addMark(m_scene.pixel(*tip.foot), m_theme.px(footRadius));
        }
    }

    QSizeF sizeOf(const QString& text, TextRole role) const {
        const QFont font = m_theme.font(role);
        return {TextWidth(font)(text) + 2.0, QFontMetricsF(font).height()};
    }

    void add(std::size_t tip, const QString& text, bool isNumber, TextRole role, QPointF mark, double radius,
             QPointF away, PlaneLabels::Reach reach = PlaneLabels::Reach::near) {
        if (const auto place = m_labels.place(sizeOf(text, role), mark, radius + m_theme.px(1), away, reach))
            m_scene.labels.push_back({tip, text, *place, isNumber});
    }

    void placeName(std::size_t tip, PlaneLabels::Reach reach) {
        const PlaneContent& content = m_scene.content;
        if (!content.tips[tip].isShown() || !isSeen(m_scene.pixelOf(tip)))
            return;
        const QPointF at = m_scene.pixelOf(tip);
        const QPointF from = content.kind == PlaneKind::scores     ? m_scene.origin()
                             : content.own().isShown() && tip != 0 ? m_scene.pixelOf(0)
                                                                   : QPointF(at.x(), at.y() + 1);
        add(tip, content.label(tip), false, content.isOwn(tip) ? TextRole::strong : TextRole::small, at,
            markRadius(content.tips[tip], m_theme), at - from, reach);
    }

    void placeNumber(std::size_t tip) {
        const PlaneTip& its = m_scene.content.tips[tip];
        const QString text = m_scene.content.footText(tip, m_scene.numbers);
        if (text.isEmpty() || !isSeen(m_scene.pixel(*its.foot)))
            return;
        const QPointF foot = m_scene.pixel(*its.foot);
        add(tip, text, true, TextRole::small, foot, m_theme.px(footRadius), foot - m_scene.pixelOf(tip));
    }

    PlaneScene& m_scene;
    const Theme& m_theme;
    PlaneLabels m_labels;
};

} // namespace

double roundStep(double least) {
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double step : {1.0, 2.0, 5.0}) {
        if (step * power >= least)
            return step * power;
    }
    return 10 * power;
}

double markRadius(const PlaneTip& tip, const Theme& theme) {
    switch (tip.kind) {
    case PlaneTip::Kind::query:
        return theme.px(6);
    case PlaneTip::Kind::output:
        return theme.px(7);
    case PlaneTip::Kind::key:
    case PlaneTip::Kind::value:
        break;
    }
    return theme.px(5);
}

QPointF PlaneScene::pixel(QPointF place) const {
    const QPointF middle = QRectF(area).center();
    return {middle.x() + (place.x() - part.centre.x()) / part.unit,
            middle.y() - (place.y() - part.centre.y()) / part.unit};
}

QPointF PlaneScene::place(QPointF pixel) const {
    const QPointF middle = QRectF(area).center();
    return {part.centre.x() + (pixel.x() - middle.x()) * part.unit,
            part.centre.y() - (pixel.y() - middle.y()) * part.unit};
}

std::pair<double, double> PlaneScene::range(std::size_t axis) const {
    const double centre = axis == 0 ? part.centre.x() : part.centre.y();
    const double half = part.unit * (axis == 0 ? area.width() : area.height()) / 2;
    return {centre - half, centre + half};
}

QRectF PlaneScene::rectOf(std::size_t tip, const Theme& theme) const {
    const double radius = markRadius(content.tips[tip], theme);
    QRectF rect;
    if (content.tips[tip].isShown())
        rect = QRectF(pixelOf(tip) - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius));
    for (const Label& label : labels) {
        if (label.tip == tip && !label.isNumber)
            rect |= label.place;
    }
    return rect;
}

std::optional<std::size_t> PlaneScene::tipAt(QPointF at, const Theme& theme) const {
    std::optional<std::size_t> nearest;
    double least = theme.px(clickRadius);
    for (std::size_t tip = 0; tip < content.tips.size(); ++tip) {
        if (!content.tips[tip].isShown())
            continue;
        const double away = QLineF(pixelOf(tip), at).length();
        if (away <= least) {
            least = away;
            nearest = tip;
        }
    }
    if (nearest)
        return nearest;
    const auto label =
        std::ranges::find_if(labels, [&](const Label& each) { return each.place.contains(at); });
    return label == labels.end() ? std::nullopt : std::optional(label->tip);
}

PlaneScene planeScene(PlaneContent content, FootNumbers numbers, const Theme& theme, QSize size,
                      const std::optional<PlanePart>& part) {
    PlaneScene scene;
    scene.content = std::move(content);
    scene.numbers = numbers;
    scene.size = size.expandedTo(leastPlaneSize(theme));
    if (scene.content.tips.empty())
        return scene;
    // The width of the tick labels depends on the range, and the range on that width: twice is enough.
    const Box box = boxOf(scene.content);
    int ticks = theme.px(leastTicks);
    for (int round = 0; round < 2; ++round) {
        scene.area = areaOf(scene.size, ticks, theme);
        scene.part = part ? *part : partAround(box, scene.area.size(), theme);
        scene.step = roundStep(theme.px(leastStep) * scene.part.unit);
        ticks = std::max(widestTick(scene, theme), theme.px(leastTicks));
    }
    LabelsOfPlane(scene, theme).place();
    return scene;
}

PlaneScene smallPlaneScene(PlaneContent content, QSize size) {
    PlaneScene scene;
    scene.content = std::move(content);
    scene.content.wouldBe = nullptr;
    scene.isSmall = true;
    scene.size = size;
    scene.area = QRect(QPoint(0, 0), size);
    if (!scene.content.tips.empty())
        scene.part = partAround(boxOf(scene.content), size, size.width() / 8.0, size.height() / 8.0);
    return scene;
}

PlanePart widenedPart(const PlaneScene& seen, const PlaneContent& content, const Theme& theme) {
    Box all;
    for (const double end : {seen.range(0).first, seen.range(0).second})
        all.add({end, seen.part.centre.y()});
    for (const double end : {seen.range(1).first, seen.range(1).second})
        all.add({seen.part.centre.x(), end});
    const Box drawn = boxOf(content);
    if (all.contains(drawn) || !(drawn.span() >= 0))
        return seen.part;
    all.add({drawn.left, drawn.bottom});
    all.add({drawn.right, drawn.top});
    return partAround(all, seen.area.size(), theme);
}

QSize leastPlaneSize(const Theme& theme) {
    return {theme.px(leastSide), theme.px(leastSide)};
}

} // namespace lab
