// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/allow_names.h"

#include "core/base/comma_list.h"
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
    return comma_list(all_parameters(), &ParameterInfo::name) + ", " + comma_list(groups);
}

} // namespace lab
