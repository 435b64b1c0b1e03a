// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether what is wanted is in reach, found on another thread.
#pragma once

#include "core/analysis/reachable.h"
#include "ui/document/task_thread.h"

#include <QObject>

#include <optional>

namespace lab {

class ReachFinder : public QObject {
    Q_OBJECT
public:
    explicit ReachFinder(QObject* parent) : QObject(parent) {}

    /// Asks, unless that is known or being found. More weights than a few thousand are not asked about.
    void ask(const Experiment& experiment, const WantedWeights& wanted);
    void forget() { m_known.reset(); }
    /// nullopt: nothing is known.
    std::optional<Reachability> answer() const { return m_known ? m_known->answer : std::nullopt; }

signals:
    void found();

private:
    struct Known {
        Experiment experiment;
        WantedWeights wanted;
        std::optional<Reachability> answer; ///< nullopt: being found
    };
    std::optional<Known> m_known;
    TaskThread m_tasks; ///< last, see TaskThread
};

} // namespace lab
