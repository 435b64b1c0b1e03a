// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which mistakes a student may be said to have made in a stage, and what each makes of it. It is found out on
// another thread.
#pragma once

#include "core/analysis/diagnosis/mistakes.h"
#include "core/experiment/experiment.h"
#include "ui/document/task_thread.h"

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace lab {

class MistakeChoices : public QObject {
    Q_OBJECT
public:
    explicit MistakeChoices(QObject* parent = nullptr) : QObject(parent) {}

    struct Choice {
        MistakeKind kind;
        QString name;
        MatrixPtr numbers; ///< of the stage; null in large documents, where they would take long
    };
    /// Finds them for a stage of an experiment, unless that was asked for last. changed() follows.
    void findOut(const std::shared_ptr<const Experiment>& experiment, const Asked& asked);
    /// Empty while they are not known.
    const std::vector<Choice>& list() const { return m_list; }
    bool isKnown() const { return m_isKnown; }
    /// nullptr: the mistake changes nothing there.
    const Choice* find(MistakeKind kind) const;
    /// Some other mistakes that make other numbers, and others than each other.
    std::vector<MistakeKind> others(MistakeKind than, std::size_t most) const;

signals:
    void changed();

private:
    std::shared_ptr<const Experiment> m_experiment;
    Asked m_asked;
    std::vector<Choice> m_list;
    bool m_isKnown = false;
    TaskThread m_tasks; ///< last, see TaskThread
};

} // namespace lab
