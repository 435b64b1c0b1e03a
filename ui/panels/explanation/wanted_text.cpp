// SPDX-License-Identifier: GPL-3.0-or-later
//
// A weight beside what is wanted of its row, in an explanation.
#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/overrides.h"
#include "ui/document/view/learn_view.h"
#include "ui/look/theme.h"
#include "ui/panels/explanation/explanation_rich_text.h"
#include "ui/panels/explanation/explanation_table.h"
#include "ui/plots/learn/learn_content.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr Index mostWantedRows = 12; // of the table; those furthest off stay

class WantedPageText {
    Q_DECLARE_TR_FUNCTIONS(ExplanationRichText)
};

/// What is wanted of the row, as the loss reads it: NaN where any weight will do.
RowVector wantedOfRow(const Experiment& experiment, const CellRef& cell, const std::vector<Share>& shares) {
    std::vector<WantedCell> wanted;
    for (const WantedCell& each : learnView(experiment).learn.wanted) {
        if (each.head == cell.head && each.row == cell.row)
            wanted.push_back({0, 0, each.column, each.number});
    }
    Matrix scores(1, static_cast<Index>(shares.size()));
    std::ranges::transform(shares, scores.data(), [](const Share& each) { return each.score.value; });
    return sharesOf(wantedWeights(wanted, 0, scores)).row(0);
}

/// The normaliser's step, if the weights of its row are what it gives and are to be seen.
const ExplanationStep* stepOfRow(const Experiment& experiment, const Explanation& explanation) {
    const CellRef& cell = explanation.cell;
    const auto overrides = overrides_in_force(experiment, StageId::weights, cell.head);
    const bool isOverridden =
        std::ranges::any_of(overrides, [&](const Override* each) { return each->row == cell.row; });
    if (cell.stage != StageId::weights || isOverridden || explanation.steps.empty())
        return nullptr;
    const ExplanationStep& step = explanation.steps.back();
    const bool isOfKey =
        step.kind == ExplanationKind::normalizer && step.own_share < static_cast<Index>(step.shares.size());
    const bool isKnown = std::ranges::all_of(step.shares, [](const Share& each) {
        return std::isfinite(each.weight) && !is_covered(each.score.value);
    });
    return isOfKey && isKnown ? &step : nullptr;
}

/// Whether the weights are a softmax, and the loss of the row is finite.
bool hasLoss(const Experiment& experiment, const RowVector& wanted, const std::vector<Share>& shares) {
    const NormalizationKind kind = experiment.normalization.kind;
    bool isFinite = kind == NormalizationKind::softmax || kind == NormalizationKind::softmax_naive;
    for (Index key = 0; key < wanted.size(); ++key)
        isFinite = isFinite && !(wanted[key] > 0 && shares[static_cast<std::size_t>(key)].weight == 0);
    return isFinite;
}

/// The keys of which a weight is wanted, in order: all, or those whose weights are furthest off, and `own`.
std::vector<Index> shownKeys(const RowVector& wanted, const std::vector<Share>& shares, Index own) {
    std::vector<Index> keys;
    for (Index key = 0; key < wanted.size(); ++key) {
        if (!std::isnan(wanted[key]))
            keys.push_back(key);
    }
    if (keys.size() <= static_cast<std::size_t>(mostWantedRows))
        return keys;
    std::ranges::stable_sort(keys, std::ranges::greater{}, [&](Index key) {
        return key == own ? HUGE_VAL : std::abs(shares[static_cast<std::size_t>(key)].weight - wanted[key]);
    });
    keys.resize(static_cast<std::size_t>(mostWantedRows));
    std::ranges::sort(keys);
    return keys;
}

} // namespace

void ExplanationRichText::addWanted(const Explanation& explanation) {
    const ExplanationStep* step = stepOfRow(m_experiment, explanation);
    if (step == nullptr)
        return;
    const RowVector wanted = wantedOfRow(m_experiment, explanation.cell, step->shares);
    const Index own = step->own_share;
    if (std::isnan(wanted[own]))
        return;
    const std::vector<Index> keys = shownKeys(wanted, step->shares, own);
    double largest = 0;
    for (const Index key : keys)
        largest =
            std::max(largest, std::abs(step->shares[static_cast<std::size_t>(key)].weight - wanted[key]));
    m_html += QStringLiteral("<hr>") +
              paragraph(QStringLiteral("<b>%1</b>").arg(WantedPageText::tr("The row beside what you want")));
    ExplanationTable table(m_theme, m_width);
    for (const Index key : keys) {
        const Share& share = step->shares[static_cast<std::size_t>(key)];
        const QString form = key == own ? QStringLiteral("<b>%1</b>") : QStringLiteral("%1");
        table.add({form.arg(QString::fromStdString(share.key).toHtmlEscaped()),
                   WantedPageText::tr("%1, wanted %2").arg(digits(share.weight), digits(wanted[key])),
                   form.arg(withSign(share.weight - wanted[key])), share.weight - wanted[key]});
    }
    m_html += table.html([&](double part, double width) { return bar(part, largest, true, width); });
    const QString quiet = QStringLiteral("color:%1").arg(m_theme.colours().muted.name());
    if (static_cast<Index>(keys.size()) < (wanted.array() == wanted.array()).count())
        m_html += paragraph(WantedPageText::tr("The %1 furthest from it.").arg(keys.size()), quiet);
    if (hasLoss(m_experiment, wanted, step->shares))
        addPullOnScore(own_share(*step).weight, wanted[own]);
}

/// The derivative of −Σ t·ln a, with Σ t = 1, by a score s of softmax(s/τ), a sink among the scores or not:
/// (a − t)/τ.
void ExplanationRichText::addPullOnScore(double weight, double wanted) {
    const double temperature = temperature_of(m_experiment.normalization);
    const QString more = digits(std::max(weight, wanted)), less = digits(std::min(weight, wanted));
    const QString quiet = QStringLiteral("color:%1").arg(m_theme.colours().muted.name());
    if (more == less) {
        m_html += paragraph(WantedPageText::tr("This weight is as wanted, to the digits shown. As its masked "
                                               "score changes a little, the loss of this row hardly does."),
                            quiet);
        return;
    }
    const QString words =
        wanted > weight ? WantedPageText::tr("More is wanted. As the masked score, which softmax reads, "
                                             "rises, the loss of this row falls, for each unit by "
                                             "wanted − weight")
                        : WantedPageText::tr("Less is wanted. As the masked score, which softmax reads, "
                                             "falls, the loss of this row falls, for each unit by "
                                             "weight − wanted");
    const QString slope = digits(std::abs(wanted - weight) / temperature);
    const QString text = temperature == 1
                             ? WantedPageText::tr("%1: %2 − %3 = <b>%4</b>.").arg(words, more, less, slope)
                             : WantedPageText::tr("%1, divided by τ: (%2 − %3) / %4 = <b>%5</b>.")
                                   .arg(words, more, less, QString::fromStdString(brief(temperature)), slope);
    m_html += paragraph(text, quiet);
}

} // namespace lab
