// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/run_words.h"

#include "core/analysis/diagnosis/cell_words.h"
#include "core/analysis/diagnosis/diagnosis_json.h"
#include "core/analysis/diagnosis/diagnosis_words.h"
#include "core/base/number_format.h"
#include "core/base/text_limits.h"
#include "core/experiment/phrases.h"
#include "core/io/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace lab {

namespace {

constexpr Phrase<1> name_alone{"{0}"};

Said names_of(const std::vector<std::string>& names) {
    std::vector<Said> all;
    all.reserve(names.size());
    for (const std::string& each : names)
        all.push_back(say(name_alone, each));
    return list_of(std::move(all), phrase::last_of_names);
}

/// Several sentences as one text.
Said joined(std::vector<Said> sentences) {
    Said all = std::move(sentences.front());
    for (std::size_t i = 1; i < sentences.size(); ++i)
        all = say(phrase::one_sentence_more, std::move(all), std::move(sentences[i]));
    return all;
}

Said parameter_words(const OtherParameter& parameter, const Naming& naming) {
    if (!parameter.first)
        return say(phrase::has_other_shape, parameter.name);
    const WrongCell& wrong = *parameter.first;
    const CellRef at{StageId::inputs, 0, wrong.cell.row, wrong.cell.column};
    Said row = line_words({}, Axis::model_feature, true, at.row, naming);
    Said column = line_words({}, Axis::model_feature, false, at.column, naming);
    if (naming.notation == Notation::columns)
        std::swap(row, column);
    return say(phrase::is_other_matrix, parameter.name, std::move(row), std::move(column),
               written(wrong.given), written(wrong.expected));
}

/// "Q (queries)"; "scaled scores" if the array is called scaled_scores, "outputs" if it is called output.
Said array_name(const JudgedArray& array) {
    Said stage = plural_of(array.diagnosis.asked.stage);
    std::string called = array.name;
    std::ranges::replace(called, '_', ' ');
    const bool is_stage = called == text_of(stage) || called + 's' == text_of(stage);
    return is_stage ? stage : say(phrase::array_called, array.name, std::move(stage));
}

/// What all of them are, if they are right.
Said verdict_on(const JudgedRun& run) {
    if (run.first_wrong)
        return say(phrase::first_that_parts, array_name(run.arrays[*run.first_wrong]));
    if (!run.parameters.empty())
        return say(phrase::right_for_theirs);
    const auto count = static_cast<Index>(run.arrays.size());
    return count == 1 ? say(phrase::one_array_right) : say(phrase::all_arrays_right, count);
}

} // namespace

Said judged_array_words(const Experiment& experiment, const JudgedArray& array, const Naming& naming) {
    const Diagnosis& diagnosis = array.diagnosis;
    if (array.for_own.empty())
        return joined(diagnosis_words(experiment, diagnosis, naming));
    if (!diagnosis.is_right)
        return say(phrase::for_yours, names_of(array.for_own),
                   joined(diagnosis_words(experiment, diagnosis, naming)));
    Said words = say(phrase::right_for_yours, names_of(array.for_own));
    for (Said& each : arrangement_words(experiment, diagnosis, naming))
        words = say(phrase::arranged, std::move(words), std::move(each));
    return words;
}

Said said_of_array(const Experiment& experiment, const JudgedArray& array, const Naming& naming) {
    return say(phrase::said_of_array, array_name(array), judged_array_words(experiment, array, naming));
}

std::vector<Said> said_of_arrays(const Experiment& experiment, const JudgedRun& run, const Naming& naming) {
    struct Sentence {
        std::vector<Said> names;
        Said words;
        std::optional<std::string> text; ///< of a mistake
    };
    std::vector<Sentence> sentences;
    for (const JudgedArray& each : run.arrays) {
        Sentence its{{array_name(each)}, judged_array_words(experiment, each, naming), {}};
        if (!each.diagnosis.is_right)
            its.text = text_of(its.words);
        const auto same = std::ranges::find_if(
            sentences, [&](const Sentence& before) { return its.text && before.text == its.text; });
        if (same == sentences.end())
            sentences.push_back(std::move(its));
        else
            same->names.push_back(std::move(its.names.front()));
    }
    std::vector<Said> lines;
    lines.reserve(sentences.size());
    for (Sentence& each : sentences)
        lines.push_back(say(phrase::said_of_array, list_of(std::move(each.names), phrase::last_of_names),
                            std::move(each.words)));
    return lines;
}

std::vector<Said> run_words(const Experiment& experiment, const JudgedRun& run, const Naming& naming) {
    std::vector<Said> lines;
    if (!run.arrays.empty())
        lines.push_back(verdict_on(run));
    for (const OtherParameter& each : run.parameters)
        lines.push_back(parameter_words(each, naming));
    if (run.first_nan) {
        const JudgedArray& array = run.arrays[*run.first_nan];
        const CellNaming says{array.diagnosis.has_shape, array.diagnosis.heads > 0};
        lines.push_back(
            say(phrase::nan_begins, array_name(array), cell_words(experiment, run.nan_cell, says, naming)));
    }
    if (!run.unknown.empty())
        lines.push_back(say(phrase::no_stage_called, names_of(run.unknown)));
    return lines;
}

std::string run_json(const Experiment& experiment, const JudgedRun& run) {
    using Json = nlohmann::ordered_json;
    Json arrays = Json::array(), parameters = Json::array(), said = Json::array();
    for (const JudgedArray& each : run.arrays) {
        Json json{
            {"name", each.name}, {"stage", info(each.diagnosis.asked.stage).name}, {"for", each.for_own}};
        json.update(Json::parse(diagnosis_json(experiment, each.diagnosis)));
        json["said"] = Json::array(
            {printable(text_of(judged_array_words(experiment, each, naming_in_files), first_in_files))});
        arrays.push_back(std::move(json));
    }
    for (const OtherParameter& each : run.parameters)
        parameters.push_back(each.name);
    for (const Said& each : run_words(experiment, run, naming_in_files))
        said.push_back(printable(text_of(each, first_in_files)));
    Json first, nan;
    if (run.first_wrong)
        first = run.arrays[*run.first_wrong].name;
    if (run.first_nan)
        nan = {{"name", run.arrays[*run.first_nan].name},
               {"head", run.nan_cell.head},
               {"row", run.nan_cell.row},
               {"column", run.nan_cell.column}};
    return to_text(Json{{"verdict", run.is_right() ? "right" : "wrong"},
                        {"first", std::move(first)},
                        {"nan", std::move(nan)},
                        {"parameters", std::move(parameters)},
                        {"arrays", std::move(arrays)},
                        {"unknown", run.unknown},
                        {"said", std::move(said)}});
}

} // namespace lab
