// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of the sentences of the document.
#include "core/base/text_limits.h"
#include "core/experiment/validate.h"
#include "core/stages/01_tokens.h"
#include "ui/document/edit_command.h"
#include "ui/document/lab_document.h"
#include "ui/text/short_text.h"

#include <algorithm>

namespace lab {

namespace {

/// Replaces only the tokens, to check how large the experiment would become.
Experiment withSequence(const Experiment& experiment, Side side, Sequence sequence) {
    Experiment next = experiment;
    sequence.offset = sequence_of(experiment, side).offset;
    (side == Side::source ? *next.source : next.sequence) = std::move(sequence);
    return next;
}

/// Why a sentence cannot have as many tokens as `wanted` has; empty if it can. A document opened with more
/// may keep them, or lose some.
QString tooManyTokens(const Experiment& wanted, const Experiment& now) {
    const auto longest = [](const Experiment& experiment) {
        return std::max(experiment.sequence.tokens.size(), key_tokens(experiment).size());
    };
    const std::size_t most = std::max(most_tokens, longest(now));
    if (longest(wanted) <= most)
        return {};
    return LabDocument::tr(
               "This would make %1 tokens; at most %2 are allowed here. The sentence is unchanged.")
        .arg(groupedNumber(static_cast<qsizetype>(longest(wanted))),
             groupedNumber(static_cast<qsizetype>(most)));
}

} // namespace

void LabDocument::setText(const QString& text, Side side) {
    // A field reports its text when it is hidden, which happens when its sentence is removed or reverted.
    if (side == Side::source && !m_experiment.source)
        return;
    const std::string wanted = text.toStdString();
    const Sequence& now = sequence_of(m_experiment, side);
    if (wanted == now.text)
        return;
    if (now.tokenizer == Tokenizer::manual) {
        emit textRefused(tr("The tokens are listed in the document, so the sentence can’t be edited here"),
                         side);
        return;
    }
    if (const std::size_t most = std::max(most_text, now.text.size()); wanted.size() > most) {
        emit textRefused(tr("This text has %1 bytes; at most %2 are allowed here. The sentence is unchanged.")
                             .arg(groupedNumber(static_cast<qsizetype>(wanted.size())),
                                  groupedNumber(static_cast<qsizetype>(most))),
                         side);
        return;
    }
    if (refuses(withSequence(m_experiment, side, make_sequence(wanted, now.tokenizer)), side))
        return;
    const QString name = side == Side::source ? tr("Second sentence") : tr("Sentence");
    applyTyped({with_text(beforeTyping(name), wanted, side), {Field::sequence, {}}, name});
}

/// The experiment before the current run of typing. Otherwise typing a word in front of another would, on the
/// way, take over what belongs to the other word's token.
const Experiment& LabDocument::beforeTyping(const QString& name) {
    const Experiment& now = commitPending();
    const int last = undoStack().index() - 1;
    if (last < 0 || undoStack().canRedo())
        return now;
    const auto* command = static_cast<const EditCommand*>(undoStack().command(last));
    return command->isOpen(name) ? command->before() : now;
}

void LabDocument::setTokenizer(Tokenizer tokenizer, Side side) {
    if (side == Side::source && !m_experiment.source)
        return;
    const Sequence split = split_by(sequence_of(m_experiment, side), tokenizer);
    if (refuses(withSequence(m_experiment, side, split), side))
        return;
    const QString name =
        side == Side::source ? tr("Tokenizer of the second sentence") : tr("Tokenizer of the sentence");
    apply({with_tokenizer(commitPending(), tokenizer, side), {Field::sequence, {}}, name});
}

void LabDocument::setSource(bool source) {
    Experiment alone = m_experiment;
    alone.source.reset();
    if (!refuses(alone, Side::source))
        apply({with_source(commitPending(), source),
               {Field::sequence, {}},
               source ? tr("Second sentence added") : tr("Second sentence removed")});
}

void LabDocument::applyTokens(Experiment next, Side side, const QString& text) {
    if (!refuses(next, side))
        apply({std::move(next), {Field::sequence, {}}, text});
}

/// The size is checked first: the data that moves with the tokens takes memory quadratic in their number.
bool LabDocument::refuses(const Experiment& wanted, Side side) {
    const QString problem = tooManyTokens(wanted, m_experiment);
    if (!problem.isEmpty()) {
        emit textRefused(problem, side);
        return true;
    }
    auto large = too_large(wanted);
    if (!large)
        large = too_many_positions(wanted);
    if (large)
        emit textRefused(
            tr("Too long; the sentence is unchanged: %1; at most %2")
                .arg(QString::fromStdString(large->found), QString::fromStdString(large->expected)),
            side);
    return large.has_value();
}

} // namespace lab
