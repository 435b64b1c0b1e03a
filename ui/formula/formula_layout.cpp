// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/formula/formula_layout.h"

#include "core/base/number_format.h"
#include "ui/look/theme.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr double smaller = 0.72;        // size of a script relative to its base
constexpr double smallestScript = 0.55; // minimum relative to the formula, at any nesting depth
constexpr double lineGap = 0.3;         // of the font size

/// Flattens nested rows.
void flatten(const Formula& formula, std::vector<Formula>& parts) {
    if (formula.kind != Formula::Kind::row) {
        parts.push_back(formula);
        return;
    }
    for (const Formula& part : formula.parts)
        flatten(part, parts);
}

bool isText(const Formula& formula, const char* text) {
    return formula.kind == Formula::Kind::text && formula.text == text;
}

} // namespace

FormulaLayout::FormulaLayout(const Formula& formula, const Theme& theme, const Style& style)
    : m_theme(theme), m_style(style) {
    std::vector<Formula> parts;
    flatten(formula, parts);
    breakLines(parts);
}

QFont FormulaLayout::font(bool slanted, double pixels) const {
    QFont font = m_theme.font(TextRole::formula);
    font.setItalic(slanted);
    font.setPixelSize(
        std::max(1, static_cast<int>(std::lround(std::max(pixels, smallestScript * m_style.pixels)))));
    return font;
}

void FormulaLayout::place(Box& into, const Box& box, QPointF at) {
    for (Item item : box.items) {
        item.at += at;
        item.area.translate(at);
        for (QPointF& point : item.line)
            point += at;
        into.items.push_back(std::move(item));
    }
    into.ascent = std::max(into.ascent, box.ascent - at.y());
    into.descent = std::max(into.descent, box.descent + at.y());
    into.width = std::max(into.width, at.x() + box.width);
}

FormulaLayout::Box FormulaLayout::textBox(const QString& text, const QFont& font,
                                          const std::optional<Source>& source) const {
    const QFontMetricsF metrics(font);
    Box box{metrics.horizontalAdvance(text), metrics.ascent(), metrics.descent(), {}};
    if (!text.trimmed().isEmpty())
        box.items.push_back(
            {{}, text, font, {}, QRectF(0, -box.ascent, box.width, box.ascent + box.descent), source});
    return box;
}

FormulaLayout::Box FormulaLayout::rowBox(const std::vector<Formula>& parts, double pixels,
                                         const std::optional<Source>& source) const {
    Box row;
    for (const Formula& part : parts)
        place(row, boxOf(part, pixels, source), {row.width, 0});
    return row;
}

FormulaLayout::Box FormulaLayout::fractionBox(const Formula& formula, double pixels,
                                              const std::optional<Source>& source) const {
    const Box above = boxOf(formula.parts[0], pixels, source);
    const Box below = boxOf(formula.parts[1], pixels, source);
    const double width = std::max(above.width, below.width) + 0.3 * pixels;
    const double axis = -0.3 * pixels; // middle of a plus sign
    const double gap = 0.12 * pixels;
    Box box;
    place(box, above, {(width - above.width) / 2, axis - gap - above.descent});
    place(box, below, {(width - below.width) / 2, axis + gap + below.ascent});
    box.items.push_back({{}, {}, {}, {{0, axis}, {width, axis}}, {}, {}});
    box.width = width;
    return box;
}

FormulaLayout::Box FormulaLayout::rootBox(const Formula& formula, double pixels,
                                          const std::optional<Source>& source) const {
    const Box inner = boxOf(formula.parts[0], pixels, source);
    const double sign = 0.6 * pixels;
    const double top = -inner.ascent * 0.92;
    Box box;
    place(box, inner, {sign, 0});
    box.items.push_back({{},
                         {},
                         {},
                         {{0.08 * pixels, -0.28 * pixels},
                          {0.22 * pixels, -0.36 * pixels},
                          {0.4 * pixels, inner.descent * 0.6},
                          {sign * 0.95, top},
                          {sign + inner.width, top}},
                         {},
                         {}});
    box.ascent = std::max(box.ascent, -top + 0.08 * pixels);
    box.width += 0.08 * pixels;
    return box;
}

/// A script, or both one above the other.
FormulaLayout::Box FormulaLayout::scriptBox(const Formula& formula, double pixels,
                                            const std::optional<Source>& around) const {
    const bool isHigh = formula.kind == Formula::Kind::sup;
    const bool hasBoth = isHigh && formula.parts[0].kind == Formula::Kind::sub;
    const Formula& lower = hasBoth ? formula.parts[0] : formula;
    const std::optional<Source>& source = lower.source ? lower.source : around;
    Box box = boxOf(lower.parts[0], pixels, source);
    const double behind = box.width;
    if (hasBoth || !isHigh)
        place(box, boxOf(lower.parts[1], smaller * pixels, source), {behind, 0.26 * pixels});
    if (isHigh)
        place(box, boxOf(formula.parts[1], smaller * pixels, around), {behind, -(0.42 * pixels)});
    return box;
}

FormulaLayout::Box FormulaLayout::boxOf(const Formula& formula, double pixels,
                                        const std::optional<Source>& around) const {
    const std::optional<Source>& source = formula.source ? formula.source : around;
    switch (formula.kind) {
    case Formula::Kind::text:
    case Formula::Kind::words:
        return textBox(QString::fromStdString(formula.text), font(false, pixels), source);
    case Formula::Kind::symbol:
        return textBox(QString::fromStdString(formula.text), font(true, pixels), source);
    case Formula::Kind::hole: {
        const int decimals = decimals_for(std::abs(formula.value), m_style.decimals);
        return textBox(QString::fromStdString(display(formula.value, decimals)), font(false, pixels), source);
    }
    case Formula::Kind::row:
        return rowBox(formula.parts, pixels, source);
    case Formula::Kind::sub:
    case Formula::Kind::sup:
        return scriptBox(formula, pixels, source);
    case Formula::Kind::fraction:
        return fractionBox(formula, pixels, source);
    case Formula::Kind::root:
        return rootBox(formula, pixels, source);
    }
    return {};
}

/// Places the parts side by side, wrapping those that do not fit.
void FormulaLayout::breakLines(const std::vector<Formula>& parts) {
    const double pixels = m_style.pixels;
    const double indent = 1.2 * pixels;
    std::vector<Box> lines{Box{}};
    Box group; // parts that stay on one line
    const auto end_group = [&] {
        const bool further = lines.back().width + group.width > m_style.room && !lines.back().items.empty();
        if (further) {
            lines.emplace_back();
            lines.back().width = indent;
        }
        place(lines.back(), group, {lines.back().width, 0});
        group = {};
    };
    for (const Formula& part : parts) {
        if (isText(part, " = "))
            end_group();
        place(group, boxOf(part, pixels, {}), {group.width, 0});
        if (isText(part, " + "))
            end_group();
    }
    end_group();
    Box all;
    double y = 0;
    double width = 0;
    for (const Box& line : lines) {
        m_lastBaseline = y + line.ascent;
        place(all, line, {0, m_lastBaseline});
        y += line.ascent + line.descent + lineGap * pixels;
        width = std::max(width, line.width);
    }
    m_items = std::move(all.items);
    m_size = {std::ceil(width + 1), std::ceil(y - lineGap * pixels + 1)};
}

void FormulaLayout::draw(QPainter& painter, QPointF topLeft, const QColor& text, const QColor& link) const {
    painter.save();
    painter.translate(topLeft);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (const Item& item : m_items) {
        painter.setPen(QPen(item.source ? link : text, std::max(1.0, m_style.pixels / 14.0)));
        if (item.text.isEmpty()) {
            painter.drawPolyline(item.line.data(), static_cast<int>(item.line.size()));
            continue;
        }
        painter.setFont(item.font);
        painter.drawText(item.at, item.text);
    }
    painter.restore();
}

std::vector<FormulaLayout::Link> FormulaLayout::links() const {
    std::vector<Link> links;
    for (const Item& item : m_items) {
        if (item.source)
            links.push_back({item.area, *item.source});
    }
    return links;
}

std::optional<Source> FormulaLayout::sourceAt(QPointF point) const {
    for (const Item& item : m_items) {
        if (item.source && item.area.contains(point))
            return item.source;
    }
    return std::nullopt;
}

} // namespace lab
