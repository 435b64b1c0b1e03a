// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/formula_signs.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace lab {

namespace {

constexpr FormulaName typed_signs[] = {
    {"+", "+", Spacing::binary},
    {"-", "−", Spacing::binary},
    {"−", "−", Spacing::binary},
    {"=", "=", Spacing::relation},
    {"<", "<", Spacing::relation},
    {">", ">", Spacing::relation},
    {"(", "(", Spacing::opening},
    {"[", "[", Spacing::opening},
    {")", ")", Spacing::closing},
    {"]", "]", Spacing::closing},
    {",", ",", Spacing::comma},
    {".", "."},
    {"/", "/"},
};

constexpr FormulaName named_signs[] = {
    {"cdot", "·", Spacing::binary},
    {"times", "×", Spacing::binary},
    {"pm", "±", Spacing::binary},
    {"le", "≤", Spacing::relation},
    {"leq", "≤", Spacing::relation},
    {"ge", "≥", Spacing::relation},
    {"geq", "≥", Spacing::relation},
    {"ne", "≠", Spacing::relation},
    {"neq", "≠", Spacing::relation},
    {"approx", "≈", Spacing::relation},
    {"to", "→", Spacing::relation},
    {"in", "∈", Spacing::relation},
    {"sum", "Σ", Spacing::function},
    {"infty", "∞"},
    {"ldots", "…"},
    {"dots", "…"},
    {"top", "T"},
    {"quad", "\u2003", Spacing::space},

    {"exp", "exp", Spacing::function},
    {"ln", "ln", Spacing::function},
    {"log", "log", Spacing::function},
    {"max", "max", Spacing::function},
    {"min", "min", Spacing::function},
    {"sin", "sin", Spacing::function},
    {"cos", "cos", Spacing::function},
    {"tanh", "tanh", Spacing::function},
    {"softmax", "softmax", Spacing::function},

    {"alpha", "α", Spacing::ordinary, true},
    {"beta", "β", Spacing::ordinary, true},
    {"gamma", "γ", Spacing::ordinary, true},
    {"delta", "δ", Spacing::ordinary, true},
    {"epsilon", "ϵ", Spacing::ordinary, true},
    {"varepsilon", "ε", Spacing::ordinary, true},
    {"zeta", "ζ", Spacing::ordinary, true},
    {"eta", "η", Spacing::ordinary, true},
    {"theta", "θ", Spacing::ordinary, true},
    {"vartheta", "ϑ", Spacing::ordinary, true},
    {"iota", "ι", Spacing::ordinary, true},
    {"kappa", "κ", Spacing::ordinary, true},
    {"lambda", "λ", Spacing::ordinary, true},
    {"mu", "μ", Spacing::ordinary, true},
    {"nu", "ν", Spacing::ordinary, true},
    {"xi", "ξ", Spacing::ordinary, true},
    {"omicron", "ο", Spacing::ordinary, true},
    {"pi", "π", Spacing::ordinary, true},
    {"rho", "ρ", Spacing::ordinary, true},
    {"sigma", "σ", Spacing::ordinary, true},
    {"varsigma", "ς", Spacing::ordinary, true},
    {"tau", "τ", Spacing::ordinary, true},
    {"upsilon", "υ", Spacing::ordinary, true},
    {"phi", "ϕ", Spacing::ordinary, true},
    {"varphi", "φ", Spacing::ordinary, true},
    {"chi", "χ", Spacing::ordinary, true},
    {"psi", "ψ", Spacing::ordinary, true},
    {"omega", "ω", Spacing::ordinary, true},
    {"Gamma", "Γ"},
    {"Delta", "Δ"},
    {"Theta", "Θ"},
    {"Lambda", "Λ"},
    {"Xi", "Ξ"},
    {"Pi", "Π"},
    {"Sigma", "Σ"},
    {"Upsilon", "Υ"},
    {"Phi", "Φ"},
    {"Psi", "Ψ"},
    {"Omega", "Ω"},
};

bool has_space_around(Spacing spacing) {
    return spacing == Spacing::binary || spacing == Spacing::relation;
}

/// An operator without an operand at either side is a sign, as in "−x".
void demote_signs(std::vector<FormulaSign>& signs) {
    Spacing before = Spacing::opening;
    for (std::size_t i = 0; i < signs.size(); ++i) {
        if (signs[i].spacing == Spacing::space)
            continue;
        if (signs[i].spacing == Spacing::binary) {
            const auto next =
                std::find_if(signs.begin() + static_cast<std::ptrdiff_t>(i) + 1, signs.end(),
                             [](const FormulaSign& each) { return each.spacing != Spacing::space; });
            const Spacing after = next == signs.end() ? Spacing::closing : next->spacing;
            const bool has_left = before == Spacing::ordinary || before == Spacing::closing;
            const bool has_right =
                after != Spacing::relation && after != Spacing::closing && after != Spacing::comma;
            if (!has_left || !has_right)
                signs[i].spacing = Spacing::ordinary;
        }
        before = signs[i].spacing;
    }
}

bool has_space_between(Spacing left, Spacing right, bool in_script) {
    using enum Spacing;
    if (left == space || right == space || left == opening || right == closing || right == comma)
        return false;
    const bool beside_function = (left == function && right != opening) ||
                                 (right == function && (left == ordinary || left == closing));
    if (in_script)
        return beside_function && !has_space_around(left) && !has_space_around(right);
    return has_space_around(left) != has_space_around(right) || left == comma || beside_function;
}

/// Whether a space before or after it can be part of its text.
bool takes_spaces(const FormulaSign& sign) {
    return sign.formula.kind == Formula::Kind::text && has_space_around(sign.spacing);
}

} // namespace

const FormulaName* typed_sign(std::string_view text) {
    const auto* found = std::ranges::find_if(
        typed_signs, [&](const FormulaName& sign) { return text.starts_with(sign.name); });
    return found == std::end(typed_signs) ? nullptr : found;
}

const FormulaName* named_sign(std::string_view command) {
    const auto* found = std::ranges::find(named_signs, command, &FormulaName::name);
    return found == std::end(named_signs) ? nullptr : found;
}

Formula spaced(std::vector<FormulaSign> signs, bool in_script) {
    demote_signs(signs);
    std::vector<Formula> parts;
    for (std::size_t i = 0; i < signs.size(); ++i) {
        if (i > 0 && has_space_between(signs[i - 1].spacing, signs[i].spacing, in_script)) {
            Formula& before = parts.back();
            if (takes_spaces(signs[i]))
                signs[i].formula.text.insert(0, " ");
            else if (takes_spaces(signs[i - 1]) || before == formula::text(","))
                before.text += ' ';
            else
                parts.push_back(formula::text(" "));
        }
        parts.push_back(std::move(signs[i].formula));
    }
    return parts.size() == 1 ? std::move(parts.front()) : formula::row(std::move(parts));
}

} // namespace lab
