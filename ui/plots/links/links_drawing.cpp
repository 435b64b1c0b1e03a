// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/links/links_drawing.h"

#include "core/base/covered.h"
#include "ui/look/text_width.h"
#include "ui/look/theme.h"
#include "ui/plots/links/link_numbers.h"
#include "ui/plots/shared/colour_scale.h"
#include "ui/plots/shared/head_colours.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

// Contrast with the background: WCAG 2.1 requires 4.5 for text and 3 for other things.
constexpr double emphasisedContrast = 4.5, strongContrast = 3;
constexpr double leastOpacity = 0.6;   // of a strong link, so that what it crosses is seen through it
constexpr double weakestOpacity = 0.5; // of that
constexpr double fadedTo = 0.16;       // of the opacity
constexpr double leastRibbon = 0.8, dotWidth = 2.5, dashLength = 10, firstDash = 56; // points

class LinksDrawingText {
    Q_DECLARE_TR_FUNCTIONS(LinksDrawing)
};

/// The colours of a head's ribbons.
struct RibbonInk {
    QColor full;
    double strong = 1; ///< opacity of a strong link
};

RibbonInk ribbonInk(const QColor& full, const QColor& background) {
    double opacity = leastOpacity;
    while (opacity < 1 && contrast(blendedOn(background, full, opacity), background) < strongContrast)
        opacity += 0.02;
    return {full, std::min(opacity, 1.0)};
}

/// Inks by head, and those of links that are no numbers.
struct RibbonInks {
    std::vector<RibbonInk> heads;
    RibbonInk notFinite, covered;
};

RibbonInks inksOf(const LinksContent& content, const Theme& theme) {
    const QColor& background = theme.colours().panel;
    RibbonInks inks;
    const HeadIndex last = content.drawn.empty() ? content.head : content.drawn.back().head;
    for (HeadIndex head = 0; head <= last; ++head)
        inks.heads.push_back(ribbonInk(headInk(head, background, emphasisedContrast), background));
    inks.notFinite = ribbonInk(inkOn(background, notFiniteColour(), emphasisedContrast), background);
    inks.covered = ribbonInk(inkOn(background, coveredColour(), emphasisedContrast), background);
    return inks;
}

/// A link is strong, and has the contrast of one, from 1/n on.
LinkRibbon ribbonOf(const Link& link, const LinksScene& scene, const RibbonInks& inks, bool emphasised) {
    const bool finite = std::isfinite(link.weight);
    LinkRibbon ribbon;
    ribbon.link = link;
    ribbon.from = scene.geometry.end({LinkSide::query, link.query}, link.atQuery);
    ribbon.to = scene.geometry.end({LinkSide::key, link.key}, link.atKey);
    ribbon.width = finite ? scene.geometry.perWeight() * std::abs(link.weight) / scene.content.unit : 0;
    ribbon.style = !finite ? Qt::DotLine : link.weight < 0 ? Qt::DashLine : Qt::SolidLine;
    const RibbonInk& ink = finite                    ? inks.heads[static_cast<std::size_t>(link.head)]
                           : is_covered(link.weight) ? inks.covered
                                                     : inks.notFinite;
    const auto keys = static_cast<double>(scene.content.count(LinkSide::key));
    const double strength = finite ? std::min(std::abs(link.weight) * keys, 1.0) : 1;
    ribbon.colour = ink.full;
    if (!emphasised)
        ribbon.colour.setAlphaF(
            static_cast<float>(ink.strong * (weakestOpacity + (1 - weakestOpacity) * strength)));
    return ribbon;
}

RibbonForm ribbonForm(const Theme& theme) {
    const double scale = theme.px(100) / 100.0;
    return {leastRibbon * scale, dotWidth * scale, dashLength * scale, firstDash * scale};
}

/// Paints a ribbon if any of it is exposed.
void paintExposed(QPainter& painter, const LinkRibbon& ribbon, LinksLayout layout, const RibbonForm& form,
                  const QRectF& exposed, double opacity) {
    const double rim = std::max(ribbon.width, form.dot) + 1;
    if (QRectF(ribbon.from, ribbon.to).normalized().adjusted(-rim, -rim, rim, rim).intersects(exposed))
        paintRibbon(painter, ribbon, layout, form, opacity);
}

void paintLinkNumbers(QPainter& painter, const LinksScene& scene) {
    for (const LinksScene::Number& number : scene.numbers) {
        painter.setFont(number.font);
        painter.setPen(number.ink);
        painter.drawText(number.place, number.alignment, number.text);
    }
}

void paintLegend(QPainter& painter, const LinksScene& scene, const Theme& theme) {
    painter.setFont(theme.font(TextRole::small));
    const std::vector<QRectF>& places = scene.geometry.legend();
    for (std::size_t i = 0; i < places.size(); ++i) {
        const LinksHead& head = scene.content.drawn[i];
        const double side = places[i].height() * 0.7;
        painter.setPen(Qt::NoPen);
        painter.setBrush(headInk(head.head, theme.colours().panel, emphasisedContrast));
        painter.drawRect(QRectF(places[i].left(), places[i].center().y() - side / 2, side, side));
        painter.setPen(theme.colours().text);
        painter.drawText(places[i].adjusted(side + theme.px(4), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         LinksContent::legendText(head));
    }
}

/// The bar of a token without links is a thin line.
void paintBar(QPainter& painter, const LinksScene& scene, const Theme& theme, LinkToken token) {
    QRectF bar = scene.geometry.bar(token);
    const double least = theme.px(1);
    if (scene.geometry.layout() == LinksLayout::columns && bar.height() < least)
        bar.adjust(0, -least / 2, 0, least / 2);
    else if (scene.geometry.layout() == LinksLayout::lines && bar.width() < least)
        bar.adjust(-least / 2, 0, least / 2, 0);
    painter.setPen(Qt::NoPen);
    painter.setBrush(scene.focus.names(token) ? theme.colours().text : theme.colours().muted);
    painter.drawRect(bar);
}

/// Where a frame is named: on its inner side, where no ribbon begins. The largest one always is, the others
/// where the name is no longer than the frame.
std::optional<QRectF> sinkNamePlace(const LinksScene& scene, const Theme& theme, LinkToken token) {
    const QRectF frame = scene.geometry.sinkBar(token);
    const std::vector<double>& sinks = scene.content.sinks;
    const QFontMetricsF metrics(theme.font(TextRole::small));
    const QSizeF name(metrics.horizontalAdvance(HeatmapContent::sinkName()) + 1, metrics.height());
    const bool columns = scene.geometry.layout() == LinksLayout::columns;
    const bool fits = columns ? frame.height() >= name.height() : frame.width() >= name.width();
    const bool isLargest = std::ranges::max_element(sinks) - sinks.begin() == token.index;
    if (!fits && !isLargest)
        return std::nullopt;
    const double gap = theme.px(4);
    return columns ? QRectF(QPointF(frame.right() + gap, frame.center().y() - name.height() / 2), name)
                   : QRectF(QPointF(frame.center().x() - name.width() / 2, frame.bottom() + gap / 2), name);
}

/// A frame: what the sink takes reaches no key.
void paintSinkBar(QPainter& painter, const LinksScene& scene, const Theme& theme, LinkToken token) {
    const QRectF place = scene.geometry.sinkBar(token);
    const double line = theme.px(1);
    if (place.isEmpty())
        return;
    painter.setPen(QPen(scene.focus.names(token) ? theme.colours().text : theme.colours().muted, line));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(place.adjusted(line / 2, line / 2, -line / 2, -line / 2));
    if (const auto name = sinkNamePlace(scene, theme, token)) {
        painter.setFont(theme.font(TextRole::small));
        painter.drawText(*name, Qt::AlignCenter, HeatmapContent::sinkName());
    }
}

/// The box around a token's word, for marks.
QRectF wordShape(const LinksScene& scene, const Theme& theme, LinkToken token) {
    const QFont font = theme.font(TextRole::body);
    const QRectF place = scene.geometry.label(token);
    const double height = std::min(QFontMetricsF(font).height() + theme.px(4), place.height());
    const double width = std::min<double>(
        TextWidth(font)(scene.word(token, theme)) + 2 * theme.px(2 * linkWordRim), place.width());
    const bool columns = scene.geometry.layout() == LinksLayout::columns;
    const double left = !columns                        ? place.center().x() - width / 2
                        : token.side == LinkSide::query ? place.right() - width
                                                        : place.left();
    const double overhang = columns ? theme.px(linkWordRim) : 0; // keeps the words aligned
    return {left + (token.side == LinkSide::query ? overhang : -overhang), place.center().y() - height / 2,
            width, height};
}

void paintLinkToken(QPainter& painter, const LinksScene& scene, const Theme& theme, LinkToken token,
                    const LinksMarks& marks) {
    const LinksGeometry& geometry = scene.geometry;
    const Colours& colours = theme.colours();
    const QFont font = theme.font(TextRole::body);
    const bool columns = geometry.layout() == LinksLayout::columns;
    const double radius = theme.px(5);
    if (scene.focus.names(token)) {
        painter.setPen(QPen(colours.inspected, theme.px(1.5)));
        painter.setBrush(colours.accentSoft);
        painter.drawRoundedRect(wordShape(scene, theme, token), radius, radius);
    }
    if (marks.cursor == token) {
        painter.setPen(QPen(colours.accent, theme.px(2), Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(wordShape(scene, theme, token).adjusted(-2, -2, 2, 2), radius, radius);
    }
    paintBar(painter, scene, theme, token);
    paintSinkBar(painter, scene, theme, token);
    painter.setFont(font);
    painter.setPen(scene.isLit(token) ? colours.text : colours.muted);
    const int side = !columns                        ? Qt::AlignHCenter
                     : token.side == LinkSide::query ? Qt::AlignRight
                                                     : Qt::AlignLeft;
    painter.drawText(geometry.label(token).adjusted(theme.px(linkWordRim), 0, -theme.px(linkWordRim), 0),
                     side | Qt::AlignVCenter, scene.word(token, theme));
    if (const auto number = scene.numberAt(token)) {
        painter.setFont(theme.font(TextRole::number));
        painter.setPen(number->quiet ? colours.muted : colours.text);
        painter.drawText(number->place, number->alignment, number->text);
    }
}

/// "key 3–14 of 24" where the others are left out.
QString countedHeading(const LinksScene& scene, LinkSide side, const Theme& theme, const LinksMarks& marks) {
    QString heading = scene.content.heading(side);
    if (!marks.whole)
        return heading;
    const Rows whole = wholeTokens(scene, side, theme, marks.visible);
    const Index count = scene.content.count(side);
    if (whole.count == count)
        return heading;
    return LinksDrawingText::tr("%1 %2–%3 of %4")
        .arg(heading)
        .arg(whole.first + 1)
        .arg(whole.first + whole.count)
        .arg(count);
}

/// Headings stay visible while the tokens scroll.
void paintLinkHeadings(QPainter& painter, const LinksScene& scene, const Theme& theme,
                       const LinksMarks& marks) {
    const bool columns = scene.geometry.layout() == LinksLayout::columns;
    const QSize size = scene.geometry.size();
    painter.setFont(theme.font(TextRole::small));
    for (const LinkSide side : {LinkSide::query, LinkSide::key}) {
        QRectF place = scene.geometry.heading(side);
        const double by = columns ? marks.visible.y() - place.top() : marks.visible.x();
        if (columns && by > 0) {
            place.translate(0, by);
            if (side == LinkSide::query)
                painter.fillRect(QRectF(0, place.top(), size.width(), place.height()), theme.colours().panel);
        } else if (!columns && by > 0) {
            place.setLeft(by);
        }
        painter.setPen(theme.colours().muted);
        const bool right = columns && side == LinkSide::query;
        const QString text = countedHeading(scene, side, theme, marks);
        const double beyond = TextWidth(painter.font())(text) + 1 - place.width();
        if (columns && beyond > 0) // towards the middle, where nothing stands beside it
            place.adjust(right ? 0 : -beyond, 0, right ? beyond : 0, 0);
        painter.drawText(place, int(right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, text);
    }
}

} // namespace

LinksScene linksScene(LinksContent content, const LinksLook& look, const LinksFocus& focus,
                      const Theme& theme, QSize room, bool titled,
                      const std::optional<LinkLetters>& letters) {
    LinksScene scene;
    scene.letters = letters.value_or(LinkLetters{theme.font(TextRole::small)});
    scene.geometry = LinksGeometry(content, theme, look.layout, room, titled);
    scene.content = std::move(content);
    scene.look = look;
    LinksChoice choice =
        chosenLinks(scene.content, look.thresholdFor(scene.content.count(LinkSide::key)), look.showsWeaker);
    scene.counts = choice.counts;
    placeLinks(scene.content, choice.links);
    const RibbonInks inks = inksOf(scene.content, theme);
    for (const Link& link : choice.links)
        scene.ribbons.push_back(ribbonOf(link, scene, inks, false));
    refocus(scene, focus, theme);
    return scene;
}

void refocus(LinksScene& scene, const LinksFocus& focus, const Theme& theme) {
    scene.focus = focus;
    std::vector<Link> links = linksOf(scene.content, scene.counts.threshold, scene.look.showsWeaker, focus);
    placeLinks(scene.content, links);
    const RibbonInks inks = inksOf(scene.content, theme);
    scene.emphasised.clear();
    for (const Link& link : links)
        scene.emphasised.push_back(ribbonOf(link, scene, inks, true));
    scene.numbers = scene.withNumbers ? numbersOfRibbons(scene, theme) : std::vector<LinksScene::Number>();
}

Rows wholeTokens(const LinksScene& scene, LinkSide side, const Theme& theme, const QRectF& visible) {
    const double letters = QFontMetricsF(theme.font(TextRole::body)).height();
    const bool columns = scene.geometry.layout() == LinksLayout::columns;
    const QRectF heading = scene.geometry.heading(side);
    const double from = columns ? std::max(visible.top(), heading.top()) + heading.height() : visible.left();
    const double to = columns ? visible.bottom() : visible.right();
    Rows whole;
    for (Index i = 0; i < scene.content.count(side); ++i) {
        const QRectF word = scene.geometry.label({side, i});
        const double middle = columns ? word.center().y() : word.center().x();
        const double half = (columns ? letters : word.width()) / 2;
        if (middle - half < from - 0.5 || middle + half > to + 0.5)
            continue;
        if (whole.count++ == 0)
            whole.first = i;
    }
    return whole;
}

void paintAllRibbons(QPainter& painter, const LinksScene& scene, const Theme& theme, const QRectF& exposed) {
    painter.setRenderHint(QPainter::Antialiasing);
    for (const LinkRibbon& ribbon : scene.ribbons)
        paintExposed(painter, ribbon, scene.look.layout, ribbonForm(theme), exposed,
                     scene.focus.isSet() ? fadedTo : 1);
}

void paintOverRibbons(QPainter& painter, const LinksScene& scene, const Theme& theme, const QRectF& exposed,
                      const LinksMarks& marks) {
    if (!scene.content.weights.matrix)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    if (const QRectF title = scene.geometry.title(); title.height() > 0) {
        painter.setFont(theme.font(TextRole::strong));
        painter.setPen(theme.colours().text);
        painter.drawText(title, Qt::AlignLeft | Qt::AlignTop, scene.content.weights.title);
    }
    paintLegend(painter, scene, theme);
    for (const LinkRibbon& ribbon : scene.emphasised) {
        paintExposed(painter, ribbon, scene.look.layout, ribbonForm(theme), exposed, 1);
        if (!marks.link || !ribbon.link.joinsAs(*marks.link))
            continue;
        painter.setPen(QPen(theme.colours().accent, theme.px(2), Qt::DashLine));
        outlineRibbon(painter, ribbon, scene.look.layout, ribbonForm(theme));
    }
    paintLinkNumbers(painter, scene);
    for (const LinkSide side : {LinkSide::query, LinkSide::key}) {
        const Rows tokens = marks.whole ? wholeTokens(scene, side, theme, marks.visible)
                                        : scene.geometry.tokensIn(side, exposed);
        for (Index i = tokens.first; i < tokens.first + tokens.count; ++i)
            paintLinkToken(painter, scene, theme, {side, i}, marks);
    }
    paintLinkHeadings(painter, scene, theme, marks);
}

void paintLinks(QPainter& painter, const LinksScene& scene, const Theme& theme, const QRectF& exposed) {
    paintAllRibbons(painter, scene, theme, exposed);
    paintOverRibbons(painter, scene, theme, exposed, {});
}

} // namespace lab
