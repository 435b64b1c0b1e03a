// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/said.h"

#include "core/base/number_format.h"
#include "core/experiment/phrases.h"

namespace lab {

namespace {

struct ArgumentText {
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(double number) const { return brief(number); }
    std::string operator()(Index whole) const { return std::to_string(whole); }
    std::string operator()(const Said& said) const { return text_of(said); }
};

} // namespace

Said list_of(std::vector<Said> all, const Phrase<2>& last) {
    Said list = std::move(all.front());
    for (std::size_t i = 1; i < all.size(); ++i)
        list = say(i + 1 < all.size() ? phrase::and_so_on : last, std::move(list), std::move(all[i]));
    return list;
}

std::string text_of(const Said& said) {
    std::string text;
    for (std::size_t i = 0; i < said.phrase.size(); ++i) {
        if (said.phrase[i] != '{') {
            text += said.phrase[i];
            continue;
        }
        const auto place = static_cast<std::size_t>(said.phrase[i + 1] - '0');
        text += std::visit(ArgumentText{}, said.arguments[place].value);
        i += 2; // the digit and the brace
    }
    return text;
}

std::string text_of(const std::vector<Said>& remarks) {
    std::string text;
    for (const Said& remark : remarks)
        text += (text.empty() ? "" : "; ") + text_of(remark);
    return text;
}

} // namespace lab
