// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/judge_all.h"

#include "core/analysis/diagnosis/judge.h"
#include "core/analysis/diagnosis/judging.h"
#include "core/analysis/diagnosis/mistake_info.h"
#include "core/analysis/diagnosis/stages_by_name.h"
#include "core/io/document_arrays.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

/// A given array and the stages that its name may mean.
struct NamedStages {
    const NamedPrint* array;
    std::vector<StageId> stages;
};

/// A stage that was given.
struct GivenStage {
    StageId stage;
    std::string name;
    bool is_documents; ///< right for the document itself, to all digits
    /// Its numbers in place of what is computed, and the same, each off by half of its last digit.
    std::vector<Override> own, nudged;
};

/// What a stage of somebody's own is computed from.
struct OwnBefore {
    Experiment experiment, nudged;
    std::vector<std::string> names; ///< of arrays that are not the document's
    StageSet stages;                ///< that were looked at
};

class RunJudge {
public:
    RunJudge(const Experiment& experiment, HeadIndex head, const std::stop_token& stop)
        : m_experiment(experiment), m_document(experiment), m_right(experiment),
          m_with_parameters(experiment), m_head(head), m_stop(stop) {}

    void take(const std::vector<NamedPrint>& given);
    void judge_stages();
    JudgedRun result() && { return std::move(m_run); }

private:
    bool is_documents(const NamedPrint& array) const;
    void take_parameter(const NamedPrint& array, const DocumentArray& its);
    void order();
    void judge_array(const NamedStages& named);
    JudgedArray judged_as(const NamedPrint& array, StageId stage);
    void add_before(StageId stage, OwnBefore& own) const;
    std::optional<Diagnosis> right_for_own(const OwnBefore& own, const Asked& asked,
                                           const PrintedArray& given) const;
    std::optional<Reading> as_judged(const JudgedArray& judged, const PrintedArray& given);
    void put_in_place(const Reading& reading, GivenStage& stage) const;
    void look_for_nan(StageId stage, const PrintedArray& numbers);

    const Experiment& m_experiment;
    DocumentJudge m_document;
    MistakenTrace m_right;        ///< the document's own numbers
    Experiment m_with_parameters; ///< with the given parameters in place of the document's
    HeadIndex m_head;
    std::stop_token m_stop;
    std::vector<NamedStages> m_named;
    std::vector<GivenStage> m_given_stages;
    std::vector<std::pair<Field, std::string>> m_own_parameters;
    JudgedRun m_run;
};

/// As one matrix, heads below each other.
Matrix document_numbers(const Experiment& experiment, const DocumentArray& array) {
    const NumberArray numbers = DocumentArrays(experiment).numbers(array);
    Matrix all(numbers.rows, numbers.columns);
    numbers.read(0, all);
    return all;
}

/// The first cell that differs, by more than how it is written; nullopt if none does.
std::optional<WrongCell> first_difference(const PrintedArray& given, const Matrix& expected) {
    const double largest = largest_magnitude(expected);
    const Agreement its = agreement({given.numbers, given.last_digit}, expected, {}, largest);
    if (!its.first_wrong)
        return std::nullopt;
    const auto [row, column] = *its.first_wrong;
    return WrongCell{{{}, 0, row, column}, given.numbers(row, column), expected(row, column)};
}

bool has_shape(const PrintedArray& given, const Matrix& expected) {
    return given.numbers.rows() == expected.rows() && given.numbers.cols() == expected.cols();
}

bool RunJudge::is_documents(const NamedPrint& array) const {
    const std::optional<DocumentArray> its = parameter_called(m_experiment, array.name);
    if (!its)
        return false;
    const Matrix numbers = document_numbers(m_experiment, *its);
    return has_shape(array.numbers, numbers) && !first_difference(array.numbers, numbers);
}

void RunJudge::take_parameter(const NamedPrint& array, const DocumentArray& its) {
    const Matrix expected = document_numbers(m_experiment, its);
    if (!has_shape(array.numbers, expected)) {
        m_run.parameters.push_back({array.name, std::nullopt});
        return;
    }
    m_run.parameters.push_back({array.name, first_difference(array.numbers, expected)});
    const MatrixPtr old =
        its.kind == ArrayKind::parameter ? parameter(m_with_parameters, its.parameter) : nullptr;
    // What a document has for each token or head has other shapes as an array.
    if (!old || !has_shape(array.numbers, *old) || !may_hold(its.parameter, array.numbers.numbers))
        return;
    m_with_parameters = with_cells(m_with_parameters, its.parameter, 0, 0, array.numbers.numbers);
    m_own_parameters.emplace_back(info(its.parameter).field, array.name);
}

/// What arrays are, by their names.
void RunJudge::take(const std::vector<NamedPrint>& given) {
    for (const NamedPrint& each : given) {
        if (is_documents(each))
            continue;
        std::vector<StageId> stages = stages_called(m_experiment, each.name);
        if (!stages.empty())
            m_named.push_back({&each, std::move(stages)});
        else if (const auto parameter = parameter_called(m_experiment, each.name))
            take_parameter(each, *parameter);
        else
            m_run.unknown.push_back(each.name);
    }
}

/// The given arrays that the stage is computed from.
void RunJudge::add_before(StageId stage, OwnBefore& own) const {
    const auto add = [&](const std::string& name) {
        if (std::ranges::find(own.names, name) == own.names.end())
            own.names.push_back(name);
    };
    for (const auto& [field, name] : m_own_parameters) {
        if (std::ranges::find(info(stage).fields, field) != info(stage).fields.end())
            add(name);
    }
    const StageSet needed = needed_stages(m_experiment, stage);
    for (const StageId read : info(stage).reads) {
        const auto bit = static_cast<std::size_t>(read);
        if (!needed.test(bit) || own.stages.test(bit))
            continue;
        own.stages.set(bit);
        const auto given = std::ranges::find(m_given_stages, read, &GivenStage::stage);
        if (given == m_given_stages.end()) {
            add_before(read, own);
            continue;
        }
        if (!given->is_documents)
            add(given->name);
        auto& mine = own.experiment.overrides;
        auto& nudged = own.nudged.overrides;
        mine.insert(mine.end(), given->own.begin(), given->own.end());
        nudged.insert(nudged.end(), given->nudged.begin(), given->nudged.end());
    }
}

/// How much the rounding of the numbers that are in place changes the stage, about; nothing to speak of, or
/// too much for a verdict: nullopt.
std::optional<double> slack(const OwnBefore& own, const Asked& asked, Index heads) {
    MistakenTrace plain(own.experiment), nudged(own.nudged);
    const HeadMatrices some = numbers_of(plain, asked, heads), others = numbers_of(nudged, asked, heads);
    const double largest = some.largest();
    double most = 0;
    for (std::size_t i = 0; i < some.size(); ++i) {
        for (Index at = 0; at < some[i].size(); ++at) {
            const double difference = std::abs(some[i].data()[at] - others[i].data()[at]);
            if (std::isfinite(difference))
                most = std::max(most, difference);
        }
    }
    // Numbers are nudged up and down by turns, and so their differences cancel in part.
    constexpr double cancelled = 4, least_share = 1e-7, most_share = 0.01;
    most *= cancelled;
    return most > least_share * largest && most < most_share * largest ? std::optional(most) : std::nullopt;
}

/// Whether they are right for the numbers before them, which may be rounded.
std::optional<Diagnosis> RunJudge::right_for_own(const OwnBefore& own, const Asked& asked,
                                                 const PrintedArray& given) const {
    std::optional<Diagnosis> right = judge_right(own.experiment, asked, given);
    if (right)
        return right;
    const std::optional<double> more = slack(own, asked, given.heads);
    if (!more)
        return std::nullopt;
    return judge_right(own.experiment, asked, given, *more + largest_magnitude(given.last_digit) / 2);
}

/// Whether wrong numbers are understood better for those before them than as the document's.
bool is_better(const Diagnosis& own, const Diagnosis& here) {
    return !own.claims.empty() || (here.claims.empty() && own.right >= here.right);
}

JudgedArray RunJudge::judged_as(const NamedPrint& array, StageId stage) {
    const Asked asked{stage, m_head};
    const auto for_document = [&](Diagnosis diagnosis) {
        return JudgedArray{array.name, std::move(diagnosis), {}, nullptr};
    };
    const std::optional<Diagnosis> right = m_document.right(asked, array.numbers);
    if (right && right->arrangement.empty())
        return for_document(*right);
    OwnBefore own{m_with_parameters, m_with_parameters, {}, {}};
    add_before(stage, own);
    const auto for_own = [&](Diagnosis diagnosis) {
        return JudgedArray{array.name, std::move(diagnosis), own.names,
                           std::make_shared<const Experiment>(own.experiment)};
    };
    if (!own.names.empty()) {
        const std::optional<Diagnosis> its = right_for_own(own, asked, array.numbers);
        if (its && (!right || its->arrangement.size() < right->arrangement.size()))
            return for_own(*its);
    }
    if (right)
        return for_document(*right);
    const Diagnosis here = m_document.judge(asked, array.numbers, {}, m_stop).value_or(Diagnosis());
    if (own.names.empty())
        return for_document(here);
    const Diagnosis there = judge(own.experiment, asked, array.numbers, {}, m_stop).value_or(Diagnosis());
    return is_better(there, here) ? for_own(there) : for_document(here);
}

/// What else was undone: stand-ins for −∞ stay, since later numbers are computed from them. Of a row that has
/// nothing else, softmax makes equal weights.
std::vector<Arrangement> but_for_stand_ins(std::vector<Arrangement> arrangement) {
    std::erase(arrangement, Arrangement::stand_ins);
    return arrangement;
}

/// The given numbers in the shape of the stage, in the arrangement in which they were judged.
std::optional<Reading> RunJudge::as_judged(const JudgedArray& judged, const PrintedArray& given) {
    const std::vector<Arrangement> arrangement = but_for_stand_ins(judged.diagnosis.arrangement);
    std::optional<Reading> found;
    for (Reading& each : readings(m_right, {judged.diagnosis.asked.stage, m_head}, given)) {
        if (each.asked.is_average || !has_shape_of(each.asked.stage, each.numbers, m_right.sizes()))
            continue;
        const bool is_the_one = each.arrangement == arrangement;
        if (!found || is_the_one)
            found = std::move(each);
        if (is_the_one)
            break;
    }
    return found;
}

/// Later stages are computed from these numbers.
void RunJudge::put_in_place(const Reading& reading, GivenStage& given_stage) const {
    const PrintedArray& numbers = reading.numbers;
    const StageInfo& stage = info(reading.asked.stage);
    for (Index matrix = 0; matrix < numbers.matrices(); ++matrix) {
        const Matrix its = numbers.numbers_of(matrix), last_digits = numbers.last_digits_of(matrix);
        const HeadIndex head = !stage.per_head ? 0 : numbers.heads > 0 ? matrix : m_head;
        for (Index row = 0; row < its.rows(); ++row) {
            for (Index column = 0; column < its.cols(); ++column) {
                Override each{stage.id, head, row, column, its(row, column), nullptr};
                given_stage.own.push_back(each);
                each.value += ((row + column) % 2 == 0 ? 0.5 : -0.5) * last_digits(row, column);
                given_stage.nudged.push_back(each);
            }
        }
    }
}

void RunJudge::look_for_nan(StageId stage, const PrintedArray& numbers) {
    if (m_run.first_nan)
        return;
    for (Index row = 0; row < numbers.numbers.rows(); ++row) {
        for (Index column = 0; column < numbers.columns(); ++column) {
            if (!std::isnan(numbers.numbers(row, column)))
                continue;
            m_run.first_nan = m_run.arrays.size();
            m_run.nan_cell = {stage, numbers.heads > 0 ? row / numbers.rows() : m_head, row % numbers.rows(),
                              column};
            return;
        }
    }
}

/// How well numbers are understood as a stage: names may mean several.
int rank(const Diagnosis& its) {
    if (its.is_right)
        return 5;
    if (its.claims.empty())
        return its.has_shape ? 1 : 0;
    const std::vector<Mistake>& mistakes = its.claims.front().mistakes;
    const auto is_of_another_stage = [](const Mistake& each) {
        return each.kind == MistakeKind::other_stage;
    };
    if (std::ranges::any_of(mistakes, is_of_another_stage) || info(mistakes.front().kind).is_fitted)
        return 2;
    return mistakes.size() == 1 ? 4 : 3;
}

/// Whether what is computed from the numbers may be off by more than a millionth.
bool is_coarse(const PrintedArray& given) {
    constexpr double fine = 1e-6;
    return largest_magnitude(given.last_digit) > fine * largest_magnitude(given.numbers);
}

void RunJudge::judge_array(const NamedStages& named) {
    std::optional<JudgedArray> best;
    for (const StageId stage : named.stages) {
        JudgedArray its = judged_as(*named.array, stage);
        if (!best || rank(its.diagnosis) > rank(best->diagnosis))
            best = std::move(its);
    }
    const StageId stage = best->diagnosis.asked.stage;
    const std::optional<Reading> reading = as_judged(*best, named.array->numbers);
    look_for_nan(stage, reading ? reading->numbers : named.array->numbers);
    const bool is_right = best->diagnosis.is_right;
    if (!is_right && !m_run.first_wrong)
        m_run.first_wrong = m_run.arrays.size();
    GivenStage given{stage,
                     best->name,
                     is_right && best->for_own.empty() && !best->diagnosis.rough &&
                         !is_coarse(named.array->numbers),
                     {},
                     {}};
    if (reading)
        put_in_place(*reading, given);
    if (!given.own.empty()) // otherwise nothing can be computed from it: an average, or another shape
        m_given_stages.push_back(std::move(given));
    m_run.arrays.push_back(std::move(*best));
}

/// In order of computation: of several stages that have an array's name, it is that which it is, or may be
/// the first.
void RunJudge::order() {
    for (NamedStages& each : m_named) {
        const auto is = [&](StageId stage) {
            return m_document.right({stage, m_head}, each.array->numbers).has_value();
        };
        if (each.stages.size() < 2)
            continue;
        const auto right = std::ranges::find_if(each.stages, is);
        if (right != each.stages.end())
            each.stages = {*right};
    }
    std::ranges::stable_sort(m_named, {}, [](const NamedStages& each) { return each.stages.front(); });
}

void RunJudge::judge_stages() {
    order();
    for (const NamedStages& each : m_named) {
        if (!m_stop.stop_requested())
            judge_array(each);
    }
}

} // namespace

std::optional<JudgedRun> judge_all(const Experiment& experiment, const std::vector<NamedPrint>& given,
                                   HeadIndex head, const std::stop_token& stop) {
    RunJudge judge(experiment, head, stop);
    judge.take(given);
    judge.judge_stages();
    return stop.stop_requested() ? std::nullopt : std::optional(std::move(judge).result());
}

} // namespace lab
