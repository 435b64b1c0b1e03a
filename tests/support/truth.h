// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks statements about cells against the oracle. A statement that matches no pattern is an error, so every
// new one needs a pattern here that defines when it is true.
#pragma once

#include "core/engine/trace.h"
#include "core/experiment/cache_step.h"
#include "core/experiment/parameter.h"
#include "tests/support/oracle.h"
#include "tests/support/random_experiments.h"

#include <QStringList>

#include <cmath>

namespace lab::test {

/// The number of experiments: a sample, or many more if LAB_EXHAUSTIVE is set.
int truth_rounds();

/// Random experiments rich in noteworthy cases: hidden cells, overflow, typed −∞, saturated rows, equal
/// scores, every normaliser, repeated words.
Experiment telling_experiment(RandomExperiments& random);

class Truth {
public:
    explicit Truth(const Experiment& experiment) : m_experiment(experiment), m_oracle(experiment) {}

    const Oracle& oracle() const { return m_oracle; }

    /// These return what is wrong with a statement, or an empty string if it is true. Of an explanation:
    QString fault_of_words(const OraclePlace& cell, const QString& words) const;
    /// Of the step that computes `cell` or, if `overridden`, overrides it, given its title and words.
    QString fault_of_step(const OraclePlace& cell, bool overridden, const QString& title,
                          const QString& words) const;
    /// Of a cell on a card, as shown in tooltips, to screen readers and in the status bar.
    QString fault_of_description(const OraclePlace& cell, const QString& description) const;
    /// Of a card's notes, one per line.
    QString fault_of_note(StageId stage, HeadIndex head, const QString& note) const;
    /// Of what a sink takes of a row: what it is, and what its step says.
    QString fault_of_sink(HeadIndex head, Index row, double share, const QString& words,
                          const QString& step) const;
    /// Whether the only query is the last token of the source, at its position, so that the other keys may
    /// come from a key cache.
    bool is_cache_step() const;
    /// Of a step on the way to a scaled score.
    QString fault_of_scaling_step(const OraclePlace& cell, const QString& title, const QString& words) const;
    /// Of a step on the way to a normalised query or key.
    QString fault_of_norm_step(const OraclePlace& cell, const QString& title, const QString& words) const;
    /// Of why nothing pulls at a cell, or a parameter does not.
    QString fault_of_no_pull(const OraclePlace& cell, std::optional<ParameterId> by,
                             const QString& sentence) const;
    /// Of the largest term of a score, in the explanation of a cell that the score leads to.
    QString fault_of_largest_term(const OraclePlace& cell, const QString& sentence) const;
    /// Of how the derivatives of a score come about.
    QString fault_of_score_slopes(const OraclePlace& cell, const QString& sentence) const;
    /// Of why a head's output need not be in the convex hull of the values.
    QString fault_of_outside(HeadIndex head, Index row, const QString& sentence) const;
    /// Of why a vector, a row of queries, keys, values or head outputs, cannot be moved.
    QString fault_of_fixed(const StageRow& tip, const QString& sentence) const;
    /// Of why it is moved to a nearest place instead of where it was wanted.
    QString fault_of_nearest(const StageRow& tip, const QString& sentence) const;
    /// Of a note in the command line's result.
    QString fault_of_result_note(const QString& note) const;

private:
    struct CardFacts {
        Index hidden_rows = 0;     ///< rows with all keys hidden
        Index overflowed_rows = 0; ///< rows with all scores −∞ but not all keys hidden
        Index other_sums = 0;      ///< rows with an overridden weight that do not sum to 1
        std::optional<OraclePlace> overflow, not_finite; ///< the first visible one
    };
    CardFacts facts_of_card(StageId stage, HeadIndex head) const;
    bool overflowed(HeadIndex head, Index query, Index key) const;
    const OracleNumber& number(const OraclePlace& cell) const;
    QString token(bool is_key, Index index) const;
    QString place(const OraclePlace& cell) const;
    QString line() const;
    /// Why the cell is not finite. `of` is the cell that the statement is about.
    QString reason(const OraclePlace& cell, const OraclePlace& of) const;
    QString rank_fault(const QString& said, const std::vector<double>& all, double own) const;
    QString weight_fault(const OraclePlace& cell, const QString& words) const;
    QString dropped_fault(const OraclePlace& cell, const QString& words) const;
    QString score_fault(const OraclePlace& cell, const QString& words) const;
    struct RowFacts { ///< facts about a row of weights as computed
        double sum = 0, bits = 0, total = 0;
        double largest = -HUGE_VAL; ///< of the normaliser's inputs
        Index visible = 0, hidden = 0;
        Index divided = 0;          ///< scores that only overflow when divided by the temperature
        std::optional<double> sink; ///< its share, if one takes part
        double sink_score = 0;      ///< as the normaliser reads it
        QStringList spoilers;       ///< the statements about non-finite scores
    };
    RowFacts facts_of(HeadIndex head, Index row) const;
    QString row_fault(const RowFacts& facts, const QString& said, const OraclePlace& cell) const;
    QString normaliser_fault(const OraclePlace& cell, const QString& words) const;
    QString dropout_fault(const OraclePlace& cell, const QString& words) const;
    QString cap_fault(const OraclePlace& cell, QStringList& parts) const;
    QString title_of_scaling() const;
    QString fault_of_unmoved(const StageRow& tip, const std::vector<ParameterId>& ids,
                             const QString& sentence) const;
    QString fault_of_weights(HeadIndex head, Index row, const QString& fact) const;
    QString fault_of_other_sum(HeadIndex head, Index row, const QString& reason) const;
    QString sum_fault(const OraclePlace& cell, const QString& title, const QString& words) const;

    Experiment m_experiment;
    Oracle m_oracle;
};

} // namespace lab::test
