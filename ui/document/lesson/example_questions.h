// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson_step.h"

#include <QString>

#include <vector>

namespace lab {

/// What an example asks whoever has opened it, from resources/questions/examples.json; none if there is no
/// example of that name.
std::vector<Question> exampleQuestions(const QString& name);

} // namespace lab
