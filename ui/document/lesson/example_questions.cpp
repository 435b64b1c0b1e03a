// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/lesson/example_questions.h"

#include "core/lesson/question_reader.h"
#include "ui/document/examples.h"

namespace lab {

std::vector<Question> exampleQuestions(const QString& name) {
    if (!exampleNames().contains(name))
        return {};
    const auto questions = nlohmann::ordered_json::parse(exampleQuestionsText().toStdString());
    const auto its = questions.find(name.toStdString());
    return its == questions.end() ? std::vector<Question>() : read_questions(example(name), *its);
}

} // namespace lab
