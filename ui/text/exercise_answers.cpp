// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/exercise_answers.h"

#include "core/analysis/diagnosis/verdict_words.h"
#include "core/base/number_format.h"
#include "core/describe/names.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <numeric>
#include <vector>

namespace lab {

namespace {

class AnswerText {
    Q_DECLARE_TR_FUNCTIONS(Exercise)
};

QString inWords(const Said& said) {
    return QString::fromStdString(text_of(said));
}

/// One sentence after another, without a full stop at the end.
QString inWords(const std::vector<Said>& sentences) {
    QStringList texts;
    for (const Said& each : sentences)
        texts += inWords(each);
    return texts.join(QStringLiteral(". "));
}

/// The row or column whose name in a sentence is longest.
Index longestName(const Experiment& experiment, Axis axis) {
    const auto letters = [&](Index index) {
        return inWords(label_in_sentence(experiment, axis, index)).size();
    };
    std::vector<Index> all(static_cast<std::size_t>(length(axis, dimensions(experiment))));
    std::iota(all.begin(), all.end(), Index{0});
    return std::ranges::max(all, {}, letters);
}

/// For each stage that has numbers for the same rows and columns as `cell`, the cell with the longest name.
std::vector<CellRef> longNames(const Experiment& experiment, const CellRef& cell) {
    const StageInfo& its = info(cell.stage);
    CellRef place{cell.stage, 0, longestName(experiment, its.rows), longestName(experiment, its.columns)};
    if (its.per_head)
        place.head = experiment.heads.count - 1;
    std::vector<CellRef> places;
    for (const StageInfo& each : all_stages()) {
        if (has_stage(experiment, each.id) && each.rows == its.rows && each.columns == its.columns &&
            each.per_head == its.per_head) {
            place.stage = each.id;
            places.push_back(place);
        }
    }
    return places;
}

} // namespace

QString numberAnswer(const Experiment& experiment, const CellRef& cell, const QString& quoted,
                     const TypedAnswer& typed, const NumberVerdict& verdict) {
    const QString said = inWords(
        number_words(experiment, cell, quoted.toStdString(), typed, verdict, naming_in_window(experiment)));
    return verdict.is_right() ? AnswerText::tr("✓ %1").arg(said) : AnswerText::tr("✗ %1").arg(said);
}

QString longNumberAnswer(const Experiment& experiment, const CellRef& cell) {
    using Kind = NumberVerdict::Kind;
    const TypedAnswer typed{-1.234567e-300, 4, 4};
    const QString quoted = QString::fromStdString(written(typed.number));
    QString longest;
    const auto consider = [&](const NumberVerdict& verdict) {
        const QString answer = numberAnswer(experiment, cell, quoted, typed, verdict);
        if (answer.size() > longest.size())
            longest = answer;
    };
    consider({.kind = Kind::right_in_part, .decimals = 2});
    consider({.kind = Kind::wrong});
    if (TypedNumbers::are_quick(experiment) && !is_sink_share(experiment, cell)) {
        for (const Mistake& each : TypedNumbers::tried(experiment, cell))
            consider({.kind = Kind::mistake, .mistake = each});
        for (const CellRef& each : longNames(experiment, cell)) {
            consider({.kind = Kind::other_place, .place = each});
            if (cell.stage == StageId::weights)
                consider({.kind = Kind::unnormalised, .place = each});
        }
    }
    return longest;
}

QString countAnswer(std::ptrdiff_t right, std::ptrdiff_t wrong) {
    return wrong == 0 ? AnswerText::tr("✓ All %1 are right").arg(right)
                      : AnswerText::tr("✗ %1 right, %2 not right").arg(right).arg(wrong);
}

QString partExplanation(const Experiment& experiment, const StageBlock& part, const Diagnosis& diagnosis,
                        const IsCovered& isCovered) {
    return inWords(part_words(experiment, part, diagnosis, verdict_of(experiment, part, diagnosis, isCovered),
                              naming_in_window(experiment)));
}

} // namespace lab
