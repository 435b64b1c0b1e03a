// SPDX-License-Identifier: GPL-3.0-or-later
//
// The documents bundled with the program.
#pragma once

#include "core/experiment/experiment.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace lab {

enum class ExampleGroup {
    notebooks, ///< from lecture notebooks, with PyTorch's results in tests/data/golden
    patterns,  ///< one attention pattern each, with human-readable weights
    models,    ///< what the attention of today's models has beyond the basic formula
};

/// The names of a group, in teaching order.
const QStringList& exampleNames(ExampleGroup group);

/// All names, group by group; the first one opens at the first start.
const QStringList& exampleNames();

/// The names of the lessons, in teaching order. Below, lessons count as examples.
const QStringList& lessonNames();

/// The lesson that follows one; empty: it is the last one, or none.
QString lessonAfter(const QString& name);

/// The names of lessons and examples, in the order of the gallery: one idea after another.
const QStringList& galleryNames();

/// One line about what one will see in an example.
QString promiseOf(const QString& name);

/// The token that is inspected when the example opens, so that a first look shows what it is about.
std::optional<TokenIndex> inspectedAtFirst(const QString& name);

/// The page that it opens on, by the name of its action: the one that shows what it is about.
QString pageAtFirst(const QString& name);

/// The text of an example; empty if there is none of that name.
QByteArray exampleText(const QString& name);

/// What all examples ask, by their names: see exampleQuestions().
QByteArray exampleQuestionsText();

/// An example as an experiment. The name must be one of exampleNames() or lessonNames().
Experiment example(const QString& name);

} // namespace lab
