// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/said.h"

#include "core/base/number_format.h"

namespace lab {

namespace {

struct ArgumentText {
    Index first;
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(double number) const { return brief(number); }
    std::string operator()(Index whole) const { return std::to_string(whole); }
    std::string operator()(const Counted& counted) const { return std::to_string(first + counted.index); }
    std::string operator()(const Said& said) const { return text_of(said, first); }
};

} // namespace

std::string text_of(const Said& said, Index first) {
    std::string text;
    for (std::size_t i = 0; i < said.phrase.size(); ++i) {
        if (said.phrase[i] != '{') {
            text += said.phrase[i];
            continue;
        }
        const auto place = static_cast<std::size_t>(said.phrase[i + 1] - '0');
        text += std::visit(ArgumentText{first}, said.arguments[place].value);
        i += 2; // the digit and the brace
    }
    return text;
}

std::string text_of(const std::vector<Said>& remarks, Index first) {
    std::string text;
    for (const Said& remark : remarks)
        text += (text.empty() ? "" : "; ") + text_of(remark, first);
    return text;
}

} // namespace lab
