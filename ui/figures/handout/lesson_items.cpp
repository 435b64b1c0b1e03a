// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/handout/lesson_items.h"

#include "core/lesson/judge_answer.h"
#include "core/lesson/step_numbers.h"
#include "ui/document/kept_view.h"
#include "ui/document/lesson/covered_stages.h"
#include "ui/figures/handout/question_items.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/text/short_text.h"

#include <algorithm>
#include <memory>
#include <set>

namespace lab {

namespace {

/// Whether a question is about a stage.
bool isAboutStage(const Question& question) {
    return !question.is_faulty && question.kind != QuestionKind::choice &&
           question.kind != QuestionKind::text;
}

/// Whether the numbers of a question's stage are to be computed on paper, or compared with others.
bool isComputed(const Question& question) {
    return !question.is_faulty &&
           (question.kind == QuestionKind::number || question.kind == QuestionKind::matrix ||
            question.kind == QuestionKind::mistake);
}

/// The cards of a step, and what else it asks about.
std::vector<StageId> stagesOf(const Experiment& experiment, const LessonStep& step) {
    std::vector<StageId> stages = boardStages(experiment);
    std::erase_if(stages, [&](StageId id) {
        const bool isShown = !step.show || std::ranges::find(*step.show, id) != step.show->end();
        return !isShown && std::ranges::none_of(step.ask, [&](const Question& each) {
            return isAboutStage(each) && each.cell.stage == id;
        });
    });
    return stages;
}

/// The matrices from which the stages are computed that the step asks for, through stages that it does not
/// show, and those that it lets one change. The window has them beside the cards.
std::vector<ParameterId> parametersOf(const Experiment& experiment, const LessonStep& step) {
    const std::vector<StageId> shown = stagesOf(experiment, step);
    std::vector<StageId> computed;
    std::set<ParameterId> found;
    for (const Question& each : step.ask) {
        if (isComputed(each))
            computed.push_back(each.cell.stage);
    }
    for (std::size_t i = 0; i < computed.size(); ++i) { // grows
        const Operands read = read_by(experiment, {computed[i], 0, 0, 0});
        for (const ParameterBlock& block : read.parameters)
            found.insert(block.id);
        for (const StageBlock& block : read.stages) {
            if (std::ranges::find(shown, block.stage) == shown.end() &&
                std::ranges::find(computed, block.stage) == computed.end())
                computed.push_back(block.stage);
        }
    }
    for (const std::string& name : step.allow.value_or(std::vector<std::string>{})) {
        for (const ParameterInfo& each : all_parameters()) {
            if (each.name == name)
                found.insert(each.id);
        }
    }
    std::erase_if(found,
                  [&](ParameterId id) { return !is_read(experiment, id) || !parameter(experiment, id); });
    return {found.begin(), found.end()};
}

/// Frames around the numbers that the step asks for.
HeatmapMarkSet numbersAskedFor(const LessonStep& step, StageId id, HeadIndex head) {
    HeatmapMarkSet marks;
    for (const Question& each : step.ask) {
        const CellRef& cell = each.cell;
        if (!each.is_faulty && each.kind == QuestionKind::number && cell.stage == id && cell.head == head)
            marks.operands.push_back({cell.row, cell.column, 1, 1});
    }
    return marks;
}

void addCards(std::vector<HandoutItem>& items, StageSource& stages, const LessonStep& step, bool hasSolution,
              const Theme& theme) {
    const Experiment& e = stages.experiment();
    const KeptView kept = keptView(e).kept;
    for (const ParameterId each : parametersOf(e, step))
        items.push_back(parameterItem(stages, each, std::min(kept.head, e.heads.count - 1), theme));
    for (const StageId id : stagesOf(e, step)) {
        const bool isOfHeads = info(id).per_head && e.heads.count > 1;
        std::set<HeadIndex> heads;
        for (const Question& each : step.ask) {
            if (isAboutStage(each) && each.cell.stage == id)
                heads.insert(each.cell.head);
        }
        if (isOfHeads && kept.page == QStringLiteral("heads")) {
            items.push_back(everyHeadItem(stages, id));
            items.back().html = QStringLiteral("<b>%1</b>").arg(stageTitle(id));
        } else {
            heads.insert(isOfHeads ? kept.head : 0);
        }
        for (const HeadIndex head : heads) {
            items.push_back(stageItem(stages, id, head, stageTitle(e, id, head), theme));
            if (hasSolution)
                items.back().parts.front().marks = numbersAskedFor(step, id, head);
        }
    }
}

/// What a step asks for.
struct AskedThere {
    std::shared_ptr<const Experiment> experiment;
    std::vector<StageBlock> blocks;
};

/// Of what earlier steps ask for, what this one would tell: the same numbers in the same cells.
std::vector<StageBlock> toldHere(const Experiment& experiment, const std::vector<AskedThere>& earlier) {
    std::vector<StageBlock> told;
    StepNumbers here(experiment);
    for (const AskedThere& each : earlier) {
        StepNumbers there(*each.experiment);
        for (const StageBlock& asked : each.blocks) {
            if (!canCover(experiment, asked))
                continue;
            const auto numbers = [&, at = asked.block](StepNumbers& of) -> Matrix {
                return of.stage(asked.stage, asked.head)->block(at.row, at.column, at.rows, at.columns);
            };
            if ((numbers(here).array() == numbers(there).array()).all())
                told.push_back(asked);
        }
    }
    return told;
}

void addStep(std::vector<HandoutItem>& items, const Snapshot& snapshot, const LessonStep& step,
             std::size_t number, const std::vector<AskedThere>& earlier, bool hasSolution,
             const Theme& theme) {
    const Experiment& experiment = *snapshot.experiment;
    HandoutItem heading =
        handoutHeading(QStringLiteral("%1\u00a0\u00a0%2").arg(number + 1).arg(shortText(snapshot.name)));
    heading.beginsStep = true;
    items.push_back(std::move(heading));
    if (!step.text.empty()) {
        HandoutItem text;
        text.lessonText = QString::fromStdString(step.text);
        text.keepsWithNext = true;
        items.push_back(std::move(text));
    }
    if (is_empty(experiment))
        return;
    std::vector<StageBlock> covered;
    if (!hasSolution) {
        covered = covered_blocks(experiment, step);
        std::ranges::copy(keptView(experiment).kept.covered, std::back_inserter(covered));
        std::ranges::copy(toldHere(experiment, earlier), std::back_inserter(covered));
    }
    CoveredStages stages(experiment, covered);
    addCards(items, stages, step, hasSolution, theme);
    QuestionPaper paper{stages, theme, hasSolution};
    int asked = 0;
    for (const Question& each : step.ask) {
        if (!each.is_faulty)
            paper.add(items, each, QStringLiteral("%1.%2").arg(number + 1).arg(++asked));
    }
    items.back().endsGroup = true;
}

} // namespace

std::vector<HandoutItem> lessonItems(const Experiment& document, bool hasSolution, const FigureLook& look,
                                     const Theme& theme) {
    std::vector<HandoutItem> items;
    if (const QString title = look.title.value_or(lessonTitle(document, hasSolution)); !title.isEmpty())
        items.push_back(handoutHeading(title));
    ReadLesson lesson = read_lesson(document);
    std::vector<AskedThere> earlier;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        LessonStep& step = lesson.steps[i];
        const Snapshot& snapshot = document.snapshots[step.snapshot];
        if (!is_empty(*snapshot.experiment))
            check_numbers(*snapshot.experiment, step, i);
        addStep(items, snapshot, step, i, earlier, hasSolution, theme);
        if (!is_empty(*snapshot.experiment))
            earlier.push_back({snapshot.experiment, covered_blocks(*snapshot.experiment, step)});
    }
    return items;
}

} // namespace lab
