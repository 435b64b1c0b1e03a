// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/cell_set.h"

#include <algorithm>
#include <bit>

namespace lab {

PlaceSet::PlaceSet(Index size) : m_size(size), m_words((static_cast<std::size_t>(size) + 63) / 64) {}

bool PlaceSet::is_empty() const {
    return std::ranges::all_of(m_words, [](std::uint64_t each) { return each == 0; });
}

Index PlaceSet::count() const {
    Index sum = 0;
    for (const std::uint64_t each : m_words)
        sum += std::popcount(each);
    return sum;
}

void PlaceSet::add(Index first, Index count) {
    for (Index place = first; place < first + count; ++place) {
        if (bit(place) == 0 && place + 64 <= first + count) { // a whole word
            m_words[word(place)] = ~std::uint64_t{0};
            place += 63;
        } else {
            add(place);
        }
    }
}

void PlaceSet::clear() {
    std::ranges::fill(m_words, 0);
}

void PlaceSet::add(const PlaceSet& others) {
    for (std::size_t i = 0; i < m_words.size(); ++i)
        m_words[i] |= others.m_words[i];
}

void PlaceSet::remove(const PlaceSet& others) {
    for (std::size_t i = 0; i < m_words.size(); ++i)
        m_words[i] &= ~others.m_words[i];
}

void PlaceSet::keep(const PlaceSet& others) {
    for (std::size_t i = 0; i < m_words.size(); ++i)
        m_words[i] &= others.m_words[i];
}

bool PlaceSet::intersects(const PlaceSet& others) const {
    for (std::size_t i = 0; i < m_words.size(); ++i) {
        if ((m_words[i] & others.m_words[i]) != 0)
            return true;
    }
    return false;
}

std::vector<Index> PlaceSet::list() const {
    std::vector<Index> all;
    for (const Columns& run : runs()) {
        for (Index place = run.first; place < run.first + run.count; ++place)
            all.push_back(place);
    }
    return all;
}

std::vector<Columns> PlaceSet::runs() const {
    std::vector<Columns> runs;
    for (std::size_t i = 0; i < m_words.size(); ++i) {
        Index place = static_cast<Index>(i) * 64;
        for (std::uint64_t rest = m_words[i]; rest != 0;) {
            const int gap = std::countr_zero(rest);
            const int count = std::countr_one(rest >> gap);
            if (!runs.empty() && runs.back().first + runs.back().count == place + gap)
                runs.back().count += count; // goes on from the word before
            else
                runs.push_back({place + gap, count});
            rest = gap + count < 64 ? rest >> (gap + count) : 0;
            place += gap + count;
        }
    }
    return runs;
}

CellSet::CellSet(Index rows, Index columns)
    : m_columns(columns), m_rows(static_cast<std::size_t>(rows), PlaceSet(columns)) {}

bool CellSet::is_empty() const {
    return std::ranges::all_of(m_rows, [](const PlaceSet& each) { return each.is_empty(); });
}

Index CellSet::count() const {
    Index sum = 0;
    for (const PlaceSet& each : m_rows)
        sum += each.count();
    return sum;
}

void CellSet::add(const Block& block) {
    for (Index i = block.row; i < block.row + block.rows; ++i)
        row(i).add(block.column, block.columns);
}

void CellSet::remove(const CellSet& others) {
    for (Index i = 0; i < rows(); ++i)
        row(i).remove(others.row(i));
}

PlaceSet CellSet::any_of_rows() const {
    PlaceSet any(rows());
    for (Index i = 0; i < rows(); ++i) {
        if (!row(i).is_empty())
            any.add(i);
    }
    return any;
}

PlaceSet CellSet::any_of_columns() const {
    PlaceSet any(m_columns);
    for (const PlaceSet& each : m_rows)
        any.add(each);
    return any;
}

std::vector<Block> CellSet::blocks() const {
    std::vector<Block> blocks;
    for (Index first = 0; first < rows();) {
        Index end = first + 1;
        while (end < rows() && row(end) == row(first))
            ++end;
        for (const Columns& run : row(first).runs())
            blocks.push_back({first, run.first, end - first, run.count});
        first = end;
    }
    return blocks;
}

} // namespace lab
