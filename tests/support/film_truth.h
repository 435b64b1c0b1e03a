// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks what the steps of a film say against the oracle: their words, every number, and where "=" and "≈"
// stand. A sentence that is not the expected one is an error, so that every new one has to be stated here.
#pragma once

#include "core/film/caption.h"
#include "core/film/film_operands.h"
#include "tests/support/truth.h"

namespace lab::test {

/// What one equation of a caption has to say: a sum of terms, and its result.
struct FilmEquation {
    struct Number {
        double value = 0;
        double magnitude = 0;  ///< of what it was computed from, which bounds rounding errors
        bool is_exact = false; ///< a setting, shown in full
    };
    std::vector<std::vector<Number>> terms; ///< the numbers that stand in each
    std::optional<Number> result;           ///< absent: nothing but a number stands there
    std::vector<Number> after = {};         ///< numbers that stand behind the terms
};

struct FilmStatement {
    QString words;
    std::vector<FilmEquation> equations;
    std::optional<double> replaced_by; ///< the override
    QString rule;                      ///< in symbols; instead of equations
};

class FilmTruth {
public:
    explicit FilmTruth(const Experiment& experiment)
        : m_experiment(experiment), m_truth(experiment), m_oracle(m_truth.oracle()) {}

    const Oracle& oracle() const { return m_oracle; }
    /// What is wrong; empty if nothing is.
    QString fault_of(const FilmStep& step, const Caption& caption, int decimals) const;

    struct Row { ///< of weights, by plain loops
        std::vector<double> reduced, parts;
        std::vector<bool> visible;
        struct Sink {
            double score = 0, reduced = 0, part = 0;
        };
        std::optional<Sink> sink;
        double shift = 0, total = 0;
    };
    Row row(HeadIndex head, Index query) const;
    /// Of queries or keys, before anything but their projection.
    OracleNumber projected(const FilmStep& step, Index column) const;
    /// The same before they are rotated; of the part `projected`, also before they are normalised.
    OracleNumber before_rotation(const FilmStep& step, Index column) const;

private:
    using Number = FilmEquation::Number;
    using S = StageId;

    QString token(bool is_key, Index index) const;
    QString row_label(const FilmStep& step) const;
    QString thing(S stage) const;
    /// "causal, and padding of key 3"; empty if no rule hides the key.
    QString rules(Index query, Index key) const;
    Number number(S stage, HeadIndex head, Index row, Index column) const;
    Number computed(const FilmStep& step) const;
    static Number exactly(double value) { return {value, 0, true}; }

    FilmStatement statement(const FilmStep& step, const QString& said, int decimals) const;
    FilmStatement of_cell(const FilmStep& step, const QString& said, int decimals) const;
    FilmStatement of_input(const FilmStep& step) const;
    FilmStatement of_projection(const FilmStep& step) const;
    FilmStatement of_norm(const FilmStep& step) const;
    FilmStatement of_row_norm(const FilmStep& step) const;
    FilmStatement of_root(const FilmStep& step) const;
    QString words_of_norm(const FilmStep& step, const QString& whose) const;
    QString words_of_cache(const FilmStep& step) const;
    bool changes_later(const Scene& scene) const;
    const MatrixPtr& gains(S stage) const;
    FilmStatement of_mask(const FilmStep& step, const QString& said) const;
    FilmStatement of_dropout(const FilmStep& step) const;
    FilmStatement of_scaling(const FilmStep& step) const;
    Number of_score(const FilmStep& step, std::size_t term) const;
    QString words_of_phase(const FilmStep& step, const Row& row, const QString& said, int decimals) const;
    FilmStatement of_phase(const FilmStep& step, const QString& said, int decimals) const;
    FilmStatement of_weight(const FilmStep& step, const QString& said, int decimals) const;
    FilmStatement of_rows(const FilmStep& step, const QString& said) const;
    bool is_hidden_by_added(HeadIndex head, Index query, Index key) const;
    bool weighs_0_anyway(HeadIndex head, Index query, Index key) const;
    QString words_of_rows(const FilmStep& step, const QString& said) const;
    QString words_of_pairs(const FilmStep& step, const QString& said) const;
    QString words_of_dropout(const FilmStep& step) const;
    QString rule_of_projection(const FilmStep& step) const;
    QString rule_of(const FilmStep& step) const;
    QString fault_of_row(const FilmStep& step, const Row& row, RowPhase until, const QString& said) const;
    QString fault_of_numbers(const FilmStatement& statement, const QString& text, int decimals) const;

    Experiment m_experiment;
    Truth m_truth;
    const Oracle& m_oracle;
};

} // namespace lab::test
