// SPDX-License-Identifier: GPL-3.0-or-later
//
// Some cells of a matrix, one bit each, so that rows are combined a word at a time.
#pragma once

#include "core/experiment/parameter.h"

#include <cstdint>
#include <vector>

namespace lab {

/// Some columns of a row, or some rows of a column: which of `size` places.
class PlaceSet {
public:
    PlaceSet() = default;
    explicit PlaceSet(Index size);

    Index size() const { return m_size; }
    bool contains(Index place) const { return (m_words[word(place)] >> bit(place) & 1) != 0; }
    bool is_empty() const;
    Index count() const;
    void add(Index place) { m_words[word(place)] |= std::uint64_t{1} << bit(place); }
    void add(Index first, Index count);
    void add_all() { add(0, m_size); }
    void remove(Index place) { m_words[word(place)] &= ~(std::uint64_t{1} << bit(place)); }
    void clear();

    // With other places of as many.
    void add(const PlaceSet& others);
    void remove(const PlaceSet& others);
    void keep(const PlaceSet& others);
    bool intersects(const PlaceSet& others) const;
    bool operator==(const PlaceSet&) const = default;

    /// From the first to the last.
    std::vector<Index> list() const;
    std::vector<Columns> runs() const;

private:
    static std::size_t word(Index place) { return static_cast<std::size_t>(place) / 64; }
    static unsigned bit(Index place) { return static_cast<unsigned>(place % 64); }

    Index m_size = 0;
    std::vector<std::uint64_t> m_words;
};

class CellSet {
public:
    CellSet() = default;
    CellSet(Index rows, Index columns);

    Index rows() const { return static_cast<Index>(m_rows.size()); }
    Index columns() const { return m_columns; }
    PlaceSet& row(Index row) { return m_rows[static_cast<std::size_t>(row)]; }
    const PlaceSet& row(Index row) const { return m_rows[static_cast<std::size_t>(row)]; }

    bool contains(Index row, Index column) const { return this->row(row).contains(column); }
    bool is_empty() const;
    Index count() const;
    void add(Index row, Index column) { this->row(row).add(column); }
    /// The block must be within the matrix.
    void add(const Block& block);
    void remove(Index row, Index column) { this->row(row).remove(column); }
    void remove(const CellSet& others);

    /// The rows, or the columns, of which any cell is among them.
    PlaceSet any_of_rows() const;
    PlaceSet any_of_columns() const;

    /// The same cells as blocks that do not overlap, from top to bottom: rows that follow each other and have
    /// the same columns are in one.
    std::vector<Block> blocks() const;

private:
    Index m_columns = 0;
    std::vector<PlaceSet> m_rows;
};

} // namespace lab
