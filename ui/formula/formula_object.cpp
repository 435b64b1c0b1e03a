// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/formula/formula_object.h"

#include "ui/look/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextLayout>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

constexpr int numberOfFormula = QTextFormat::UserProperty + 1;
constexpr int decimals = 4;
constexpr double behindFormula = 0.4; // of the size of letters: room for a full stop in the same line
constexpr double intoNextLine = 0.3;  // of the size of letters: above them a line is empty
constexpr double unlimited = 1e9;     // pixels

int pixelsOf(const QFont& font) {
    return std::max(1, QFontInfo(font).pixelSize());
}

std::size_t numberOf(const QTextCharFormat& format) {
    return static_cast<std::size_t>(format.intProperty(numberOfFormula));
}

/// How wide a formula can be in the text around it, which has margins and no other indents.
double roomIn(const QTextDocument& document, int position) {
    if (document.textWidth() <= 0)
        return unlimited;
    const QTextBlockFormat format = document.findBlock(position).blockFormat();
    return document.textWidth() - format.leftMargin() - format.rightMargin();
}

} // namespace

FormulaObject::FormulaObject(const Theme& theme, QTextDocument* document)
    : QObject(document), m_theme(theme), m_document(*document) {}

void FormulaObject::install() {
    for (const int part : {wide, above, below})
        m_document.documentLayout()->registerHandler(part, this);
}

void FormulaObject::insert(QTextCursor& cursor, Formula formula, const QString& latex,
                           const QTextCharFormat& around) {
    const QFont font = around.font().resolve(m_document.defaultFont());
    const int pixels = pixelsOf(font);
    const double room = QFontMetricsF(font).descent() + intoNextLine * pixels;
    const bool isDeep = laidOut(formula, pixels, unlimited).under() > room;
    QTextCharFormat format = around;
    format.setProperty(numberOfFormula, static_cast<int>(m_typed.size()));
    m_typed.push_back({std::move(formula), latex, isDeep});
    m_fitted.emplace_back();
    for (const Part part : {wide, above, below}) {
        format.setObjectType(part);
        // The only alignment with which Qt gives a character a height below the baseline, half of it.
        if (part == below)
            format.setVerticalAlignment(QTextCharFormat::AlignMiddle);
        cursor.insertText(QString(QChar::ObjectReplacementCharacter), format);
    }
}

const FormulaObject::Typed* FormulaObject::formulaOf(const QTextCharFormat& format) const {
    const std::size_t number = numberOf(format);
    return format.objectType() == wide && number < m_typed.size() ? &m_typed[number] : nullptr;
}

/// One that is too wide is broken, and made smaller if that does not do.
FormulaObject::Fitted FormulaObject::laidOut(const Formula& formula, int pixels, double room) const {
    for (int smaller = pixels;;) {
        FormulaLayout layout(formula, m_theme, {smaller, decimals, room});
        if (layout.size().width() <= room || smaller == 1)
            return {pixels, room, std::move(layout)};
        smaller = std::clamp(static_cast<int>(smaller * room / layout.size().width()), 1, smaller - 1);
    }
}

const FormulaObject::Fitted& FormulaObject::fitted(int position, const QTextCharFormat& format) {
    const std::size_t number = numberOf(format);
    const int pixels = pixelsOf(format.font());
    const double room = roomIn(m_document, position) - behindFormula * pixels;
    std::optional<Fitted>& last = m_fitted.at(number);
    if (!last || last->pixels != pixels || last->room != room)
        last.emplace(laidOut(m_typed.at(number).formula, pixels, room));
    return *last;
}

QSizeF FormulaObject::intrinsicSize(QTextDocument* /*document*/, int position, const QTextFormat& format) {
    const QTextCharFormat of = format.toCharFormat();
    const Fitted& formula = fitted(position, of);
    if (of.objectType() == wide)
        return {formula.width(), QFontMetricsF(of.font()).ascent()};
    if (of.objectType() == above)
        return {0, formula.baseline()};
    const QFontMetricsF letters(of.font());
    const double under = m_typed.at(numberOf(of)).isDeep ? formula.under() : letters.descent();
    return {0, 2 * under + letters.xHeight() / 2}; // its middle is as high as that of small letters
}

void FormulaObject::drawObject(QPainter* painter, const QRectF& area, QTextDocument* /*document*/,
                               int position, const QTextFormat& format) {
    const QTextCharFormat of = format.toCharFormat();
    if (of.objectType() != above) // not where the width is: Qt paints a selection over that
        return;
    const Fitted& formula = fitted(position, of);
    const QTextBlock block = m_document.findBlock(position);
    const QTextLine line = block.layout()->lineForTextPosition(position - block.position());
    const double baseline = block.layout()->position().y() + line.y() + line.ascent();
    const Colours& colours = m_theme.colours();
    const QColor colour =
        of.hasProperty(QTextFormat::ForegroundBrush) ? of.foreground().color() : colours.text;
    formula.layout.draw(*painter, {area.left() - formula.width(), baseline - formula.baseline()}, colour,
                        colours.accent);
}

} // namespace lab
