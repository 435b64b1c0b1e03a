// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/followed_tokens.h"

#include "core/edits/sentence.h"
#include "core/experiment/overrides.h"
#include "core/experiment/stage.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <set>
#include <tuple>
#include <unordered_map>

namespace lab {

namespace {

/// Numbers are the same if all their bits are.
std::uint64_t bits_of(double number) {
    return std::bit_cast<std::uint64_t>(number);
}

using RowBits = std::vector<std::uint64_t>;

RowBits bits_of(const Matrix& matrix, Index row) {
    RowBits bits;
    bits.reserve(static_cast<std::size_t>(matrix.cols()));
    for (Index column = 0; column < matrix.cols(); ++column)
        bits.push_back(bits_of(matrix(row, column)));
    return bits;
}

std::size_t at(Index index) {
    return static_cast<std::size_t>(index);
}

bool has_rows(const Matrix& matrix, const std::vector<std::size_t>& tokens) {
    return at(matrix.rows()) == tokens.size();
}

} // namespace

FollowedTokens::FollowedTokens(const Experiment& before, const Experiment& after)
    : m_before(before), m_after(after), m_queries(names_of(before.sequence.tokens, after.sequence.tokens)),
      m_keys(names_of(key_tokens(before), key_tokens(after))) {}

FollowedTokens::Names FollowedTokens::names_of(const std::vector<std::string>& before,
                                               const std::vector<std::string>& after) {
    std::unordered_map<std::string, std::size_t> numbers;
    const auto number = [&](const std::string& token) {
        return numbers.emplace(token, numbers.size()).first->second;
    };
    Names names;
    std::ranges::transform(before, std::back_inserter(names.before), number);
    std::ranges::transform(after, std::back_inserter(names.after), number);
    names.may_be_new.resize(numbers.size());
    names.may_be_gone.resize(numbers.size());
    const std::vector<TokenIndex> origins = aligned(before, after);
    std::vector<bool> goes_on(before.size());
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (origins[i] < 0)
            names.may_be_new[names.after[i]] = true;
        else
            goes_on[at(origins[i])] = true;
    }
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (!goes_on[i])
            names.may_be_gone[names.before[i]] = true;
    }
    return names;
}

bool FollowedTokens::has_same_table() const {
    const EmbeddingTable &before = *m_before.embedding.table, &after = *m_after.embedding.table;
    return std::ranges::all_of(after.entries(), [&](const EmbeddingTable::Entry& each) {
        const TokenVector* old = before.find(each.token);
        return !old || old->values == each.vector.values ||
               bits_of(*old->values, 0) == bits_of(*each.vector.values, 0);
    });
}

bool FollowedTokens::has_same_rows(const MatrixPtr& before, const MatrixPtr& after, bool of_keys) const {
    if (!before || !after)
        return !before == !after;
    const Names& names = of_keys ? m_keys : m_queries;
    if (!has_rows(*before, names.before) || !has_rows(*after, names.after))
        return false;
    std::set<std::pair<std::size_t, RowBits>> known;
    for (Index row = 0; row < before->rows(); ++row)
        known.emplace(names.before[at(row)], bits_of(*before, row));
    for (Index row = 0; row < after->rows(); ++row) {
        const std::size_t name = names.after[at(row)];
        if (!names.may_be_new[name] && !known.contains({name, bits_of(*after, row)}))
            return false;
    }
    return true;
}

bool FollowedTokens::has_same_pairs(const MatrixPtr& before, const MatrixPtr& after) const {
    if (!before || !after)
        return !before == !after;
    if (!has_rows(*before, m_queries.before) || !has_rows(*after, m_queries.after) ||
        at(before->cols()) != m_keys.before.size() || at(after->cols()) != m_keys.after.size())
        return false;
    using Cell = std::tuple<std::size_t, std::size_t, std::uint64_t>;
    std::set<Cell> known;
    const auto cell = [](const Names& rows, const Names& columns, bool is_after, const Matrix& matrix,
                         Index row, Index column) {
        return Cell{(is_after ? rows.after : rows.before)[at(row)],
                    (is_after ? columns.after : columns.before)[at(column)], bits_of(matrix(row, column))};
    };
    for (Index row = 0; row < before->rows(); ++row) {
        for (Index column = 0; column < before->cols(); ++column)
            known.insert(cell(m_queries, m_keys, false, *before, row, column));
    }
    for (Index row = 0; row < after->rows(); ++row) {
        for (Index column = 0; column < after->cols(); ++column) {
            const Cell its = cell(m_queries, m_keys, true, *after, row, column);
            if (!m_queries.may_be_new[std::get<0>(its)] && !m_keys.may_be_new[std::get<1>(its)] &&
                !known.contains(its))
                return false;
        }
    }
    return true;
}

bool FollowedTokens::has_same_mask() const {
    const auto column = [](const Mask& mask, std::size_t keys) {
        Matrix padded = Matrix::Zero(static_cast<Index>(keys), 1);
        for (const TokenIndex key : mask.padding)
            padded(key, 0) = 1;
        return share(std::move(padded));
    };
    const auto custom = [](const Mask& mask, std::size_t queries, std::size_t keys) {
        return mask.custom ? mask.custom
                           : share(Matrix::Ones(static_cast<Index>(queries), static_cast<Index>(keys)));
    };
    const MatrixPtr &was = m_before.mask.custom, &is = m_after.mask.custom;
    return has_same_rows(column(m_before.mask, m_keys.before.size()),
                         column(m_after.mask, m_keys.after.size()), true) &&
           ((!was && !is) ||
            has_same_pairs(custom(m_before.mask, m_queries.before.size(), m_keys.before.size()),
                           custom(m_after.mask, m_queries.after.size(), m_keys.after.size())));
}

bool FollowedTokens::has_same_overrides() const {
    // Features do not move: they are told apart from the names of tokens by the first entry of the pair.
    using Place = std::pair<bool, std::size_t>;
    using Cell = std::tuple<StageId, HeadIndex, Place, Place, std::uint64_t>;
    const auto place = [this](Axis axis, Index index, bool is_after) {
        if (!is_token_axis(axis))
            return Place{false, at(index)};
        const Names& names = axis == Axis::key_token ? m_keys : m_queries;
        return Place{true, (is_after ? names.after : names.before)[at(index)]};
    };
    const auto cells = [&](const Experiment& experiment, bool is_after) {
        std::set<Cell> all;
        for (const Override* each : overrides_in_force(experiment)) {
            const StageInfo& stage = info(each->stage);
            all.emplace(each->stage, each->head, place(stage.rows, each->row, is_after),
                        place(stage.columns, each->column, is_after), bits_of(each->value));
        }
        return all;
    };
    const auto is_of = [this](const Cell& cell, std::vector<bool> Names::*tokens) {
        const StageInfo& stage = info(std::get<0>(cell));
        const auto is = [&](Axis axis, const Place& its) {
            const Names& names = axis == Axis::key_token ? m_keys : m_queries;
            return its.first && (names.*tokens)[its.second];
        };
        return is(stage.rows, std::get<2>(cell)) || is(stage.columns, std::get<3>(cell));
    };
    const std::set<Cell> before = cells(m_before, false), after = cells(m_after, true);
    return std::ranges::all_of(after, [&](const Cell& each) { return before.contains(each); }) &&
           std::ranges::all_of(before, [&](const Cell& each) {
               return after.contains(each) || is_of(each, &Names::may_be_gone);
           });
}

} // namespace lab
