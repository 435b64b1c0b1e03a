// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said when a file was written.
#pragma once

#include "core/io/file.h"

#include <QString>

namespace lab {

/// "Saved sky.attn", and why it could not be replaced, if it could not.
QString savedText(const QString& name, const WriteReport& report);

} // namespace lab
