// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs Python, which reads what is written for it.
#pragma once

#include "tests/support/process.h"

#include <QString>

namespace lab::test {

/// Debian's own, which has the packages of app/packages.sh.
inline const QString debian_python = QStringLiteral("/usr/bin/python3");
/// Whether it has PyTorch; true, too, in the exhaustive tests, which fail without it.
bool with_torch();

/// A Python with NumPy; empty if this machine has none.
QString python_with_numpy();

/// Runs a script of tests/ with that Python and waits for it.
Run run_python(const QString& script, const QStringList& arguments);

} // namespace lab::test
