// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is worked out of all heads together, for the page that shows them: at once where that is quick, else
// on a thread of its own.
#pragma once

#include "core/analysis/head_patterns.h"
#include "core/analysis/output_shares.h"
#include "ui/document/worker.h"

#include <QObject>

#include <memory>
#include <vector>

namespace lab {

/// Matrices of one state of the document, none of them older than another.
struct HeadsInput {
    Experiment experiment;
    std::vector<MatrixPtr> shown;           ///< of the stage that is looked at, one a head
    std::vector<MatrixPtr> weights, masked; ///< one a head
    std::vector<MatrixPtr> hidden;          ///< hiddenScores() of the masked scores
    MatrixPtr concat, output;
    HeadIndex head = 0; ///< whose share is wanted

    bool isComplete() const;
    bool isSameAs(const HeadsInput& other) const;
};

struct HeadsNumbers {
    std::vector<HeadPattern> patterns; ///< one a head
    MatrixPtr average, maximum;        ///< of what is shown
    MatrixPtr hidden;                  ///< the maximum of hiddenScores()
    std::shared_ptr<const OutputShares> shares;
    MatrixPtr share; ///< of `head`
    HeadIndex head = 0;

    /// Whether they are of an experiment of these sizes.
    bool fits(const Dimensions& d) const;
};

class HeadsAnalysis : public QObject {
    Q_OBJECT
public:
    explicit HeadsAnalysis(QObject* parent = nullptr) : QObject(parent) {}

    /// Asks for the numbers of a complete input.
    void want(const HeadsInput& input);
    /// The newest there are; null while there are none.
    const std::shared_ptr<const HeadsNumbers>& numbers() const { return m_numbers; }

signals:
    /// Others are there than when they were asked for.
    void arrived();

private:
    void start();

    HeadsInput m_wanted;
    std::shared_ptr<const HeadsNumbers> m_numbers;
    bool m_running = false;
    bool m_outdated = false; ///< something else was asked for since
    Worker m_worker;
};

} // namespace lab
