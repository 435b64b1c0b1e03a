// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/explanation_text.h"

#include "core/base/number_format.h"
#include "core/base/text_limits.h"

#include <algorithm>

namespace lab {

namespace {

std::string heading_of(const Explanation& explanation) {
    return text_of(explanation.stage, explanation.first) + ": " +
           text_of(explanation.place, explanation.first);
}

std::string name_of(const std::string& symbol, const std::string& index) {
    return markdown_text(index.empty() ? symbol : symbol + "_" + index);
}

std::string name_of(const Operand& operand) {
    return name_of(operand.symbol, operand.index);
}

std::string with_value(const Operand& operand) {
    return name_of(operand) + " = " + shortest(operand.value);
}

/// What the first factor is multiplied by, or divided by.
std::string other_factors(const Term& term) {
    std::string all;
    for (std::size_t i = 1; i < term.factors.size(); ++i) {
        const Operand& factor = term.factors[i];
        all += i == 1 ? "" : factor.divides ? " " : " × ";
        all += (factor.divides ? "÷ " : "") + with_value(factor);
    }
    return all;
}

void add_row(std::string& text, const std::vector<std::string>& cells) {
    for (const std::string& cell : cells)
        text += "| " + cell + " ";
    text += "|\n";
}

void add_heading(std::string& text, const std::vector<std::string>& cells) {
    add_row(text, cells);
    add_row(text, std::vector<std::string>(cells.size(), "---"));
}

void add_terms(std::string& text, const ExplanationStep& step) {
    const std::size_t factors =
        std::ranges::max(step.terms, {}, [](const Term& term) { return term.factors.size(); }).factors.size();
    std::vector<std::string> heading{"term", "from"};
    if (factors > 1) {
        heading.emplace_back("times");
        heading.emplace_back("product");
    }
    heading.emplace_back("sum so far");
    add_heading(text, heading);
    for (const Term& term : step.terms) {
        std::vector<std::string> row{markdown_text(term.name), with_value(term.factors.front())};
        if (factors > 1) {
            row.push_back(other_factors(term));
            row.push_back(shortest(term.value));
        }
        row.push_back(shortest(term.sum));
        add_row(text, row);
    }
}

void add_shares(std::string& text, const ExplanationStep& step) {
    add_heading(text, {"masked score", "as the normaliser reads it", "part", "weight"});
    const auto add = [&](const Share& share) {
        const std::string weight = shortest(share.weight);
        add_row(text, {with_value(share.score),
                       share.hidden     ? "hidden"
                       : share.left_out ? "left out"
                                        : shortest(share.reduced),
                       share.left_out ? "" : shortest(share.part),
                       &own_share(step) == &share ? "**" + weight + "**" : weight});
    };
    std::ranges::for_each(step.shares, add);
    if (step.sink)
        add(*step.sink);
    if (!step.each_alone)
        text += "\nThe parts add up to " + shortest(step.total) + ".\n";
}

void add_step(std::string& text, const ExplanationStep& step, Index first, std::size_t number) {
    const std::string result = name_of(step.symbol, step.index);
    text += "\n## " + std::to_string(number) + " " + markdown_text(text_of(step.title, first)) + "\n\n";
    switch (step.kind) {
    case ExplanationKind::sum:
    case ExplanationKind::root:
        text += markdown_text(plain(step.rule)) + "\n\n";
        add_terms(text, step);
        text += "\n";
        break;
    case ExplanationKind::dropout:
        text += markdown_text(plain(step.rule)) + "\n\n";
        [[fallthrough]];
    case ExplanationKind::copy:
    case ExplanationKind::mask:
        text += result + " from " + with_value(step.terms.front().factors.front()) + "\n\n";
        break;
    case ExplanationKind::normalizer:
        text += markdown_text(plain(step.rule)) + "\n\n";
        add_shares(text, step);
        text += "\n";
        break;
    case ExplanationKind::overridden:
        break;
    }
    if (!step.words.empty())
        text += markdown_text(text_of(step.words, first)) + "\n\n";
    text += result + " = **" + shortest(step.result) + "**\n";
}

/// Appends the lines for a step's operands.
void add_lines(std::string& text, const ExplanationStep& step) {
    if (step.kind == ExplanationKind::sum || step.kind == ExplanationKind::root) {
        for (const Term& term : step.terms) {
            text += "  " + printable(term.name) + ": ";
            for (std::size_t i = 0; i < term.factors.size(); ++i)
                text += (i == 0                    ? ""
                         : term.factors[i].divides ? " ÷ "
                                                   : " × ") +
                        shortest(term.factors[i].value);
            text += (term.factors.size() > 1 ? " = " + shortest(term.value) : "") + "\n";
        }
    }
    for (const Share& share : step.shares)
        text += "  " + printable(share.key) + ": " +
                (share.hidden ? "hidden" : shortest(share.score.value) + " → " + shortest(share.weight)) +
                "\n";
    if (const auto& sink = step.sink)
        text += "  " + printable(sink->key) + ": " + shortest(sink->score.value) + " → " +
                shortest(sink->weight) + "\n";
}

} // namespace

std::string markdown_text(const std::string& text) {
    std::string shown = printable(text);
    shown.erase(0, shown.find_first_not_of(' ')); // four would begin a listing
    const std::size_t digits = std::min(shown.find_first_not_of("0123456789"), shown.size());
    const auto begins_list = [&](std::size_t i) {
        return i == 0 ? std::string_view("-+=").find(shown[i]) != std::string_view::npos // or ends a heading
                      : i == digits && (shown[i] == '.' || shown[i] == ')') && shown.substr(i + 1, 1) <= " ";
    };
    std::string escaped;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (begins_list(i) || std::string_view("\\`*_<>|#[]&~$").find(shown[i]) != std::string_view::npos)
            escaped += '\\';
        escaped += shown[i];
    }
    return escaped;
}

std::string write_markdown(const Explanation& explanation) {
    std::string text = "# " + markdown_text(heading_of(explanation)) + "\n\n" +
                       markdown_text(text_of(explanation.words, explanation.first)) + ".\n\nIts value is **" +
                       shortest(explanation.value) + "**.\n";
    std::size_t number = 1;
    for (const ExplanationStep& step : explanation.steps)
        add_step(text, step, explanation.first, number++);
    return text;
}

std::string write_text(const Explanation& explanation) {
    std::string text = printable(heading_of(explanation)) + " = " + shortest(explanation.value) + "\n" +
                       printable(text_of(explanation.words, explanation.first)) + "\n";
    std::size_t number = 1;
    for (const ExplanationStep& step : explanation.steps) {
        text +=
            "\n" + std::to_string(number++) + " " + printable(text_of(step.title, explanation.first)) + "\n";
        if (step.kind != ExplanationKind::overridden)
            text += "  " + printable(plain(step.rule)) + "\n";
        add_lines(text, step);
        text += (step.words.empty() ? "" : "  " + printable(text_of(step.words, explanation.first)) + "\n") +
                "  = " + shortest(step.result) + "\n";
    }
    return text;
}

std::string write_latex(const Explanation& explanation) {
    std::string lines;
    for (const ExplanationStep& step : explanation.steps) {
        lines += lines.empty() ? "" : " \\\\\n";
        const Formula result = formula::hole(step.result, {});
        if (step.kind == ExplanationKind::overridden) {
            lines +=
                "  " + write_latex(formula::named(step.symbol, step.index)) + " &:= " + write_latex(result);
            continue;
        }
        const std::vector<Formula>& sides = step.rule.parts; // name, " = ", rule
        lines += "  " + write_latex(sides.front()) + " &= " + write_latex(sides.back());
        if (step.numbers.kind != Formula::Kind::row || !step.numbers.parts.empty())
            lines += " \\\\\n  &= " + write_latex(step.numbers);
        lines += " = " + write_latex(result);
    }
    return "% " + printable(heading_of(explanation)) + "\n\\begin{align*}\n" + lines + "\n\\end{align*}\n";
}

} // namespace lab
