// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/dictionary_edits.h"

#include "core/edits/dictionary.h"
#include "ui/document/edits/token_edits.h"
#include "ui/document/lab_document.h"
#include "ui/text/number_name.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lab {

namespace {

class Dictionary {
    Q_DECLARE_TR_FUNCTIONS(DictionaryEdits)
};

/// A change of some of a word's numbers, as cells of E. The block is empty if the word is in no sentence.
Change ofWord(const Experiment& experiment, const std::string& word, Index column, Index columns) {
    const std::vector<std::string> tokens = distinct_tokens(experiment);
    const auto found = std::ranges::find(tokens, word);
    if (found == tokens.end())
        return {Field::embedding, Block{0, 0, 0, 0}};
    return {Field::embedding, Block{found - tokens.begin(), column, 1, columns}};
}

bool stands(const Experiment& experiment, const std::string& word) {
    return used_words(experiment).contains(word);
}

} // namespace

WordState wordState(const LabDocument& document, const std::string& word) {
    const Embedding& embedding = document.experiment().embedding;
    if (is_as_seeded(embedding, word))
        return WordState::seeded;
    const TokenVector* before = document.opened().embedding.table->find(word);
    const RowVector& now = *embedding.table->find(word)->values;
    const bool same = before && before->values->size() == now.size() && *before->values == now;
    return same ? WordState::opened : WordState::edited;
}

void setWordValue(LabDocument& document, const std::string& word, Index column, double value) {
    const Experiment& before = document.commitPending();
    const double old = (*before.embedding.table->find(word)->values)(column);
    document.apply({with_word_value(before, word, column, value), ofWord(before, word, column, 1),
                    Dictionary::tr("“%1” d%2: %3 → %4")
                        .arg(shownWord(word))
                        .arg(column + 1)
                        .arg(numberName(old), numberName(value))});
}

QString renameProblem(const Experiment& experiment, const std::string& word, const QString& name) {
    const QString now = typedFor(word, name);
    const auto problem = rename_problem(experiment, word, now.toStdString());
    if (!problem)
        return {};
    switch (*problem) {
    case RenameProblem::empty:
        return Dictionary::tr("A word needs a name; “%1” is unchanged").arg(shownWord(word));
    case RenameProblem::taken:
        return Dictionary::tr("The word “%1” already exists").arg(shownWord(now.toStdString()));
    case RenameProblem::splits:
        return Dictionary::tr(
                   "“%1” would not be a single token of its sentence; “%2” is unchanged. Choose another "
                   "way to split the sentence first")
            .arg(shownWord(now.toStdString()), shownWord(word));
    }
    return {};
}

void renameWord(LabDocument& document, const std::string& word, const QString& name) {
    const Experiment& before = document.commitPending();
    const std::string now = typedFor(word, name).toStdString();
    // Renaming a word of the sentence also changes row and column labels.
    const Change change = stands(before, word) ? Change{Field::sequence, {}} : ofWord(before, word, 0, 0);
    document.apply({with_word_renamed(before, word, now), change,
                    Dictionary::tr("“%1” → “%2”").arg(shownWord(word), shownWord(now))});
}

QString reseedProblem(const Experiment& experiment, const std::string& word) {
    if (!stands(experiment, word))
        return Dictionary::tr(
            "Not in any sentence. To get its seeded vector, delete the word and type it in a sentence");
    return is_as_seeded(experiment.embedding, word) ? Dictionary::tr("Already has its seeded vector")
                                                    : QString();
}

void reseedWord(LabDocument& document, const std::string& word) {
    const Experiment& before = document.commitPending();
    document.apply({with_word_reseeded(before, word), ofWord(before, word, 0, before.embedding.dimension),
                    Dictionary::tr("“%1” as seeded").arg(shownWord(word))});
}

QString deleteProblem(const Experiment& experiment, const std::string& word) {
    return stands(experiment, word)
               ? Dictionary::tr("“%1” is in use: only unused words can be deleted").arg(shownWord(word))
               : QString();
}

void deleteWord(LabDocument& document, const std::string& word) {
    const Experiment& before = document.commitPending();
    document.apply({without_word(before, word), ofWord(before, word, 0, 0),
                    Dictionary::tr("Word “%1” deleted").arg(shownWord(word))});
}

void deleteUnusedWords(LabDocument& document) {
    const Experiment& before = document.commitPending();
    const Index count = unused_word_count(before);
    document.apply({without_unused_words(before),
                    {Field::embedding, Block{0, 0, 0, 0}},
                    count == 1 ? Dictionary::tr("1 unused word deleted")
                               : Dictionary::tr("%1 unused words deleted").arg(count)});
}

} // namespace lab
