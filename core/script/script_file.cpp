// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/script_file.h"

#include "core/io/explanation_text.h"

#include <nlohmann/json.hpp>

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

} // namespace

std::vector<std::string> python_lines(const Script& script) {
    std::vector<std::string> lines;
    for (const ScriptBlock& block : script.blocks) {
        if (!lines.empty())
            lines.emplace_back();
        for (const std::string& text : block.heading) {
            if (&text != &block.heading.front() && &block == &script.blocks.front())
                lines.emplace_back("#");
            lines.push_back("# " + text);
        }
        lines.insert(lines.end(), block.lines.begin(), block.lines.end());
    }
    return lines;
}

ScriptLines lines_about(const Script& script, const ScriptSubject& subject) {
    if (std::holds_alternative<std::monostate>(subject))
        return {};
    std::size_t at = 0;
    for (const ScriptBlock& block : script.blocks) {
        const bool is_first = &block == &script.blocks.front();
        at += is_first ? 2 * block.heading.size() - 1 : 1 + block.heading.size();
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
