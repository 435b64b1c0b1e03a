// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/compare/comparison.h"

#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "ui/document/stage_source.h"
#include "ui/plots/shared/cell_names.h"
#include "ui/plots/shared/stage_texts.h"

#include <QCoreApplication>

#include <algorithm>

namespace lab {

namespace {

constexpr qsizetype mostLone = 6; // names listed

class CompareText {
    Q_DECLARE_TR_FUNCTIONS(Comparison)
};

Extremes both(const Extremes& a, const Extremes& b) {
    return {std::min(a.lowest, b.lowest), std::max(a.highest, b.highest)};
}

/// Whether the matrix exists and has the aligned rows and columns. A stale one may not.
bool fits(const HeatmapContent& content, const StageAlignment& alignment,
          const std::vector<Index> Alignment::*lone) {
    const auto count = [&](const Alignment& axis) {
        return static_cast<Index>(axis.pairs.size() + (axis.*lone).size());
    };
    return content.matrix && content.summary && content.matrix->rows() == count(alignment.rows) &&
           content.matrix->cols() == count(alignment.columns);
}

/// The labels that have a partner. Returns the same list if all of them do.
Labels partnered(const Labels& labels, const Alignment& alignment) {
    if (alignment.is_complete())
        return labels;
    std::vector<Index> places;
    for (const Alignment::Pair& pair : alignment.pairs)
        places.push_back(pair.now);
    return labels.chosen(places);
}

using Contents = std::initializer_list<HeatmapContent*>;

/// Gives all contents the same `finite` range, which the colours are scaled by.
void shareColours(Contents contents) {
    Extremes all;
    bool areWeights = true;
    for (const HeatmapContent* each : contents) {
        all = both(all, each->summary->finite);
        areWeights = areWeights && each->kind == ColourScale::Kind::sequential;
    }
    for (HeatmapContent* each : contents) {
        MatrixSummary summary = *each->summary;
        summary.finite = all;
        each->summary = std::make_shared<const MatrixSummary>(std::move(summary));
        if (!areWeights)
            each->kind = ColourScale::Kind::diverging;
    }
}

/// If the document shares one colour range, extends it over all matrices of the comparison.
void extendColourLimit(const ViewSettings& settings, Contents contents) {
    if (settings.range != ColourRange::shared)
        return;
    double colourLimit = 0;
    for (const HeatmapContent* each : contents) {
        if (each->kind == ColourScale::Kind::diverging)
            colourLimit = std::max(
                {colourLimit, each->style.colourLimit.value_or(0), each->summary->finite.magnitude()});
    }
    for (HeatmapContent* each : contents)
        each->style.colourLimit = colourLimit;
}

/// Gives all contents the same `plain` range, which the width of numbers depends on.
void shareDecimals(Contents contents) {
    Extremes all;
    for (const HeatmapContent* each : contents)
        all = both(all, each->summary->plain);
    for (HeatmapContent* each : contents) {
        MatrixSummary summary = *each->summary;
        summary.plain = all;
        each->summary = std::make_shared<const MatrixSummary>(std::move(summary));
    }
}

/// Shows a matrix of another document in the style of this one.
void lookLike(HeatmapContent& content, const HeatmapContent& now) {
    content.style = now.style;
    content.transposed = now.transposed;
    content.isPreview = now.isPreview;
}

QString lack(Lack lack, const QString& whose, StageId stage, HeadIndex head) {
    switch (lack) {
    case Lack::nothing:
        break;
    case Lack::tokens:
        return CompareText::tr("%1 has no tokens, so that there is nothing to compare.").arg(whose);
    case Lack::stage:
        return CompareText::tr("%1 has no stage “%2”: choose another one.").arg(whose, stageTitle(stage));
    case Lack::head:
        return CompareText::tr("%1 has no head %2: choose another one.").arg(whose).arg(head + 1);
    }
    return {};
}

std::optional<Index> partnerOf(const Alignment& axis, Index index, Index Alignment::Pair::*from,
                               Index Alignment::Pair::*to) {
    const auto found = std::ranges::find(axis.pairs, index, from);
    return found == axis.pairs.end() ? std::nullopt : std::optional((*found).*to);
}

/// The index of a pair in Alignment::pairs, which is its row or column in the difference.
std::optional<Index> placeOf(const Alignment& axis, Index now) {
    const auto found = std::ranges::find(axis.pairs, now, &Alignment::Pair::now);
    return found == axis.pairs.end() ? std::nullopt : std::optional<Index>(found - axis.pairs.begin());
}

std::optional<Index> nowAt(const Alignment& axis, Index place) {
    const auto at = static_cast<std::size_t>(place);
    return at < axis.pairs.size() ? std::optional(axis.pairs[at].now) : std::nullopt;
}

/// None unless both are given.
std::optional<StoredCell> cellOf(std::optional<Index> row, std::optional<Index> column) {
    return row && column ? std::optional(StoredCell{*row, *column}) : std::nullopt;
}

} // namespace

QString whyNotCompared(const Experiment& before, const Experiment& now, const QString& name, StageId stage,
                       HeadIndex head) {
    const QString quotedName = QStringLiteral("“%1”").arg(name);
    QString why = lack(lack_of(now, stage, head), CompareText::tr("The document"), stage, head);
    if (why.isEmpty())
        why = lack(lack_of(before, stage, head), quotedName, stage, head);
    if (!why.isEmpty())
        return why;
    const StageAlignment alignment = stage_alignment(before, now, stage);
    return alignment.rows.pairs.empty() || alignment.columns.pairs.empty()
               ? CompareText::tr("No word of %1 is in the document too, so that there is nothing to compare.")
                     .arg(quotedName)
               : QString();
}

std::optional<StoredCell> Compared::toNow(Part part, StoredCell cell) const {
    using Pair = Alignment::Pair;
    const auto along = [part](const Alignment& axis, Index index) {
        return part == Part::difference ? nowAt(axis, index)
                                        : partnerOf(axis, index, &Pair::before, &Pair::now);
    };
    const auto& [rows, columns] = numbers.alignment;
    return part == Part::now ? cell : cellOf(along(rows, cell.row), along(columns, cell.column));
}

std::optional<StoredCell> Compared::fromNow(Part part, StoredCell cell) const {
    using Pair = Alignment::Pair;
    const auto along = [part](const Alignment& axis, Index index) {
        return part == Part::difference ? placeOf(axis, index)
                                        : partnerOf(axis, index, &Pair::now, &Pair::before);
    };
    const auto& [rows, columns] = numbers.alignment;
    return part == Part::now ? cell : cellOf(along(rows, cell.row), along(columns, cell.column));
}

namespace {

/// Whether a number is among those, which are sorted, or differs from one in rounding alone.
bool isAmong(const std::vector<double>& numbers, double number) {
    constexpr double rounding = 1e-12;
    const double slack = rounding * std::abs(number);
    const auto least = std::ranges::lower_bound(numbers, number - slack);
    return least != numbers.end() && *least <= number + slack;
}

/// Covers in what is compared the cells that are covered now, and the numbers of covered cells wherever they
/// stand: another scale, for instance, makes scaled scores of what are scores now.
void coverAs(HeatmapContent& content, const HeatmapContent* now, const StageAlignment& alignment,
             const std::vector<double>& covered) {
    if (covered.empty() && !(now && now->matrix && has_covered(*now->matrix)))
        return;
    Matrix matrix = content.matrix->unaryExpr(
        [&](double number) { return isAmong(covered, number) ? covered_number() : number; });
    for (const Alignment::Pair& row : alignment.rows.pairs) {
        for (const Alignment::Pair& column : alignment.columns.pairs) {
            if (now && is_covered((*now->matrix)(row.now, column.now)))
                matrix(row.before, column.before) = covered_number();
        }
    }
    for (std::size_t row = 0; row < content.sinkShares.size(); ++row) {
        // Together with the weights it is 1.
        if (has_covered(matrix.row(static_cast<Index>(row))))
            content.sinkShares[row] = covered_number();
    }
    content.summary = std::make_shared<const MatrixSummary>(summarize(matrix));
    content.matrix = share(std::move(matrix));
    content.remark = nullptr;
}

} // namespace

Compared compared(StageSource& before, StageSource& now, const QString& name, StageId stage, HeadIndex head) {
    Compared all{stage, head, name, {}, {}, {}, {}, {}};
    all.before = stageContent(before, stage, head, false);
    all.now = stageContent(now, stage, head, false);
    lookLike(all.before, all.now);
    all.before.title = QStringLiteral("%1: %2").arg(all.now.title, name);
    const StageAlignment alignment = stage_alignment(before.experiment(), now.experiment(), stage);
    const auto covered = now.numbersUnderCover();
    if (!covered || !fits(all.before, alignment, &Alignment::only_before) ||
        !fits(all.now, alignment, &Alignment::only_now))
        return all;
    coverAs(all.before, &all.now, alignment, *covered);
    all.numbers =
        difference_of({all.before.matrix, all.before.masked}, {all.now.matrix, all.now.masked}, alignment);
    HeatmapContent& difference = all.difference;
    difference = all.now;
    difference.overridden.clear();
    difference.hiddenRows.clear();
    difference.overflow.reset();
    difference.remark = nullptr;
    difference.kept = nullptr;
    difference.sinkShares.clear();
    difference.masked = all.numbers.hidden;
    difference.matrix = all.numbers.difference;
    difference.summary = std::make_shared<const MatrixSummary>(summarize(*difference.matrix));
    difference.stale = all.now.stale || all.before.stale;
    difference.title = CompareText::tr("%1: difference").arg(all.now.title);
    difference.rowLabels = partnered(all.now.rowLabels, alignment.rows);
    difference.columnLabels = partnered(all.now.columnLabels, alignment.columns);
    difference.kind = ColourScale::Kind::diverging;
    shareColours({&all.before, &all.now});
    extendColourLimit(viewSettings(now.experiment()), {&all.before, &all.now, &all.difference});
    shareDecimals({&all.before, &all.now, &all.difference});
    return all;
}

QString changeText(const Compared& compared, const LargeChange& change) {
    const StageInfo& stage = info(compared.stage);
    const Difference& numbers = compared.numbers;
    const bool isPair = is_token_axis(stage.columns);
    const auto now = [](const Alignment& axis, Index index) {
        return axis.pairs[static_cast<std::size_t>(index)].now;
    };
    const QString place =
        cellPlace(compared.now.rowLabels, now(numbers.alignment.rows, change.row), compared.now.columnLabels,
                  now(numbers.alignment.columns, change.column), isPair);
    return QStringLiteral("%1%2 %3").arg(
        place, isPair ? QString() : QStringLiteral(":"),
        QString::fromStdString(display_change((*numbers.before)(change.row, change.column),
                                              (*numbers.now)(change.row, change.column))));
}

QStringList unmatchedTexts(const Compared& compared) {
    const StageInfo& stage = info(compared.stage);
    const StageAlignment& alignment = compared.numbers.alignment;
    const auto named = [](Axis axis, const std::vector<Index>& lone, const Labels& labels) {
        QStringList names;
        for (const Index index : lone)
            names += is_token_axis(axis) ? quoted(labels, index) : labels.value(index);
        return names;
    };
    // If rows and columns have the same names, these are said once. Otherwise they come from two sentences,
    // or from a sentence and a part of it.
    const bool hasTwo = is_token_axis(stage.rows) && is_token_axis(stage.columns);
    QStringList texts;
    const auto say = [&](const QStringList& rows, const QStringList& columns, const QString& name) {
        const bool isNow = name.isEmpty();
        const auto add = [&](const QStringList& names, const QString& among) {
            if (names.isEmpty())
                return;
            const QString listed = firstOf(names, mostLone);
            texts += isNow && among.isEmpty() ? CompareText::tr("Only now: %1.").arg(listed)
                     : isNow ? CompareText::tr("Only now, among the %1: %2.").arg(among, listed)
                     : among.isEmpty()
                         ? CompareText::tr("Only in “%1”: %2.").arg(name, listed)
                         : CompareText::tr("Only in “%1”, among the %2: %3.").arg(name, among, listed);
        };
        const bool isEach = hasTwo && rows != columns;
        add(rows, isEach ? CompareText::tr("queries") : QString());
        if (rows != columns)
            add(columns, isEach ? CompareText::tr("keys") : QString());
    };
    say(named(stage.rows, alignment.rows.only_before, compared.before.rowLabels),
        named(stage.columns, alignment.columns.only_before, compared.before.columnLabels), compared.name);
    say(named(stage.rows, alignment.rows.only_now, compared.now.rowLabels),
        named(stage.columns, alignment.columns.only_now, compared.now.columnLabels), compared.nowName);
    return texts;
}

std::vector<HeadIndex> shownHeads(const Variant& variant, Variation variation, StageId stage,
                                  HeadIndex head) {
    if (variation != Variation::heads || !info(stage).per_head)
        return {head};
    std::vector<HeadIndex> heads;
    for (HeadIndex each = 0; each < variant.experiment.heads.count; ++each)
        heads.push_back(each);
    return heads;
}

namespace {

void coverVariant(HeatmapContent& content, const Experiment& variant, StageSource& now, StageId stage,
                  HeadIndex head, const std::vector<double>& covered) {
    if (lack_of(now.experiment(), stage, head) != Lack::nothing) {
        coverAs(content, nullptr, {}, covered);
        return;
    }
    const HeatmapContent present = stageContent(now, stage, head, false);
    const StageAlignment alignment = stage_alignment(variant, now.experiment(), stage);
    const bool fit =
        fits(content, alignment, &Alignment::only_before) && fits(present, alignment, &Alignment::only_now);
    coverAs(content, fit ? &present : nullptr, fit ? alignment : StageAlignment(), covered);
}

} // namespace

VariantMatrix variantMatrix(StageSource& stages, StageSource& now, const Variants& variants,
                            Variation variation, std::size_t which, StageId stage, HeadIndex head) {
    const Variant& variant = variants.list[which];
    VariantMatrix matrix{which, head, QString::fromStdString(variant.name), {}};
    // Without dropout, the weights that the values are summed by are those of softmax.
    const bool isWithout = stage == StageId::dropped_weights && !has_stage(variant.experiment, stage);
    matrix.content = stageContent(stages, isWithout ? StageId::weights : stage, head, false);
    if (isWithout)
        matrix.content.sinkShares.clear(); // no other variant shows them here
    const auto covered = now.numbersUnderCover();
    if (!covered)
        matrix.content.matrix = nullptr; // not whole yet
    else if (matrix.content.matrix && !variant.is_present)
        coverVariant(matrix.content, variant.experiment, now, stage, head, *covered);
    matrix.content.style = numberStyle(now, head);
    matrix.content.isPreview = now.isPreviewing();
    matrix.content.transposed = now.experiment().notation == Notation::columns;
    if (variation == Variation::heads && info(stage).per_head && variant.experiment.heads.count > 1)
        matrix.title = CompareText::tr("%1: head %2").arg(matrix.title).arg(head + 1);
    matrix.content.title = matrix.title;
    return matrix;
}

void shareScale(std::vector<VariantMatrix>& matrices) {
    double colourLimit = 0;
    double largestWeight = 0;
    for (const VariantMatrix& each : matrices) {
        if (each.content.matrix && each.content.kind == ColourScale::Kind::diverging)
            colourLimit = std::max(colourLimit, each.content.scale().highest());
        else if (each.content.matrix)
            largestWeight = std::max(largestWeight, each.content.summary->finite.highest);
    }
    for (VariantMatrix& each : matrices) {
        each.content.style.colourLimit = colourLimit;
        if (followsWeights(each.content.style.weightRange))
            each.content.style.weightLimit = largestWeight;
    }
}

QString variationTitle(Variation variation) {
    return QString::fromUtf8(info(variation).title.data());
}

} // namespace lab
