// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/lesson/formula_object.h"

#include "ui/look/theme.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <QTextBlock>
#include <QTextDocument>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lab {

namespace {

constexpr int numberOfFormula = QTextFormat::UserProperty + 1;
constexpr int decimals = 4;
constexpr double behindFormula = 0.4; // of the size of letters: room for a full stop in the same line

int pixelsOf(const QTextCharFormat& format) {
    return std::max(1, QFontInfo(format.font()).pixelSize());
}

/// How wide a formula can be in the text around it, which has margins and no other indents.
double roomIn(const QTextDocument& document, int position) {
    if (document.textWidth() <= 0)
        return 1e9;
    const QTextBlockFormat format = document.findBlock(position).blockFormat();
    return document.textWidth() - format.leftMargin() - format.rightMargin();
}

/// A formula that is too high for a line on both sides of the letters, such as a fraction. Qt gives a
/// character of its own a height above the baseline only, unless it is aligned in the middle.
bool isCentred(const QTextCharFormat& format) {
    return format.verticalAlignment() == QTextCharFormat::AlignMiddle;
}

/// How far below the middle of a centred character the baseline is.
double belowMiddle(const QTextCharFormat& format) {
    return QFontMetrics(format.font()).xHeight() / 4.0; // as QTextDocumentLayout::resizeInlineObject
}

/// Where the baseline of the line meets a formula, from its top. The last line of one that is broken goes on
/// in the text; a centred one has a line of its own then.
double baselineOf(const FormulaLayout& layout, const QTextCharFormat& format) {
    const bool isBroken = layout.firstBaseline() < layout.lastBaseline();
    return isCentred(format) && isBroken ? layout.size().height() / 2 + belowMiddle(format)
                                         : layout.lastBaseline();
}

} // namespace

FormulaObject::FormulaObject(const Theme& theme, QObject* parent) : QObject(parent), m_theme(theme) {}

QTextCharFormat FormulaObject::formatFor(Formula formula, const QTextCharFormat& around) {
    const int pixels = pixelsOf(around);
    const FormulaLayout layout(formula, m_theme, {pixels, decimals});
    const double below = layout.size().height() - layout.lastBaseline();
    const double belowLetters = QFontMetricsF(around.font()).descent();
    QTextCharFormat format = around;
    format.setObjectType(type);
    format.setProperty(numberOfFormula, static_cast<int>(m_formulas.size()));
    if (below > belowLetters + mostBelowLine * pixels)
        format.setVerticalAlignment(QTextCharFormat::AlignMiddle);
    m_formulas.push_back(std::move(formula));
    return format;
}

const Formula* FormulaObject::formulaOf(const QTextCharFormat& format) const {
    const auto number = static_cast<std::size_t>(format.intProperty(numberOfFormula));
    return format.objectType() == type && number < m_formulas.size() ? &m_formulas[number] : nullptr;
}

/// One that is too wide is broken, and made smaller if that does not do.
FormulaLayout FormulaObject::laidOut(const QTextDocument& document, int position,
                                     const QTextCharFormat& format) const {
    const Formula* formula = formulaOf(format);
    const int usual = pixelsOf(format);
    const double room = roomIn(document, position) - behindFormula * usual;
    for (int pixels = usual;;) {
        FormulaLayout layout(formula ? *formula : Formula{}, m_theme, {pixels, decimals, room});
        if (layout.size().width() <= room || pixels == 1)
            return layout;
        pixels = std::clamp(static_cast<int>(pixels * room / layout.size().width()), 1, pixels - 1);
    }
}

QSizeF FormulaObject::intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) {
    const QTextCharFormat of = format.toCharFormat();
    const FormulaLayout layout = laidOut(*document, position, of);
    const double above = baselineOf(layout, of);
    const double below = layout.size().height() - above;
    const double height =
        isCentred(of) ? 2 * std::max(above - belowMiddle(of), below + belowMiddle(of)) : above;
    return {layout.size().width(), height};
}

void FormulaObject::drawObject(QPainter* painter, const QRectF& area, QTextDocument* document, int position,
                               const QTextFormat& format) {
    const QTextCharFormat of = format.toCharFormat();
    const FormulaLayout layout = laidOut(*document, position, of);
    const double baseline = isCentred(of) ? area.center().y() + belowMiddle(of) : area.bottom();
    const Colours& colours = m_theme.colours();
    const QColor colour =
        of.hasProperty(QTextFormat::ForegroundBrush) ? of.foreground().color() : colours.text;
    layout.draw(*painter, {area.left(), baseline - baselineOf(layout, of)}, colour, colours.accent);
}

} // namespace lab
