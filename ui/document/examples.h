// SPDX-License-Identifier: GPL-3.0-or-later
//
// The documents that come with the program.
#pragma once

#include "core/experiment.h"

#include <QString>
#include <QStringList>

namespace lab {

enum class ExampleGroup {
    notebooks, ///< from lecture notebooks, with PyTorch's answers in tests/data/golden
    patterns,  ///< attention of one kind each, from weights that a person can read
};

/// The names of a group, in the order in which a class would meet them.
const QStringList& exampleNames(ExampleGroup group);

/// All names, group by group; the first one opens at the first start.
const QStringList& exampleNames();

/// The text of an example, or an empty one where there is none of that name.
QByteArray exampleText(const QString& name);

/// An example as an experiment. The name must be one of exampleNames().
Experiment example(const QString& name);

} // namespace lab
