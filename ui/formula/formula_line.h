// SPDX-License-Identifier: GPL-3.0-or-later
//
// A formula as a line of text, in as many lines as it needs.
#pragma once

#include "ui/formula/formula_layout.h"

#include <QWidget>

#include <optional>

namespace lab {

class Theme;

class FormulaLine : public QWidget {
    Q_OBJECT
public:
    explicit FormulaLine(const Theme& theme, QWidget* parent = nullptr);

    /// Hidden without one.
    void setFormula(const std::optional<Formula>& formula);
    const std::optional<Formula>& formula() const { return m_formula; }

    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    FormulaLayout layoutFor(int width) const;

    const Theme& m_theme;
    std::optional<Formula> m_formula;
};

} // namespace lab
