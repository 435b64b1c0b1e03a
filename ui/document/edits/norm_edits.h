// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits the norm of queries and keys. Each change is one undo step, or none if nothing changes.
#pragma once

#include "core/experiment/parameter.h"

#include <QString>

#include <optional>

namespace lab {

class LabDocument;

/// "RMS norm".
QString normText(QkNormKind kind);
/// The text of a norm in a menu; "Off" for nullopt.
QString normEntry(std::optional<QkNormKind> kind);

/// See with_norm(). nullopt: none.
void setNorm(LabDocument& document, std::optional<QkNormKind> kind);
/// At least 0; there must be a norm.
void setNormEpsilon(LabDocument& document, double epsilon);
/// Adds both gains, of ones, or removes both; there must be a norm.
void setGains(LabDocument& document, bool present);
/// The same for g_Q or g_K.
void setGains(LabDocument& document, ParameterId gains, bool present);

} // namespace lab
