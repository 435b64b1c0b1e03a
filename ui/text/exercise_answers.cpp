// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/exercise_answers.h"

#include "core/analysis/diagnosis/diagnosis_words.h"
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

using Kind = NumberVerdict::Kind;

QString inWords(const Said& said) {
    return QString::fromStdString(text_of(said));
}

QString claimText(const Experiment& experiment, const StageBlock& part, const Claim& claim) {
    return inWords(claim_words(experiment, {part.stage, part.head}, claim, naming_in_window(experiment)));
}

QString mistakeText(const Experiment& experiment, const CellRef& cell, const Mistake& mistake) {
    return AnswerText::tr("One known mistake gives it: %1")
        .arg(claimText(experiment, {cell.stage, cell.head, {}}, {{mistake}, {}}));
}

QString placeText(const Experiment& experiment, const CellRef& place, double number) {
    return inWords(place_words(experiment, place, number, naming_in_window(experiment)));
}

/// Whether what is a row in the core is one on screen, too.
bool showsRows(const Experiment& experiment) {
    return experiment.notation == Notation::rows;
}

/// What is said besides that a number is wrong.
QString whyText(const Experiment& experiment, const CellRef& cell, double number,
                const NumberVerdict& verdict) {
    switch (verdict.kind) {
    case Kind::mistake:
        return mistakeText(experiment, cell, *verdict.mistake);
    case Kind::other_place:
        return placeText(experiment, verdict.place, number);
    case Kind::other_row:
    case Kind::other_column:
        return (verdict.kind == Kind::other_row) == showsRows(experiment)
                   ? AnswerText::tr("It is a number of another row")
                   : AnswerText::tr("It is a number of another column");
    default:
        return {};
    }
}

QString wrongText(const QString& quoted, const QString& place, const QString& why) {
    return why.isEmpty() ? AnswerText::tr("✗ %1 is not right for %2").arg(quoted, place)
                         : AnswerText::tr("✗ %1 is not right for %2. %3").arg(quoted, place, why);
}

QString rightInPartText(const QString& quoted, int right, int decimals, const QString& place) {
    return AnswerText::tr("✗ %1 is right to %2 decimals, not to %3, for %4")
        .arg(quoted)
        .arg(right)
        .arg(decimals)
        .arg(place);
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
    const QString place = inWords(cell_place(experiment, cell));
    switch (verdict.kind) {
    case Kind::right:
        return AnswerText::tr("✓ %1 is right for %2").arg(quoted, place);
    case Kind::right_from_shown:
        return AnswerText::tr("✓ %1 is right for %2, from the rounded numbers on the cards")
            .arg(quoted, place);
    case Kind::right_in_part:
        return rightInPartText(quoted, verdict.decimals, typed.decimals, place);
    case Kind::too_few_decimals:
        return AnswerText::tr("✗ %1 is close for %2: type %3 decimals or more")
            .arg(quoted, place)
            .arg(typed.decimals);
    default:
        return wrongText(quoted, place, whyText(experiment, cell, typed.number, verdict));
    }
}

QString longNumberAnswer(const Experiment& experiment, const CellRef& cell) {
    constexpr double longNumber = -1.234567e-300;
    const QString typed = QString::fromStdString(written(longNumber));
    const QString place = inWords(cell_place(experiment, cell));
    QString longest = rightInPartText(typed, 2, 4, place);
    const auto consider = [&](const QString& why) {
        const QString answer = wrongText(typed, place, why);
        if (answer.size() > longest.size())
            longest = answer;
    };
    if (TypedNumbers::are_quick(experiment) && !is_sink_share(experiment, cell)) {
        for (const Mistake& each : TypedNumbers::tried(experiment, cell))
            consider(mistakeText(experiment, cell, each));
        for (const CellRef& each : longNames(experiment, cell))
            consider(placeText(experiment, each, longNumber));
    }
    return longest;
}

QString countAnswer(std::ptrdiff_t right, std::ptrdiff_t wrong) {
    return wrong == 0 ? AnswerText::tr("✓ All %1 are right").arg(right)
                      : AnswerText::tr("✗ %1 right, %2 not right").arg(right).arg(wrong);
}

QString partExplanation(const Experiment& experiment, const StageBlock& part, const Diagnosis& diagnosis,
                        const IsCovered& isCovered) {
    using Part = PartVerdict::Kind;
    const PartVerdict verdict = verdict_of(experiment, part, diagnosis, isCovered);
    const QString others =
        verdict.others_agree ? AnswerText::tr(". Other mistakes give these numbers, too") : QString();
    switch (verdict.kind) {
    case Part::mistake:
        return claimText(experiment, part, verdict.claim) + others;
    case Part::most:
        return AnswerText::tr("%1 of %2 fit this. %3")
                   .arg(verdict.fitting)
                   .arg(part.block.rows * part.block.columns)
                   .arg(claimText(experiment, part, verdict.claim)) +
               others;
    case Part::arranged: {
        QStringList words;
        for (const Said& each : arrangement_words(experiment, diagnosis, naming_in_window(experiment)))
            words += inWords(each);
        return AnswerText::tr("But %1").arg(words.join(QStringLiteral("; ")));
    }
    case Part::other_row:
    case Part::other_column:
        return (verdict.kind == Part::other_row) == showsRows(experiment)
                   ? AnswerText::tr("They are right for another row")
                   : AnswerText::tr("They are right for another column");
    case Part::unknown:
        break;
    }
    return {};
}

} // namespace lab
