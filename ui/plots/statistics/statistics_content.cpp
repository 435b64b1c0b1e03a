// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/statistics/statistics_content.h"

#include "core/experiment/captured_attention.h"

#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "core/base/parallel.h"
#include "core/describe/not_finite.h"
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "ui/document/stage_source.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/plots/shared/stage_texts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <mutex>

namespace lab {

namespace {

constexpr Index describedFeatures = 64; // the d_k that the text on the curves describes
constexpr Index mostRowsSaid = 64;      // rows in the accessible description

class StatisticsText {
    Q_DECLARE_TR_FUNCTIONS(StatisticsContent)
};

struct KeptStudy {
    std::mutex mutex;
    ScalingStudyPtr study;
};

KeptStudy& keptStudy() {
    static KeptStudy kept;
    return kept;
}

Index studiedKeys(Index n_k) {
    return std::clamp<Index>(n_k, 1, most_study_keys);
}

const Matrix& partOf(const StatisticsInput& input, StageId stage) {
    return *std::ranges::find(input.parts, stage, &StatisticsInput::Part::stage)->matrix;
}

QString digits(double value, int decimals) {
    return std::isnan(value) ? QStringLiteral("–") : QString::fromStdString(display(value, decimals));
}

/// To four digits.
QString fourDigits(double value) {
    constexpr int most = 8; // decimals: below, a number is nearly 0
    const bool isOrdinary = std::isfinite(value) && value != 0;
    const int before = isOrdinary ? static_cast<int>(std::floor(std::log10(std::abs(value)))) : 0;
    return digits(value, std::clamp(3 - before, 0, most));
}

QString leftOut(const StatisticsLine& line) {
    const MatrixStatistics& numbers = line.numbers;
    QStringList texts;
    if (line.covered > 0)
        texts += line.covered == 1 ? StatisticsText::tr("1 cell is covered")
                                   : StatisticsText::tr("%1 cells are covered").arg(line.covered);
    if (numbers.hidden > 0)
        texts += numbers.hidden == 1 ? StatisticsText::tr("1 cell is −∞")
                                     : StatisticsText::tr("%1 cells are −∞").arg(numbers.hidden);
    if (const Index faults = numbers.faults - line.covered; faults > 0)
        texts += faults == 1 ? StatisticsText::tr("1 is NaN or ∞")
                             : StatisticsText::tr("%1 are NaN or ∞").arg(faults);
    QString text = texts.takeFirst();
    for (qsizetype i = 0; i < texts.size(); ++i)
        text = (i + 1 < texts.size() ? StatisticsText::tr("%1, %2") : StatisticsText::tr("%1 and %2"))
                   .arg(text, texts[i]);
    return text;
}

/// The stages on the board. Empty matrices for other heads, and for stages that are not on the board.
StageReader stagesOf(const StatisticsInput& input) {
    return [&input](StageId stage, HeadIndex head) -> const Matrix& {
        static const Matrix nothing;
        const auto found = std::ranges::find(input.parts, stage, &StatisticsInput::Part::stage);
        const bool isThere = found != input.parts.end() && (!info(stage).per_head || head == input.head);
        return isThere ? *found->matrix : nothing;
    };
}

/// The origin of the first cell that is not finite. Cells that are −∞ in `hidden` are skipped; it is empty if
/// there are none.
QString originIn(const StatisticsInput& input, const StageReader& matrix, const StatisticsInput::Part& part,
                 const Matrix& hidden) {
    for (Index row = 0; row < part.matrix->rows(); ++row) {
        for (Index column = 0; column < part.matrix->cols(); ++column) {
            const bool isHidden = hidden.size() > 0 && is_hidden(hidden(row, column));
            const double value = (*part.matrix)(row, column);
            if (std::isfinite(value) || is_covered(value) || isHidden)
                continue;
            const CellRef cell{part.stage, info(part.stage).per_head ? input.head : 0, row, column};
            const auto origin = origin_of(input.experiment, matrix, cell);
            return origin ? QString::fromStdString(text_of(origin_words(input.experiment, *origin, {})))
                          : QString();
        }
    }
    return {};
}

/// The point that the text on the curves describes.
const ScalingPoint& toldPoint(const std::vector<ScalingPoint>& points) {
    return *std::ranges::find(points, describedFeatures, &ScalingPoint::d_k);
}

QString studyText(const StatisticsContent& content) {
    const ScalingStudy& study = *content.study;
    if (study.n_k == 1)
        return StatisticsText::tr(
            "With one key softmax gives it everything, scaled or not: there is no entropy and "
            "no gradient to lose.");
    const ScalingPoint& raw = toldPoint(study.unscaled);
    const ScalingPoint& scaled = toldPoint(study.scaled);
    QString text = StatisticsText::tr(
                       "With d<sub>k</sub> = %1 the scores of random vectors spread %2 times as wide "
                       "(a variance of %3). Unscaled, softmax then leaves %4 of at most %5 bits, so few keys "
                       "get nearly all the weight, and its gradient norm is %6; divided by √d<sub>k</sub> it "
                       "keeps %7 bits and a gradient norm of %8, whatever d<sub>k</sub> is.")
                       .arg(describedFeatures)
                       .arg(fourDigits(std::sqrt(raw.variance)), fourDigits(raw.variance),
                            fourDigits(raw.entropy), fourDigits(std::log2(static_cast<double>(study.n_k))),
                            fourDigits(raw.gradient), fourDigits(scaled.entropy))
                       .arg(fourDigits(scaled.gradient));
    if (raw.gradient >= scaled.gradient) {
        const auto keys = static_cast<double>(study.n_k);
        text +=
            QLatin1Char(' ') +
            StatisticsText::tr("With so many keys the norm is small, too, where the weight is spread evenly, "
                               "√(n − 1)/n = %1; but the unscaled one goes on to 0 as d<sub>k</sub> grows.")
                .arg(fourDigits(std::sqrt(keys - 1) / keys));
    }
    return text;
}

/// "This experiment … to 3.4", or "… 3.4" if its scores are not scaled; as much as is defined.
QString ownSentence(const StatisticsContent& content) {
    const OwnScaling& own = content.numbers.own;
    const ScalingPoint& raw = own.unscaled;
    const ScalingPoint& scaled = own.scaled;
    const bool isScaled = own.factor != 1;
    QString text =
        isScaled ? StatisticsText::tr("This experiment, d<sub>k</sub> = %1, multiplies its scores by %2; "
                                      "their variance goes from %3 to %4")
                       .arg(content.d_k)
                       .arg(QString::fromStdString(brief(own.factor)), fourDigits(raw.variance),
                            fourDigits(scaled.variance))
                 : StatisticsText::tr("This experiment, d<sub>k</sub> = %1, does not scale its scores; "
                                      "their variance is %2")
                       .arg(content.d_k)
                       .arg(fourDigits(scaled.variance));
    const bool several = content.n_k > 1;
    if (several && !std::isnan(raw.entropy) && !std::isnan(scaled.entropy)) {
        const QString after = fourDigits(scaled.entropy);
        text = isScaled ? StatisticsText::tr("%1, the mean entropy of its weights from %2 to %3 bits")
                              .arg(text, fourDigits(raw.entropy), after)
                        : StatisticsText::tr("%1, the mean entropy of its weights %2 bits").arg(text, after);
    }
    if (several && !std::isnan(raw.gradient) && !std::isnan(scaled.gradient)) {
        const QString after = fourDigits(scaled.gradient);
        text = isScaled ? StatisticsText::tr("%1, the gradient norm from %2 to %3")
                              .arg(text, fourDigits(raw.gradient), after)
                        : StatisticsText::tr("%1, the gradient norm %2").arg(text, after);
    }
    return StatisticsText::tr("%1.").arg(text);
}

/// What can be said of the finite numbers, as far as their statistics are defined.
QStringList normSentences(const NormEffect& norm) {
    const auto& [without, with] = norm;
    QStringList sentences;
    if (without.finite == 0 || with.finite == 0)
        return sentences;
    const auto spread = [](const MatrixStatistics& numbers) {
        return statisticText(std::sqrt(numbers.variance), numbers.variance_is_rounding);
    };
    const auto largest = [](const MatrixStatistics& numbers) {
        return statisticText(std::max(std::abs(numbers.lowest), std::abs(numbers.highest)));
    };
    const bool isDefined = std::isfinite(without.variance) && std::isfinite(with.variance);
    sentences +=
        isDefined
            ? StatisticsText::tr(
                  "Queries and keys are normalised: the standard deviation of the scaled scores is "
                  "%1 and would be %2 without that, the largest of them, without its sign, is "
                  "%3 and would be %4.")
                  .arg(spread(with), spread(without), largest(with), largest(without))
            : StatisticsText::tr("Queries and keys are normalised: the largest of the scaled scores, without "
                                 "its sign, is %1 and would be %2 without that.")
                  .arg(largest(with), largest(without));
    if (without.finite < without.cells || with.finite < with.cells)
        sentences += StatisticsText::tr("Scores that are not finite are left out.");
    return sentences;
}

QString ownText(const StatisticsContent& content) {
    if (content.isCovered())
        return StatisticsText::tr("This document’s own points are not shown while numbers are covered.");
    const OwnScaling& own = content.numbers.own;
    QStringList sentences{ownSentence(content)};
    if (const auto& norm = content.numbers.norm)
        sentences += normSentences(*norm);
    if (const auto& softcap = content.numbers.softcap)
        sentences += StatisticsText::tr("The softcap of %1 has its part in that.")
                         .arg(QString::fromStdString(brief(*softcap)));
    if (content.numbers.addsScores)
        sentences += StatisticsText::tr("What is added to the scores has its part in that.");
    if (own.unscaled.variance == 0)
        sentences += StatisticsText::tr("A variance of 0 can’t be shown on this axis.");
    if (content.numbers.hasSink)
        sentences += StatisticsText::tr("Entropy is not shown: a sink takes part in the softmax.");
    else if (std::isnan(own.scaled.entropy))
        sentences += StatisticsText::tr("Entropy is not defined: its weights are not distributions.");
    else if (std::isnan(own.scaled.gradient))
        sentences += StatisticsText::tr("Not softmax: gradient not shown.");
    if (content.numbers.hidesKeys)
        sentences +=
            StatisticsText::tr("Keys that are hidden from a query leave it fewer to spread its weight over.");
    return sentences.join(QLatin1Char(' '));
}

QString methodText(const ScalingStudy& study, Index n_k) {
    QString text =
        StatisticsText::tr("Curves: means of %1 random queries with %2 each; components normal, "
                           "mean 0, variance 1, from NumPy’s generator with seed %3. Gradient norm: "
                           "Frobenius norm of softmax’s Jacobian diag(a) − a a<sup>T</sup>.")
            .arg(study.queries)
            .arg(study.n_k == 1 ? StatisticsText::tr("1 key") : StatisticsText::tr("%1 keys").arg(study.n_k))
            .arg(scaling_study_seed);
    if (study.n_k < n_k)
        text += QLatin1Char(' ') + StatisticsText::tr("This experiment has %1 keys.").arg(n_k);
    return text;
}

QString lineText(const StatisticsLine& line) {
    const MatrixStatistics& numbers = line.numbers;
    return StatisticsText::tr("%1: mean %2, variance %3, minimum %4, maximum %5")
        .arg(line.title, statisticText(numbers.mean, numbers.mean_is_rounding),
             statisticText(numbers.variance, numbers.variance_is_rounding), statisticText(numbers.lowest),
             statisticText(numbers.highest));
}

/// Weights are shares, or sigmoids; those of scores that are divided by their sum may be any number.
Interval possibleNumbers(const Experiment& experiment, StageId stage) {
    const bool isWeights = stage == StageId::weights;
    return isWeights && normalizer(experiment).is_bounded() ? Interval{0, 1} : Interval{};
}

} // namespace

ScalingStudyPtr knownScalingStudy(Index n_k) {
    KeptStudy& kept = keptStudy();
    const std::lock_guard lock(kept.mutex);
    return kept.study && kept.study->n_k == studiedKeys(n_k) ? kept.study : nullptr;
}

ScalingStudyPtr scalingStudyOf(Index n_k) {
    if (ScalingStudyPtr known = knownScalingStudy(n_k))
        return known;
    auto study = std::make_shared<const ScalingStudy>(scaling_study(n_k));
    KeptStudy& kept = keptStudy();
    const std::lock_guard lock(kept.mutex);
    return kept.study = std::move(study);
}

QString statisticText(double value) {
    if (std::isnan(value))
        return QStringLiteral("–");
    constexpr double leastShownWithSixDecimals = 1e-4;
    const bool small = value != 0 && std::abs(value) < leastShownWithSixDecimals;
    return QString::fromStdString(small ? brief(value) : display(value, 6));
}

QString statisticText(double value, bool isRounding) {
    return isRounding ? QStringLiteral("≈ 0") : statisticText(value);
}

QStringList StatisticsLine::headings() {
    return {StatisticsText::tr("mean"), StatisticsText::tr("variance"), StatisticsText::tr("minimum"),
            StatisticsText::tr("maximum")};
}

QStringList StatisticsLine::texts() const {
    return {statisticText(numbers.mean, numbers.mean_is_rounding),
            statisticText(numbers.variance, numbers.variance_is_rounding), statisticText(numbers.lowest),
            statisticText(numbers.highest)};
}

StatisticsNumbers statisticsNumbers(const StatisticsInput& input) {
    StatisticsNumbers numbers;
    const StageReader matrix = stagesOf(input);
    const std::optional<Matrix> hidden = hidden_scores(input.experiment, matrix, input.head);
    const Matrix& masked = hidden ? *hidden : partOf(input, StageId::masked_scores);
    numbers.hidesKeys = (masked.array() == -HUGE_VAL).any();
    numbers.stages.resize(input.parts.size());
    double cells = 0;
    for (const StatisticsInput::Part& part : input.parts)
        cells += static_cast<double>(part.matrix->size());
    constexpr double work = 10; // multiplications that a cell costs
    parallel_for(static_cast<Index>(input.parts.size()), work * cells, [&](Index i) {
        const auto place = static_cast<std::size_t>(i);
        numbers.stages[place] = statistics_of(*input.parts[place].matrix);
    });
    for (std::size_t i = 0; i < input.parts.size(); ++i) {
        const StatisticsInput::Part& part = input.parts[i];
        numbers.covered.push_back(
            std::count_if(part.matrix->data(), part.matrix->data() + part.matrix->size(), is_covered));
        const bool all = numbers.stages[i].finite == numbers.stages[i].cells;
        numbers.origins +=
            all ? QString()
                : originIn(input, matrix, part, part.stage == StageId::masked_scores ? masked : Matrix());
    }
    const Matrix& chosen = partOf(input, input.chosen);
    numbers.histogram = histogram_of(chosen, possibleNumbers(input.experiment, input.chosen));
    numbers.sums = row_sums(chosen);
    if (input.chosen == StageId::weights)
        numbers.weights = weight_statistics(chosen);
    numbers.norm = norm_effect(input.experiment, matrix, input.head);
    numbers.softcap = input.experiment.scores.softcap;
    numbers.addsScores = !input.experiment.scores.additive.empty();
    numbers.hasSink = sink_of(input.experiment.normalization, input.head).has_value();
    // Attention alone has no queries and keys whose lengths could be looked at.
    if (!is_attention_alone(input.experiment) &&
        std::ranges::none_of(numbers.covered, [](Index count) { return count > 0; }))
        numbers.own = own_scaling(input.experiment, input.head, partOf(input, StageId::scores),
                                  partOf(input, StageId::scaled_scores), partOf(input, StageId::weights));
    return numbers;
}

std::optional<StatisticsInput> statisticsInput(StageSource& stages, StageId stage, HeadIndex head,
                                               bool complete) {
    const Experiment& experiment = stages.experiment();
    StatisticsInput input{experiment, head, stage, {}, {}};
    bool all = true;
    for (const StageId each : boardStages(experiment)) { // request all of them, even if one is missing
        const StageView view = complete ? stages.completeView(each, head) : stages.view(each, head);
        all = all && view.matrix && !view.stale;
        input.parts.push_back({each, view.matrix});
    }
    if (!all || input.parts.empty())
        return std::nullopt;
    if (std::ranges::find(input.parts, stage, &StatisticsInput::Part::stage) == input.parts.end())
        input.chosen = StageId::weights; // which every document has
    input.shown = stageContent(stages, input.chosen, head, false);
    return input;
}

StatisticsContent statisticsContent(const StatisticsInput& input, StatisticsNumbers numbers) {
    StatisticsContent content;
    for (std::size_t i = 0; i < input.parts.size(); ++i)
        content.lines.push_back({input.parts[i].stage, stageTitle(input.parts[i].stage), numbers.stages[i],
                                 numbers.origins.value(static_cast<qsizetype>(i)), numbers.covered[i]});
    content.chosen = input.shown;
    content.stage = input.chosen;
    content.head = input.head;
    const Dimensions d = dimensions(input.experiment);
    content.d_k = d.d_k;
    content.n_k = d.n_k;
    content.numbers = std::move(numbers);
    content.study = knownScalingStudy(d.n_k);
    return content;
}

bool StatisticsContent::isCovered() const {
    return std::ranges::any_of(lines, [](const StatisticsLine& line) { return line.covered > 0; });
}

QString StatisticsContent::lineWord() const {
    return inColumns() ? StatisticsText::tr("column") : StatisticsText::tr("row");
}

QStringList StatisticsContent::tableNotes() const {
    QStringList notes{
        StatisticsText::tr("The variance is divided by the number of cells, as np.var divides it.")};
    for (const StatisticsLine& line : lines) {
        if (line.numbers.finite < line.numbers.cells)
            notes += line.origin.isEmpty()
                         ? StatisticsText::tr("%1: %2, and left out.").arg(line.title, leftOut(line))
                         : StatisticsText::tr("%1: %2, and left out: %3.")
                               .arg(line.title, leftOut(line), line.origin);
        if (line.numbers.mean_is_rounding)
            notes += StatisticsText::tr("%1: the mean is 0 within rounding, computed as %2.")
                         .arg(line.title, statisticText(line.numbers.mean));
        if (line.numbers.variance_is_rounding)
            notes += StatisticsText::tr("%1: the variance is 0 within rounding, computed as %2.")
                         .arg(line.title, statisticText(line.numbers.variance));
    }
    return notes;
}

QStringList StatisticsContent::rowNotes() const {
    QStringList notes;
    const auto rows = static_cast<Index>(numbers.sums.size());
    if (numbers.weights) {
        const WeightStatistics& weights = *numbers.weights;
        notes += StatisticsText::tr("Means: entropy %1 bits, of at most log₂ %2 = %3; on the diagonal %4.")
                     .arg(digits(weights.mean_entropy, 4))
                     .arg(n_k)
                     .arg(digits(std::log2(static_cast<double>(n_k)), 4), digits(weights.mean_diagonal, 4));
        if (const Index others = rows - weights.distributions; others > 0 && !isCovered())
            notes +=
                (inColumns()
                     ? StatisticsText::tr("Columns whose weights are not shares that add up to 1 have no "
                                          "entropy: %1 of %2.")
                     : StatisticsText::tr("Rows whose weights are not shares that add up to 1 have no "
                                          "entropy: %1 of %2."))
                    .arg(others)
                    .arg(rows);
        if (rows > n_k)
            notes += StatisticsText::tr("The diagonal ends with the last key.");
    }
    const bool incomplete =
        std::ranges::any_of(numbers.sums, [](const RowSum& each) { return each.left_out > 0; });
    for (std::size_t row = 0; row < numbers.sums.size(); ++row) {
        if (!numbers.sums[row].is_rounding)
            continue;
        notes +=
            StatisticsText::tr("≈ 0 is 0 within rounding: “%1” sums to %2 as computed.")
                .arg(chosen.rowLabels.value(static_cast<Index>(row)), statisticText(numbers.sums[row].sum));
        break;
    }
    if (incomplete)
        notes += isCovered() ? StatisticsText::tr("Cells that are covered or not finite are left out of the "
                                                  "sums; covered rows have no entropy here.")
                             : StatisticsText::tr("Cells that are not finite are left out of the sums.");
    return notes;
}

QStringList StatisticsContent::scalingTexts() const {
    if (!study)
        return {ownText(*this), StatisticsText::tr("Computing the curves…")};
    return {studyText(*this), ownText(*this), methodText(*study, n_k)};
}

QString StatisticsContent::describe() const {
    QStringList texts;
    for (const StatisticsLine& line : lines)
        texts += line.stage == stage ? StatisticsText::tr("%1 (chosen)").arg(lineText(line)) : lineText(line);
    texts += tableNotes();
    const auto rows = std::min(static_cast<Index>(numbers.sums.size()), mostRowsSaid);
    for (Index row = 0; row < rows; ++row) {
        const auto at = static_cast<std::size_t>(row);
        const QString name = chosen.rowLabels.quoted(row);
        const QString sum = statisticText(numbers.sums[at].sum, numbers.sums[at].is_rounding);
        texts += numbers.weights
                     ? StatisticsText::tr("%1 %2: sum %3, entropy %4 bits, on the diagonal %5")
                           .arg(lineWord(), name, sum, statisticText(numbers.weights->entropies[at]),
                                statisticText(numbers.weights->diagonal[at]))
                     : StatisticsText::tr("%1 %2: sum %3").arg(lineWord(), name, sum);
    }
    if (rows < static_cast<Index>(numbers.sums.size()))
        texts += StatisticsText::tr("%1 more").arg(static_cast<Index>(numbers.sums.size()) - rows);
    texts += rowNotes();
    for (QString text : scalingTexts())
        texts += text.remove(QStringLiteral("<sub>"))
                     .remove(QStringLiteral("</sub>"))
                     .remove(QStringLiteral("<sup>"))
                     .remove(QStringLiteral("</sup>"));
    return texts.join(QLatin1Char('\n'));
}

} // namespace lab
