// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/cover.h"

#include "core/analysis/same_numbers.h"
#include "core/base/covered.h"
#include "core/experiment/overrides.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace lab {

namespace {

constexpr std::size_t mostMade = 2; ///< now, and before the current drag

bool contains(std::span<const Block> blocks, const CellRef& cell) {
    return std::ranges::any_of(blocks, [&](const Block& each) {
        return cell.row >= each.row && cell.row < each.row + each.rows && cell.column >= each.column &&
               cell.column < each.column + each.columns;
    });
}

bool fits(const Experiment& experiment, const StageBlock& each) {
    if (is_empty(experiment) || !has_stage(experiment, each.stage))
        return false;
    const Dimensions d = dimensions(experiment);
    const StageInfo& stage = info(each.stage);
    return each.head < (stage.per_head ? d.H : 1) && each.block.rows > 0 && each.block.columns > 0 &&
           each.block.row + each.block.rows <= length(stage.rows, d) &&
           each.block.column + each.block.columns <= length(stage.columns, d);
}

/// The cells of `all` that are not in `other`, as blocks: above, beside and below.
std::vector<Block> without(const Block& all, const Block& other) {
    const Index top = std::max(all.row, other.row), left = std::max(all.column, other.column);
    const Index bottom = std::min(all.row + all.rows, other.row + other.rows);
    const Index right = std::min(all.column + all.columns, other.column + other.columns);
    if (top >= bottom || left >= right)
        return {all};
    std::vector<Block> parts{{all.row, all.column, top - all.row, all.columns},
                             {top, all.column, bottom - top, left - all.column},
                             {top, right, bottom - top, all.column + all.columns - right},
                             {bottom, all.column, all.row + all.rows - bottom, all.columns}};
    std::erase_if(parts, [](const Block& each) { return each.rows == 0 || each.columns == 0; });
    return parts;
}

/// The part of it that the experiment still has.
StageBlock clipped(const Experiment& experiment, StageBlock block) {
    const Block all = wholeMatrix(experiment, block.stage, block.head).block;
    block.block.rows = std::min(block.block.rows, all.rows - block.block.row);
    block.block.columns = std::min(block.block.columns, all.columns - block.block.column);
    return block;
}

/// Whether the row and the column of a cell are of the tokens that they were of before.
bool isOfSameTokens(const Experiment& before, const Experiment& experiment, const CellRef& cell) {
    const auto token = [](const Experiment& of, Axis axis, Index index) {
        const auto& tokens = axis == Axis::query_token ? of.sequence.tokens : key_tokens(of);
        const auto at = static_cast<std::size_t>(index);
        return at < tokens.size() ? tokens[at] : std::string(); // there is none any more
    };
    const auto isSame = [&](Axis axis, Index index) {
        return !is_token_axis(axis) || token(before, axis, index) == token(experiment, axis, index);
    };
    return isSame(info(cell.stage).rows, cell.row) && isSame(info(cell.stage).columns, cell.column);
}

std::span<const Block> blocksAt(const std::map<std::pair<StageId, HeadIndex>, std::vector<Block>>& map,
                                const std::pair<StageId, HeadIndex>& place) {
    const auto found = map.find(place);
    return found == map.end() ? std::span<const Block>() : std::span<const Block>(found->second);
}

} // namespace

bool canCover(const Experiment& experiment, const StageBlock& block) {
    return fits(experiment, block) && !copies_parameters(experiment, block.stage);
}

StageBlock wholeMatrix(const Experiment& experiment, StageId stage, HeadIndex head) {
    const Dimensions d = dimensions(experiment);
    const StageInfo& of = info(stage);
    return {stage, of.per_head ? head : 0, {0, 0, length(of.rows, d), length(of.columns, d)}};
}

std::vector<StageBlock> Cover::left() const {
    std::vector<StageBlock> blocks;
    for (const StageBlock& asked : m_asked) {
        const Block& all = asked.block;
        const auto covered = [&](Index row, Index column) {
            return covers({asked.stage, asked.head, row, column});
        };
        std::vector<StageBlock> above; // those that the next row may go on with
        for (Index row = all.row; row < all.row + all.rows; ++row) {
            std::vector<StageBlock> here;
            for (Index first = all.column; first < all.column + all.columns;) {
                Index end = first;
                while (end < all.column + all.columns && covered(row, end))
                    ++end;
                if (end > first)
                    here.push_back({asked.stage, asked.head, {row, first, 1, end - first}});
                first = std::max(end, first + 1);
            }
            const auto alike = [](const StageBlock& a, const StageBlock& b) {
                return a.block.column == b.block.column && a.block.columns == b.block.columns;
            };
            if (std::ranges::equal(above, here, alike)) {
                for (StageBlock& each : above)
                    ++each.block.rows;
            } else {
                blocks.insert(blocks.end(), above.begin(), above.end());
                above = here;
            }
        }
        blocks.insert(blocks.end(), above.begin(), above.end());
    }
    return blocks;
}

bool Cover::covers(const CellRef& cell) const {
    const Place place{cell.stage, cell.head};
    return contains(blocksAt(m_blocks, place), cell) && !isBare(cell);
}

bool Cover::isBare(const CellRef& cell) const {
    const auto found = m_bare.find({cell.stage, cell.head});
    return found != m_bare.end() && found->second.cells.contains(cell.row, cell.column);
}

/// What of a block is not asked for yet.
std::vector<Block> Cover::notAsked(const StageBlock& block) const {
    std::vector<Block> wanted{block.block};
    for (const StageBlock& each : m_asked) {
        if (each.stage != block.stage || each.head != block.head)
            continue;
        std::vector<Block> outside;
        for (const Block& of : wanted)
            std::ranges::copy(without(of, each.block), std::back_inserter(outside));
        wanted = std::move(outside);
    }
    return wanted;
}

/// Only what is not asked for yet: a cell that was in two blocks would be counted twice.
void Cover::ask(const StageBlock& block) {
    std::erase_if(m_asked, [&](const StageBlock& each) {
        return each.stage == block.stage && each.head == block.head &&
               without(each.block, block.block).empty();
    });
    for (const Block& each : notAsked(block))
        m_asked.push_back({block.stage, block.head, each});
}

void Cover::add(const Experiment& experiment, const StageBlock& block) {
    add(experiment, std::span(&block, 1));
}

void Cover::add(const Experiment& experiment, std::span<const StageBlock> blocks) {
    ++m_begun;
    for (const StageBlock& block : blocks) {
        ask(block);
        std::erase_if(m_opened, [&](const OpenCell& each) {
            return each.cell.stage == block.stage && each.cell.head == block.head &&
                   contains(std::span(&block.block, 1), each.cell);
        });
    }
    derive(experiment);
}

void Cover::keep(const Experiment& experiment, std::span<const StageBlock> blocks) {
    std::vector<StageBlock> missing;
    std::ranges::copy_if(blocks, std::back_inserter(missing), [&](const StageBlock& each) {
        return canCover(experiment, each) && !notAsked(each).empty();
    });
    if (!missing.empty())
        add(experiment, missing);
}

void Cover::open(const Experiment& experiment, const CellRef& cell) {
    m_opened.push_back({cell, ++m_steps});
    derive(experiment);
}

void Cover::open(const Experiment& experiment, std::span<const StageBlock> blocks) {
    ++m_steps;
    for (const auto& [stage, head, block] : blocks) {
        for (Index i = 0; i < block.rows * block.columns; ++i) {
            const CellRef cell{stage, head, block.row + i / block.columns, block.column + i % block.columns};
            if (covers(cell))
                m_opened.push_back({cell, m_steps});
        }
    }
    derive(experiment);
}

void Cover::restore(const Experiment& experiment, const Cover& state) {
    ++m_begun;
    m_asked = state.m_asked;
    m_opened = state.m_opened;
    if (m_asked.empty())
        clear();
    else
        derive(experiment);
}

bool Cover::closeLast(const Experiment& experiment) {
    if (m_opened.empty())
        return false;
    ++m_begun;
    std::erase_if(m_opened,
                  [last = m_opened.back().step](const OpenCell& each) { return each.step == last; });
    derive(experiment);
    return true;
}

void Cover::remove(const Experiment& experiment, StageId stage, HeadIndex head) {
    const auto isThere = [&](const auto& each) { return each.stage == stage && each.head == head; };
    ++m_begun;
    std::erase_if(m_asked, isThere);
    std::erase_if(m_opened, [&](const OpenCell& each) { return isThere(each.cell); });
    if (m_asked.empty())
        clear();
    else
        derive(experiment);
}

void Cover::clear() {
    m_asked.clear();
    m_opened.clear();
    m_blocks.clear();
    m_bare.clear();
    m_made.clear();
    m_isExercise = false;
    ++m_changes;
    ++m_begun;
}

void Cover::replace(const Experiment& experiment, std::span<const StageBlock> blocks) {
    const bool wasExercise = m_isExercise;
    clear();
    m_isExercise = wasExercise;
    add(experiment, blocks);
}

void Cover::setExercise(bool exercise) {
    if (std::exchange(m_isExercise, exercise) != exercise)
        ++m_begun;
}

Index Cover::countIn(const StageBlock& block) const {
    Index count = 0;
    for (Index i = 0; !isEmpty() && i < block.block.rows * block.block.columns; ++i)
        count += covers({block.stage, block.head, block.block.row + i / block.block.columns,
                         block.block.column + i % block.block.columns});
    return count;
}

/// Fits what is covered and what was opened to matrices of other sizes.
void Cover::resize(const Experiment& before, const Experiment& experiment) {
    std::vector<StageBlock> open;
    for (StageBlock& asked : m_asked) {
        const StageBlock was = wholeMatrix(before, asked.stage, asked.head);
        const StageBlock is = wholeMatrix(experiment, asked.stage, asked.head);
        if (was == is)
            continue;
        const bool isAllOpen = countIn(asked) == 0;
        if (isAllOpen)
            open.push_back(asked);
        asked = asked == was && !isAllOpen ? is : clipped(experiment, asked);
    }
    std::erase_if(m_opened, [&](const OpenCell& opened) {
        const CellRef& cell = opened.cell;
        const bool isAllOpen = std::ranges::any_of(open, [&](const StageBlock& each) {
            return each.stage == cell.stage && each.head == cell.head &&
                   contains(std::span(&each.block, 1), cell);
        });
        const bool isResized =
            wholeMatrix(before, cell.stage, cell.head) != wholeMatrix(experiment, cell.stage, cell.head);
        return isResized && !isAllOpen && !isOfSameTokens(before, experiment, cell);
    });
}

void Cover::update(const Experiment& before, const Experiment& experiment, Opened opened) {
    if (m_asked.empty())
        return;
    const std::vector<StageBlock> askedBefore = m_asked;
    if (opened == Opened::is_covered_again)
        m_opened.clear();
    else if (!is_empty(experiment))
        resize(before, experiment);
    std::erase_if(m_asked, [&](const StageBlock& each) { return !fits(experiment, each); });
    std::erase_if(m_opened, [&](const OpenCell& each) {
        return !fits(experiment, {each.cell.stage, each.cell.head, {each.cell.row, each.cell.column, 1, 1}});
    });
    if (m_asked != askedBefore)
        ++m_begun;
    if (m_asked.empty())
        clear();
    else
        derive(experiment);
}

void Cover::derive(const Experiment& experiment) {
    ++m_changes;
    m_made.clear();
    m_blocks.clear();
    m_bare.clear();
    for (const StageBlock& asked : m_asked) {
        for (const StageBlock& each : same_numbers(experiment, asked))
            m_blocks[{each.stage, each.head}].push_back(each.block);
    }
    const auto bare = [&](const CellRef& cell) {
        for (const auto& [stage, head, block] :
             same_numbers(experiment, {cell.stage, cell.head, {cell.row, cell.column, 1, 1}})) {
            const auto [found, isNew] = m_bare.try_emplace({stage, head});
            if (isNew) {
                const Block all = wholeMatrix(experiment, stage, head).block;
                found->second.cells = CellSet(all.rows, all.columns);
            }
            found->second.blocks.push_back(block);
            found->second.cells.add(block);
        }
    };
    for (const OpenCell& each : m_opened)
        bare(each.cell);
    for (const Override* each : overrides_in_force(experiment)) {
        if (has_stage(experiment, each->stage))
            bare(cell_of(*each));
    }
}

StageView Cover::over(StageView view, StageId stage, HeadIndex head) const {
    constexpr int room = 40; // for the document's own revisions
    view.revision += m_changes << room;
    const Place place{stage, head};
    const std::span<const Block> blocks = blocksAt(m_blocks, place);
    if (blocks.empty() || !view.matrix)
        return view;
    std::vector<Covered>& made = m_made[place];
    auto found = std::ranges::find(made, view.matrix, &Covered::original);
    if (found == made.end()) {
        Matrix matrix = *view.matrix;
        const auto within = [&](const Block& each) { // a stale matrix may have another shape
            return each.row + each.rows <= matrix.rows() && each.column + each.columns <= matrix.cols();
        };
        for (const Block& each : blocks) {
            if (within(each))
                matrix.block(each.row, each.column, each.rows, each.columns).setConstant(covered_number());
            else
                matrix.setConstant(covered_number());
        }
        if (const auto bare = m_bare.find(place); bare != m_bare.end()) {
            for (const Block& each : bare->second.blocks) {
                if (within(each))
                    matrix.block(each.row, each.column, each.rows, each.columns) =
                        view.matrix->block(each.row, each.column, each.rows, each.columns);
            }
        }
        if (made.size() == mostMade)
            made.erase(made.begin());
        auto summary = std::make_shared<const MatrixSummary>(summarize(matrix));
        made.push_back({view.matrix, share(std::move(matrix)), std::move(summary)});
        found = made.end() - 1;
    }
    view.matrix = found->matrix;
    view.summary = view.summary ? found->summary : nullptr;
    return view;
}

} // namespace lab
