// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/lesson/mistake_choices.h"

#include "core/analysis/diagnosis/typed_number.h"
#include "core/lesson/lesson_step.h"
#include "core/lesson/mistaken_stage.h"
#include "ui/document/lesson/right_answer.h"

#include <algorithm>
#include <utility>

namespace lab {

namespace {

using MistakeList = std::vector<MistakeChoices::Choice>;

MistakeList allChoices(const Experiment& experiment, const Asked& asked) {
    MistakeList list;
    if (is_empty(experiment) || !has_stage(experiment, asked.stage))
        return list;
    MistakenTrace trace(experiment);
    Question question;
    question.cell = {asked.stage, asked.head, 0, 0};
    const bool isQuick = TypedNumbers::are_quick(experiment);
    for (const Mistake& each : possible_mistakes(experiment, asked)) {
        const MistakeKind kind = each.kind;
        if (std::ranges::find(list, kind, &MistakeChoices::Choice::kind) != list.end())
            continue; // with another value
        if (!isQuick) {
            list.push_back(
                {kind,
                 QString::fromUtf8(key_of(kind).data(), static_cast<qsizetype>(key_of(kind).size()))
                     .replace(QLatin1Char('_'), QLatin1Char(' ')),
                 nullptr});
            continue;
        }
        if (const auto made = mistaken_stage(trace, asked, kind))
            list.push_back({kind, mistakeWords(experiment, trace, question, kind),
                            std::make_shared<const Matrix>(made->numbers)});
    }
    return list;
}

bool areAlike(const MatrixPtr& a, const MatrixPtr& b) {
    return a && b && a->rows() == b->rows() && a->cols() == b->cols() && !are_other_numbers(*a, *b);
}

} // namespace

void MistakeChoices::findOut(const std::shared_ptr<const Experiment>& experiment, const Asked& asked) {
    const bool isSame =
        experiment == m_experiment && asked.stage == m_asked.stage && asked.head == m_asked.head;
    if (isSame || !experiment)
        return;
    m_experiment = experiment;
    m_asked = asked;
    m_isKnown = false;
    m_list.clear();
    m_tasks.start([this, experiment, asked]() -> TaskThread::Then {
        return [this, experiment, asked, list = allChoices(*experiment, asked)] {
            if (experiment != m_experiment || asked.stage != m_asked.stage || asked.head != m_asked.head)
                return;
            m_list = list;
            m_isKnown = true;
            emit changed();
        };
    });
}

const MistakeChoices::Choice* MistakeChoices::find(MistakeKind kind) const {
    const auto found = std::ranges::find(m_list, kind, &Choice::kind);
    return found == m_list.end() ? nullptr : &*found;
}

std::vector<MistakeKind> MistakeChoices::others(MistakeKind than, std::size_t most) const {
    std::vector<const Choice*> taken;
    if (const Choice* own = find(than))
        taken.push_back(own);
    std::vector<MistakeKind> kinds;
    for (const Choice& each : m_list) {
        const bool isLikeOne = each.kind == than || std::ranges::any_of(taken, [&](const Choice* other) {
                                   return areAlike(each.numbers, other->numbers);
                               });
        if (isLikeOne || kinds.size() == most)
            continue;
        taken.push_back(&each);
        kinds.push_back(each.kind);
    }
    return kinds;
}

} // namespace lab
