// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/diagnosis_json.h"

#include "core/analysis/diagnosis/diagnosis_words.h"
#include "core/base/number_format.h"
#include "core/base/text_limits.h"
#include "core/io/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace lab {

namespace {

using Json = nlohmann::ordered_json;

/// JSON has no infinities and no NaN, so they are texts, as in results.
Json number_json(double number) {
    return std::isfinite(number) ? Json(number) : Json(shortest(number));
}

/// Of other mistakes, a value says which of several forms of the same one was made.
constexpr std::array kinds_with_value{
    MistakeKind::other_factor,       MistakeKind::small_stand_in,     MistakeKind::stand_in_added,
    MistakeKind::other_rotary_base,  MistakeKind::other_alibi_slopes, MistakeKind::dropout_left_on,
    MistakeKind::rounded_on_the_way,
};

Json mistake_json(const Mistake& mistake) {
    Json json{{"kind", key_of(mistake.kind)}};
    if (mistake.kind == MistakeKind::other_stage || mistake.kind == MistakeKind::rounded_on_the_way)
        json["stage"] = info(mistake.stage).name;
    if (mistake.kind == MistakeKind::other_head)
        json["head"] = mistake.head;
    if (std::ranges::find(kinds_with_value, mistake.kind) != kinds_with_value.end())
        json["value"] = mistake.value;
    return json;
}

Json claim_json(const Claim& claim) {
    Json json = Json::array();
    for (const Mistake& each : claim.mistakes)
        json.push_back(mistake_json(each));
    return json;
}

/// Those that make the numbers; else the ones that make most of them, or of a single row or column.
Json claims_json(const Diagnosis& diagnosis) {
    Json json = Json::array();
    for (const Claim& each : diagnosis.claims)
        json.push_back(claim_json(each));
    if (!json.empty())
        return json;
    if (diagnosis.near)
        json.push_back(claim_json(diagnosis.near->claim));
    else if (diagnosis.line && diagnosis.line->claim)
        json.push_back(claim_json(*diagnosis.line->claim));
    return json;
}

Json wrong_json(const std::optional<WrongCell>& wrong) {
    if (!wrong)
        return nullptr;
    return {{"head", wrong->cell.head},
            {"row", wrong->cell.row},
            {"column", wrong->cell.column},
            {"given", number_json(wrong->given)},
            {"expected", number_json(wrong->expected)}};
}

} // namespace

std::string_view verdict_of(const Diagnosis& diagnosis) {
    if (diagnosis.is_right)
        return "right";
    if (!diagnosis.claims.empty())
        return "mistake";
    if (diagnosis.near)
        return "nearly";
    if (diagnosis.line)
        return "line";
    if (diagnosis.may_be_chance)
        return "may_be_chance";
    if (diagnosis.slip)
        return "slip";
    return diagnosis.has_shape ? "differs" : "shape";
}

std::string diagnosis_json(const Experiment& experiment, const Diagnosis& diagnosis) {
    Json arrangement = Json::array();
    for (const Arrangement each : diagnosis.arrangement)
        arrangement.push_back(key_of(each));
    Json said = Json::array();
    for (const Said& each : diagnosis_words(experiment, diagnosis, naming_in_files))
        said.push_back(printable(text_of(each, first_in_files)));
    const Json json{{"verdict", verdict_of(diagnosis)},   {"arrangement", std::move(arrangement)},
                    {"mistakes", claims_json(diagnosis)}, {"said", std::move(said)},
                    {"cells", diagnosis.cells},           {"right", diagnosis.right},
                    {"tolerance", diagnosis.tolerance},   {"first", wrong_json(diagnosis.first_wrong)}};
    return to_text(json);
}

} // namespace lab
