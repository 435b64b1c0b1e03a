// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/script_file.h"

#include "core/io/explanation_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace lab {

namespace {

using Json = nlohmann::ordered_json;

/// Lines as notebooks have them: each with its line break, but for the last.
Json source_of(const std::vector<std::string>& lines) {
    Json source = Json::array();
    for (std::size_t i = 0; i < lines.size(); ++i)
        source.push_back(lines[i] + (i + 1 < lines.size() ? "\n" : ""));
    return source;
}

/// What Markdown shows as these lines, each a paragraph.
std::vector<std::string> markdown_of(const ScriptBlock& block, bool is_first) {
    std::vector<std::string> lines;
    for (const std::string& text : block.heading) {
        if (!lines.empty())
            lines.emplace_back();
        lines.push_back(markdown_text(text));
    }
    if (is_first)
        lines.front().insert(0, "# ");
    return lines;
}

std::string notebook(const Script& script) {
    Json cells = Json::array();
    const auto add = [&](const char* type, const std::vector<std::string>& lines) {
        Json cell{{"cell_type", type}};
        if (std::string_view(type) == "code")
            cell["execution_count"] = nullptr;
        cell["id"] = "cell-" + std::to_string(cells.size() + 1);
        cell["metadata"] = Json::object();
        if (std::string_view(type) == "code")
            cell["outputs"] = Json::array();
        cell["source"] = source_of(lines);
        cells.push_back(std::move(cell));
    };
    for (const ScriptBlock& block : script.blocks) {
        add("markdown", markdown_of(block, cells.empty()));
        add("code", block.lines);
    }
    const Json file{
        {"cells", std::move(cells)},
        {"metadata",
         {{"kernelspec", {{"display_name", "Python 3"}, {"language", "python"}, {"name", "python3"}}},
          {"language_info", {{"file_extension", ".py"}, {"mimetype", "text/x-python"}, {"name", "python"}}}}},
        {"nbformat", 4},
        {"nbformat_minor", 5},
    };
    return file.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// The text as comments, broken between words.
void add_comment(const std::string& text, std::vector<std::string>& lines) {
    constexpr std::size_t longest = 100; // bytes
    lines.emplace_back("#");
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        if (lines.back().size() + 1 + end - at > longest && lines.back().size() > 1)
            lines.emplace_back("#");
        lines.back().append(1, ' ').append(text, at, end - at);
        at = end + 1;
    }
}

/// What stands above a block: an empty line, but for the first, and its heading.
std::vector<std::string> comment_above(const Script& script, const ScriptBlock& block) {
    const bool is_first = &block == &script.blocks.front();
    std::vector<std::string> lines;
    for (const std::string& text : block.heading) {
        if (&text != &block.heading.front())
            lines.emplace_back("#");
        else if (!is_first)
            lines.emplace_back();
        add_comment(text, lines);
    }
    return lines;
}

} // namespace

std::optional<ScriptFormat> script_format(std::string_view file) {
    const auto ends_with = [&](std::string_view suffix) {
        return file.size() >= suffix.size() &&
               std::ranges::equal(file.substr(file.size() - suffix.size()), suffix, [](char a, char b) {
                   return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
               });
    };
    if (ends_with(".py"))
        return ScriptFormat::python;
    return ends_with(".ipynb") ? std::optional(ScriptFormat::notebook) : std::nullopt;
}

std::vector<std::string> python_lines(const Script& script) {
    std::vector<std::string> lines;
    for (const ScriptBlock& block : script.blocks) {
        std::ranges::move(comment_above(script, block), std::back_inserter(lines));
        lines.insert(lines.end(), block.lines.begin(), block.lines.end());
    }
    return lines;
}

ScriptLines lines_about(const Script& script, const ScriptSubject& subject) {
    if (std::holds_alternative<std::monostate>(subject))
        return {};
    std::size_t at = 0;
    for (const ScriptBlock& block : script.blocks) {
        at += comment_above(script, block).size();
        if (block.subject == subject)
            return {at, block.lines.size()};
        at += block.lines.size();
    }
    return {};
}

std::string script_text(const Script& script, ScriptFormat format) {
    if (format == ScriptFormat::notebook)
        return notebook(script);
    std::string text;
    for (const std::string& line : python_lines(script))
        text.append(line).append(1, '\n');
    return text;
}

} // namespace lab
