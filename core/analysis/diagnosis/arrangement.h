// SPDX-License-Identifier: GPL-3.0-or-later
//
// In which other arrangements than H × rows × columns somebody's numbers may be a stage.
#pragma once

#include "core/analysis/diagnosis/mistaken_trace.h"
#include "core/io/printed_array.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace lab {

enum class Arrangement {
    side_by_side,      ///< n × H·d in place of H × n × d; of keys and values also n × G·d
    tokens_first,      ///< n × H × d
    of_each_group,     ///< G × n × d: keys or values of each group of heads once
    fused,             ///< queries, keys and values side by side, of all heads or of one
    as_columns,        ///< transposed, where the document is in columns notation
    averaged,          ///< over all heads
    batch_of_one,      ///< n × 1 × d
    stand_ins,         ///< a large negative number in place of −∞
    hidden_rows_nan,   ///< NaN for a query all of whose keys are hidden
    hidden_rows_equal, ///< equal weights for it
    float16,           ///< rounded to this type
    bfloat16,          ///< likewise
    fewer_digits,      ///< right to fewer digits than are shown
};

/// "side_by_side", as files and messages to programs name it.
std::string_view key_of(Arrangement arrangement);

/// One way to read numbers: as the stage's own array, or one head's.
struct Reading {
    PrintedArray numbers;
    Asked asked;
    std::vector<Arrangement> arrangement; ///< which ones were undone; empty: as it stands
};

/// Every way to read the numbers as those of the stage asked for: as they stand first, whatever their shape
/// (and transposed, in columns notation); then those that have the shape of the stage. `right` has the
/// document's own numbers.
std::vector<Reading> readings(MistakenTrace& right, const Asked& asked, const PrintedArray& given);

/// Whether an array has the shape of a stage, of one head or of all.
bool has_shape_of(StageId stage, const PrintedArray& given, const Dimensions& sizes);

/// The numbers of a stage, one matrix a head or a single one. Copies share them.
class HeadMatrices {
public:
    void add(MatrixPtr matrix) { m_matrices.push_back(std::move(matrix)); }
    bool empty() const { return m_matrices.empty(); }
    std::size_t size() const { return m_matrices.size(); }
    const Matrix& operator[](std::size_t i) const { return *m_matrices[i]; }
    const Matrix& front() const { return *m_matrices.front(); }
    /// The largest finite magnitude of all, which is looked for once.
    double largest() const;

private:
    std::vector<MatrixPtr> m_matrices;
    mutable std::optional<double> m_largest;
};

/// The numbers of the stage asked for as an array of so many heads has them, one matrix a head; of a single
/// matrix (`heads` is 0) the asked head's, or the average over all heads.
HeadMatrices numbers_of(MistakenTrace& trace, const Asked& asked, Index heads);

} // namespace lab
