// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/example_steps.h"

#include "core/analysis/setting_changes.h"
#include "core/edits/added_scores.h"
#include "core/edits/next_word.h"
#include "core/edits/presets.h"
#include "core/experiment/cache_step.h"
#include "core/experiment/parameter.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace lab {

namespace {

class ExampleText {
    Q_DECLARE_TR_FUNCTIONS(ExampleSteps)
};

using State = ExampleState;
using Steps = QList<ExampleStep>;

constexpr double notThere = std::numeric_limits<double>::quiet_NaN(); // equal to nothing

/// A number of a parameter, or notThere.
double numberAt(const Experiment& experiment, ParameterId id, Index row, Index column) {
    const MatrixPtr matrix = parameter(experiment, id);
    return matrix && row < matrix->rows() && column < matrix->cols() ? (*matrix)(row, column) : notThere;
}

/// Whether the user has edited a parameter.
bool isEdited(const State& state, ParameterId id) {
    const MatrixPtr now = parameter(state.now, id);
    const MatrixPtr opened = parameter(state.opened, id);
    return now && opened &&
           (now->rows() != opened->rows() || now->cols() != opened->cols() || *now != *opened);
}

/// The vector of a word; empty if it has none.
RowVector vectorOf(const Experiment& experiment, const std::string& word) {
    const TokenVector* vector = experiment.embedding.table->find(word);
    return vector ? *vector->values : RowVector();
}

/// Whether the user has edited a number of a word, whose vector is as long as before.
bool isEdited(const State& state, const std::string& word) {
    const RowVector now = vectorOf(state.now, word);
    const RowVector opened = vectorOf(state.opened, word);
    return now.size() == opened.size() && now != opened;
}

double featureOf(const Experiment& experiment, const std::string& word, Index feature) {
    const RowVector vector = vectorOf(experiment, word);
    return feature < vector.size() ? vector[feature] : notThere;
}

bool hasReordered(const Sequence& now, const Sequence& opened) {
    return now.tokens != opened.tokens && std::ranges::is_permutation(now.tokens, opened.tokens);
}

bool isCausal(const State& state) {
    return state.now.mask.causal;
}

bool isScaled(const State& state) {
    return !state.now.scores.scale;
}

bool hasNoPosition(const State& state) {
    return state.now.embedding.position.kind == PositionKind::none;
}

/// How many numbers of a parameter an edit changed; more than one if it has another shape.
Index changesOf(const MatrixPtr& before, const MatrixPtr& now) {
    if (before == now)
        return 0;
    if (!before || !now || before->rows() != now->rows() || before->cols() != now->cols())
        return 2;
    return (before->array() != now->array()).count();
}

Index changedNumbers(const State& state) {
    Index changed = 0;
    for (const ParameterInfo& each : all_parameters())
        changed += changesOf(parameter(state.before, each.id), parameter(state.now, each.id));
    return changed;
}

/// A step about a number is done by an edit of one number of that parameter: drawing a whole matrix changes
/// that number, too, but shows nothing of what the step is about.
template<class Asked>
std::function<bool(const State&)> byOneNumber(ParameterId id, Asked asked) {
    return [id, asked](const State& state) {
        return changesOf(parameter(state.before, id), parameter(state.now, id)) == 1 &&
               changedNumbers(state) == 1 && asked(state);
    };
}

/// Whether the edit changed the vector of a word, and no other number.
bool isByVector(const State& state, const std::string& word) {
    const RowVector before = vectorOf(state.before, word), now = vectorOf(state.now, word);
    const Index changed = before.size() == now.size() ? (before.array() != now.array()).count() : 0;
    return changed > 0 && changed == changedNumbers(state);
}

/// Whether any number of a parameter is what is asked for.
template<class Asked>
bool anyOf(const State& state, ParameterId id, Asked asked) {
    const MatrixPtr matrix = parameter(state.now, id);
    return matrix && std::any_of(matrix->data(), matrix->data() + matrix->size(), asked);
}

/// Whether a score of a word, where queries and keys are the vectors themselves, is below zero.
bool hasNegativeScore(const State& state) {
    const RowVector journey = vectorOf(state.now, "journey");
    return std::ranges::any_of(state.now.sequence.tokens, [&](const std::string& word) {
        const RowVector key = vectorOf(state.now, word);
        return key.size() == journey.size() && key.dot(journey) < 0;
    });
}

bool isLarge(const State& state) {
    const RowVector journey = vectorOf(state.now, "journey");
    return journey.size() > 0 && journey.cwiseAbs().maxCoeff() >= 40;
}

Steps firstSteps(const QString& name) {
    if (name == QLatin1String("sky-is-blue"))
        return {{ExampleText::tr("Drag the first number of W_Q sideways: the attention weights follow."),
                 byOneNumber(ParameterId::W_Q,
                             [](const State& s) {
                                 const double number = numberAt(s.now, ParameterId::W_Q, 0, 0);
                                 return !std::isnan(number) &&
                                        number != numberAt(s.before, ParameterId::W_Q, 0, 0) &&
                                        number != numberAt(s.opened, ParameterId::W_Q, 0, 0);
                             })},
                {ExampleText::tr("Switch the mask to Causal: the first row becomes 1, 0, 0."), isCausal}};
    if (name == QLatin1String("two-heads"))
        return {
            {ExampleText::tr("Switch from head 1 to head 2, and compare whom x1 attends to."),
             [](const State& s) { return s.head > 0; }},
            {ExampleText::tr("Drag a number of W_O: one feature of every output moves."),
             byOneNumber(ParameterId::W_O, [](const State& s) { return isEdited(s, ParameterId::W_O); })}};
    if (name == QLatin1String("column-vectors-with-biases"))
        return {{ExampleText::tr("Switch the notation to rows: every matrix turns over, and no number "
                                 "changes."),
                 [](const State& s) { return s.now.notation == Notation::rows; }}};
    if (name == QLatin1String("numeric-encoder"))
        return {{ExampleText::tr("Switch the scaling off: the scores spread, and the softmax nearly picks a "
                                 "single key a row. That is what dividing by √8 is for."),
                 [](const State& s) { return !isScaled(s); }}};
    if (name == QLatin1String("numeric-decoder"))
        return {{ExampleText::tr("Switch the mask to None and back, and compare the last rows: the last "
                                 "token sees everything either way."),
                 isCausal, [](const State& s) { return !isCausal(s); }}};
    return {};
}

Steps journeySteps(const QString& name) {
    if (name == QLatin1String("journey-without-weights"))
        return {{ExampleText::tr("Switch the scaling on: the weights draw closer together."), isScaled},
                {ExampleText::tr("Change the vector of “journey”, and see who attends to it."),
                 [](const State& s) { return isEdited(s, "journey") && isByVector(s, "journey"); }}};
    if (name == QLatin1String("journey-sum-normalised"))
        return {{ExampleText::tr("Make a number of “journey” negative until a score is below zero, and see "
                                 "a weight that is no share any more."),
                 byOneNumber(ParameterId::E, hasNegativeScore)}};
    if (name == QLatin1String("journey-naive-softmax"))
        return {
            {ExampleText::tr("Set a number of “journey” to 40, and see its weights overflow."),
             byOneNumber(ParameterId::E, isLarge)},
            {ExampleText::tr("Then choose Softmax as the normaliser: it still answers."), [](const State& s) {
                 return isLarge(s) && s.now.normalization.kind == NormalizationKind::softmax;
             }}};
    if (name == QLatin1String("journey-trainable"))
        return {{ExampleText::tr("Set the first number of W_K to 5: one word draws the attention of all."),
                 byOneNumber(ParameterId::W_K,
                             [](const State& s) { return numberAt(s.now, ParameterId::W_K, 0, 0) >= 5; })},
                {ExampleText::tr("Undo, and try it with a number of W_V: the attention stays."),
                 byOneNumber(ParameterId::W_V, [](const State& s) {
                     return isEdited(s, ParameterId::W_V) && !isEdited(s, ParameterId::W_K);
                 })}};
    if (name == QLatin1String("journey-self-attention-v1"))
        return {{ExampleText::tr("Make a number of W_Q negative, and see the order of a row turn over. In "
                                 "v2, the weights are centred on zero from the start."),
                 byOneNumber(ParameterId::W_Q, [](const State& s) {
                     return anyOf(s, ParameterId::W_Q, [](double number) { return number < 0; });
                 })}};
    if (name == QLatin1String("journey-self-attention-v2"))
        return {{ExampleText::tr("Drag a number of W_Q up to 10: the even rows become sharp."),
                 byOneNumber(ParameterId::W_Q, [](const State& s) {
                     return anyOf(s, ParameterId::W_Q, [](double number) { return number >= 10; });
                 })}};
    return {};
}

Steps patternSteps(const QString& name) {
    if (name == QLatin1String("uniform"))
        return {{ExampleText::tr("Type 1 as the first number of W_Q: “count” now looks most at itself and at "
                                 "“same”, and the rows differ."),
                 byOneNumber(ParameterId::W_Q,
                             [](const State& s) { return numberAt(s.now, ParameterId::W_Q, 0, 0) == 1; })}};
    if (name == QLatin1String("same-word"))
        return {{ExampleText::tr("Set the second 4 of W_K to 0: no key is a cat any longer, and both “cat” "
                                 "look at every word alike."),
                 byOneNumber(ParameterId::W_K,
                             [](const State& s) { return numberAt(s.now, ParameterId::W_K, 1, 1) == 0; })}};
    if (name == QLatin1String("previous-word"))
        return {
            {ExampleText::tr("Set the position to none: every word looks everywhere alike."), hasNoPosition},
            {ExampleText::tr("Undo, and swap two words: the weights stay in their places."),
             [](const State& s) {
                 return !hasNoPosition(s) && hasReordered(s.now.sequence, s.opened.sequence);
             }}};
    if (name == QLatin1String("first-token-sink"))
        return {{ExampleText::tr("Set the 8 of b_Q to 0: the words look at each other, and the output "
                                 "moves."),
                 byOneNumber(ParameterId::b_Q, [](const State& s) {
                     return isEdited(s, ParameterId::b_Q) &&
                            !anyOf(s, ParameterId::b_Q, [](double number) { return number != 0; });
                 })}};
    if (name == QLatin1String("saturated-softmax"))
        return {{ExampleText::tr("Switch on “Scale by 1/√dₖ”: every score is a quarter of itself, and the "
                                 "other words have a share again."),
                 isScaled}};
    if (name == QLatin1String("two-heads-about-it"))
        return {
            {ExampleText::tr("Set the fifth number of “animal” to 0: nothing is alive, and in head 1 "
                             "“it” looks everywhere alike."),
             byOneNumber(ParameterId::E, [](const State& s) { return featureOf(s.now, "animal", 4) == 0; })},
            {ExampleText::tr("Then switch to head 2: “it” still finds the street."),
             [](const State& s) { return featureOf(s.now, "animal", 4) == 0 && s.head == 1; }}};
    if (name == QLatin1String("word-order"))
        return {
            {ExampleText::tr("Set the third number of “black” to 0: “noir” falls back on “cat”."),
             byOneNumber(ParameterId::E, [](const State& s) { return featureOf(s.now, "black", 2) == 0; })},
            {ExampleText::tr("Undo, and move an English word: its weights go along."), [](const State& s) {
                 return s.now.source && s.opened.source &&
                        featureOf(s.now, "black", 2) == featureOf(s.opened, "black", 2) &&
                        hasReordered(*s.now.source, *s.opened.source);
             }}};
    if (name == QLatin1String("twelve-heads"))
        return {{ExampleText::tr("Set the position to none: heads 1 to 7 and 11 look everywhere alike, as "
                                 "12 does; 8, 9 and 10 stay."),
                 hasNoPosition}};
    return {};
}

Steps modelSteps(const QString& name) {
    if (name == QLatin1String("llama-head"))
        return {
            {ExampleText::tr("Switch rotary positions off: head 1 looks at every word up to its own alike; "
                             "head 2 still finds “cat”."),
             [](const State& s) { return !s.now.scores.rotary; }}};
    if (name == QLatin1String("gemma-head"))
        return {{ExampleText::tr(
                     "Switch the softcap off: in head 1 the loudest word in the window takes all; the "
                     "weights of head 2 stay almost as they are."),
                 [](const State& s) { return !s.now.scores.softcap; }}};
    if (name == QLatin1String("cache-step"))
        return {{ExampleText::tr("Go one word back with ◀: “rain” is no key any more, and the row before is "
                                 "computed."),
                 [](const State& s) {
                     return s.now.source && s.opened.source &&
                            s.now.source->tokens.size() + 1 == s.opened.source->tokens.size();
                 }}};
    if (name == QLatin1String("learned-sink"))
        return {{ExampleText::tr("Set the sink to 0: <start> has nearly all of those rows again, and the "
                                 "output comes close to its value of 2."),
                 byOneNumber(ParameterId::sink, [](const State& s) {
                     const MatrixPtr& sink = s.now.normalization.sink;
                     return sink && sink->isZero(0);
                 })}};
    if (name == QLatin1String("rotary-layouts"))
        return {{ExampleText::tr("Choose the rotary layout “half”: every word looks most at a "
                                 "different word than before."),
                 [](const State& s) { return s.now.scores.rotary_layout == RotaryLayout::half; }}};
    if (name == QLatin1String("journey-dropout"))
        return {{ExampleText::tr("Set the seed to 1: other weights are dropped."),
                 [](const State& s) { return s.now.dropout && s.now.dropout->seed == 1; }},
                {ExampleText::tr("Set p to 0: the dropped weights are the weights again."),
                 [](const State& s) { return s.now.dropout && s.now.dropout->rate == 0; }}};
    return {};
}

} // namespace

QList<ExampleStep> exampleSteps(const QString& name) {
    return firstSteps(name) + journeySteps(name) + patternSteps(name) + modelSteps(name);
}

bool hasWordsOf(const Experiment& now, const Experiment& opened) {
    if (is_cache_step(now) && is_cache_step(opened)) // another step has another query and other keys
        return std::ranges::is_permutation(whole_sentence(now).tokens, whole_sentence(opened).tokens);
    return now.source.has_value() == opened.source.has_value() &&
           std::ranges::is_permutation(now.sequence.tokens, opened.sequence.tokens) &&
           (!now.source || std::ranges::is_permutation(now.source->tokens, opened.source->tokens));
}

bool hasSettingsOf(const Experiment& now, const Experiment& opened) {
    constexpr std::size_t mostChanged = 2; // a step changes one of them
    // The query of a step with a cache stands at the last key, however many there are.
    const bool sameOffsets =
        (now.sequence.offset == opened.sequence.offset || (is_cache_step(now) && is_cache_step(opened))) &&
        key_sequence(now).offset == key_sequence(opened).offset;
    const std::size_t changed = setting_changes(opened, now).size();
    const auto isInUse = [&now](const Preset& preset) { return is_in_use(now, preset); };
    const bool isOfAModel = changed == mostChanged && std::ranges::any_of(all_presets(), isInUse);
    const bool addsBuckets = has_t5_buckets(now) && !has_t5_buckets(opened);
    return sameOffsets && changed <= mostChanged && !isOfAModel && !addsBuckets;
}

std::string withoutTry(const std::string& description) {
    const std::size_t last = description.rfind('\n');
    const bool tries =
        last != std::string::npos && std::string_view(description).substr(last + 1).starts_with("Try:");
    return tries ? description.substr(0, last) : description;
}

} // namespace lab
