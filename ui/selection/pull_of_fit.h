// SPDX-License-Identifier: GPL-3.0-or-later
//
// What pulls at the loss of a fit while one runs: minus the gradient by each number of the parameters that
// may change, at the step that is shown.
#pragma once

#include "ui/document/task_thread.h"
#include "ui/selection/shown_pull.h"

#include <QObject>

#include <cstdint>

namespace lab {

class FitRun;
class LabDocument;

class PullOfFit : public QObject {
    Q_OBJECT
public:
    PullOfFit(LabDocument& document, const FitRun& fit, QObject* parent = nullptr);

    /// Null while no fit runs, or its first loss is not known.
    const ShownPullPtr& shown() const { return m_shown; }

signals:
    void changed();

private:
    void follow();
    void find();
    void take(ShownPullPtr shown);

    LabDocument& m_document;
    const FitRun& m_fit;
    ShownPullPtr m_shown;
    std::uint64_t m_wanted = 0; ///< grows with each step that is shown
    bool m_isFinding = false;
    TaskThread m_tasks; ///< last, see TaskThread
};

} // namespace lab
