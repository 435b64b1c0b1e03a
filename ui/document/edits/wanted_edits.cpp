// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/wanted_edits.h"

#include "core/experiment/masks.h"
#include "ui/document/lab_document.h"

#include <algorithm>

namespace lab {

namespace {

std::vector<Index> seenKeys(const Matrix& hidden, Index row) {
    std::vector<Index> keys;
    for (Index key = 0; key < hidden.cols(); ++key) {
        if (!is_hidden(hidden(row, key)))
            keys.push_back(key);
    }
    return keys;
}

/// The cells that a stroke over `cells` paints, with their numbers.
std::vector<WantedCell> paintedBy(const WantedPaint& paint, const Block& cells) {
    std::vector<WantedCell> painted;
    for (Index row = cells.row; row < cells.row + cells.rows; ++row) {
        const std::vector<Index> keys = seenKeys(paint.hidden, row);
        for (const Index key : keys) {
            const bool isUnder = key >= cells.column && key < cells.column + cells.columns;
            if (paint.brush == WantedBrush::row)
                painted.push_back({paint.head, row, key, 1 / static_cast<double>(keys.size())});
            else if (isUnder)
                painted.push_back({paint.head, row, key, paint.number});
        }
    }
    return painted;
}

bool isSameCell(const WantedCell& a, const WantedCell& b) {
    return a.head == b.head && a.row == b.row && a.column == b.column;
}

void removeRow(std::vector<WantedCell>& wanted, HeadIndex head, Index row) {
    std::erase_if(wanted, [&](const WantedCell& each) { return each.head == head && each.row == row; });
}

std::vector<Index> keysOf(const Experiment& experiment, WantedPattern pattern, Index row) {
    const FirstPositions first = first_positions(experiment);
    const std::vector<std::string>& tokens = key_tokens(experiment);
    const auto count = static_cast<Index>(tokens.size());
    std::vector<Index> keys;
    switch (pattern) {
    case WantedPattern::previous_word:
        if (const Index key = first.query + row - 1 - first.key; key >= 0 && key < count)
            keys = {key};
        break;
    case WantedPattern::same_word:
        for (Index key = 0; key < count; ++key) {
            if (tokens[static_cast<std::size_t>(key)] ==
                experiment.sequence.tokens[static_cast<std::size_t>(row)])
                keys.push_back(key);
        }
        break;
    case WantedPattern::first_word:
        keys = {0};
        break;
    }
    return keys;
}

} // namespace

void setWanted(LabDocument& document, std::vector<WantedCell> weights, const QString& text) {
    LearnView learn = learnView(document.experiment()).learn;
    learn.wanted = std::move(weights);
    document.applyWanted(entryOf(learn), text);
}

void setWantedOutput(LabDocument& document, std::vector<WantedCell> output, const QString& text) {
    LearnView learn = learnView(document.experiment()).learn;
    learn.output = std::move(output);
    document.applyWanted(entryOf(learn), text);
}

void setWantedOutput(LabDocument& document, Index row, Index column, std::optional<double> number,
                     const QString& text) {
    std::vector<WantedCell> output = learnView(document.experiment()).learn.output;
    std::erase_if(output, [&](const WantedCell& each) { return each.row == row && each.column == column; });
    if (number)
        output.push_back({0, row, column, *number});
    setWantedOutput(document, std::move(output), text);
}

void setWantedStage(LabDocument& document, WantedStage of, const QString& text) {
    LearnView learn = learnView(document.experiment()).learn;
    learn.of = of;
    document.applyWanted(entryOf(learn), text);
}

void setLearnChoices(LabDocument& document, const LearnView& learn) {
    const JsonPtr& view = document.experiment().view;
    LearnView next = learn;
    const LearnView now = learnView(document.experiment()).learn;
    next.of = now.of;
    next.wanted = now.wanted;
    next.output = now.output;
    if (next != now)
        document.setView(withLearnChoices(view, next));
}

bool takesAway(const std::vector<WantedCell>& wanted, const WantedPaint& paint, const Block& cells) {
    const std::vector<WantedCell> painted = paintedBy(paint, cells);
    return paint.brush == WantedBrush::any ||
           (!painted.empty() && std::ranges::all_of(painted, [&](const WantedCell& each) {
               return std::ranges::find(wanted, each) != wanted.end();
           }));
}

std::vector<WantedCell> withPainted(std::vector<WantedCell> wanted, const WantedPaint& paint,
                                    const Block& cells, bool takesAway) {
    if (paint.brush != WantedBrush::cell) {
        for (Index row = cells.row; row < cells.row + cells.rows; ++row)
            removeRow(wanted, paint.head, row);
        if (takesAway || paint.brush == WantedBrush::any)
            return wanted;
    }
    for (const WantedCell& each : paintedBy(paint, cells)) {
        std::erase_if(wanted, [&](const WantedCell& other) { return isSameCell(each, other); });
        if (!takesAway)
            wanted.push_back(each);
    }
    return wanted;
}

std::vector<WantedCell> withPattern(std::vector<WantedCell> wanted, const Experiment& experiment,
                                    const WantedPaint& paint, WantedPattern pattern) {
    std::erase_if(wanted, [&](const WantedCell& each) { return each.head == paint.head; });
    for (Index row = 0; row < paint.hidden.rows(); ++row) {
        std::vector<Index> keys = keysOf(experiment, pattern, row);
        std::erase_if(keys, [&](Index key) { return is_hidden(paint.hidden(row, key)); });
        for (const Index key : keys)
            wanted.push_back({paint.head, row, key, paint.number / static_cast<double>(keys.size())});
    }
    return wanted;
}

} // namespace lab
