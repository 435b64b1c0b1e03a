// SPDX-License-Identifier: GPL-3.0-or-later
//
// Completion of the command line by shells.
#pragma once

#include <QStringList>

namespace lab {

/// The shells that there is completion for.
QStringList shell_names();

} // namespace lab
