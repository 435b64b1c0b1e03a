// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/learn/learn_texts.h"

#include "core/base/number_format.h"
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/overrides.h"
#include "ui/document/edits/shape_edits.h"
#include "ui/document/edits/wanted_edits.h"
#include "ui/document/lab_document.h"
#include "ui/document/learn/fit_run.h"
#include "ui/pages/learn/parameter_pills.h"
#include "ui/plots/learn/learn_content.h"
#include "ui/plots/shared/setting_texts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>

namespace lab {

namespace {

constexpr double closeEnough = 0.01; // for "found"

class LearnTexts {
    Q_DECLARE_TR_FUNCTIONS(LearnPage)
};

bool changesGivenInputs(const LearnFacts& facts) {
    const std::vector<ParameterId> parameters =
        facts.fit.isActive() ? facts.fit.settings().parameters : fittedParameters(facts.document);
    return std::ranges::any_of(parameters, is_given_input);
}

bool changesQueriesAndKeys(const LearnFacts& facts) {
    const std::vector<ParameterId> parameters =
        facts.fit.isActive() ? facts.fit.settings().parameters : fittedParameters(facts.document);
    const auto has = [&](ParameterId id) { return std::ranges::find(parameters, id) != parameters.end(); };
    return has(ParameterId::W_Q) && has(ParameterId::W_K);
}

/// Whether the "no" holds for the parameters that may change: equal inputs stay equal, unless they are given
/// row by row and may change.
bool isOutOfReach(const LearnFacts& facts) {
    return facts.known && facts.known->verdict == Reachable::no &&
           !(facts.known->cure == Cure::add_positions && changesGivenInputs(facts));
}

/// A number that was painted or typed, and how far it is from what is wanted.
struct Off {
    double by = 0;
    StoredCell cell;
};

/// The one with the largest difference. The other weights of a painted row share what is left, which nobody
/// asked for.
Off largestOfPainted(const LearnFacts& facts) {
    Off largest;
    for (const WantedCell& each : facts.painted) {
        if (each.row >= facts.wanted.rows() || each.column >= facts.wanted.cols())
            continue;
        const double off =
            std::abs((*facts.now.matrix)(each.row, each.column) - facts.wanted(each.row, each.column));
        if (off > largest.by) // false of one that is not wanted any more
            largest = {off, {each.row, each.column}};
    }
    return largest;
}

bool isAtEnd(const FitRun& fit) {
    return fit.shownStep() == fit.lastStep() && !fit.isPlaying();
}

/// Whether the last step is shown and has what was asked for.
bool isFound(const LearnFacts& facts) {
    const bool isLast =
        facts.isFitShown && isAtEnd(facts.fit) && facts.fit.lastStep() >= facts.fit.mostSteps();
    return isLast && facts.fit.problem().isEmpty() && largestOfPainted(facts).by <= closeEnough;
}

/// What could be allowed to change besides.
std::vector<ParameterId> mayChangeBesides(const LearnFacts& facts) {
    const std::vector<ParameterId>& chosen = facts.fit.settings().parameters;
    std::vector<ParameterId> more;
    for (const ParameterInfo& each : all_parameters()) {
        if (parameter(facts.document.experiment(), each.id) &&
            std::ranges::find(chosen, each.id) == chosen.end() &&
            whyNotFitted(facts.document, each.id).isEmpty())
            more.push_back(each.id);
    }
    return more;
}

QString namesOf(const std::vector<ParameterId>& parameters) {
    QStringList names;
    for (const ParameterId each : parameters)
        names += pillText(each);
    const QString last = names.takeLast();
    return names.isEmpty() ? last : LearnTexts::tr("%1 and %2").arg(names.join(QStringLiteral(", ")), last);
}

/// What the last quarter of the steps has brought, if that is next to nothing; else empty.
QString howSlow(const FitRun& fit) {
    constexpr double least = 1e-3; // of the loss
    const Index steps = fit.lastStep() / 4;
    if (steps < 10)
        return {};
    const double now = fit.losses().back(),
                 before = fit.losses()[static_cast<std::size_t>(fit.lastStep() - steps)];
    if (!(before - now <= least * std::abs(now)))
        return {};
    return lossNumber(now) == lossNumber(before)
               ? LearnTexts::tr("The loss was %1 already %2 steps before.").arg(lossNumber(before)).arg(steps)
               : LearnTexts::tr("The last %1 steps took the loss from %2 to %3 only.")
                     .arg(steps)
                     .arg(lossNumber(before), lossNumber(now));
}

void sayReachable(const LearnFacts& facts, std::vector<FitNote>& notes) {
    if (isOutOfReach(facts)) {
        const QString why = QString::fromStdString(text_of(facts.known->why));
        notes.push_back(
            {facts.fit.isActive()
                 ? LearnTexts::tr("Exactly this is out of reach: %1.").arg(why)
                 : LearnTexts::tr("Exactly this is out of reach: %1. Find weights may come near it.")
                       .arg(why),
             true});
        if (facts.known->smallest_error)
            notes.push_back(
                {LearnTexts::tr(
                     "The scaled scores, divided by τ, stay off by %1 at least: the root of the sum of "
                     "squares, apart from a number that may be added to all scores of a query.")
                     .arg(lossNumber(*facts.known->smallest_error)),
                 true});
    } else if (facts.known && facts.known->verdict == Reachable::yes && changesQueriesAndKeys(facts)) {
        notes.push_back(
            {LearnTexts::tr("In reach: %1.").arg(QString::fromStdString(text_of(facts.known->why)))});
    }
}

/// Of what was painted: what a mask has hidden since, and what a query cannot have together.
void sayPainted(const LearnFacts& facts, std::vector<FitNote>& notes) {
    if (facts.of == WantedStage::output || facts.hidden.size() == 0)
        return;
    std::vector<const WantedCell*> hidden;
    std::map<Index, double> sums;
    for (const WantedCell& each : facts.painted) {
        if (each.row >= facts.hidden.rows() || each.column >= facts.hidden.cols())
            continue;
        if (is_hidden(facts.hidden(each.row, each.column)))
            hidden.push_back(&each);
        else
            sums[each.row] += each.number;
    }
    if (!hidden.empty()) {
        const QString first = placeText(facts.now, {hidden.front()->row, hidden.front()->column});
        notes.push_back(
            {hidden.size() == 1
                 ? LearnTexts::tr("%1 was painted and is hidden now: nothing is wanted there.").arg(first)
                 : LearnTexts::tr("%1 painted weights are hidden now, %2 among them: nothing is "
                                  "wanted there.")
                       .arg(hidden.size())
                       .arg(first),
             true});
    }
    const auto tooMuch = [](const auto& each) { return each.second > 1 + 1e-9; };
    const auto first = std::ranges::find_if(sums, tooMuch);
    if (first == sums.end())
        return;
    const auto count = std::ranges::count_if(sums, tooMuch);
    notes.push_back(
        {count == 1
             ? LearnTexts::tr("The painted weights of %1 come to %2, which is more than 1: each is wanted "
                              "in proportion.")
                   .arg(quoted(facts.now.rowLabels, first->first),
                        QString::fromStdString(display(first->second, 2)))
             : LearnTexts::tr("The painted weights of %1 queries come to more than 1: each is wanted in "
                              "proportion.")
                   .arg(count)});
}

/// With sigmoid no loss of this kind brings a weight down.
QString whatMayHelp(const LearnFacts& facts) {
    if (facts.of == WantedStage::weights && normalizer(facts.document.experiment()).each_alone)
        return LearnTexts::tr(
            "With sigmoid, each weight is computed alone: this loss falls whenever a wanted weight "
            "rises, however little of it is wanted, so that more steps will not bring one down.");
    const std::vector<ParameterId> more = mayChangeBesides(facts);
    if (const QString slow = howSlow(facts.fit); !slow.isEmpty())
        return more.empty()
                   ? LearnTexts::tr(
                         "%1 Rather than more steps, cancel, and try another rate or other numbers to "
                         "start from.")
                         .arg(slow)
                   : LearnTexts::tr("%1 Rather than more steps, cancel, let %2 change, too, or try another "
                                    "rate or other numbers to start from.")
                         .arg(slow, namesOf(more));
    return more.empty()
               ? LearnTexts::tr("More steps may find it; or, begun again, another rate, or other numbers to "
                                "start from.")
               : LearnTexts::tr(
                     "More steps may find it; or, begun again, another rate, more that may change, "
                     "or other numbers to start from.");
}

void sayEnd(const LearnFacts& facts, double largest, std::vector<FitNote>& notes) {
    const FitRun& fit = facts.fit;
    if (!fit.problem().isEmpty() && isAtEnd(fit)) {
        notes.push_back({LearnTexts::tr("No further step: %1.").arg(fit.problem()), true});
        return;
    }
    if (!isAtEnd(fit) || fit.lastStep() < fit.mostSteps())
        return;
    const bool isOutput = facts.of == WantedStage::output;
    if (isFound(facts)) {
        const QString found = isOutput
                                  ? LearnTexts::tr("Found: no number is more than %1 from what you want.")
                              : largest <= closeEnough
                                  ? LearnTexts::tr("Found: no weight is more than %1 from what you want.")
                                  : LearnTexts::tr("Found: no painted weight is more than %1 from what you "
                                                   "want. The other keys of a query share what is left as "
                                                   "they can.");
        notes.push_back({found.arg(closeEnough)});
    } else {
        const Off off = largestOfPainted(facts);
        const QString difference = QString::fromStdString(display(off.by, off.by < 0.1 ? 3 : 2));
        const QString what = isOutput ? LearnTexts::tr("Not found in %1 steps: %2 is still %3 off.")
                                      : LearnTexts::tr("Not found in %1 steps: of the painted weights, %2 is "
                                                       "still %3 off.");
        const QString whatIsOff = what.arg(fit.mostSteps()).arg(placeText(facts.now, off.cell), difference);
        notes.push_back({LearnTexts::tr("%1 %2").arg(whatIsOff, whatMayHelp(facts)), true});
    }
}

/// The same of an output.
void sayOutput(const LearnFacts& facts, std::vector<FitNote>& notes) {
    const auto far = furthest(*facts.now.matrix, facts.wanted);
    if (!far)
        return;
    const QString text = furthestText(facts.now, *far);
    const Index steps = facts.fit.shownStep();
    notes.push_back(
        {!facts.isFitShown || steps == 0 ? LearnTexts::tr("Now furthest from what you want: %1.").arg(text)
         : steps == 1
             ? LearnTexts::tr("After 1 step, furthest from what you want: %1.").arg(text)
             : LearnTexts::tr("After %1 steps, furthest from what you want: %2.").arg(steps).arg(text)});
    if (facts.isFitShown)
        sayEnd(facts, std::abs(far->now - far->wanted), notes);
}

/// "After 37 steps …" or "Now …", and where the weights are furthest.
void sayWeights(const LearnFacts& facts, std::vector<FitNote>& notes) {
    const Matrix& weights = *facts.now.matrix;
    const auto most = mostWanted(weights, facts.wanted);
    const auto far = furthest(weights, facts.wanted);
    if (!most)
        return;
    const Index steps = facts.fit.shownStep();
    const QString what = weightText(facts.now, *most);
    QString text = !facts.isFitShown || steps == 0 ? LearnTexts::tr("Now %1.").arg(what)
                   : steps == 1                    ? LearnTexts::tr("After 1 step %1.").arg(what)
                                : LearnTexts::tr("After %1 steps %2.").arg(steps).arg(what);
    if (far && std::abs(far->now - far->wanted) > closeEnough)
        text = LearnTexts::tr("%1 Furthest from what you want: %2.").arg(text, furthestText(facts.now, *far));
    notes.push_back({text});
    if (facts.isFitShown)
        sayEnd(facts, far ? std::abs(far->now - far->wanted) : 0, notes);
}

/// What makes a weight of 0 larger, or leaves it out of what is wanted.
QString whatRaises(const Experiment& experiment, const std::vector<WantedCell>& painted, Index row,
                   Index column, bool isPainted) {
    const HeadIndex head = painted.empty() ? 0 : painted.front().head;
    if (OverridesByCell(experiment).find({StageId::weights, head, row, column}))
        return LearnTexts::tr("It is overridden: take the override away");
    const NormalizationKind kind = experiment.normalization.kind;
    const bool isTempered = kind == NormalizationKind::softmax || kind == NormalizationKind::sparsemax;
    const QString raise = isTempered ? LearnTexts::tr("Raise the temperature")
                                     : LearnTexts::tr("Choose softmax, whose weights are above 0");
    return isPainted ? raise : LearnTexts::tr("%1, or paint it with the share 0").arg(raise);
}

} // namespace

QString lossProblem(const Experiment& experiment, const HeatmapContent& now, WantedStage of,
                    const Matrix& wanted, const std::vector<WantedCell>& painted) {
    const Matrix& numbers = *now.matrix;
    for (Index row = 0; row < wanted.rows(); ++row) {
        for (Index column = 0; column < wanted.cols(); ++column) {
            const double share = wanted(row, column), is = numbers(row, column);
            if (of == WantedStage::output) {
                if (!std::isnan(share) && !std::isfinite(is))
                    return LearnTexts::tr("There is no loss: %1 is not finite")
                        .arg(placeText(now, {row, column}));
                continue;
            }
            if (!(share > 0) || is > 0)
                continue;
            const bool isPainted = std::ranges::any_of(
                painted, [&](const WantedCell& each) { return each.row == row && each.column == column; });
            return LearnTexts::tr(
                       "There is no loss: %1 has the weight %2, and the logarithm in the loss needs one "
                       "above 0 wherever something is wanted. %3")
                .arg(placeText(now, {row, column}), QString::fromStdString(display(is, 2)),
                     whatRaises(experiment, painted, row, column, isPainted));
        }
    }
    return {};
}

std::vector<FitNote> notesOf(const LearnFacts& facts) {
    std::vector<FitNote> notes;
    if (!facts.problem.isEmpty())
        notes.push_back({LearnTexts::tr("%1.").arg(facts.problem), true});
    if (!facts.fit.isActive())
        sayPainted(facts, notes);
    if (!facts.problem.isEmpty())
        return notes;
    if (facts.wanted.size() == 0 || !hasWanted(facts.wanted))
        return notes;
    if (!facts.fit.isActive())
        notes.push_back({facts.loss ? LearnTexts::tr("The loss is %1.").arg(lossNumber(*facts.loss))
                                    : LearnTexts::tr("The loss is not finite.")});
    if (facts.of == WantedStage::output)
        sayOutput(facts, notes);
    else
        sayWeights(facts, notes);
    if (!facts.fit.isActive() || facts.isFitShown)
        sayReachable(facts, notes);
    return notes;
}

bool mayGoOn(const LearnFacts& facts) {
    return facts.isFitShown && facts.moreSteps > 0 && isAtEnd(facts.fit) && !facts.fit.canStep() &&
           facts.fit.problem().isEmpty() && !isFound(facts);
}

std::vector<ParameterId> toAllowBesides(const LearnFacts& facts) {
    return mayGoOn(facts) && !howSlow(facts.fit).isEmpty() ? mayChangeBesides(facts)
                                                           : std::vector<ParameterId>();
}

QString cureText(const LearnFacts& facts) {
    if (const std::vector<ParameterId> more = toAllowBesides(facts); !more.empty())
        return LearnTexts::tr("Begin again with %1, too").arg(namesOf(more));
    if (mayGoOn(facts))
        return facts.moreSteps == 1 ? LearnTexts::tr("1 more step")
                                    : LearnTexts::tr("%1 more steps").arg(facts.moreSteps);
    if (facts.lossCure)
        return facts.lossCure->temperature
                   ? LearnTexts::tr("Raise the temperature to %1")
                         .arg(QString::fromStdString(shortest(*facts.lossCure->temperature)))
                   : LearnTexts::tr("Use softmax");
    if (facts.fit.isActive() || !facts.problem.isEmpty() || !isOutOfReach(facts))
        return {};
    switch (facts.known->cure) {
    case Cure::hide_keys:
        return LearnTexts::tr("Hide the cells with a wanted weight of 0");
    case Cure::add_positions:
        return LearnTexts::tr("Add positions");
    case Cure::more_features:
        return sizeProblem(facts.document.experiment(), Size::d_k,
                           static_cast<double>(*facts.known->d_k_needed))
                       .isEmpty()
                   ? LearnTexts::tr("Set d_k to %1").arg(*facts.known->d_k_needed)
                   : QString();
    case Cure::none:
        break;
    }
    return {};
}

QString lowestText(const std::optional<Reachability>& known, double lowest) {
    const bool isExact = known && known->d_k_needed && known->smallest_error;
    return isExact ? LearnTexts::tr("lowest for what is painted: %1, reached with d_k %2 or more")
                         .arg(lossNumber(lowest))
                         .arg(*known->d_k_needed)
                   : LearnTexts::tr("no weights have a lower loss than %1").arg(lossNumber(lowest));
}

QString patternText(WantedPattern pattern) {
    return pattern == WantedPattern::previous_word ? LearnTexts::tr("Wanted: the previous word")
           : pattern == WantedPattern::same_word   ? LearnTexts::tr("Wanted: the same word")
                                                   : LearnTexts::tr("Wanted: the first word");
}

bool hasHiddenCell(const std::vector<WantedCell>& painted, const Matrix& hidden) {
    return std::ranges::any_of(painted, [&](const WantedCell& each) {
        return each.row < hidden.rows() && each.column < hidden.cols() &&
               is_hidden(hidden(each.row, each.column));
    });
}

QString hiddenText(const Experiment& experiment, HeadIndex head, const Block& cell) {
    return LearnTexts::tr("%1 can’t be wanted: a hidden key has the weight 0 (%2)")
        .arg(cellPlace(experiment, {StageId::weights, head, cell.row, cell.column}),
             hiddenBy(experiment.mask, first_positions(experiment), cell.row, cell.column));
}

QString lossText(WantedStage of, const Matrix& wanted) {
    if (of == WantedStage::output) {
        const Index cells = cellsWanted(wanted);
        return cells == 0 ? QString()
               : cells == 1
                   ? LearnTexts::tr("(<i>Y</i> − <i>T</i>)², of the cell with a number")
                   : LearnTexts::tr("mean of (<i>Y</i> − <i>T</i>)², over the %1 cells with a number")
                         .arg(cells);
    }
    const Index rows = rowsWanted(wanted);
    return rows == 0 ? QString()
           : rows == 1
               ? LearnTexts::tr("−Σ <i>T</i> · ln <i>A</i>, of the painted query")
               : LearnTexts::tr("mean of −Σ <i>T</i> · ln <i>A</i>, over the %1 painted queries").arg(rows);
}

QString lossTip(WantedStage of) {
    return of == WantedStage::output
               ? LearnTexts::tr("T: the numbers that are wanted; Y: the output")
               : LearnTexts::tr("T: the wanted weights, those of each query divided by their sum; A: the "
                                "attention weights; ln: the natural logarithm");
}

std::optional<double> lossOf(const Experiment& experiment, const Target& target, const Matrix& numbers) {
    const auto* weights = std::get_if<WantedWeights>(&target);
    const StageId stage = weights ? StageId::weights : StageId::output;
    ReadableStages kept(experiment, [&](StageId id, HeadIndex head) -> std::optional<StageRows> {
        return id == stage && (!weights || head == weights->head) ? std::optional(StageRows(numbers))
                                                                  : std::nullopt;
    });
    const Result<double> loss = value_of_target(kept, target);
    return loss ? std::optional(loss.value()) : std::nullopt;
}

} // namespace lab
