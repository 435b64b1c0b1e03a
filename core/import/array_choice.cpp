// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/array_choice.h"

#include "core/base/comma_list.h"
#include "core/base/text_position.h"
#include "core/experiment/parameter.h"

#include <algorithm>
#include <array>

namespace lab {

const std::vector<std::string>& array_roles() {
    static const std::vector<std::string> roles = [] {
        using enum ParameterId;
        std::vector<std::string> names;
        for (const ParameterId id :
             {W_Q, W_K, W_V, b_Q, b_K, b_V, W_O, b_O, Q, K, V, X, X_source, g_Q, g_K, sink})
            names.emplace_back(info(id).name);
        names.insert(names.end(), {"tokens", "weights", "scores"});
        return names;
    }();
    return roles;
}

Result<ArrayChoice> array_choice(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size())
        return Error{{}, quoted_excerpt(std::string(text)), "NAME=ARRAY, as W_Q=encoder.query"};
    ArrayChoice choice;
    constexpr std::string_view transposed = ":transposed";
    std::string_view array = text.substr(equals + 1);
    if (array.size() > transposed.size() && array.ends_with(transposed)) {
        choice.transposed = true;
        array.remove_suffix(transposed.size());
    }
    choice.array = array;
    const std::string_view roles = text.substr(0, equals);
    for (std::size_t begin = 0; begin <= roles.size();) {
        const std::size_t end = std::min(roles.find(',', begin), roles.size());
        const std::string role(roles.substr(begin, end - begin));
        if (std::ranges::find(array_roles(), role) == array_roles().end())
            return Error{{}, quoted_excerpt(role), "one of " + comma_list(array_roles())};
        choice.roles.push_back(role);
        begin = end + 1;
    }
    return choice;
}

} // namespace lab
