// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/document_values.h"

#include "core/base/text_position.h"
#include "core/experiment/options.h"
#include "core/experiment/validate.h"
#include "core/io/experiment_json.h"
#include "core/io/json_fields.h"
#include "core/io/json_text.h"

#include <algorithm>

namespace lab {

namespace {

using OrderedJson = nlohmann::ordered_json;

std::vector<std::string> parts_of(const std::string& key) {
    std::vector<std::string> parts{""};
    for (const char c : key) {
        if (c == '.')
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

std::optional<Error> put_value(OrderedJson& document, const DocumentValue& value) {
    OrderedJson* at = &document;
    std::string place;
    for (const std::string& part : parts_of(value.key)) {
        if (!at->is_object() && !at->is_null())
            return Error{place, kind_of(*at), "an object, with the key " + quoted(part)};
        at = &(*at)[part];
        place += (place.empty() ? "" : ".") + part;
    }
    Result<OrderedJson> json = parse_json(value.value);
    *at = json ? std::move(json).value() : OrderedJson(value.value);
    return std::nullopt;
}

/// A valid document without matrices.
const Experiment& small_document() {
    static const Experiment small = [] {
        Experiment made;
        made.embedding.dimension = 2;
        made.projection.kind = ProjectionKind::identity;
        return made;
    }();
    return small;
}

/// Whether the document keeps the value without knowing what it is.
bool is_unknown(const Experiment& experiment, const DocumentValue& value) {
    const OrderedJson* at = experiment.unknown_keys.get();
    for (const std::string& part : parts_of(value.key)) {
        if (!at || !at->is_object() || !at->contains(part))
            return false;
        at = &at->at(part);
    }
    return at != nullptr;
}

} // namespace

Result<DocumentValue> document_value(const std::string& text) {
    const std::size_t split = text.find('=');
    if (split == std::string::npos)
        return Error{{}, quoted_excerpt(text), "KEY=VALUE, as scores.rotary=true"};
    DocumentValue value{text.substr(0, split), text.substr(split + 1)};
    for (const std::string& part : parts_of(value.key)) {
        if (part.empty())
            return Error{{}, "the key " + quoted_excerpt(value.key), "one as scores.rotary"};
    }
    return value;
}

Result<Experiment> with_values(const Experiment& experiment, const std::vector<DocumentValue>& values) {
    Result<OrderedJson> read = parse_json(write_experiment(experiment));
    if (!read)
        return read.error();
    OrderedJson document = std::move(read).value();
    for (const DocumentValue& value : values) {
        if (auto problem = put_value(document, value))
            return std::move(*problem);
    }
    const std::string text = document.dump();
    document = nullptr;
    Result<Experiment> next = read_experiment(text);
    if (!next)
        return next;
    for (const DocumentValue& value : values) {
        if (is_unknown(next.value(), value))
            return Error{value.key, "an unknown key", "one that the manual lists under Document format"};
    }
    return next;
}

Result<Experiment> with_value(const Experiment& experiment, const DocumentValue& value, Field* field) {
    if (field != nullptr)
        *field = Field::everything;
    const auto option = std::ranges::find(all_options(), value.key, &Option::place);
    // One that gives other sizes may come with others. Alone, one may be wrong that is right beside the
    // others.
    const bool is_simple = option != all_options().end() && option->field != Field::everything;
    const Result<Experiment> alone = is_simple ? with_values(small_document(), {value}) : Error{};
    if (!alone)
        return with_values(experiment, {value});
    Experiment next = experiment;
    std::visit([&](const auto& of) { of.set(next, of.get(alone.value())); }, option->value);
    if (const std::vector<Error> problems = validate(next); !problems.empty())
        return problems.front();
    if (field != nullptr)
        *field = option->field;
    return next;
}

} // namespace lab
