// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/head_statistics.h"

#include "core/base/number_format.h"
#include "core/io/npy_writer.h"

#include <array>
#include <cmath>
#include <string_view>

namespace lab {

namespace {

struct Column {
    std::string_view name;
    double HeadPattern::*number;
};

constexpr std::array columns{
    Column{"entropy_bits", &HeadPattern::entropy}, Column{"from_uniform", &HeadPattern::from_uniform},
    Column{"to_previous", &HeadPattern::to_previous}, Column{"to_same", &HeadPattern::to_same},
    Column{"to_first", &HeadPattern::to_first}};

/// How a format writes its lines.
struct Lines {
    std::string_view before, first, between, last, after;
};

Lines lines_of(DataFormat format) {
    switch (format) {
    case DataFormat::tsv:
        return {"", "", "\t", "\n", ""};
    case DataFormat::md:
        return {"", "| ", " | ", " |\n", ""};
    case DataFormat::tex:
        return {"\\begin{tabular}{rrrrrr}\n", "", " & ", " \\\\\n", "\\end{tabular}\n"};
    case DataFormat::csv:
    case DataFormat::npy:
        break;
    }
    return {"", "", ",", "\n", ""};
}

/// A name as LaTeX sets it.
std::string escaped(std::string_view name, DataFormat format) {
    std::string text;
    for (const char letter : name)
        text += format == DataFormat::tex && letter == '_' ? "\\_" : std::string(1, letter);
    return text;
}

std::string bytes_of_array(const std::vector<HeadPattern>& patterns) {
    Matrix numbers(static_cast<Index>(patterns.size()), static_cast<Index>(columns.size()));
    for (std::size_t head = 0; head < patterns.size(); ++head) {
        for (std::size_t i = 0; i < columns.size(); ++i)
            numbers(static_cast<Index>(head), static_cast<Index>(i)) = patterns[head].*columns[i].number;
    }
    std::string bytes;
    write_npy({{numbers.rows(), numbers.cols()},
               numbers.rows(),
               numbers.cols(),
               [&](Index first, MatrixRef rows) { rows = numbers.middleRows(first, rows.rows()); }},
              [&](std::string_view piece) {
                  bytes += piece;
                  return true;
              });
    return bytes;
}

} // namespace

std::string head_statistics(const std::vector<HeadPattern>& patterns, DataFormat format) {
    if (format == DataFormat::npy)
        return bytes_of_array(patterns);
    const Lines lines = lines_of(format);
    std::string text(lines.before);
    const auto line = [&](const std::string& cells, const auto& cell) {
        text.append(lines.first).append(cells);
        for (const Column& column : columns)
            text.append(lines.between).append(cell(column));
        text.append(lines.last);
    };
    line("head", [&](const Column& column) { return escaped(column.name, format); });
    if (format == DataFormat::md)
        line("---:", [](const Column&) { return std::string("---:"); });
    for (std::size_t head = 0; head < patterns.size(); ++head)
        line(std::to_string(head),
             [&](const Column& column) { return shortest(patterns[head].*column.number); });
    return text.append(lines.after);
}

} // namespace lab
