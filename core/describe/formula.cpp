// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/formula.h"

#include "core/base/number_format.h"
#include "core/base/text_position.h"

#include <algorithm>
#include <functional>

namespace lab {

namespace {

Formula of_parts(Formula::Kind kind, std::vector<Formula> parts) {
    Formula formula;
    formula.kind = kind;
    formula.parts = std::move(parts);
    return formula;
}

Formula of_text(Formula::Kind kind, std::string text) {
    Formula formula;
    formula.kind = kind;
    formula.text = std::move(text);
    return formula;
}

bool is_single(const Formula& formula) {
    switch (formula.kind) {
    case Formula::Kind::symbol:
    case Formula::Kind::hole:
    case Formula::Kind::sub:
    case Formula::Kind::sup:
    case Formula::Kind::root:
        return true;
    case Formula::Kind::text:
    case Formula::Kind::words:
        return formula.text.find(' ') == std::string::npos;
    case Formula::Kind::row:
        return formula.parts.size() == 1 && is_single(formula.parts[0]);
    case Formula::Kind::fraction:
        return false;
    }
    return false;
}

using WriteNumber = std::function<std::string(double)>;

std::string written(const Formula& formula, const WriteNumber& number);

/// In brackets if it would be ambiguous otherwise.
std::string closed(const Formula& formula, const WriteNumber& number) {
    const std::string inner = written(formula, number);
    return is_single(formula) ? inner : "(" + inner + ")";
}

std::string written(const Formula& formula, const WriteNumber& number) {
    switch (formula.kind) {
    case Formula::Kind::text:
    case Formula::Kind::words:
    case Formula::Kind::symbol:
        return formula.text;
    case Formula::Kind::row: {
        std::string line;
        for (const Formula& part : formula.parts)
            line += written(part, number);
        return line;
    }
    case Formula::Kind::sub:
        return written(formula.parts[0], number) + "_" + closed(formula.parts[1], number);
    case Formula::Kind::sup:
        return written(formula.parts[0], number) + "^" + closed(formula.parts[1], number);
    case Formula::Kind::fraction:
        return closed(formula.parts[0], number) + " / " + closed(formula.parts[1], number);
    case Formula::Kind::root:
        return "√" + closed(formula.parts[0], number);
    case Formula::Kind::hole:
        return number(formula.value);
    }
    return {};
}

} // namespace

namespace formula {

Formula text(std::string text) {
    return of_text(Formula::Kind::text, std::move(text));
}

Formula words(std::string text) {
    return of_text(Formula::Kind::words, std::move(text));
}

Formula symbol(std::string text) {
    return of_text(Formula::Kind::symbol, std::move(text));
}

Formula row(std::vector<Formula> parts) {
    return of_parts(Formula::Kind::row, std::move(parts));
}

Formula sub(Formula base, Formula low) {
    return of_parts(Formula::Kind::sub, {std::move(base), std::move(low)});
}

Formula sup(Formula base, Formula high) {
    return of_parts(Formula::Kind::sup, {std::move(base), std::move(high)});
}

Formula fraction(Formula above, Formula below) {
    return of_parts(Formula::Kind::fraction, {std::move(above), std::move(below)});
}

Formula root(Formula what) {
    return of_parts(Formula::Kind::root, {std::move(what)});
}

Formula hole(double value, std::optional<Source> source) {
    Formula formula;
    formula.kind = Formula::Kind::hole;
    formula.value = value;
    formula.source = source;
    return formula;
}

Formula setting(double value) {
    std::string number = lab::written(value);
    const bool is_product = number.find(" × ") != std::string::npos;
    Formula formula = text(std::move(number));
    return is_product ? row({text("("), std::move(formula), text(")")}) : formula;
}

Formula named(const std::string& name, const std::string& index) {
    const std::size_t low = name.find('_');
    const auto letters = [](const std::string& part) {
        const bool plain_word = std::ranges::all_of(part, is_letter);
        // Sets words upright, so that they do not look like a product of letters.
        return part.size() == 1 ? symbol(part) : plain_word ? words(part) : text(part);
    };
    Formula base = low == std::string::npos ? letters(name)
                                            : sub(letters(name.substr(0, low)), words(name.substr(low + 1)));
    if (index.empty())
        return base;
    if (low != std::string::npos)
        base = row({text("("), std::move(base), text(")")});
    return sub(std::move(base), words(index));
}

} // namespace formula

std::string plain(const Formula& formula) {
    return written(formula, brief);
}

std::string plain(const Formula& formula, int decimals) {
    return written(formula, [decimals](double value) { return display(value, decimals); });
}

} // namespace lab
