// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/geometry/plane_regions.h"

#include "core/base/number_format.h"
#include "ui/look/text_width.h"
#include "ui/look/theme.h"
#include "ui/plots/geometry/plane_labels.h"
#include "ui/plots/shared/head_colours.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

// In the theme's points.
constexpr double cellSide = 2;
constexpr double leastBetweenLines = 56;

// How many weights are computed: cells times keys.
constexpr double mostAtRest = 1.5e6, mostWhileDragging = 2.5e5;

constexpr double faintest = 0.05, strongest = 0.42; // opacity where a key would get nothing, and all

PlaneGrid gridOf(const PlaneScene& scene, const Theme& theme) {
    const auto [left, right] = scene.range(0);
    const auto [bottom, top] = scene.range(1);
    const auto keys = static_cast<double>(std::max<Index>(scene.content.wouldBe->weights.keys(), 1));
    const double most = (scene.content.isPreview ? mostWhileDragging : mostAtRest) / keys;
    const double area = static_cast<double>(scene.area.width()) * scene.area.height();
    const double side = std::max<double>(theme.px(cellSide), std::sqrt(area / most));
    const auto count = [side](int length) { return std::max<Index>(1, static_cast<Index>(length / side)); };
    return {left, right, bottom, top, count(scene.area.width()), count(scene.area.height())};
}

QImage imageOf(const WinnerRaster& raster, const Theme& theme) {
    QImage image(static_cast<int>(raster.columns), static_cast<int>(raster.rows),
                 QImage::Format_ARGB32_Premultiplied);
    std::vector<QColor> inks;
    const auto inkOf = [&](TokenIndex key) {
        for (auto next = static_cast<TokenIndex>(inks.size()); next <= key; ++next)
            inks.push_back(headInk(next, theme.colours().panel));
        return inks[static_cast<std::size_t>(key)];
    };
    for (Index row = 0; row < raster.rows; ++row) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(raster.rows - 1 - row)));
        for (Index column = 0; column < raster.columns; ++column) {
            const TokenIndex key = raster.winner_at(column, row);
            if (key == no_winner) {
                line[column] = 0;
                continue;
            }
            const double share = std::clamp(raster.share_at(column, row), 0.0, 1.0);
            QColor ink = inkOf(key);
            ink.setAlphaF(static_cast<float>(faintest + (strongest - faintest) * share));
            line[column] = qPremultiply(ink.rgba());
        }
    }
    return image;
}

/// A key whose score is a dot product: the one that is lit, or else the most attended one.
std::optional<std::size_t> tipWithLines(const PlaneContent& content, std::optional<TokenIndex> lit) {
    const auto isFit = [&](std::size_t tip) {
        return !content.isOwn(tip) && content.tips[tip].isShown() && !content.tips[tip].isTyped;
    };
    if (lit) {
        const auto tip = content.tipOf(*lit);
        return tip && isFit(*tip) ? tip : std::nullopt;
    }
    const std::vector<std::size_t> order = content.byAttention();
    const auto found = std::ranges::find_if(order, isFit);
    return found == order.end() ? std::nullopt : std::optional(*found);
}

/// Scores are the same along lines at a right angle to the key.
class LinesOfScore {
public:
    LinesOfScore(const PlaneScene& scene, std::size_t tip, const Theme& theme)
        : m_scene(scene), m_theme(theme), m_key(scene.content.tips[tip].at) {
        const WouldBe& wouldBe = *scene.content.wouldBe;
        const RowVector atOrigin = scene.content.plane.moved(wouldBe.q, PlanePoint::Zero());
        m_score = atOrigin.dot(wouldBe.keys.row(scene.content.tips[tip].token));
    }

    std::vector<PlaneRegions::Line> lines() const {
        std::vector<PlaneRegions::Line> lines;
        const double length = std::hypot(m_key.x(), m_key.y());
        const double least = m_theme.px(leastBetweenLines) * m_scene.part.unit * length;
        if (!std::isfinite(m_score) || !std::isfinite(length) || !(least > 0) || !std::isnormal(least))
            return lines;
        const double step = roundStep(least);
        const auto [low, high] = range();
        for (double i = std::ceil(low / step); i <= std::floor(high / step); ++i) {
            if (const auto line = lineOf(i * step, length)) {
                PlaneRegions::Line next{*line, QString::fromStdString(brief(i * step))};
                if (m_scene.numbers == FootNumbers::scores)
                    next.place = placeOf(next, lines);
                lines.push_back(std::move(next));
            }
        }
        return lines;
    }

private:
    double scoreAt(double x, double y) const { return m_score + x * m_key.x() + y * m_key.y(); }

    std::pair<double, double> range() const {
        const auto [left, right] = m_scene.range(0);
        const auto [bottom, top] = m_scene.range(1);
        return std::minmax(
            {scoreAt(left, bottom), scoreAt(left, top), scoreAt(right, bottom), scoreAt(right, top)});
    }

    std::optional<QLineF> lineOf(double score, double length) const {
        const QPointF along(m_key.x() / length, m_key.y() / length);
        const double away = (score - m_score) / length;
        const QPointF middle = m_scene.pixel(along * away);
        const QPointF across(along.y(), along.x()); // pixels count downwards
        const QPointF central =                     // to the middle of the area, so that numbers stay small
            middle + across * QPointF::dotProduct(QRectF(m_scene.area).center() - middle, across);
        const double far = m_scene.area.width() + m_scene.area.height();
        return clipped({central - across * far, central + across * far}, m_scene.area);
    }

    /// A score stands on its line, where it lies on nothing else.
    std::optional<QRectF> placeOf(const PlaneRegions::Line& line,
                                  const std::vector<PlaneRegions::Line>& before) const {
        const QFont font = m_theme.font(TextRole::small);
        const QSizeF size(TextWidth(font)(line.score) + 4.0, QFontMetricsF(font).height());
        for (const double part : {0.06, 0.94, 0.2, 0.8, 0.35, 0.65}) {
            QRectF place(QPointF(0, 0), size);
            place.moveCenter(line.line.pointAt(part));
            if (QRectF(m_scene.area).contains(place) && isFree(place, before))
                return place;
        }
        return std::nullopt;
    }

    bool isFree(const QRectF& place, const std::vector<PlaneRegions::Line>& before) const {
        const auto crosses = [&](const QLineF& line) { return clipped(line, place).has_value(); };
        if (std::ranges::any_of(m_scene.labels,
                                [&](const auto& each) { return each.place.intersects(place); }) ||
            std::ranges::any_of(
                before, [&](const auto& each) { return each.place && each.place->intersects(place); }))
            return false;
        for (std::size_t tip = 0; tip < m_scene.content.tips.size(); ++tip) {
            if (m_scene.content.tips[tip].isShown() && crosses({m_scene.origin(), m_scene.pixelOf(tip)}))
                return false;
        }
        return true;
    }

    const PlaneScene& m_scene;
    const Theme& m_theme;
    QPointF m_key;      ///< in the plane
    double m_score = 0; ///< of the query with nothing in the plane
};

} // namespace

PlaneRegions planeRegions(const PlaneScene& scene, std::optional<TokenIndex> lit, const Theme& theme) {
    PlaneRegions regions;
    const PlaneContent& content = scene.content;
    if (!content.wouldBe || scene.area.isEmpty())
        return regions;
    if (lit && !content.tipOf(*lit))
        lit.reset();
    const WinnerRaster raster =
        winner_raster(content.wouldBe->weights, content.plane, content.wouldBe->q, gridOf(scene, theme), lit);
    if (std::ranges::all_of(raster.winner, [](TokenIndex each) { return each == no_winner; })) {
        regions.note =
            lit ? PlaneContent::tr("%1 would get nothing, wherever in sight the query alone stood")
                      .arg(content.name(*content.tipOf(*lit)))
                : PlaneContent::tr("No key would be attended to, wherever in sight the query alone stood");
        return regions;
    }
    regions.image = imageOf(raster, theme);
    regions.note = lit ? PlaneContent::tr("Behind: how much %1 would get if the query alone stood there")
                             .arg(content.name(*content.tipOf(*lit)))
                       : PlaneContent::tr("Behind: the key that would be attended to most, of equal ones the "
                                          "first, if the query alone stood "
                                          "there, stronger where it would get more");
    if (const auto tip = tipWithLines(content, lit)) {
        regions.key = content.tips[*tip].token;
        regions.lines = LinesOfScore(scene, *tip, theme).lines();
        if (!regions.lines.empty())
            regions.note += PlaneContent::tr("; lines: equal scores of %1").arg(content.name(*tip));
    }
    return regions;
}

} // namespace lab
