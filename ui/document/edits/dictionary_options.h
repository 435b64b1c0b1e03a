// SPDX-License-Identifier: GPL-3.0-or-later
//
// The words of a document and their vectors, each changed as one step to undo.
#pragma once

#include "core/experiment.h"

#include <QString>

namespace lab {

class LabDocument;

/// Where a word's numbers are from.
enum class WordState {
    seeded, ///< the program gave them, and nobody has touched them
    opened, ///< they came with the document
    edited,
};
WordState wordState(const LabDocument& document, const std::string& word);

void setWordValue(LabDocument& document, const std::string& word, Index column, double value);
/// Why a word of the table cannot be called `name`, in words; empty where it can.
QString renameProblem(const Experiment& experiment, const std::string& word, const QString& name);
/// There must be no problem with it. White space around the name is dropped.
void renameWord(LabDocument& document, const std::string& word, const QString& name);
/// Why a word cannot get back the numbers of its seed, in words; empty where it can.
QString reseedProblem(const Experiment& experiment, const std::string& word);
void reseedWord(LabDocument& document, const std::string& word);
/// Why a word cannot be deleted, in words; empty where it can.
QString deleteProblem(const Experiment& experiment, const std::string& word);
void deleteWord(LabDocument& document, const std::string& word);
void deleteUnusedWords(LabDocument& document);

} // namespace lab
