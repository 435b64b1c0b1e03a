// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/lesson/step_questions.h"

namespace lab {

const Question* StepQuestions::question() const {
    const std::size_t open = openQuestion();
    return open < step().ask.size() ? &step().ask[open] : nullptr;
}

} // namespace lab
