// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/moved_wanted.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <unordered_map>
#include <utility>

namespace lab {

namespace {

using WantedJson = nlohmann::ordered_json;
using NewPlaces = std::unordered_map<TokenIndex, Index>; ///< by the old one

NewPlaces new_places(const TokenOrigins& origins) {
    NewPlaces places;
    for (std::size_t i = 0; i < origins.size(); ++i) {
        if (origins[i] >= 0)
            places.emplace(origins[i], static_cast<Index>(i));
    }
    return places;
}

bool is_place(const WantedJson& entry, const char* key) {
    const auto field = entry.is_object() ? entry.find(key) : entry.end();
    if (!entry.is_object() || field == entry.end() || !field->is_number())
        return false;
    const auto number = field->get<double>();
    return number >= 0 && number < 1e9 && number == std::floor(number);
}

/// False: its token is gone.
bool move_place(WantedJson& entry, const char* key, const NewPlaces& places) {
    const auto found = places.find(static_cast<TokenIndex>(entry[key].get<double>()));
    if (found == places.end())
        return false;
    entry[key] = found->second;
    return true;
}

/// `keys`: null where columns are no tokens.
void move_cells(WantedJson& learn, const char* list, const NewPlaces& queries, const NewPlaces* keys) {
    const auto cells = learn.find(list);
    if (cells == learn.end() || !cells->is_array())
        return;
    WantedJson moved = WantedJson::array();
    for (WantedJson& entry : *cells) {
        const bool is_cell = is_place(entry, "row") && is_place(entry, "column");
        if (!is_cell || (move_place(entry, "row", queries) && (!keys || move_place(entry, "column", *keys))))
            moved.push_back(std::move(entry));
    }
    if (moved.empty())
        learn.erase(list);
    else
        *cells = std::move(moved);
}

} // namespace

JsonPtr with_wanted_moved(const JsonPtr& view, const TokenOrigins& queries, const TokenOrigins& keys) {
    if (!view || !view->is_object() || !view->contains("learn") || !view->at("learn").is_object())
        return view;
    WantedJson next = *view;
    WantedJson& learn = next["learn"];
    const NewPlaces new_queries = new_places(queries), new_keys = new_places(keys);
    move_cells(learn, "wanted", new_queries, &new_keys);
    move_cells(learn, "output", new_queries, nullptr);
    if (learn.empty())
        next.erase("learn");
    if (next == *view)
        return view;
    return next.empty() ? nullptr : std::make_shared<const WantedJson>(std::move(next));
}

} // namespace lab
