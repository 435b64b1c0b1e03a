// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences about cells, checked against the oracle. A sentence that no pattern knows is a fault: whoever
// adds one says here what makes it true.
#pragma once

#include "tests/support/oracle.h"
#include "tests/support/random_experiments.h"

#include <QStringList>

#include <cmath>

namespace lab::test {

/// How many experiments: a sample, or with LAB_EXHAUSTIVE set many more.
int truth_rounds();

/// Random experiments in which what is worth a word is common: hidden cells, overflow, typed −∞, saturated
/// rows, equal scores, every normaliser, repeated words.
Experiment telling_experiment(RandomExperiments& random);

class Truth {
public:
    explicit Truth(const Experiment& experiment) : m_experiment(experiment), m_oracle(experiment) {}

    const Oracle& oracle() const { return m_oracle; }

    /// What is wrong with a sentence; empty where it is true. Of an explanation:
    QString fault_of_words(const OraclePlace& cell, const QString& words) const;
    /// of its step that computes `cell`, or fixes it (`fixed`), in words and by its title;
    QString fault_of_step(const OraclePlace& cell, bool fixed, const QString& title,
                          const QString& words) const;
    /// of a card's cell, as tooltips, screen readers and the status line have it;
    QString fault_of_description(const OraclePlace& cell, const QString& description) const;
    /// of a card, a sentence a line.
    QString fault_of_note(StageId stage, HeadIndex head, const QString& note) const;
    /// Of the command line's result.
    QString fault_of_result_note(const QString& note) const;

private:
    const OracleNumber& number(const OraclePlace& cell) const;
    QString token(bool is_key, Index index) const;
    QString place(const OraclePlace& cell) const;
    QString line() const;
    /// Why the cell is not finite; `of` is the cell that is spoken of.
    QString reason(const OraclePlace& cell, const OraclePlace& of) const;
    QString rank_fault(const QString& said, const std::vector<double>& all, double own) const;
    QString weight_fault(const OraclePlace& cell, const QString& words) const;
    QString score_fault(const OraclePlace& cell, const QString& words) const;
    struct RowFacts { ///< of a row of weights as they are computed
        double sum = 0, bits = 0, total = 0;
        double largest = -HUGE_VAL; ///< of what the normaliser reads
        Index visible = 0, hidden = 0;
        Index divided = 0;    ///< scores that are finite until they are divided by the temperature
        QStringList spoilers; ///< what is said of those that are not
    };
    RowFacts facts_of(HeadIndex head, Index row) const;
    QString row_fault(const RowFacts& facts, const QString& said, const OraclePlace& cell) const;
    QString normaliser_fault(const OraclePlace& cell, const QString& words) const;
    QString sum_fault(const OraclePlace& cell, const QString& words) const;

    Experiment m_experiment;
    Oracle m_oracle;
};

} // namespace lab::test
