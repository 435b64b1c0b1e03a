// SPDX-License-Identifier: GPL-3.0-or-later
//
// Explanations as a page: rich text with links, and pictures for what rich text has no signs for.
#pragma once

#include "core/explain/explain.h"
#include "core/explain/parameter_explanation.h"
#include "ui/panels/explanation/inline_images.h"

#include <QString>

#include <optional>
#include <vector>

namespace lab {

class Theme;

class ExplanationPage {
public:
    ExplanationPage(const Experiment& experiment, const Theme& theme, double width);

    /// What was explained before, the latest last.
    void addTrail(const std::vector<Source>& trail);
    /// Where nothing is inspected.
    void addHint();
    /// Where the numbers are not there yet.
    void addWaiting();
    /// `hand`: a number that somebody has under the hand; one line says how the cell changes with it.
    void addCell(const Explanation& explanation, const std::optional<ParameterCell>& hand,
                 const std::optional<Sensitivity>& sensitivity);
    /// `alone`: no cell is inspected, and the page says how to ask how one changes with it.
    void addParameter(const ParameterExplanation& explanation, bool alone);
    /// How much the cell changes with a number, beside the others of its matrix, as far as it is known.
    void addSensitivity(const ParameterCell& cell, const CellRef& of,
                        const std::optional<Sensitivity>& sensitivity);
    /// A text about a stage, which a link unfolds.
    void addAbout(StageId stage, bool open);

    const QString& html() const { return m_html; }
    std::vector<InlineImage> takeImages() { return std::move(m_pictures); }

private:
    void addHand(const ParameterCell& cell, const std::optional<Sensitivity>& sensitivity);
    void addHeading(const QString& above, const QString& heading, double value, const QString& words);
    void addStep(const ExplanationStep& step, int number);
    void addTerms(const ExplanationStep& step);
    void addShares(const ExplanationStep& step);
    void addFormula(const Formula& formula, double pixels = 15);
    QString picture(InlineImage picture);
    /// A bar of a number among others, from the middle where `isSigned`.
    QString bar(double value, double largest, bool isSigned, double width);
    QString digits(double value) const;
    QString withSign(double value) const;
    QString slopeText(const Sensitivity& sensitivity, Index row, Index column) const;
    /// A sentence of its own, after a space; empty where there is nothing to say.
    QString saturationText(const Sensitivity& sensitivity) const;
    /// The numbers that a term is the product of.
    QString factorsText(const Term& term) const;
    QString paragraph(const QString& text, const QString& style = {}) const;

    const Experiment& m_experiment;
    const Theme& m_theme;
    ViewSettings m_view;
    int m_decimals;
    bool m_isWide;  ///< steps stand in two columns
    double m_width; ///< of a column
    QString m_html;
    std::vector<InlineImage> m_pictures;
};

} // namespace lab
