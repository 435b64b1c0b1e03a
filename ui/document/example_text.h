// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the description of an example tells the reader to try, as steps that can be recognised when they are
// done.
#pragma once

#include "core/experiment/experiment.h"

#include <QList>
#include <QString>

#include <functional>

namespace lab {

/// What the reader has made of an example.
struct ExampleState {
    const Experiment& now;
    const Experiment& before; ///< the edit that led here
    const Experiment& opened;
    HeadIndex head; ///< the shown one
};

struct ExampleStep {
    QString text; ///< what to do, and what it shows
    std::function<bool(const ExampleState&)> isDone;
    /// For a step in two parts, "there and back": whether the first part is done, without which the second
    /// does not count. Empty for a step in one part.
    std::function<bool(const ExampleState&)> isBegun = {};
};

/// The steps of an example, in the order of its description.
QList<ExampleStep> exampleSteps(const QString& name);

/// Whether a text about the document as opened may still be true of its settings. Up to two of them may have
/// been changed, as steps ask for, but not the positions, not to the settings of a model, and not by adding
/// T5's buckets.
bool hasSettingsOf(const Experiment& now, const Experiment& opened);

/// Whether `now` is still about what the example's text is about: its words, in any order. Of a sentence that
/// goes on word by word, the words to come count too.
bool hasWordsOf(const Experiment& now, const Experiment& opened);

/// A description without its last line, if that is the one that begins with "Try:".
std::string withoutTry(const std::string& description);

} // namespace lab
