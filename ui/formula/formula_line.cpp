// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/formula/formula_line.h"

#include "ui/look/theme.h"

#include <QPainter>

#include <cmath>

namespace lab {

namespace {
constexpr double formulaSize = 16; // points
}

FormulaLine::FormulaLine(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
    hide();
}

void FormulaLine::setFormula(const std::optional<Formula>& formula) {
    if (formula == m_formula)
        return;
    m_formula = formula;
    setAccessibleName(formula ? QString::fromStdString(plain(*formula)) : QString());
    setVisible(formula.has_value());
    updateGeometry();
    update();
}

/// A formula that is still wider when it is broken has smaller letters.
FormulaLayout FormulaLine::layoutFor(int width) const {
    constexpr int least = 9;
    FormulaLayout::Style style;
    style.pixels = m_theme.px(formulaSize);
    style.room = width;
    while (style.pixels > least && FormulaLayout(*m_formula, m_theme, style).size().width() > width)
        --style.pixels;
    return {*m_formula, m_theme, style};
}

QSize FormulaLine::sizeHint() const {
    return {0, heightForWidth(width())};
}

int FormulaLine::heightForWidth(int width) const {
    return m_formula ? static_cast<int>(std::ceil(layoutFor(width).size().height())) : 0;
}

void FormulaLine::paintEvent(QPaintEvent* /*event*/) {
    if (!m_formula)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor& text = m_theme.colours().text;
    layoutFor(width()).draw(painter, {}, text, text);
}

} // namespace lab
