// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/asked_answers.h"

#include "core/analysis/diagnosis/verdict_words.h"

#include <QCoreApplication>
#include <QStringList>

#include <vector>

namespace lab {

namespace {

class AnswerText {
    Q_DECLARE_TR_FUNCTIONS(AskedAnswers)
};

/// One sentence after another, without a full stop at the end.
QString inWords(const std::vector<Said>& sentences) {
    QStringList texts;
    for (const Said& each : sentences)
        texts += QString::fromStdString(text_of(each));
    return texts.join(QStringLiteral(". "));
}

} // namespace

QString answerText(const Judgement& judged) {
    const QString said = inWords(judged.reply);
    return judged.right.value_or(false) ? AnswerText::tr("✓ %1").arg(said) : AnswerText::tr("✗ %1").arg(said);
}

QString countAnswer(std::ptrdiff_t right, std::ptrdiff_t wrong) {
    return wrong == 0 ? AnswerText::tr("✓ All %1 are right").arg(right)
                      : AnswerText::tr("✗ %1 right, %2 not right").arg(right).arg(wrong);
}

QString partExplanation(const Experiment& experiment, const StageBlock& part, const Diagnosis& diagnosis,
                        const IsCovered& isCovered) {
    return inWords(part_words(experiment, part, diagnosis, verdict_of(experiment, part, diagnosis, isCovered),
                              naming_in_window(experiment)));
}

} // namespace lab
