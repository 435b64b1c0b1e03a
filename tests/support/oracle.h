// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention by plain loops, to check the program's statements about cells. Shares no code with the core and
// only reads the Experiment's numbers. Each number records where it first became non-finite.
#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "tests/support/oracle_mistakes.h"

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace lab::test {

/// A cell: stage, head, row, column.
using OraclePlace = std::tuple<StageId, HeadIndex, Index, Index>;

struct OracleNumber {
    double value = 0;
    /// For a non-finite number, the first overflow and the first typed or added −∞ that caused it.
    std::optional<OraclePlace> overflow, typed;
    bool overridden = false;
    double computed = 0;  ///< the value without the override
    double magnitude = 0; ///< sum of the magnitudes of its terms
    bool has_overflowed_term = false;
    bool is_finite() const;
};

class OracleMatrix {
public:
    OracleMatrix() = default;
    OracleMatrix(Index rows, Index columns)
        : m_rows(rows), m_columns(columns), m_numbers(static_cast<std::size_t>(rows * columns)) {}
    Index rows() const { return m_rows; }
    Index columns() const { return m_columns; }
    OracleNumber& at(Index row, Index column) {
        return m_numbers[static_cast<std::size_t>(row * m_columns + column)];
    }
    const OracleNumber& at(Index row, Index column) const {
        return m_numbers[static_cast<std::size_t>(row * m_columns + column)];
    }

private:
    Index m_rows = 0, m_columns = 0;
    std::vector<OracleNumber> m_numbers;
};

/// How a row of queries or keys is normalised.
struct OracleNorm {
    double squares = 0, divisor = 1;
    bool by_epsilon = false; ///< ε stands in place of the length
};

class Oracle {
    using S = StageId;
    static constexpr double infinity = std::numeric_limits<double>::infinity();

public:
    explicit Oracle(const Experiment& experiment, const OracleMistakes& mistakes = {});

    const OracleMatrix& stage(StageId stage, HeadIndex head) const { return m_stages.at({stage, head}); }
    bool has(StageId stage) const { return m_stages.contains({stage, 0}); }
    const OracleNumber& at(StageId stage, HeadIndex head, Index row, Index column) const {
        return m_stages.at({stage, head}).at(row, column);
    }

    /// Requires that the experiment normalises the stage.
    const OracleNorm& norm(StageId stage, HeadIndex head, Index row) const {
        return m_norms.at({stage, head}).at(static_cast<std::size_t>(row));
    }
    static OracleNorm norm_of(const QkNorm& norm, const std::vector<double>& numbers);

    /// Two columns that turn by `frequency` at each position. It is base^(−exponent/width), or given.
    struct Pair {
        Index first, second, exponent, width;
        double frequency;
        bool has(Index column) const { return column == first || column == second; }
    };
    /// The pairs of a head with that many columns; none without rotary positions.
    std::vector<Pair> pairs(Index columns) const;
    /// The pair of a column of queries or keys.
    std::optional<Pair> pair_of(Index column, Index columns) const;
    /// The position of a query or a key, from 0.
    Index position(bool is_key, Index index) const;
    /// How far a key is from a query.
    Index distance(Index query, Index key) const;

    /// The mask rules that are set, as texts name them: "causal", "window 2", "padding".
    std::vector<std::string> rules_set() const;
    /// Those that hide a key, as texts name them there: "causal", "window 2", "padding of key 3".
    std::vector<std::string> rules(Index query, Index key) const;
    /// The same as one text: "causal, and padding of key 3"; empty if none hides it.
    std::string rules_text(Index query, Index key) const;
    /// What is added to a scaled score.
    std::optional<double> added(HeadIndex head, Index query, Index key) const;
    /// Whether the key is hidden from the query by a rule, or a typed or added −∞.
    bool is_hidden(HeadIndex head, Index query, Index key) const;
    /// Whether the masked score is −∞ for any reason.
    bool is_left_out(HeadIndex head, Index query, Index key) const;
    /// Whether the weights are non-negative shares that sum to 1.
    bool is_distribution(HeadIndex head, Index query) const;
    /// The weights that the values are summed by: those after dropout, if there is dropout.
    StageId weights_in_use() const { return m_experiment.dropout ? S::dropped_weights : S::weights; }
    /// The random number that decides about a weight, and whether the weight is kept.
    double drawn(HeadIndex head, Index query, Index key) const;
    bool is_kept(HeadIndex head, Index query, Index key) const;
    double sum_of_weights(HeadIndex head, Index query) const;
    /// What a sink takes of a row; nullopt if none takes part.
    std::optional<double> share_of_sink(HeadIndex head, Index query) const;
    /// Whether an overflowed product met the opposite infinity in a sum. IEEE arithmetic may then give NaN or
    /// infinity, depending on summation order and fused multiply-add.
    bool depends_on_order() const { return m_depends_on_order; }

    const std::vector<std::string>& queries() const { return m_experiment.sequence.tokens; }
    const std::vector<std::string>& keys() const;

private:
    OracleMatrix& make(S stage, HeadIndex head, Index rows, Index columns);
    /// Applies the overrides of a stage and records where numbers became non-finite.
    void finish(S stage, HeadIndex head);
    void inputs(S stage, bool is_key);
    void projection(S stage, HeadIndex head);
    /// A column of the matrix that queries (0), keys (1) or values (2) are projected with.
    struct Column {
        std::size_t kind;
        Index index;
    };
    Column column_read(std::size_t kind, Index index, Index width) const;
    OracleNumber projected(std::size_t kind, Index row, Index column, Index width);
    void divide(S stage, HeadIndex head, OracleMatrix& matrix);
    void rotate(OracleMatrix& matrix, bool is_key);
    void scores(HeadIndex head);
    double slope(HeadIndex head) const;
    void mask(HeadIndex head);
    /// Whether the mask, as it is made by mistake, hides the key.
    bool hides(Index query, Index key) const;
    bool hides_by_rules(Index query, Index key) const;
    bool hides_later_keys(Index query, Index key) const;
    void weights(HeadIndex head);
    /// A cell of the masked scores.
    struct Cell {
        HeadIndex head;
        Index query, key;
    };
    /// Normalises these cells together, and keeps those of the head.
    void normalise(HeadIndex head, const std::vector<Cell>& cells);
    void fill_hidden_rows(HeadIndex head);
    void hide_weights(HeadIndex head);
    void change_weights(HeadIndex head);
    void round(S stage, OracleMatrix& matrix) const;
    double scale(Index d_k) const;
    NormalizationKind normalizer() const;
    double temperature() const;
    void draw();
    void drop(HeadIndex head);
    /// The sink's score as the normaliser reads it; nullopt if none takes part.
    std::optional<double> sink(HeadIndex head) const;
    void head_output(HeadIndex head);
    void output();
    static void cap(OracleNumber& number, double c);
    static OracleNumber plain(double value);
    /// Adds a·b, either of which may be infinite.
    void add(OracleNumber& sum, const OracleNumber& a, const OracleNumber& b);
    static void inherit(OracleNumber& to, const OracleNumber& from);

    Experiment m_experiment;
    OracleMistakes m_mistakes;
    std::map<std::pair<S, HeadIndex>, OracleMatrix> m_stages;
    std::map<std::pair<S, HeadIndex>, std::vector<OracleNorm>> m_norms;
    std::vector<double> m_drawn; // head by head, row by row
    bool m_depends_on_order = false;
};

} // namespace lab::test
