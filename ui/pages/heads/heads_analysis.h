// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computes what needs all heads, for the page that shows it: at once if that is quick, otherwise on a thread.
#pragma once

#include "core/analysis/head_patterns.h"
#include "core/analysis/output_shares.h"
#include "ui/document/task_thread.h"

#include <QObject>

#include <memory>
#include <vector>

namespace lab {

/// Matrices that all belong to the same state of the document.
struct HeadsInput {
    Experiment experiment;
    std::vector<MatrixPtr> shown;           ///< of the shown stage, one per head
    std::vector<MatrixPtr> weights, masked; ///< one per head
    std::vector<MatrixPtr> hidden;          ///< hiddenScores() of the masked scores
    MatrixPtr concat, output;
    HeadIndex head = 0; ///< whose share is computed

    bool isComplete() const;
    bool isSameAs(const HeadsInput& other) const;
};

struct HeadsNumbers {
    std::vector<HeadPattern> patterns; ///< one per head
    MatrixPtr average, maximum;        ///< of HeadsInput::shown
    MatrixPtr hidden;                  ///< the maximum of hiddenScores()
    std::shared_ptr<const OutputShares> shares;
    MatrixPtr share; ///< of `head`
    HeadIndex head = 0;

    /// Whether the numbers belong to an experiment with these dimensions.
    bool fits(const Dimensions& d) const;
};

class HeadsAnalysis : public QObject {
    Q_OBJECT
public:
    explicit HeadsAnalysis(QObject* parent = nullptr) : QObject(parent) {}

    /// Requests the numbers for a complete input.
    void want(const HeadsInput& input);
    /// The latest numbers; null before the first.
    const std::shared_ptr<const HeadsNumbers>& numbers() const { return m_numbers; }

signals:
    /// Newer numbers are available.
    void arrived();

private:
    void start();

    HeadsInput m_wanted;
    std::shared_ptr<const HeadsNumbers> m_numbers;
    bool m_running = false;
    bool m_outdated = false; ///< the running computation is for an older input
    TaskThread m_tasks;
};

} // namespace lab
