// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/allow_names.h"

#include "core/experiment/parameter.h"

#include <algorithm>
#include <array>

namespace lab {

namespace {

constexpr std::array groups{allow_sentence, allow_options, allow_mask, allow_overrides};

} // namespace

bool is_allow_name(std::string_view name) {
    return std::ranges::find(groups, name) != groups.end() ||
           std::ranges::any_of(all_parameters(),
                               [&](const ParameterInfo& each) { return each.name == name; });
}

std::string allow_names() {
    std::string all;
    for (const ParameterInfo& each : all_parameters())
        all += std::string(each.name) + ", ";
    for (const std::string_view each : groups)
        all += std::string(each) + (each == groups.back() ? "" : ", ");
    return all;
}

} // namespace lab
