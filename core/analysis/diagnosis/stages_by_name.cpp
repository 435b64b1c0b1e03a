// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/stages_by_name.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string>

namespace lab {

namespace {

/// Names that people use besides the stage's own, for one stage or several.
struct CommonNames {
    std::array<std::optional<StageId>, 3> stages;
    std::span<const std::string_view> names;
};

constexpr std::string_view names_of_inputs[]{"x", "input", "emb", "embs", "embedding", "embeddings"};
constexpr std::string_view names_of_source_inputs[]{"source", "memory", "xsource", "encoderoutput"};
constexpr std::string_view names_of_queries[]{"q", "qs", "query"};
constexpr std::string_view names_of_keys[]{"k", "ks", "key"};
constexpr std::string_view names_of_values[]{"v", "vs", "value"};
/// People call scores that before scaling, after it, and after the mask.
constexpr std::string_view names_of_scores[]{"score",      "scores",     "attnscores",  "attentionscores",
                                             "attnlogits", "logits",     "qk",          "qkt",
                                             "dots",       "dotproduct", "dotproducts", "sim",
                                             "similarity", "energy",     "rawscores",   "omega"};
constexpr std::string_view names_of_scaled_scores[]{"scaled", "scaledattnscores", "scaledattentionscores",
                                                    "scaledlogits", "scaleddots"};
constexpr std::string_view names_of_masked_scores[]{"masked", "maskedattnscores", "maskedattentionscores",
                                                    "maskedlogits", "scoresmasked"};
constexpr std::string_view names_of_weights[]{
    "weight", "a",      "p",     "attn",      "att",     "attention",        "attnweight",    "attnweights",
    "alpha",  "alphas", "probs", "attnprobs", "softmax", "attentionweights", "attentionprobs"};
constexpr std::string_view names_of_dropped_weights[]{"dropped", "attndropped", "attndrop",
                                                      "weightsafterdropout"};
constexpr std::string_view names_of_head_outputs[]{"headoutput", "heads",    "headout",
                                                   "headouts",   "headsout", "perhead"};
constexpr std::string_view names_of_context[]{"context",    "contexts",    "ctx",           "z",
                                              "contextvec", "contextvecs", "contextvectors"};
constexpr std::string_view names_of_concat[]{"concatenated", "concatenation", "merged", "combined", "cat"};
constexpr std::string_view names_of_output[]{"out", "outs", "outputs", "result", "finaloutput"};

/// People call the outputs that, before W_O and after it.
constexpr std::string_view names_of_attention_output[]{"o", "y", "attnoutput", "attentionoutput", "attnout"};

constexpr CommonNames common_names[]{
    {{StageId::inputs}, names_of_inputs},
    {{StageId::source_inputs}, names_of_source_inputs},
    {{StageId::queries}, names_of_queries},
    {{StageId::keys}, names_of_keys},
    {{StageId::values}, names_of_values},
    {{StageId::scores, StageId::scaled_scores, StageId::masked_scores}, names_of_scores},
    {{StageId::scaled_scores}, names_of_scaled_scores},
    {{StageId::masked_scores}, names_of_masked_scores},
    {{StageId::weights, StageId::dropped_weights}, names_of_weights},
    {{StageId::dropped_weights}, names_of_dropped_weights},
    {{StageId::head_outputs}, names_of_head_outputs},
    {{StageId::head_outputs, StageId::concat, StageId::output}, names_of_context},
    {{StageId::concat}, names_of_concat},
    {{StageId::concat, StageId::output, StageId::head_outputs}, names_of_attention_output},
    {{StageId::output}, names_of_output},
};

std::string simplified(std::string_view name) {
    std::string simple;
    for (const char c : name) {
        if (c != ' ' && c != '_' && c != '-' && c != '.')
            simple += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    for (const std::string_view prefix : {"my", "self"}) {
        if (simple.starts_with(prefix) && simple.size() > prefix.size())
            simple.erase(0, prefix.size());
    }
    return simple;
}

} // namespace

std::vector<StageId> stages_called(const Experiment& experiment, std::string_view name) {
    const std::string simple = simplified(name);
    std::vector<StageId> found;
    for (const StageInfo& stage : all_stages()) {
        if (simplified(stage.name) == simple)
            found.push_back(stage.id);
    }
    for (const CommonNames& each : common_names) {
        if (std::ranges::find(each.names, simple) == each.names.end())
            continue;
        for (const std::optional<StageId> stage : each.stages) {
            if (stage && std::ranges::find(found, *stage) == found.end())
                found.push_back(*stage);
        }
    }
    std::erase_if(found, [&](StageId stage) { return !has_stage(experiment, stage); });
    return found;
}

std::optional<DocumentArray> parameter_called(const Experiment& experiment, std::string_view name) {
    const std::optional<DocumentArray> array = array_named(name);
    if (!array || array->kind == ArrayKind::stage || is_text(*array) || !has_array(experiment, *array))
        return std::nullopt;
    return array;
}

} // namespace lab
