// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/handout/lesson_items.h"

#include "core/base/covered.h"
#include "core/lesson/judge_answer.h"
#include "core/lesson/step_numbers.h"
#include "ui/document/kept_view.h"
#include "ui/document/lesson/covered_stages.h"
#include "ui/document/palettes.h"
#include "ui/figures/figure_kinds.h"
#include "ui/figures/handout/handout_measures.h"
#include "ui/figures/handout/handout_pages.h"
#include "ui/figures/handout/question_items.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <set>

namespace lab {

namespace {

class LessonPaper {
    Q_DECLARE_TR_FUNCTIONS(LessonPaper)
};

constexpr HeadIndex mostHeadsInFull = 4; // of more, the one that the scene shows, and those asked about

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

/// With weights in grey, unless the scene chooses their colours: light where little is, which can be read in
/// print without colours, too.
Experiment inPrint(Experiment experiment) {
    nlohmann::ordered_json view =
        experiment.view && experiment.view->is_object() ? *experiment.view : nlohmann::ordered_json::object();
    if (!view.contains("palette")) {
        view["palette"] = {{"weights", info(Palette::grey).key}};
        experiment.view = std::make_shared<const nlohmann::ordered_json>(std::move(view));
    }
    return experiment;
}

/// What a step asks for.
struct AskedThere {
    std::shared_ptr<const Experiment> experiment;
    std::vector<StageBlock> blocks;
};

/// Whether a stage has the same numbers in two experiments, as far as the block goes.
bool hasSameNumbers(StepNumbers& here, StepNumbers& there, const StageBlock& each) {
    const auto numbers = [&, at = each.block](StepNumbers& of) -> Matrix {
        return of.stage(each.stage, each.head)->block(at.row, at.column, at.rows, at.columns);
    };
    return (numbers(here).array() == numbers(there).array()).all();
}

/// The steps of a lesson, one after the other.
class StepsOnPaper {
public:
    StepsOnPaper(const Experiment& document, const LessonForm& form, const Theme& theme);
    void addTo(std::vector<HandoutItem>& items);

private:
    void addStep(std::vector<HandoutItem>& items, std::size_t number);
    void addCards(std::vector<HandoutItem>& items, std::size_t number, CoveredStages& stages);
    void addCard(std::vector<HandoutItem>& items, std::size_t number, CoveredStages& stages, StageId id,
                 HeadIndex head);
    void addPlots(std::vector<HandoutItem>& items, std::size_t number, CoveredStages& stages);
    std::vector<StageBlock> told(std::size_t number, bool byLater) const;
    bool isOfLaterSteps(std::size_t number, CoveredStages& stages, StageId id, HeadIndex head) const;
    HeatmapMarkSet numbersAskedFor(std::size_t number, StageId id, HeadIndex head) const;
    // Whether it is on the sheet; it is from now on.
    bool wasPrinted(const Experiment& experiment, StageId id, HeadIndex head);
    bool wasPrinted(const Experiment& experiment, ParameterId id);
    const Experiment& experimentOf(std::size_t number) const {
        return *m_document.snapshots[m_steps[number].snapshot].experiment;
    }

    const Experiment& m_document;
    const LessonForm m_form;
    const Theme& m_theme;
    std::vector<LessonStep> m_steps;
    std::vector<AskedThere> m_asked; ///< one a step
    // On one sheet, what is on it.
    std::vector<std::pair<const Experiment*, StageBlock>> m_printedStages;
    std::vector<std::pair<ParameterId, MatrixPtr>> m_printedParameters;
};

StepsOnPaper::StepsOnPaper(const Experiment& document, const LessonForm& form, const Theme& theme)
    : m_document(document), m_form(form), m_theme(theme), m_steps(read_lesson(document).steps) {
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const auto experiment = document.snapshots[m_steps[i].snapshot].experiment;
        m_asked.push_back({experiment, {}});
        if (is_empty(*experiment))
            continue;
        check_numbers(*experiment, m_steps[i], i);
        m_asked.back().blocks = covered_blocks(*experiment, m_steps[i]);
    }
}

void StepsOnPaper::addTo(std::vector<HandoutItem>& items) {
    for (std::size_t i = 0; i < m_steps.size(); ++i)
        addStep(items, i);
}

/// Of what other steps ask for, before this one or after it, what this one would tell: the same numbers in
/// the same cells.
std::vector<StageBlock> StepsOnPaper::told(std::size_t number, bool byLater) const {
    const Experiment& experiment = experimentOf(number);
    std::vector<StageBlock> found;
    StepNumbers here(experiment);
    for (std::size_t i = byLater ? number + 1 : 0; i < (byLater ? m_steps.size() : number); ++i) {
        if (m_asked[i].blocks.empty())
            continue;
        StepNumbers there(*m_asked[i].experiment);
        for (const StageBlock& asked : m_asked[i].blocks) {
            if (canCover(experiment, asked) && hasSameNumbers(here, there, asked))
                found.push_back(asked);
        }
    }
    return found;
}

/// Whether a card would have nothing but boxes that a later step asks to fill.
bool StepsOnPaper::isOfLaterSteps(std::size_t number, CoveredStages& stages, StageId id,
                                  HeadIndex head) const {
    const auto isOfCard = [&](const StageBlock& each) { return each.stage == id && each.head == head; };
    if (m_form.hasSolution || std::ranges::any_of(m_steps[number].ask, isComputed) ||
        std::ranges::none_of(told(number, true), isOfCard))
        return false;
    const MatrixPtr matrix = stages.completeView(id, head).matrix;
    return std::ranges::all_of(matrix->reshaped(), [](double each) { return is_covered(each); });
}

/// Frames around the numbers that the step asks for; on one sheet, around those that others ask for there.
HeatmapMarkSet StepsOnPaper::numbersAskedFor(std::size_t number, StageId id, HeadIndex head) const {
    std::vector<StageBlock> asked = m_asked[number].blocks;
    if (m_form.isOneSheet)
        std::ranges::copy(told(number, true), std::back_inserter(asked));
    HeatmapMarkSet marks;
    for (const StageBlock& each : asked) {
        if (each.stage == id && each.head == head && each.block.rows * each.block.columns == 1)
            marks.operands.push_back(each.block);
    }
    return marks;
}

bool StepsOnPaper::wasPrinted(const Experiment& experiment, StageId id, HeadIndex head) {
    const Dimensions d = dimensions(experiment);
    const StageBlock all{id, head, {0, 0, length(info(id).rows, d), length(info(id).columns, d)}};
    StepNumbers here(experiment);
    for (const auto& [other, block] : m_printedStages) {
        if (block == all && other->sequence.tokens == experiment.sequence.tokens) {
            StepNumbers there(*other);
            if (hasSameNumbers(here, there, all))
                return true;
        }
    }
    m_printedStages.emplace_back(&experiment, all);
    return false;
}

bool StepsOnPaper::wasPrinted(const Experiment& experiment, ParameterId id) {
    const MatrixPtr matrix = parameter(experiment, id);
    for (const auto& [other, numbers] : m_printedParameters) {
        if (other == id && *numbers == *matrix)
            return true;
    }
    m_printedParameters.emplace_back(id, matrix);
    return false;
}

void StepsOnPaper::addCard(std::vector<HandoutItem>& items, std::size_t number, CoveredStages& stages,
                           StageId id, HeadIndex head) {
    const Experiment& e = stages.experiment();
    if (isOfLaterSteps(number, stages, id, head) ||
        (m_form.isOneSheet && wasPrinted(experimentOf(number), id, head)))
        return;
    items.push_back(stageItem(stages, id, head, stageTitle(e, id, head), m_theme));
    if (m_form.hasSolution)
        items.back().parts.front().marks = numbersAskedFor(number, id, head);
}

void StepsOnPaper::addCards(std::vector<HandoutItem>& items, std::size_t number, CoveredStages& stages) {
    const Experiment& e = stages.experiment();
    const LessonStep& step = m_steps[number];
    const KeptView kept = keptView(e).kept;
    for (const ParameterId each : parametersOf(e, step)) {
        if (!m_form.isOneSheet || !wasPrinted(e, each))
            items.push_back(parameterItem(stages, each, std::min(kept.head, e.heads.count - 1), m_theme));
    }
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
            // On paper nobody can change the head.
            for (HeadIndex each = 0; isOfHeads && e.heads.count <= mostHeadsInFull && each < e.heads.count;
                 ++each)
                heads.insert(each);
        }
        for (const HeadIndex head : heads)
            addCard(items, number, stages, id, head);
    }
    addPlots(items, number, stages);
}

/// What the window shows beside the matrices, on the page where the step is played.
void StepsOnPaper::addPlots(std::vector<HandoutItem>& items, std::size_t number, CoveredStages& stages) {
    const QString page = keptView(stages.experiment()).kept.page;
    const auto& show = m_steps[number].show;
    const bool hasOutput = !show || std::ranges::find(*show, StageId::output) != show->end();
    FigureLook look;
    look.width = handoutPaper.width() - 2 * handoutMargin;
    look.numbers = false;
    HandoutItem item;
    if (page == QStringLiteral("statistics"))
        item.figure = std::make_shared<const FigureDrawing>(drawn(stages, StatisticsFigure{}, look));
    else if (page == QStringLiteral("heads") && hasOutput)
        item.figure = std::make_shared<const FigureDrawing>(drawn(stages, SharesFigure{}, look));
    else
        return;
    items.push_back(std::move(item));
}

void StepsOnPaper::addStep(std::vector<HandoutItem>& items, std::size_t number) {
    const LessonStep& step = m_steps[number];
    const Snapshot& snapshot = m_document.snapshots[step.snapshot];
    const Experiment& experiment = *snapshot.experiment;
    HandoutItem heading =
        handoutHeading(QStringLiteral("%1\u00a0\u00a0%2").arg(number + 1).arg(shortText(snapshot.name)));
    heading.beginsStep = true;
    items.push_back(std::move(heading));
    if (!step.text.empty()) {
        HandoutItem text;
        const QString whole = QString::fromStdString(step.text);
        text.lessonText = m_form.isBrief ? whole.section(QStringLiteral("\n\n"), -1) : whole;
        text.keepsWithNext = true;
        items.push_back(std::move(text));
    }
    if (is_empty(experiment))
        return;
    std::vector<StageBlock> covered;
    if (!m_form.hasSolution) {
        covered = m_asked[number].blocks;
        std::ranges::copy(keptView(experiment).kept.covered, std::back_inserter(covered));
        std::ranges::copy(told(number, false), std::back_inserter(covered));
        // What this step asks about has to be seen, whatever comes later.
        std::ranges::copy_if(told(number, true), std::back_inserter(covered), [&](const StageBlock& each) {
            return m_form.isOneSheet || std::ranges::none_of(step.ask, [&](const Question& question) {
                       return isAboutStage(question) && question.cell.stage == each.stage &&
                              question.cell.head == each.head;
                   });
        });
    }
    CoveredStages stages(inPrint(experiment), covered);
    addCards(items, number, stages);
    QuestionPaper paper{stages, step, m_theme, m_form};
    int asked = 0;
    for (const Question& each : step.ask) {
        if (!each.is_faulty)
            paper.add(items, each, QStringLiteral("%1.%2").arg(number + 1).arg(++asked));
    }
    items.back().endsGroup = true;
}

/// Who made the lesson, and where whoever does it writes their name.
void addWhose(std::vector<HandoutItem>& items, const Experiment& document, bool hasSolution) {
    QStringList parts;
    if (!hasSolution)
        parts += LessonPaper::tr("Name: %1").arg(QString(28, QLatin1Char('_')));
    if (const std::string author = read_lesson(document).identity.author; !author.empty())
        parts += LessonPaper::tr("by %1").arg(shortText(author).toHtmlEscaped());
    if (parts.isEmpty())
        return;
    HandoutItem line = handoutLine(parts.join(QStringLiteral(" &nbsp; ")));
    line.role = TextRole::small;
    items.push_back(std::move(line));
}

} // namespace

std::vector<HandoutItem> lessonItems(const Experiment& document, const LessonForm& form,
                                     const FigureLook& look, const Theme& theme) {
    std::vector<HandoutItem> items;
    if (const QString title = look.title.value_or(lessonTitle(document, form.hasSolution)); !title.isEmpty())
        items.push_back(handoutHeading(title));
    addWhose(items, document, form.hasSolution);
    StepsOnPaper(document, form, theme).addTo(items);
    for (HandoutItem& each : items) {
        if (form.isBrief && each.role == TextRole::body)
            each.role = TextRole::small;
    }
    return items;
}

} // namespace lab
