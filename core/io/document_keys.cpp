// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/document_keys.h"

#include "core/base/slip.h"
#include "core/experiment/document_names.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

using Json = nlohmann::ordered_json;

const std::vector<DocumentKeys>& all_keys() {
    static const std::vector<DocumentKeys> keys{
        {"",
         {"format",    "version",   "title",      "description", "notation", "sequence",      "source",
          "embedding", "heads",     "projection", "scores",      "mask",     "normalization", "dropout",
          "overrides", "snapshots", "origin",     "parked",      "view",     "lesson",        "progress"}},
        {"sequence", {"tokenizer", "text", "tokens", "offset"}},
        {"source", {"tokenizer", "text", "tokens", "offset"}},
        {"embedding", {"dimension", "seed", "table", "inputs", "X", "X_source", "position"}},
        {"embedding.position", {"kind", "table"}},
        {"heads", {"count", "kv_count"}},
        {"projection", {"kind", "W_Q", "W_K", "W_V", "b_Q", "b_K", "b_V", "W_O", "b_O", "Q", "K", "V"}},
        {"scores",
         {"scale", "rotary", "rotary_base", "rotary_layout", "rotary_dims", "rotary_frequencies", "qk_norm",
          "softcap", "bias", "additive"}},
        {"scores.qk_norm", {"kind", "epsilon", "g_Q", "g_K"}},
        {"mask", {"causal", "window", "padding", "custom"}},
        {"normalization", {"kind", "temperature", "bias", "sink"}},
        {"dropout", {"rate", "generator", "seed"}},
        {"overrides[]", {"stage", "head", "row", "column", "value"}},
        {"snapshots[]", {"name", "document", "lesson"}},
        {"snapshots[].lesson", {"id", "text", "notes", "show", "allow", "ask", "hint"}},
        {"snapshots[].lesson.ask[]",
         {"id", "kind", "text", "hint", "why", "tolerance", "covers", "stage", "head", "row", "column",
          "options", "largest_of_row", "smallest_of_row", "hidden", "at_least", "at_most", "mistake"}},
        {"snapshots[].lesson.ask[].options[]", {"text", "right", "why"}},
        {"snapshots[].lesson.ask[].covers[]", {"stage", "row", "column"}},
        {"origin.*", {"generator", "seed", "distribution", "captured"}},
        {"parked", {"linear", "identity", "direct"}},
        {"parked.linear", {"heads", "W_Q", "W_K", "W_V", "b_Q", "b_K", "b_V", "W_O", "g_Q", "g_K"}},
        {"parked.linear.heads", {"count", "kv_count"}},
        {"parked.identity", {"heads", "W_O", "g_Q", "g_K"}},
        {"parked.identity.heads", {"count", "kv_count"}},
        {"parked.direct", {"heads", "Q", "K", "V", "W_O", "g_Q", "g_K"}},
        {"parked.direct.heads", {"count", "kv_count"}},
        {"view",
         {"decimals", "palette", "range", "weight_range", "film", "page", "head", "card", "inspected",
          "covered", "learn", "geometry"}},
        {"view.learn", {"of", "wanted", "output", "brush", "parameters", "optimiser", "rate", "steps"}},
        {"view.learn.wanted[]", {"head", "row", "column", "weight"}},
        {"view.learn.output[]", {"row", "column", "number"}},
        {"view.geometry", {"query", "axes"}},
        {"view.palette", {"weights", "signed"}},
        {"view.film", {"order", "grain", "place", "before"}},
        {"view.inspected", {"token", "cell", "parameter"}},
        {"view.inspected.token", {"index", "side"}},
        {"view.inspected.cell", {"stage", "head", "row", "column"}},
        {"view.inspected.parameter", {"name", "row", "column"}},
        {"view.covered[]", {"stage", "head", "row", "column", "rows", "columns"}},
        {"lesson", {"id", "author"}},
        {"progress", {"student", "seed", "steps"}},
        {"progress.steps.*", {"document", "answers"}},
        {"progress.steps.*.answers.*", {"given", "right", "shown", "seconds"}},
    };
    return keys;
}

const DocumentKeys* keys_at(std::string_view place) {
    const auto found = std::ranges::find(all_keys(), place, &DocumentKeys::place);
    return found == all_keys().end() ? nullptr : &*found;
}

std::string key_below(std::string place, std::string_view key) {
    if (!place.empty())
        place += '.';
    place += key;
    return place;
}

/// Looks through what is kept of the objects of a document.
class KeySearch {
public:
    std::vector<MisspeltKey> found;

    /// `path` is where the object is, `place` the pattern of it in document_keys().
    void look(const Json& object, const std::string& path, const std::string& place) {
        if (!object.is_object())
            return;
        const DocumentKeys* known = keys_at(place);
        for (const auto& [key, value] : object.items()) {
            const std::string at = key_below(path, key);
            const std::string pattern = key_below(place, key);
            if (known && std::ranges::find(known->keys, key) == known->keys.end())
                compare(*known, key, at);
            else if (value.is_object() && key == "document")
                look(value, at, "");
            else if (value.is_object() && keys_at(pattern))
                look(value, at, pattern);
            else if (value.is_object() && keys_at(pattern + ".*"))
                look_into_each(value, at, pattern + ".*");
            else if (value.is_array() && keys_at(pattern + "[]"))
                look_through(value, at, pattern + "[]");
        }
    }

private:
    void look_into_each(const Json& object, const std::string& path, const std::string& place) {
        for (const auto& [key, value] : object.items())
            look(value, key_below(path, key), place);
    }

    void look_through(const Json& list, const std::string& path, const std::string& place) {
        for (std::size_t i = 0; i < list.size(); ++i)
            look(list[i], path + "[" + std::to_string(i) + "]", place);
    }

    void compare(const DocumentKeys& known, const std::string& key, const std::string& at) {
        const auto likely =
            std::ranges::find_if(known.keys, [&](std::string_view each) { return is_slip(key, each); });
        if (likely != known.keys.end())
            found.push_back({at, std::string(*likely)});
    }
};

void search(KeySearch& keys, const Experiment& experiment, const std::string& path) {
    const auto at = [&](std::string_view key) { return key_below(path, key); };
    const auto look = [&](const JsonPtr& json, const std::string& where, const std::string& place) {
        if (json)
            keys.look(*json, where, place);
    };
    look(experiment.unknown_keys, path, "");
    look(experiment.view, at("view"), "view");
    if (experiment.origin)
        keys.look(Json{{"origin", *experiment.origin}}, path, "");
    for (const InactiveProjection& each : experiment.inactive_projections) {
        const std::string place = "parked." + name_of(each.kind(), projection_names);
        look(each.unknown_keys, at(place), place);
        look(each.unreadable, at(place), place);
    }
    for (std::size_t i = 0; i < experiment.overrides.size(); ++i)
        look(experiment.overrides[i].unknown_keys, at("overrides[" + std::to_string(i) + "]"), "overrides[]");
    for (std::size_t i = 0; i < experiment.snapshots.size(); ++i) {
        const std::string place = at("snapshots[" + std::to_string(i) + "]");
        look(experiment.snapshots[i].unknown_keys, place, "snapshots[]");
        if (experiment.snapshots[i].experiment)
            search(keys, *experiment.snapshots[i].experiment, place + ".document");
    }
}

} // namespace

std::span<const DocumentKeys> document_keys() {
    return all_keys();
}

std::string message(const MisspeltKey& key) {
    return key.place + " is no key of a document and was not used; did you mean \"" + key.likely + "\"?";
}

std::vector<MisspeltKey> misspelt_keys(const Experiment& experiment) {
    KeySearch keys;
    search(keys, experiment, {});
    return std::move(keys.found);
}

} // namespace lab
