// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/next_word_edits.h"

#include "ui/document/edits/token_edits.h"
#include "ui/document/lab_document.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>

#include <utility>

namespace lab {

namespace {

class NextWord {
    Q_DECLARE_TR_FUNCTIONS(NextWordEdits)
};

QString query(const Experiment& experiment) {
    return quotedToken(experiment, Side::sentence, 0);
}

void goOn(LabDocument& document, Experiment next) {
    const QString name = NextWord::tr("Next word %1").arg(query(next));
    document.applyTokens(std::move(next), Side::sentence, name);
}

} // namespace

QString cacheProblem(const Experiment& experiment, CacheMove move) {
    const auto problem = cache_problem(experiment, move);
    if (!problem)
        return {};
    switch (*problem) {
    case CacheProblem::given_rows:
        return NextWord::tr("Q, K and V are given, one row per word: rows of them would be lost");
    case CacheProblem::custom_mask:
        return NextWord::tr("Part of the custom mask would be lost: remove it first");
    case CacheProblem::additive:
        return NextWord::tr("Part of the added scores would be lost: remove them first");
    case CacheProblem::dropout:
        return NextWord::tr(
            "Dropout draws other numbers for one word than for the sentence: turn it off first");
    case CacheProblem::overrides:
        return NextWord::tr("Overrides would be lost: remove them first");
    case CacheProblem::inputs:
        return NextWord::tr(
            "The word’s vector is set in one way as a query and in another as a key: that would "
            "be lost");
    case CacheProblem::padding:
        return NextWord::tr("The last word is padding: that would be lost");
    case CacheProblem::input_rows:
        return NextWord::tr("The last word’s given vector would be lost");
    case CacheProblem::by_hand:
        return NextWord::tr("The tokens are listed in the document: one taken back would be lost");
    case CacheProblem::splits:
        return NextWord::tr(
            "These words alone would be split into other tokens: choose another way to split the "
            "sentence first");
    }
    return {};
}

void goToLastWord(LabDocument& document) {
    Experiment next = with_last_word(document.commitPending());
    const QString name = NextWord::tr("Only the last word, %1").arg(query(next));
    document.applyTokens(std::move(next), Side::sentence, name);
}

void goToWordBefore(LabDocument& document) {
    Experiment next = with_word_before(document.commitPending());
    const QString name = NextWord::tr("Back to %1").arg(query(next));
    document.applyTokens(std::move(next), Side::sentence, name);
}

void goToNextWord(LabDocument& document) {
    goOn(document, with_next_word(document.commitPending()));
}

void goToWholeSentence(LabDocument& document) {
    document.applyTokens(with_whole_sentence(document.commitPending()), Side::sentence,
                         NextWord::tr("Whole sentence"));
}

QString typeNextWord(LabDocument& document, const QString& text) {
    const QString word = text.trimmed();
    if (word.isEmpty())
        return NextWord::tr("Type a word first");
    auto next = with_typed_word(document.commitPending(), word.toStdString());
    if (!next)
        return NextWord::tr("“%1” would change how the words before it are split; the sentence is unchanged")
            .arg(shownWord(word.toStdString()));
    goOn(document, std::move(*next));
    return {};
}

} // namespace lab
