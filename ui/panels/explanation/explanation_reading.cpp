// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/explanation/explanation_reading.h"

#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextFragment>
#include <QTextTable>

#include <optional>
#include <utility>

namespace lab {

namespace {

/// The row of a table in which each cell is one block: its table and number. nullopt for any other block.
std::optional<std::pair<const QTextTable*, int>> rowOf(const QTextBlock& block) {
    QTextCursor cursor(block);
    const QTextTable* table = cursor.currentTable();
    if (!table)
        return std::nullopt;
    const QTextTableCell cell = table->cellAt(cursor);
    const bool isAlone =
        cell.firstCursorPosition().block() == block && cell.lastCursorPosition().block() == block;
    return isAlone ? std::optional(std::pair(table, cell.row())) : std::nullopt;
}

void append(ReadLine& line, const QTextFragment& fragment, const std::vector<InlineImage>& pictures) {
    const QTextCharFormat format = fragment.charFormat();
    if (format.isImageFormat()) {
        bool isNumber = false;
        const std::size_t place = format.toImageFormat().name().toUInt(&isNumber);
        if (!isNumber || place >= pictures.size())
            return;
        line.text += pictures[place].words;
        line.links.insert(line.links.end(), pictures[place].links.begin(), pictures[place].links.end());
        return;
    }
    line.text += fragment.text();
    if (format.isAnchor())
        line.links.push_back({fragment.text(), format.anchorHref(), fragment.position()});
}

} // namespace

std::vector<ReadLine> readLines(const QTextDocument& page, const std::vector<InlineImage>& pictures) {
    std::vector<ReadLine> lines;
    std::optional<std::pair<const QTextTable*, int>> row;
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
        ReadLine line{{}, {}, block.position()};
        for (auto fragment = block.begin(); !fragment.atEnd(); ++fragment)
            append(line, fragment.fragment(), pictures);
        line.text = line.text.replace(QChar::Nbsp, QLatin1Char(' ')).simplified();
        if (line.text.isEmpty())
            continue;
        const auto its = rowOf(block);
        if (its && row == its) {
            lines.back().text += QLatin1Char(' ') + line.text;
            lines.back().links.insert(lines.back().links.end(), line.links.begin(), line.links.end());
        } else {
            lines.push_back(std::move(line));
        }
        row = its;
    }
    return lines;
}

} // namespace lab
