// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names and whole numbers as a list: "W_Q, W_K, W_V".
#pragma once

#include <concepts>
#include <functional>
#include <string>
#include <type_traits>

namespace lab {

/// What `item` makes of each of the items, a text or a whole number, with commas between them; without
/// `item`, the items themselves.
template<class Items, class Item = std::identity>
std::string comma_list(const Items& items, const Item& item = {}) {
    std::string list;
    const char* before = "";
    for (const auto& each : items) {
        const auto& text = std::invoke(item, each);
        list += before;
        if constexpr (std::integral<std::remove_cvref_t<decltype(text)>>)
            list += std::to_string(text);
        else
            list += text;
        before = ", ";
    }
    return list;
}

} // namespace lab
