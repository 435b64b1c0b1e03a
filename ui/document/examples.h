// SPDX-License-Identifier: GPL-3.0-or-later
//
// The documents that come with the program.
#pragma once

#include "core/experiment.h"

#include <QString>
#include <QStringList>

namespace lab {

/// Their names, in the order in which a class would meet them; the first one opens at the first start.
const QStringList& exampleNames();

/// The text of an example, or an empty one where there is none of that name.
QByteArray exampleText(const QString& name);

/// An example as an experiment. The name must be one of exampleNames().
Experiment example(const QString& name);

} // namespace lab
