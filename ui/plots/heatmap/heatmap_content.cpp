// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap/heatmap_content.h"

#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "core/describe/not_finite.h"
#include "core/describe/rounding_error.h"
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/overrides.h"
#include "core/stages/05_scaled_scores.h"
#include "core/stages/07_weights.h"
#include "core/stages/08_dropped_weights.h"
#include "ui/document/cached_stages.h"
#include "ui/document/stage_source.h"
#include "ui/plots/shared/stage_texts.h"

#include <QCoreApplication>
#include <QPointer>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace lab {

namespace {

class HeatmapText {
    Q_DECLARE_TR_FUNCTIONS(HeatmapContent)
};

QString headerOf(const QString& axis, const Labels& labels, Index index) {
    return axis == HeatmapText::tr("feature") ? labels.value(index)
                                              : HeatmapText::tr("%1 %2").arg(axis, labels.quoted(index));
}

/// The name of an axis, given the other one. A token axis is a "query" or "key" axis if the other one has
/// tokens too, else a "token" axis.
QString axisName(Axis axis, Axis other) {
    if (!is_token_axis(axis))
        return HeatmapText::tr("feature");
    if (!is_token_axis(other))
        return HeatmapText::tr("token");
    return axis == Axis::query_token ? HeatmapText::tr("query") : HeatmapText::tr("key");
}

std::vector<StoredCell> overriddenCells(const Experiment& experiment, StageId id, HeadIndex head) {
    std::vector<StoredCell> cells;
    for (const Override* each : overrides_in_force(experiment, id, head))
        cells.push_back({each->row, each->column});
    return cells;
}

/// Whether a cell is among some that are listed row by row.
bool isIn(const std::vector<StoredCell>& cells, StoredCell cell) {
    return std::ranges::binary_search(cells, std::pair(cell.row, cell.column), {},
                                      [](StoredCell each) { return std::pair(each.row, each.column); });
}

/// Whether cells of the stage may be hidden.
bool saysHidden(StageId stage) {
    return stage == StageId::masked_scores || holds_weights(stage);
}

/// Why a key's score is −∞, worded for the weights or the masked scores. Empty if the score is not −∞.
QString leftOutRemark(const Experiment& experiment, const StageReader& matrix, const CellRef& cell) {
    const CellRef masked{StageId::masked_scores, cell.head, cell.row, cell.column};
    const Matrix& scores = matrix(masked.stage, masked.head);
    if (scores.size() == 0 || !is_hidden(scores(cell.row, cell.column)))
        return {};
    const auto origin = origin_of(experiment, matrix, masked);
    if (!origin)
        return {};
    const QString why = QString::fromStdString(text_of(origin_words(experiment, *origin, cell)));
    return hides(origin)                ? HeatmapText::tr("hidden: %1").arg(why)
           : cell.stage != masked.stage ? HeatmapText::tr("its score is −∞: %1").arg(why)
                                        : why;
}

/// Whether an override makes the masked score of that pair a number, whatever the scaled score is.
bool isShownByOverride(const Experiment& experiment, const CellRef& cell) {
    const Override* masked =
        override_of(experiment, {StageId::masked_scores, cell.head, cell.row, cell.column});
    return masked && !is_hidden(masked->value);
}

HeatmapContent::Remark remarkOn(StageSource& stages, const CellRef& cell, double value) {
    if (is_covered(value))
        return {HeatmapText::tr("covered")};
    const Experiment& experiment = stages.experiment();
    CachedStages cached(stages);
    const StageReader matrix = cached.function();
    const bool isDropout = cell.stage == StageId::dropped_weights;
    const bool isDropped = isDropout && !draw_of(*experiment.dropout, dimensions(experiment), cell).is_kept();
    const CellRef weight{StageId::weights, cell.head, cell.row, cell.column};
    const bool weighs0Anyway = !isDropped || !override_of(experiment, weight);
    if (saysHidden(cell.stage) && weighs0Anyway && (value == 0 || (is_hidden(value) && !isDropout))) {
        const QString why = leftOutRemark(experiment, matrix, cell);
        if (!why.isEmpty() && isDropped)
            return {HeatmapText::tr("%1; dropped as well, but it weighs 0 either way").arg(why)};
        if (!why.isEmpty() || !isDropout)
            return {why};
    }
    if (isDropped)
        return {HeatmapText::tr("dropped")};
    if (const auto origin = origin_of(experiment, matrix, cell)) {
        const QString why = QString::fromStdString(text_of(origin_words(experiment, *origin, cell)));
        const bool isPutHere = cell.stage == StageId::scaled_scores && origin->kind == OriginKind::added &&
                               is_hidden(value) && !isShownByOverride(experiment, cell);
        return {isPutHere ? HeatmapText::tr("hidden: %1").arg(why) : why};
    }
    if (is_zero_within_rounding(experiment, matrix, cell))
        return {HeatmapText::tr("within rounding, computed as %1").arg(QString::fromStdString(brief(value))),
                true};
    return {};
}

/// Where −∞ in the masked scores is an overflow. `hidden` is the result of hiddenScores().
std::optional<HeatmapContent::Overflow> overflowOf(StageSource& stages, HeadIndex head, const Matrix& masked,
                                                   const Matrix& hidden) {
    std::optional<HeatmapContent::Overflow> overflow;
    for (Index row = 0; row < masked.rows(); ++row) {
        bool isHere = false;
        for (Index column = 0; column < masked.cols(); ++column) {
            if (!is_hidden(masked(row, column)) || is_hidden(hidden(row, column)))
                continue;
            isHere = true;
            if (!overflow)
                overflow = {{row, column}, {}, {}};
        }
        if (isHere && std::ranges::all_of(masked.row(row), is_hidden))
            overflow->rows.push_back(row);
    }
    if (!overflow)
        return overflow;
    CachedStages cached(stages);
    const CellRef cell{StageId::masked_scores, head, overflow->first.row, overflow->first.column};
    if (const auto origin = origin_of(stages.experiment(), cached.function(), cell))
        overflow->origin = QString::fromStdString(text_of(origin_words(stages.experiment(), *origin, cell)));
    return overflow;
}

/// Without what is covered: who has to find out its number has to find out, too, whether it is hidden.
MatrixPtr withoutHiddenUnderCover(MatrixPtr masked, const MatrixPtr& shown) {
    if (!masked || !shown || !has_covered(*shown) || shown->rows() != masked->rows() ||
        shown->cols() != masked->cols())
        return masked;
    Matrix open = *masked;
    for (Index i = 0; i < open.size(); ++i) {
        if (is_covered(shown->data()[i]))
            open.data()[i] = covered_number();
    }
    return share(std::move(open));
}

/// Records which cells are hidden, and which have a score of −∞ for another reason.
void tellHidden(StageSource& stages, HeadIndex head, HeatmapContent& content) {
    const StageView masked = stages.view(StageId::masked_scores, head);
    content.masked = hiddenScores(stages, head, masked.matrix);
    content.mask = stages.experiment().mask;
    if (masked.summary)
        content.hiddenRows = masked.summary->hidden_rows;
    if (content.masked == masked.matrix)
        return;
    content.overflow = overflowOf(stages, head, *masked.matrix, *content.masked);
    std::erase_if(content.hiddenRows,
                  [&](Index row) { return !std::ranges::all_of(content.masked->row(row), is_hidden); });
}

/// −∞ where an added −∞ made a scaled score −∞; null where none did. What hides a key on purpose looks as it
/// does among the masked scores.
MatrixPtr hiddenByAdded(const Experiment& experiment, HeadIndex head, const HeatmapContent& content) {
    const Matrix* added = added_scores(experiment.scores, head);
    const Matrix& scaled = *content.matrix;
    if (!added || added->rows() != scaled.rows() || added->cols() != scaled.cols() ||
        !(added->array() == -HUGE_VAL).any())
        return nullptr;
    Matrix hidden = (added->array() == -HUGE_VAL && scaled.array() == -HUGE_VAL)
                        .select(*added, Matrix::Zero(added->rows(), added->cols()));
    for (const StoredCell& cell : content.overridden)
        hidden(cell.row, cell.column) = 0;
    for (const Override* each : overrides_in_force(experiment, StageId::masked_scores, head)) {
        if (!is_hidden(each->value))
            hidden(each->row, each->column) = 0;
    }
    return share(std::move(hidden));
}

/// NaN until the scores are known.
std::vector<double> sharesOfSink(StageSource& stages, HeadIndex head, const HeatmapContent& content) {
    const Normalization& normalization = stages.experiment().normalization;
    if (!sink_of(normalization, head))
        return {};
    const StageView masked = stages.cachedView(StageId::masked_scores, head);
    const bool isKnown =
        masked.matrix && !masked.stale && !content.stale && masked.matrix->rows() == content.matrix->rows();
    if (!isKnown)
        return std::vector<double>(static_cast<std::size_t>(content.matrix->rows()),
                                   std::numeric_limits<double>::quiet_NaN());
    std::vector<double> shares = sink_shares(*masked.matrix, normalization, head);
    for (Index row = 0; row < content.matrix->rows(); ++row) {
        if (has_covered(masked.matrix->row(row)) || has_covered(content.matrix->row(row)))
            shares[static_cast<std::size_t>(row)] = covered_number();
    }
    return shares;
}

} // namespace

MatrixPtr keptWeights(const Experiment& experiment, HeadIndex head) {
    struct Kept {
        double rate = 0;
        std::uint64_t seed = 0;
        HeadIndex head = 0;
        MatrixPtr matrix;
    };
    thread_local Kept last;
    const Dimensions d = dimensions(experiment);
    const auto& [rate, seed] = *experiment.dropout;
    const bool isSame = last.matrix && last.rate == rate && last.seed == seed && last.head == head &&
                        last.matrix->rows() == d.n_q && last.matrix->cols() == d.n_k;
    if (!isSame)
        last = {rate, seed, head, share(kept_weights({rate, seed}, d, head, {0, 0, d.n_q, d.n_k}))};
    return last.matrix;
}

MatrixPtr hiddenScores(StageSource& stages, HeadIndex head, const MatrixPtr& masked) {
    CachedStages cached(stages);
    if (!masked || &cached(StageId::masked_scores, head) != masked.get())
        return masked; // stale, and nothing more is known about it
    std::optional<Matrix> hidden = hidden_scores(stages.experiment(), cached.function(), head);
    return hidden ? share(std::move(*hidden)) : masked;
}

HeatmapMapping HeatmapContent::mapping() const {
    return matrix ? HeatmapMapping{matrix->rows(), matrix->cols(), transposed} : HeatmapMapping{};
}

ColourScale HeatmapContent::scale() const {
    return ColourScale::of(kind, summary ? summary->finite : Extremes{}, style);
}

double HeatmapContent::magnitude() const {
    const double known = std::max(leastMagnitude, summary ? summary->finite.magnitude() : 0);
    return rowsSumTo1 && matrix && matrix->cols() > 0
               ? std::max(known, 1 / static_cast<double>(matrix->cols()))
               : known;
}

bool HeatmapContent::hasRange() const {
    const bool isOwn = kind == ColourScale::Kind::diverging
                           ? !style.colourLimit
                           : followsWeights(style.weightRange) && !style.weightLimit;
    return !isOwn || !matrix || matrix->size() == 0 ||
           !std::ranges::all_of(matrix->reshaped(), [](double value) { return is_covered(value); });
}

QString HeatmapContent::axisNames() const {
    return HeatmapText::tr("%1 ↓  %2 →")
        .arg(transposed ? columnAxis : rowAxis, transposed ? rowAxis : columnAxis);
}

bool HeatmapContent::isHidden(StoredCell cell) const {
    return masked && is_hidden((*masked)(cell.row, cell.column));
}

HeatmapContent::Wanted HeatmapContent::wantedOf(StoredCell cell) const {
    return wanted ? static_cast<Wanted>((*wanted)(cell.row, cell.column)) : wanted_number;
}

bool HeatmapContent::isDropped(StoredCell cell) const {
    const bool weighs0Anyway = isHidden(cell) && !isIn(overriddenBefore, cell);
    return isZeroIn(kept, cell) && !weighs0Anyway && !isOverridden(cell) &&
           !is_covered((*matrix)(cell.row, cell.column));
}

bool HeatmapContent::willBeDropped(StoredCell cell) const {
    return isZeroIn(toBeKept, cell);
}

/// False while the matrix of other tokens is still shown.
bool HeatmapContent::isZeroIn(const MatrixPtr& draws, StoredCell cell) const {
    return draws && matrix && draws->rows() == matrix->rows() && draws->cols() == matrix->cols() &&
           (*draws)(cell.row, cell.column) == 0;
}

bool HeatmapContent::isOverridden(StoredCell cell) const {
    return isIn(overridden, cell);
}

bool HeatmapContent::hasBefore() const {
    return before && before->rows() == matrix->rows() && before->cols() == matrix->cols();
}

bool HeatmapContent::isChanged(StoredCell cell) const {
    return hasBefore() && !sameNumber((*before)(cell.row, cell.column), (*matrix)(cell.row, cell.column));
}

bool HeatmapContent::isOfSameMatrix(const HeatmapContent& other) const {
    return matrix && other.matrix && title == other.title && mapping() == other.mapping();
}

bool HeatmapContent::hasNumbersOf(const HeatmapContent& other) const {
    return matrix == other.matrix ||
           (matrix && other.matrix && mapping() == other.mapping() &&
            std::equal(matrix->data(), matrix->data() + matrix->size(), other.matrix->data(), sameNumber));
}

bool HeatmapContent::isSink(StoredCell cell) const {
    return matrix && cell.column == matrix->cols() && cell.row >= 0 &&
           static_cast<std::size_t>(cell.row) < sinkShares.size();
}

bool HeatmapContent::has(StoredCell cell) const {
    const bool isInside = matrix && cell.row >= 0 && cell.row < matrix->rows() && cell.column >= 0 &&
                          cell.column < matrix->cols();
    return isInside || isSink(cell);
}

double HeatmapContent::numberOf(StoredCell cell) const {
    return isSink(cell) ? sinkShares[static_cast<std::size_t>(cell.row)] : (*matrix)(cell.row, cell.column);
}

std::optional<StoredCell> HeatmapContent::at(ShownCell shown) const {
    const StoredCell cell = mapping().stored(shown);
    return has(cell) ? std::optional(cell) : std::nullopt;
}

Index HeatmapContent::shownColumns() const {
    return mapping().shownColumns() + (sinkShares.empty() || transposed ? 0 : 1);
}

Index HeatmapContent::shownRows() const {
    return mapping().shownRows() + (sinkShares.empty() || !transposed ? 0 : 1);
}

QString HeatmapContent::describe(StoredCell cell) const {
    if (isSink(cell))
        return describeSink(cell.row);
    const std::string seven = brief((*matrix)(cell.row, cell.column));
    const std::string chosen = chosenNumber(cell);
    return describe(cell, chosen.size() > seven.size() ? chosen : seven);
}

QString HeatmapContent::describeAsShown(StoredCell cell) const {
    return isSink(cell) ? describeSink(cell.row) : describe(cell, chosenNumber(cell));
}

std::string HeatmapContent::chosenNumber(StoredCell cell) const {
    const double value = (*matrix)(cell.row, cell.column);
    const bool isNothing = value == 0 && (isHidden(cell) || isDropped(cell)); // a plain 0, without decimals
    return style.decimals && !isNothing ? display(value, *style.decimals) : brief(value);
}

QString HeatmapContent::describeRow(Index row) const {
    return headerOf(rowAxis, rowLabels, row);
}

QString HeatmapContent::describeColumn(Index column) const {
    return headerOf(columnAxis, columnLabels, column);
}

QString HeatmapContent::describePlace(StoredCell cell) const {
    return HeatmapText::tr("%1, %2").arg(describeRow(cell.row), describeColumn(cell.column));
}

QString HeatmapContent::describe(StoredCell cell, const std::string& number) const {
    return HeatmapText::tr("%1: %2").arg(describePlace(cell), describeNumber(cell, number));
}

QString HeatmapContent::describeNumber(StoredCell cell) const {
    return isSink(cell) ? describeSink(cell.row) : describeNumber(cell, chosenNumber(cell));
}

QString HeatmapContent::describeNumber(StoredCell cell, const std::string& number) const {
    if (isAny(cell))
        return HeatmapText::tr("any number will do");
    const Remark more = remark ? remark(cell) : Remark{};
    QString text = more.isZero ? QStringLiteral("0") : QString::fromStdString(number);
    if (isOverridden(cell))
        return HeatmapText::tr("%1 (overridden)").arg(text);
    if (!more.text.isEmpty())
        return HeatmapText::tr("%1 (%2)").arg(text, more.text);
    // After dropout a hidden key weighs something if its weight is overridden.
    const bool weighs = kept && (*matrix)(cell.row, cell.column) != 0;
    if (willBeDropped(cell) && (*matrix)(cell.row, cell.column) != 0)
        return HeatmapText::tr("%1 (dropout drops it)").arg(text);
    if (isHidden(cell) && !weighs)
        return HeatmapText::tr("%1 (hidden: %2)")
            .arg(text, hiddenBy(mask, firstPositions, cell.row, cell.column));
    return text;
}

QString HeatmapContent::describeSink(Index query) const {
    const double share = sinkShares[static_cast<std::size_t>(query)];
    return HeatmapText::tr("%1 %2: the sink takes %3 (no key, no value)")
        .arg(rowAxis, rowLabels.quoted(query), QString::fromStdString(brief(share)));
}

QString HeatmapContent::sinkName() {
    return HeatmapText::tr("sink");
}

QString hiddenBy(const Mask& mask, const FirstPositions& first, TokenIndex query, TokenIndex key) {
    const auto rules = rules_words(mask, first, query, key);
    return rules ? QString::fromStdString(text_of(*rules)) : HeatmapText::tr("its score is −∞");
}

HeatmapContent stageContent(StageSource& stages, StageId id, HeadIndex head, bool marksChanges,
                            std::optional<Rows> first) {
    const Experiment& experiment = stages.experiment();
    const StageInfo& stage = info(id);
    HeatmapContent content;
    content.firstPositions = first_positions(experiment);
    // Request the masked scores before the weights, so that weights never arrive before it is known which of
    // them are hidden.
    if (saysHidden(id))
        tellHidden(stages, head, content);
    content.overridden = overriddenCells(experiment, id, stage.per_head ? head : 0);
    const StageView view = stages.view(id, head, first);
    content.style = numberStyle(stages, head);
    content.matrix = view.matrix;
    content.masked = withoutHiddenUnderCover(std::move(content.masked), view.matrix);
    content.summary = view.summary;
    content.stale = view.stale;
    content.isPreview = stages.isPreviewing();
    content.remark = [lab = QPointer(&stages), id, head = stage.per_head ? head : 0,
                      matrix = view.matrix](StoredCell cell) {
        const bool isCurrent =
            lab && lab->cachedView(id, head).matrix == matrix && !lab->cachedView(id, head).stale;
        return isCurrent ? remarkOn(*lab, {id, head, cell.row, cell.column}, (*matrix)(cell.row, cell.column))
                         : HeatmapContent::Remark{};
    };
    content.title = stageTitle(experiment, id, head);
    content.transposed = experiment.notation == Notation::columns;
    content.rowAxis = axisName(stage.rows, stage.columns);
    content.columnAxis = axisName(stage.columns, stage.rows);
    if (!content.matrix)
        return content;
    if (id == StageId::dropped_weights) {
        content.kept = keptWeights(experiment, head);
        content.overriddenBefore = overriddenCells(experiment, StageId::weights, head);
    }
    content.rowLabels = axisLabels(experiment, stage.rows, content.matrix->rows());
    content.columnLabels = axisLabels(experiment, stage.columns, content.matrix->cols());
    if (id == StageId::scaled_scores)
        content.masked = hiddenByAdded(experiment, head, content);
    if (id == StageId::weights)
        content.sinkShares = sharesOfSink(stages, head, content);
    content.rowsSumTo1 =
        id == StageId::weights && content.sinkShares.empty() && normalizer(experiment).sums_to_one();
    if (hasWeightColours(experiment, id, content.summary->finite))
        content.kind = ColourScale::Kind::sequential;
    if (marksChanges)
        content.before = stages.viewBefore(id, head).matrix;
    if (content.before == content.matrix) // untouched: no need to compare
        content.before = nullptr;
    return content;
}

NumberStyle keptStyle(const HeatmapContent& content, const HeatmapContent& shown, const ColourScale& scale) {
    NumberStyle style = content.style;
    if (content.kind != shown.kind)
        return style;
    if (content.kind == ColourScale::Kind::diverging)
        style.colourLimit = scale.highest();
    else if (style.weightRange == shown.style.weightRange && followsWeights(style.weightRange))
        style.weightLimit = scale.highest();
    return style;
}

std::optional<double> betterLimit(const HeatmapContent& content) {
    constexpr double step = 1.0 / 8; // of a palette
    if (!content.matrix || !content.summary || content.kind != ColourScale::Kind::sequential ||
        content.style.weightRange != WeightRange::unit)
        return std::nullopt;
    double largest = content.summary->finite.highest;
    for (const double share : content.sinkShares)
        largest = std::isfinite(share) ? std::max(largest, share) : largest;
    if (largest <= 0 || largest > 2 * step)
        return std::nullopt;
    const Matrix& weights = *content.matrix;
    for (Index row = 0; row < weights.rows(); ++row) {
        for (Index column = 0; column < weights.cols(); ++column) {
            if (weights(row, column) < (1 - step) * largest && !content.isHidden({row, column}))
                return largest;
        }
    }
    return std::nullopt;
}

} // namespace lab
