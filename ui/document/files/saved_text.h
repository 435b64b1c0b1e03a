// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said when a file was written, or is not.
#pragma once

#include "core/io/file.h"

#include <QString>

#include <optional>
#include <string>

namespace lab {

/// Why nothing is saved there, if it is a pipe or a device, see is_stream().
std::optional<Error> streamProblem(const std::string& file);

/// "Saved sky.attn", and why it could not be replaced, if it could not.
QString savedText(const QString& name, const WriteReport& report);

} // namespace lab
