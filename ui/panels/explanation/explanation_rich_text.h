// SPDX-License-Identifier: GPL-3.0-or-later
//
// Explanations as rich text with links, and images for what it cannot show.
#pragma once

#include "core/describe/explanation.h"
#include "core/describe/parameter_explanation.h"
#include "core/describe/sensitivity.h"
#include "ui/panels/explanation/inline_images.h"

#include <QString>

#include <optional>
#include <vector>

namespace lab {

class PullOfInspected;
struct PullOfCell;
class Theme;

class ExplanationRichText {
public:
    ExplanationRichText(const Experiment& experiment, const Theme& theme, double width);

    /// The sources explained before, latest last.
    void addTrail(const std::vector<Source>& trail);
    /// What the inspected token looks at, in words.
    void addAttention(const QString& sentence);
    /// For when no number is inspected.
    void addHint();
    /// For when the numbers are not computed yet.
    void addWaiting();
    /// `probedParameter`: the parameter that the user is editing. One line then says how the cell changes
    /// with it. `aboutOpen`: all that there is to say about the stage is shown, not only its first sentence.
    /// `allPulls`: as of addPull().
    void addCell(const Explanation& explanation, const std::optional<ParameterCell>& probedParameter,
                 const std::optional<Sensitivity>& sensitivity, bool aboutOpen, const PullOfInspected& pull,
                 bool allPulls);
    /// `alone`: no cell is inspected. The page then says how to see how one changes with the parameter.
    void addParameter(const ParameterExplanation& explanation, bool alone);
    /// How much the cell `of` changes with a parameter, next to the others of its matrix, as far as that is
    /// known.
    void addSensitivity(const ParameterCell& cell, const CellRef& of,
                        const std::optional<Sensitivity>& sensitivity);

    const QString& html() const { return m_html; }
    std::vector<InlineImage> takeImages() { return std::move(m_pictures); }

private:
    /// What would raise the number, if that is wanted: the strongest parameters, or all.
    void addPull(const PullOfInspected& pull, bool all, const Explanation& explanation);
    void addPulls(const PullOfCell& found, bool all);
    /// A weight of a row of which something is wanted on the page Learn: the row beside it.
    void addWanted(const Explanation& explanation);
    void addPullOnScore(double weight, double wanted);
    /// With a capital and a full stop.
    QString textOfSentence(const Said& said) const;
    /// What a stage does: a sentence, and more behind a link.
    void addAbout(StageId stage, bool open);
    void addProbedParameter(const ParameterCell& cell, const CellRef& of,
                            const std::optional<Sensitivity>& sensitivity);
    void addHeading(const QString& above, const QString& heading, double value, const QString& words);
    void addStep(const ExplanationStep& step, int number);
    void addTerms(const ExplanationStep& step);
    void addShares(const ExplanationStep& step);
    void addFormula(const Formula& formula, double pixels = 15);
    QString picture(InlineImage picture);
    /// A bar for one number among several, starting in the middle if `isSigned`.
    QString bar(double value, double largest, bool isSigned, double width);
    QString digits(double value) const;
    QString withSign(double value) const;
    /// "A[sky,blue]".
    QString symbolText(const CellRef& cell) const;
    QString slopeText(const Sensitivity& sensitivity, Index row, Index column) const;
    /// A separate sentence with a leading space, or empty.
    QString saturationText(const Sensitivity& sensitivity) const;
    /// The product that a term consists of.
    QString factorsText(const Term& term) const;
    QString paragraph(const QString& text, const QString& style = {}) const;

    const Experiment& m_experiment;
    const Theme& m_theme;
    ViewSettings m_view;
    int m_decimals;
    bool m_isWide;  ///< steps are in two columns
    double m_width; ///< of a column
    QString m_html;
    std::vector<InlineImage> m_pictures;
};

} // namespace lab
