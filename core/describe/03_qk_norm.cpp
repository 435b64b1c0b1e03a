// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/03_qk_norm.h"

#include "core/base/number_format.h"
#include "core/describe/captions.h"
#include "core/describe/explain.h"
#include "core/describe/names.h"
#include "core/describe/script_builder.h"
#include "core/stages/03_qk_norm.h"
#include "core/stages/03_queries_keys_values.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

/// The steps of one row's norm. The steps that it is given come first.
class NormSteps {
public:
    NormSteps(const StepInputs& from, const std::vector<CellRef>& cells, std::vector<ExplanationStep>& steps)
        : m_from(from), m_cells(cells), m_steps(steps), m_norm(*from.experiment.scores.qk_norm),
          m_d_k(dimensions(from.experiment).d_k) {}

    void add() {
        for (std::size_t i = 0; i < m_cells.size(); ++i) {
            m_steps[i].symbol = "x";
            m_steps[i].index = number_of(m_cells[i].column);
        }
        add_squares();
        add_divisor();
        for (std::size_t i = 0; i < m_cells.size(); ++i)
            add_quotient(i);
    }

private:
    std::string number_of(Index column) const { return std::to_string(m_from.first + column); }
    const CellRef& cell() const { return m_cells.front(); }
    ExplanationStep begin(ExplanationKind kind, const Phrase<0>& title, std::string symbol) const {
        ExplanationStep step = begin_step(m_from, cell(), kind, title);
        step.symbol = std::move(symbol);
        step.index.clear();
        return step;
    }
    const Phrase<0>& in_notation(const LinePhrase<0>& words) const {
        return words.in(m_from.experiment.notation);
    }

    /// The head's row before its norm, with the numbers of the steps that there are.
    std::vector<Operand> row() const {
        const Experiment& experiment = m_from.experiment;
        const Block at{cell().row, 0, 1, m_d_k};
        Matrix numbers(1, m_d_k), x;
        if (has_inputs(experiment))
            x = m_from.matrix(inputs_of(experiment, cell().stage), 0).row(cell().row);
        projected(experiment, x, cell().head, cell().stage, at, numbers);
        std::vector<Operand> all;
        for (Index column = 0; column < m_d_k; ++column)
            all.push_back({"x", number_of(column), numbers(0, column), source_of(column)});
        for (std::size_t i = 0; i < m_cells.size(); ++i)
            all[static_cast<std::size_t>(m_cells[i].column)].value = m_steps[i].result;
        return all;
    }

    /// Where a number of the row is copied from; nullopt if it is a sum.
    std::optional<Source> source_of(Index column) const {
        const Experiment& experiment = m_from.experiment;
        const ProjectionNames names = projection_of(cell().stage);
        const Split split = info(names.weights).split;
        const auto own = [&](Index width) {
            return head_columns(width, split, experiment.heads, cell().head).first + column;
        };
        switch (experiment.projection.kind) {
        case ProjectionKind::linear:
            break;
        case ProjectionKind::identity:
            return CellRef{inputs_of(experiment, cell().stage), 0, cell().row,
                           own(dimensions(experiment).d_model)};
        case ProjectionKind::direct:
            return ParameterCell{names.given, cell().row,
                                 own(projection_matrix(experiment.projection, names.given)->cols())};
        }
        return std::nullopt;
    }

    void add_squares() {
        ExplanationStep step = begin(ExplanationKind::sum, in_notation(phrase::add_squares), "s");
        step.role = StepRole::squares;
        for (const Operand& number : row())
            add_term(step, "d" + number.index, {number, number});
        step.words.push_back(say(phrase::before_norm.in(m_from.experiment.notation), m_d_k));
        if (step.result == HUGE_VAL)
            step.words.push_back(say(in_notation(phrase::squares_overflow)));
        m_steps.push_back(std::move(step));
    }

    Operand squares(std::size_t step) const { return {"s", {}, m_steps[step].result, {}, false, step}; }
    Operand epsilon() const { return {"ε", {}, m_norm.epsilon, {}}; }

    void add_divisor() {
        const std::size_t of_squares = m_steps.size() - 1;
        const double length = std::sqrt(m_steps[of_squares].result);
        ExplanationStep step;
        if (m_norm.kind == QkNormKind::rms) {
            step = begin(ExplanationKind::root, in_notation(phrase::take_rms), "r");
            add_term(step, text_of(say(phrase::mean_term)),
                     {squares(of_squares), {"d_k", {}, static_cast<double>(m_d_k), {}, true}});
            add_number(step, "ε", epsilon());
        } else if (length < m_norm.epsilon) {
            step = begin(ExplanationKind::copy, phrase::take_epsilon, "r");
            add_number(step, {}, epsilon());
            step.words.push_back(say(phrase::length_below_epsilon, length));
        } else {
            step = begin(ExplanationKind::root, in_notation(phrase::take_length), "r");
            add_number(step, text_of(say(phrase::squares_term)), squares(of_squares));
        }
        step.role = StepRole::divisor;
        step.result = norm_divisor(m_norm, m_steps[of_squares].result, m_d_k);
        if (step.result == 0)
            step.words.push_back(say(phrase::divisor_is_0));
        m_steps.push_back(std::move(step));
        m_divisor = m_steps.size() - 1;
    }

    void add_quotient(std::size_t which) {
        const CellRef& its = m_cells[which];
        const ParameterId id = gains_of(its.stage);
        const bool has_gain = parameter(m_from.experiment, id) != nullptr;
        ExplanationStep step = begin_step(m_from, its, ExplanationKind::sum,
                                          has_gain ? phrase::divide_and_gain : phrase::divide_by_norm);
        step.role = StepRole::normalized;
        if (m_cells.size() > 1)
            step.title =
                say(which == 0 ? phrase::first_of_pair : phrase::second_of_pair, std::move(step.title));
        std::vector<Operand> factors{{"x", number_of(its.column), m_steps[which].result, {}, false, which},
                                     {"r", {}, m_steps[m_divisor].result, {}, true}};
        if (has_gain)
            factors.push_back(m_from.operand({id, 0, its.column}));
        add_term(step, text_of(say(phrase::quotient_term)), std::move(factors));
        m_steps.push_back(std::move(step));
    }

    const StepInputs& m_from;
    const std::vector<CellRef>& m_cells;
    std::vector<ExplanationStep>& m_steps;
    const QkNorm& m_norm;
    Index m_d_k;
    std::size_t m_divisor = 0;
};

} // namespace

void add_norm_steps(const StepInputs& from, const std::vector<CellRef>& cells,
                    std::vector<ExplanationStep>& steps) {
    if (is_normalized(from.experiment, cells.front().stage))
        NormSteps(from, cells, steps).add();
}

RowRoot root_of_row(const Experiment& experiment, const StageReader& matrix, const Scene& scene, Index row) {
    const Explanation explanation = explain(experiment, matrix, {scene.stage, scene.head, row, 0});
    const auto divisor = std::ranges::find(explanation.steps, StepRole::divisor, &ExplanationStep::role);
    RowRoot root;
    root.value = divisor->result;
    root.is_epsilon = divisor->kind == ExplanationKind::copy;
    for (const Term& term :
         std::ranges::find(explanation.steps, StepRole::squares, &ExplanationStep::role)->terms)
        root.numbers.push_back(term.factors.front().value);
    return root;
}

Said norm_caption(const CaptionInputs& of) {
    const Scene& scene = of.step.scene;
    const bool is_rms = of.experiment.scores.qk_norm->kind == QkNormKind::rms;
    const bool by_epsilon =
        !is_rms && of.is_row() && root_of_row(of.experiment, of.matrix, scene, of.step.rows.first).is_epsilon;
    Said words = say_of(of, form(is_rms       ? caption_phrase::divided_by_rms
                                 : by_epsilon ? caption_phrase::divided_by_epsilon
                                              : caption_phrase::divided_by_length,
                                 scene.stage));
    if (!parameter(of.experiment, gains_of(scene.stage)))
        return words;
    return say(of.is_cell() ? caption_phrase::and_gain : caption_phrase::and_gains, std::move(words));
}

void define_norm(ScriptBuilder& to) {
    const QkNorm& norm = *to.experiment().scores.qk_norm;
    to.line("epsilon = " + to.number(norm.epsilon));
    to.raw({"", "def normalised(x):"});
    if (norm.kind == QkNormKind::rms)
        to.line("    return x / {lib}.sqrt((x ** 2).mean({each_row}) + epsilon)");
    else
        to.either("    return x / np.maximum(np.sqrt((x ** 2).sum({each_row})), epsilon)",
                  "    return x / torch.sqrt((x ** 2).sum({each_row})).clamp(min=epsilon)");
    to.raw({""});
}

void add_norm_line(ScriptBuilder& to, StageId stage) {
    const std::string name(info(stage).name);
    const ParameterId gains = gains_of(stage);
    const std::string gained =
        parameter(to.experiment(), gains) ? " * " + std::string(info(gains).name) : std::string();
    to.line(name + " = normalised(" + name + ")" + gained);
}

} // namespace lab
