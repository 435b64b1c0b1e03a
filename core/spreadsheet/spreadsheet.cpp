// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spreadsheet/spreadsheet.h"

#include "core/base/text_limits.h"
#include "core/describe/stage_description.h"
#include "core/engine/pipeline.h"
#include "core/experiment/overrides.h"
#include "core/spreadsheet/parameter_sheets.h"
#include "core/spreadsheet/sheet_phrases.h"
#include "core/spreadsheet/stage_formulas.h"
#include "core/spreadsheet/workbook_file.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

namespace words = sheet_phrase;

constexpr std::size_t longest_text = 300; // bytes

std::optional<Error> too_large_for_sheets(const Experiment& e) {
    const Dimensions d = dimensions(e);
    const auto area = [](Index rows, Index columns) {
        return static_cast<double>(rows) * static_cast<double>(columns);
    };
    double count = 0;
    Index widest = 0;
    const auto add = [&](double times, Index rows, Index columns) {
        count += times * area(rows, columns);
        widest = std::max(widest, e.notation == Notation::rows ? columns : rows);
    };
    for (const StageInfo& stage : all_stages()) {
        if (has_stage(e, stage.id))
            add(stage.per_head ? static_cast<double>(d.H) : 1, length(stage.rows, d),
                length(stage.columns, d));
    }
    for (const ParameterInfo& each : all_parameters()) {
        const MatrixPtr matrix = is_read(e, each.id) ? parameter(e, each.id) : nullptr;
        if (matrix && each.id == ParameterId::position)
            add(1, positions_needed(e), matrix->cols());
        else if (matrix && each.id == ParameterId::additive)
            add(static_cast<double>(e.scores.additive.size()), d.n_q, d.n_k);
        else if (matrix)
            add(1, matrix->rows(), matrix->cols());
    }
    if (count > most_sheet_numbers)
        return Error{{},
                     grouped(static_cast<std::size_t>(count)) + " numbers",
                     "at most " + grouped(static_cast<std::size_t>(most_sheet_numbers)) +
                         " in a spreadsheet"};
    if (widest > most_sheet_columns)
        return Error{{},
                     "a matrix of " + grouped(static_cast<std::size_t>(widest)) + " columns",
                     "at most " + grouped(static_cast<std::size_t>(most_sheet_columns)) +
                         " in a spreadsheet"};
    return std::nullopt;
}

/// "Q = X W_Q", or in words.
std::string rule_of(const Experiment& experiment, StageId stage) {
    const std::string rule = plain(description(stage).rule({experiment, {stage, 0, ScenePart::whole}}));
    return rule.empty() ? formulas_of(stage).rule : std::string(info(stage).symbol) + " = " + rule;
}

/// Whether a spreadsheet has all numbers of a stage: −∞ hides a key.
bool has_numbers(const SheetBuilder& to, StageId stage, HeadIndex heads) {
    const bool may_hide = stage == StageId::scaled_scores || stage == StageId::masked_scores;
    for (HeadIndex head = 0; head < heads; ++head) {
        for (const double number : to.numbers(stage, head).reshaped()) {
            if (!std::isfinite(number) && !(may_hide && number == -HUGE_VAL))
                return false;
        }
    }
    return true;
}

/// Writes the sheets of the stages.
class StageSheets {
public:
    explicit StageSheets(SheetBuilder& to) : m_to(to), m_experiment(to.experiment()) {
        const Dimensions& d = to.sizes();
        if (const Index tokens = std::max(d.n_q, d.n_k); tokens > most_formula_tokens)
            m_why_none = text_of(say(words::too_many_tokens, most_formula_tokens, tokens));
        else if (d.H > most_formula_heads)
            m_why_none = text_of(say(words::too_many_heads, most_formula_heads, d.H));
    }

    void add_all() {
        for (const StageInfo& stage : all_stages()) {
            if (has_stage(m_experiment, stage.id))
                add(stage);
        }
    }
    bool has_formulas() const { return m_has_formulas; }
    /// The stages that have none.
    const std::vector<std::string>& fixed() const { return m_fixed; }

private:
    void add(const StageInfo& stage);
    void begin(const StageInfo& stage);
    std::string why_none(StageId stage) const;

    SheetBuilder& m_to;
    const Experiment& m_experiment;
    std::string m_why_none; ///< of any further stage; empty: formulas
    bool m_has_formulas = false;
    std::vector<std::string> m_fixed;
};

void StageSheets::begin(const StageInfo& stage) {
    m_to.begin(stage.symbol, std::string(stage.title), rule_of(m_experiment, stage.id), true);
    if (!overrides_in_force(m_experiment, stage.id).empty())
        m_to.note(words::has_overrides);
}

std::string StageSheets::why_none(StageId stage) const {
    if (!m_why_none.empty())
        return m_why_none;
    const auto why_not = formulas_of(stage).why_not;
    const char* reason = why_not ? why_not(m_experiment) : nullptr;
    return reason ? reason : "";
}

void StageSheets::add(const StageInfo& stage) {
    const HeadIndex heads = stage.per_head ? m_to.sizes().H : 1;
    if (m_why_none.empty() && !has_numbers(m_to, stage.id, heads))
        m_why_none = words::not_finite;
    std::string why = why_none(stage.id);
    if (why.empty()) {
        begin(stage);
        for (HeadIndex head = 0; head < heads; ++head)
            formulas_of(stage.id).write(m_to, stage.id, head);
        if (!m_to.has_impossible_step()) {
            m_has_formulas = true;
            return;
        }
        m_to.take_back();
        why = words::step_not_finite;
    }
    begin(stage);
    m_to.note(why);
    m_fixed.emplace_back(stage.title);
    for (HeadIndex head = 0; head < heads; ++head)
        m_to.add_stage(stage.id, head, {});
}

std::string shown_text(const std::string& text) {
    return printable(shortened(text, longest_text));
}

void write_about(Workbook& to, const Experiment& e, const StageSheets& stages) {
    to.title = e.title.empty() ? words::untitled : shown_text(e.title);
    const std::string sentence = shown_text(e.sequence.text);
    to.lines.push_back(e.source ? text_of(say(words::made_of_two, sentence, shown_text(e.source->text)))
                                : text_of(say(words::made_of, sentence)));
    to.lines.emplace_back(stages.has_formulas() ? words::how_to_change : words::nothing_to_change);
    to.lines.emplace_back(words::fixed_sizes);
    to.lines.emplace_back(e.notation == Notation::rows ? words::rows_are_tokens : words::columns_are_tokens);
    to.lines.emplace_back(words::grey_is_hidden);
    if (stages.has_formulas() && !stages.fixed().empty()) {
        std::string line = words::some_stages_fixed;
        for (const std::string& each : stages.fixed())
            line += (&each == &stages.fixed().front() ? " " : ", ") + each;
        to.lines.push_back(line + ".");
    }
}

} // namespace

Result<Workbook> make_workbook(const Experiment& experiment) {
    if (auto problem = too_large_for_sheets(experiment))
        return *problem;
    const Result<Trace> trace = compute(experiment);
    if (!trace)
        return trace.error();
    SheetBuilder to(experiment, trace.value());
    add_parameter_sheets(to);
    StageSheets stages(to);
    stages.add_all();
    write_about(to.workbook(), experiment, stages);
    return std::move(to.workbook());
}

Result<std::string> spreadsheet_file(const Experiment& experiment, const SheetLook& look) {
    const Result<Workbook> workbook = make_workbook(experiment);
    if (!workbook)
        return workbook.error();
    return workbook_file(workbook.value(), look);
}

} // namespace lab
