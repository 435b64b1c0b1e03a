// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sentences on whole rows and stages, and their rules in symbols.
#include "core/experiment/cache_step.h"
#include "core/experiment/phrases.h"
#include "tests/support/film_truth.h"
#include "tests/support/truth_patterns.h"

#include <algorithm>

namespace lab::test {

namespace {

QString brief_text(double value) {
    return QString::fromStdString(text_of(say(phrase::just, value)));
}

/// A matrix, or its row for the step's token.
QString indexed(const QString& name, const FilmStep& step, QString token) {
    if (step.rows.count != 1)
        return name;
    token.remove("“").replace("” ", "").remove("”");
    return (name.contains('_') ? "(" + name + ")" : name) + "_" +
           (token.contains(' ') ? "(" + token + ")" : token);
}

} // namespace

bool FilmTruth::is_hidden_by_added(HeadIndex head, Index query, Index key) const {
    return m_oracle.added(head, query, key) == -HUGE_VAL &&
           m_oracle.at(S::scaled_scores, head, query, key).value == -HUGE_VAL;
}

bool FilmTruth::weighs_0_anyway(HeadIndex head, Index query, Index key) const {
    return m_oracle.at(S::weights, head, query, key).value == 0 &&
           m_oracle.at(S::masked_scores, head, query, key).value == -HUGE_VAL &&
           (!rules(query, key).isEmpty() || is_hidden_by_added(head, query, key));
}

QString FilmTruth::words_of_pairs(const FilmStep& step, const QString& said) const {
    const bool is_row = step.rows.count == 1;
    const QString label = row_label(step);
    const auto either = [&](const QString& of_row, const QString& of_all) {
        return is_row ? of_row : of_all;
    };
    switch (step.scene.stage) {
    case S::scores:
        return either(label, "Every query") + " is compared with every key";
    case S::scaled_scores: {
        const Index d_k = m_oracle.stage(S::queries, 0).columns();
        return either("The scores of " + label + " are", "Every score is") +
               (m_experiment.scores.scale ? " multiplied by " + brief_text(*m_experiment.scores.scale)
                                          : QStringLiteral(" divided by √%1").arg(d_k)) +
               (m_experiment.scores.softcap ? ", capped at " + brief_text(*m_experiment.scores.softcap)
                                            : "") +
               (m_experiment.scores.bias == ScoreBias::alibi ? ", minus the slope times the distance" : "") +
               (m_experiment.scores.additive.empty() ? "" : ", plus what is added");
    }
    case S::masked_scores: {
        const auto keys = Index(m_oracle.keys().size());
        Index shown = 0;
        for (Index key = 0; is_row && key < keys; ++key)
            shown += rules(step.rows.first, key).isEmpty() &&
                     !is_hidden_by_added(step.scene.head, step.rows.first, key);
        if (is_row)
            return label + (shown == keys ? QStringLiteral(" may look at every key")
                            : shown == 0  ? QStringLiteral(" may not look at any key")
                                         : QStringLiteral(" may look at %1 of %2 keys").arg(shown).arg(keys));
        QStringList names;
        for (const std::string& name : m_oracle.rules_set())
            names += QString::fromStdString(name);
        bool hides = false;
        for (Index query = 0; query < Index(m_oracle.queries().size()); ++query) {
            for (Index key = 0; key < keys; ++key)
                hides |= is_hidden_by_added(step.scene.head, query, key);
        }
        if (names.isEmpty() && hides)
            return "Nothing is masked; an added −∞ hides a key all the same";
        return names.isEmpty() ? "Nothing is masked: every query may look at every key"
                               : "The mask says who may look at whom: " + names.join(", ");
    }
    case S::weights: {
        if (!is_row)
            return QStringLiteral("The scores of every %1 become weights")
                .arg(m_experiment.notation == Notation::rows ? "row" : "column");
        const QString fault = fault_of_row(step, row(step.scene.head, step.rows.first), RowPhase::none, said);
        return fault.isEmpty() ? "The scores of " + label + " become weights" : fault;
    }
    default:
        break;
    }
    return {};
}

QString FilmTruth::words_of_dropout(const FilmStep& step) const {
    const double rate = m_experiment.dropout->rate;
    const QString divided = " is divided by " + brief_text(1 - rate);
    if (step.rows.count != 1)
        return "Each weight is dropped with probability " + brief_text(rate) + "; what is kept" + divided;
    const QString label = row_label(step);
    const auto keys = Index(m_oracle.keys().size());
    Index kept = 0;
    for (Index key = 0; key < keys; ++key)
        kept += m_oracle.is_kept(step.scene.head, step.rows.first, key);
    if (kept == keys)
        return "No weight of " + label + " is dropped; each" + divided;
    bool is_hidden = false;
    for (Index key = 0; key < keys; ++key)
        is_hidden |= !m_oracle.is_kept(step.scene.head, step.rows.first, key) &&
                     weighs_0_anyway(step.scene.head, step.rows.first, key);
    const QString anyway = is_hidden ? "; a hidden key weighs 0 either way" : "";
    if (kept == 0)
        return "Every weight of " + label + " is dropped" + anyway;
    const QString count = keys - kept == 1 ? "One" : QString::number(keys - kept);
    return count + QStringLiteral(" of the %1 weights of ").arg(keys) + label +
           (keys - kept == 1 ? " is" : " are") + " dropped; what is kept" + divided + anyway;
}

QString FilmTruth::words_of_cache(const FilmStep& step) const {
    if (step.scene.stage == S::queries || !m_truth.is_cache_step())
        return {};
    const Index last = Index(m_oracle.keys().size()) - 1;
    const bool is_row = step.rows.count == 1;
    return (is_row ? step.rows.first : 0) == last ? QString("; the key cache keeps it for the steps to come")
           : is_row ? "; computed at the step of " + row_label(step) + ", and in the key cache since"
                    : QString("; all but the last are in the key cache since earlier steps");
}

QString FilmTruth::words_of_rows(const FilmStep& step, const QString& said) const {
    const S stage = step.scene.stage;
    const bool is_row = step.rows.count == 1;
    const QString label = row_label(step);
    const auto either = [&](const QString& of_row, const QString& of_all) {
        return is_row ? of_row : of_all;
    };
    const bool has_positions = m_experiment.embedding.position.kind != PositionKind::none;
    const bool in_rows = m_experiment.notation == Notation::rows;
    const QString whose = either("The " + thing(stage) + " of " + label, "Every " + thing(stage));
    switch (stage) {
    case S::inputs:
    case S::source_inputs:
        return (m_experiment.embedding.inputs == InputKind::rows
                    ? "Take the row of " + either(label, "every token")
                    : "Look up " + either(label, "every token")) +
               (has_positions ? " and add its position" : "");
    case S::queries:
    case S::keys:
    case S::values:
        if (step.scene.part == ScenePart::normalized)
            return words_of_norm(step, whose) + (gains(stage) ? ", and multiplied by the gains" : "");
        if (step.scene.part == ScenePart::rotated) {
            const auto& turning = m_experiment.scores.rotary_dims;
            if (!turning || *turning == m_oracle.stage(stage, step.scene.head).columns())
                return whose + " is rotated by its position";
            return QStringLiteral("The first %1 features of ").arg(*turning) +
                   (is_row ? "the" + whose.mid(3) : "every" + whose.mid(5)) + " are rotated by its position";
        }
        return whose +
               (m_experiment.projection.kind == ProjectionKind::direct   ? " is given"
                : m_experiment.projection.kind == ProjectionKind::linear ? ": its input times the weights"
                                                                         : " is taken from its input") +
               words_of_cache(step);
    case S::scores:
    case S::scaled_scores:
    case S::masked_scores:
    case S::weights:
        return words_of_pairs(step, said);
    case S::dropped_weights:
        return words_of_dropout(step);
    case S::head_outputs:
        if (m_experiment.dropout)
            return "The values, summed by the weights of " + either(label, "every query") + " after dropout";
        if (!is_row)
            return "The values, summed by the weights of every query";
        return (m_oracle.is_distribution(step.scene.head, step.rows.first)
                    ? "The values, averaged by the attention of "
                    : "The values, summed by the weights of ") +
               label;
    case S::concat:
        return either("What the heads say for " + label, "What the heads say") +
               (in_rows ? ", side by side" : ", on top of each other");
    case S::output:
        return either("The output for " + label, "Every output") +
               (m_experiment.projection.W_O ? ": what the heads say, times the weights"
                                            : " is what the heads say");
    }
    return {};
}

QString FilmTruth::rule_of_projection(const FilmStep& step) const {
    const S stage = step.scene.stage;
    const Projection& p = m_experiment.projection;
    const auto of = [&](const QString& name) { return indexed(name, step, row_label(step)); };
    const QString name = stage == S::queries ? "Q" : stage == S::keys ? "K" : "V";
    const MatrixPtr& bias = stage == S::queries ? p.b_Q : stage == S::keys ? p.b_K : p.b_V;
    const QString x = of(m_experiment.source && stage != S::queries ? "X_source" : "X");
    const QString w = "W_" + name;
    const bool copies = p.kind == ProjectionKind::identity && m_experiment.heads.count == 1;
    if (step.scene.part == ScenePart::normalized || step.scene.part == ScenePart::rotated ||
        (p.kind != ProjectionKind::linear && !copies))
        return {};
    if (copies)
        return of(name) + " = " + x;
    return of(name) + " = " + (m_experiment.notation == Notation::rows ? x + " " + w : w + " " + x) +
           (bias ? " + b_" + name : QString());
}

QString FilmTruth::rule_of(const FilmStep& step) const {
    const S stage = step.scene.stage;
    const Projection& p = m_experiment.projection;
    const bool in_rows = m_experiment.notation == Notation::rows;
    const auto of = [&](const QString& name) { return indexed(name, step, row_label(step)); };
    const auto product = [&](const QString& left, const QString& right) {
        return in_rows ? left + " " + right : right + " " + left;
    };
    switch (stage) {
    case S::inputs:
    case S::source_inputs: {
        const bool is_source = stage == S::source_inputs;
        const QString position =
            step.rows.count == 1
                ? QStringLiteral("P_%1").arg(m_oracle.position(is_source, step.rows.first) + 1)
                : "P";
        const QString given = is_source ? "X_(source rows)" : "X_rows";
        return of(is_source ? "X_source" : "X") + " = " +
               of(m_experiment.embedding.inputs == InputKind::rows ? given : "E") +
               (m_experiment.embedding.position.kind == PositionKind::none ? QString() : " + " + position);
    }
    case S::queries:
    case S::keys:
    case S::values:
        return rule_of_projection(step);
    case S::scores:
        return of("S") + " = " + product(of("Q"), "K^T");
    case S::scaled_scores: {
        QString scaled = of("S") + (m_experiment.scores.scale ? " × " + brief_text(*m_experiment.scores.scale)
                                                              : " / √d_k");
        if (const auto& c = m_experiment.scores.softcap)
            scaled = brief_text(*c) + " × tanh(" + scaled + " ÷ " + brief_text(*c) + ")";
        return of("scaled") + " = " + scaled +
               (m_experiment.scores.bias == ScoreBias::alibi ? " − slope × |i − j|" : "") +
               (m_experiment.scores.additive.empty() ? QString() : " + " + of("added"));
    }
    case S::weights: {
        const Normalization& options = m_experiment.normalization;
        if (options.kind == NormalizationKind::sum)
            return of("A") + " = " + of("masked") + " ÷ Σ";
        const QString divided =
            options.temperature == 1 ? QString() : " ÷ " + brief_text(options.temperature);
        if (options.kind == NormalizationKind::sigmoid)
            return of("A") + " = sigmoid(" + of("masked") + divided +
                   (options.bias == 0
                        ? QString()
                        : (options.bias < 0 ? " − " : " + ") + brief_text(std::abs(options.bias))) +
                   ")";
        const bool has_sink = options.sink && options.kind != NormalizationKind::sparsemax;
        return of("A") + " = " + (options.kind == NormalizationKind::sparsemax ? "sparsemax(" : "softmax(") +
               of("masked") + divided + (has_sink ? ", sink" + divided : QString()) + ")";
    }
    case S::head_outputs:
        return of("Z") + " = " + product(of(m_experiment.dropout ? "dropped" : "A"), "V");
    case S::output:
        return of("Y") + " = " +
               (p.W_O ? product(of("concat"), "W_O") + (p.b_O ? " + b_O" : "") : of("concat"));
    case S::masked_scores:
    case S::dropped_weights:
    case S::concat:
        break;
    }
    return {};
}

} // namespace lab::test
