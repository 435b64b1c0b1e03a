// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reading and writing entries of a document's `view`, which may hold anything: it may be of a later version.
#pragma once

#include "core/experiment/experiment.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <string_view>
#include <utility>

namespace lab {

using ViewJson = nlohmann::ordered_json;

/// A field of an object; null if it is not an object or has no such field.
inline const ViewJson* fieldOf(const ViewJson* object, const char* key) {
    return object && object->is_object() && object->contains(key) ? &object->at(key) : nullptr;
}

/// The text of such a field; empty if there is none.
inline std::string_view textOf(const ViewJson* object, const char* key) {
    const ViewJson* field = fieldOf(object, key);
    return field && field->is_string() ? std::string_view(field->get_ref<const std::string&>())
                                       : std::string_view();
}

/// A copy of `object`; an empty object if it is null or not an object.
inline ViewJson objectOf(const ViewJson* object) {
    return object && object->is_object() ? *object : ViewJson::object();
}

/// Null removes the key.
inline void writeField(ViewJson& object, const char* key, ViewJson value) {
    if (value.is_null())
        object.erase(key);
    else
        object[key] = std::move(value);
}

/// An object, or null if it is empty.
inline ViewJson unlessEmpty(ViewJson object) {
    return object.empty() ? ViewJson() : std::move(object);
}

/// The `view` of a document; null if nothing is left.
inline JsonPtr viewOf(ViewJson view) {
    return view.empty() ? nullptr : std::make_shared<const ViewJson>(std::move(view));
}

} // namespace lab
