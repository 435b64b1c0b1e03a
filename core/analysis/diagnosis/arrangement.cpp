// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/arrangement.h"

#include "core/analysis/agreement.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lab {

namespace {

using Tags = std::vector<Arrangement>;

constexpr double minus_infinite = -std::numeric_limits<double>::infinity();

Tags with(Tags tags, Arrangement another) {
    tags.push_back(another);
    return tags;
}

/// An array whose numbers are given ones: source(head, row, column) says which row and column of all.
template<class Source>
PrintedArray rearranged(const PrintedArray& given, Index heads, Index rows, Index columns,
                        const Source& source) {
    PrintedArray result;
    result.heads = heads;
    const Index matrices = std::max<Index>(heads, 1);
    result.numbers.resize(matrices * rows, columns);
    result.last_digit.resize(matrices * rows, columns);
    for (Index head = 0; head < matrices; ++head) {
        for (Index row = 0; row < rows; ++row) {
            for (Index column = 0; column < columns; ++column) {
                const auto [from_row, from_column] = source(head, row, column);
                result.numbers(head * rows + row, column) = given.numbers(from_row, from_column);
                result.last_digit(head * rows + row, column) = given.last_digit(from_row, from_column);
            }
        }
    }
    return result;
}

PrintedArray transposed(const PrintedArray& given) {
    return rearranged(
        given, given.heads, given.columns(), given.rows(),
        [&](Index head, Index row, Index column) { return std::pair(head * given.rows() + column, row); });
}

/// Whether it is 1 × n × d, or n × 1 × d as where the batch is the second dimension.
bool is_batch_of_one(const PrintedArray& given) {
    return given.heads == 1 || (given.heads > 1 && given.rows() == 1);
}

class Arranger {
public:
    Arranger(MistakenTrace& right, const Asked& asked)
        : m_right(right), m_asked(asked), m_stage(info(asked.stage)), m_sizes(right.sizes()),
          m_rows(length(m_stage.rows, m_sizes)), m_columns(length(m_stage.columns, m_sizes)),
          m_own_heads(m_stage.id == StageId::keys || m_stage.id == StageId::values ? m_sizes.G : m_sizes.H) {}

    void add(const PrintedArray& given, const Tags& tags);
    void add_stand_ins();
    std::vector<Reading> result() && { return std::move(m_readings); }
    /// As it stands, whatever its shape.
    void begin_with(const PrintedArray& given, Tags tags) { push(given, std::move(tags)); }

private:
    void add_of_heads(const PrintedArray& given, const Tags& tags);
    void add_wide(const PrintedArray& given, const Tags& tags);
    void add_fused(const PrintedArray& given, const Tags& tags);
    void push(PrintedArray numbers, Tags tags) {
        m_readings.push_back({std::move(numbers), m_asked, std::move(tags)});
    }
    /// Of all heads, from an array that has `heads` of them: fewer where heads share keys and values.
    template<class Source>
    PrintedArray all_heads(const PrintedArray& given, Index heads, const Source& source) const {
        const Index shared = m_sizes.H / heads;
        return rearranged(given, m_sizes.H, m_rows, m_columns, [&](Index head, Index row, Index column) {
            return source(head / shared, row, column);
        });
    }
    bool is_visible(const Reading& reading, Index matrix, Index row, Index column) const;

    MistakenTrace& m_right;
    Asked m_asked;
    const StageInfo& m_stage;
    Dimensions m_sizes;
    Index m_rows, m_columns; ///< of the stage
    Index m_own_heads;       ///< how many heads are computed, which others may share
    std::vector<Reading> m_readings;
};

/// n × H·d, or n × G·d.
void Arranger::add_wide(const PrintedArray& given, const Tags& tags) {
    std::vector<Index> counts{m_sizes.H};
    if (m_own_heads != m_sizes.H)
        counts.push_back(m_own_heads);
    for (const Index heads : counts) {
        if (heads > 1 && given.columns() == heads * m_columns)
            push(all_heads(given, heads,
                           [&](Index head, Index row, Index column) {
                               return std::pair(row, head * m_columns + column);
                           }),
                 with(tags, Arrangement::side_by_side));
    }
}

/// Queries, keys and values of all heads or of one in one matrix, or in one matrix for each head.
void Arranger::add_fused(const PrintedArray& given, const Tags& tags) {
    if (m_stage.id != StageId::queries && m_stage.id != StageId::keys && m_stage.id != StageId::values)
        return;
    /// The first column, if there are so many queries and so many keys and values side by side.
    const auto first_column = [&](Index heads, Index kv_heads) -> std::optional<Index> {
        const Index queries = heads * m_sizes.d_k, keys = kv_heads * m_sizes.d_k;
        if (given.columns() != queries + keys + kv_heads * m_sizes.d_v)
            return std::nullopt;
        return m_stage.id == StageId::queries ? 0 : m_stage.id == StageId::keys ? queries : queries + keys;
    };
    const Tags fused = with(tags, Arrangement::fused);
    if (given.heads > 0) {
        if (const auto first = first_column(1, 1); first && given.heads == m_sizes.H)
            push(all_heads(given, m_sizes.H,
                           [&](Index head, Index row, Index column) {
                               return std::pair(head * m_rows + row, *first + column);
                           }),
                 fused);
        return;
    }
    std::vector<Index> kv_counts{m_sizes.H};
    if (m_sizes.G != m_sizes.H)
        kv_counts.push_back(m_sizes.G);
    for (const Index kv_heads : kv_counts) {
        const auto first = first_column(m_sizes.H, kv_heads);
        if (!first)
            continue;
        const Index heads = m_stage.id == StageId::queries ? m_sizes.H : kv_heads;
        push(all_heads(given, heads,
                       [&](Index head, Index row, Index column) {
                           return std::pair(row, *first + head * m_columns + column);
                       }),
             fused);
    }
    const bool is_side_by_side =
        given.columns() == m_sizes.H * m_columns || given.columns() == m_own_heads * m_columns;
    if (const auto first = first_column(1, 1); first && m_sizes.H > 1 && !is_side_by_side)
        push(rearranged(given, 0, m_rows, m_columns,
                        [&](Index, Index row, Index column) { return std::pair(row, *first + column); }),
             fused);
}

/// An array of three dimensions.
void Arranger::add_of_heads(const PrintedArray& given, const Tags& tags) {
    const Index heads = given.rows();
    // n × 1 × d is a batch of one, unless there is only one head to have keys and values.
    const bool is_tokens_first =
        given.heads == m_rows && (given.rows() > 1 || (m_own_heads == 1 && m_sizes.H > 1));
    if (m_stage.id == StageId::concat) {
        if (is_tokens_first && heads == m_sizes.H && heads * given.columns() == m_columns)
            push(rearranged(given, 0, m_rows, m_columns,
                            [&](Index, Index row, Index column) {
                                return std::pair(row * heads + column / given.columns(),
                                                 column % given.columns());
                            }),
                 with(tags, Arrangement::tokens_first));
        return;
    }
    if (!m_stage.per_head || given.columns() != m_columns)
        return;
    if (is_tokens_first && (heads == m_sizes.H || heads == m_own_heads))
        push(all_heads(
                 given, heads,
                 [&](Index head, Index row, Index column) { return std::pair(row * heads + head, column); }),
             with(tags, Arrangement::tokens_first));
    if (given.heads == m_own_heads && m_own_heads != m_sizes.H && given.rows() == m_rows)
        push(all_heads(
                 given, m_own_heads,
                 [&](Index head, Index row, Index column) { return std::pair(head * m_rows + row, column); }),
             with(tags, Arrangement::of_each_group));
}

/// The ways to read an array of which some arrangements, the tags, were undone already.
void Arranger::add(const PrintedArray& given, const Tags& tags) {
    if (has_shape_of(m_stage.id, given, m_sizes)) {
        if (!tags.empty())
            push(given, tags);
        if (given.heads == 0 && m_stage.per_head && m_sizes.H > 1) {
            push(given, with(tags, Arrangement::averaged));
            m_readings.back().asked.is_average = true;
        }
    }
    if (given.heads > 0)
        add_of_heads(given, tags);
    else if (m_stage.per_head && given.rows() == m_rows)
        add_wide(given, tags);
    if (given.rows() == m_rows)
        add_fused(given, tags);
}

/// Whether the document lets the query of a row see the key of a column.
bool Arranger::is_visible(const Reading& reading, Index matrix, Index row, Index column) const {
    const HeadIndex head = reading.numbers.heads > 0 ? matrix : m_asked.head;
    return std::isfinite(m_right.stage(StageId::masked_scores, head)(row, column));
}

/// Scores in which a large negative number takes the place of −∞, once in the cells that the document hides
/// and once in all: after a mistake in the mask, others are hidden. A number is large enough if a weight is 0
/// beside the largest score of its row.
void Arranger::add_stand_ins() {
    if (m_stage.id != StageId::scores && m_stage.id != StageId::scaled_scores &&
        m_stage.id != StageId::masked_scores)
        return;
    constexpr double gone = -746; // e to this power is 0 in double precision
    constexpr double low = -1e3;
    const std::size_t before = m_readings.size();
    for (std::size_t i = 0; i < before; ++i) {
        if (!has_shape_of(m_stage.id, m_readings[i].numbers, m_sizes))
            continue;
        Reading hidden = m_readings[i], all = m_readings[i];
        bool has_hidden = false, has_others = false;
        for (Index line = 0; line < hidden.numbers.numbers.rows(); ++line) {
            const auto numbers = m_readings[i].numbers.numbers.row(line);
            double largest = minus_infinite;
            for (const double number : numbers)
                largest = number > largest ? number : largest;
            for (Index column = 0; column < m_columns; ++column) {
                const double number = numbers(column);
                const bool is_row_of_them = largest <= 10 * low;
                if (!std::isfinite(number) || number > low || (!is_row_of_them && number - largest > gone))
                    continue;
                const bool visible = is_visible(m_readings[i], line / m_rows, line % m_rows, column);
                all.numbers.numbers(line, column) = minus_infinite;
                all.numbers.last_digit(line, column) = 0;
                (visible ? has_others : has_hidden) = true;
                if (visible)
                    continue;
                hidden.numbers.numbers(line, column) = minus_infinite;
                hidden.numbers.last_digit(line, column) = 0;
            }
        }
        for (Reading* each : {&hidden, &all})
            each->arrangement.push_back(Arrangement::stand_ins);
        if (has_hidden)
            m_readings.push_back(std::move(hidden));
        if (has_others)
            m_readings.push_back(std::move(all));
    }
}

} // namespace

std::string_view key_of(Arrangement arrangement) {
    switch (arrangement) {
    case Arrangement::side_by_side:
        return "side_by_side";
    case Arrangement::tokens_first:
        return "tokens_first";
    case Arrangement::of_each_group:
        return "of_each_group";
    case Arrangement::fused:
        return "fused";
    case Arrangement::as_columns:
        return "as_columns";
    case Arrangement::averaged:
        return "averaged";
    case Arrangement::batch_of_one:
        return "batch_of_one";
    case Arrangement::stand_ins:
        return "stand_ins";
    case Arrangement::hidden_rows_nan:
        return "hidden_rows_nan";
    case Arrangement::hidden_rows_equal:
        return "hidden_rows_equal";
    case Arrangement::float16:
        return "float16";
    case Arrangement::bfloat16:
        return "bfloat16";
    case Arrangement::fewer_digits:
        return "fewer_digits";
    }
    return {};
}

bool has_shape_of(StageId stage, const PrintedArray& given, const Dimensions& sizes) {
    const StageInfo& its = info(stage);
    return given.rows() == length(its.rows, sizes) && given.columns() == length(its.columns, sizes) &&
           (given.heads == 0 || (its.per_head && given.heads == sizes.H));
}

std::vector<Reading> readings(MistakenTrace& right, const Asked& asked, const PrintedArray& given) {
    Arranger arranger(right, asked);
    arranger.begin_with(given, {});
    const auto add = [&](const PrintedArray& numbers, const Tags& tags) {
        arranger.add(numbers, tags);
        if (!is_batch_of_one(numbers))
            return;
        PrintedArray one = numbers;
        one.heads = 0;
        arranger.add(one, with(tags, Arrangement::batch_of_one));
    };
    add(given, {});
    if (right.experiment().notation == Notation::columns) {
        const PrintedArray turned = transposed(given);
        if (!has_shape_of(asked.stage, turned, right.sizes()))
            arranger.begin_with(turned, {Arrangement::as_columns});
        add(turned, {Arrangement::as_columns});
    }
    arranger.add_stand_ins();
    return std::move(arranger).result();
}

double HeadMatrices::largest() const {
    if (!m_largest) {
        m_largest = 0;
        for (const MatrixPtr& each : m_matrices)
            m_largest = std::max(*m_largest, largest_magnitude(*each));
    }
    return *m_largest;
}

HeadMatrices numbers_of(MistakenTrace& trace, const Asked& asked, Index heads) {
    HeadMatrices all;
    if (heads == 0 && asked.is_average && info(asked.stage).per_head) {
        Matrix sum = trace.stage(asked.stage, 0);
        for (HeadIndex head = 1; head < trace.sizes().H; ++head)
            sum += trace.stage(asked.stage, head);
        sum /= static_cast<double>(trace.sizes().H);
        all.add(share(std::move(sum)));
        return all;
    }
    if (heads == 0)
        all.add(trace.shared_stage(asked.stage, asked.head));
    for (HeadIndex head = 0; head < heads; ++head)
        all.add(trace.shared_stage(asked.stage, head));
    return all;
}

} // namespace lab
