// SPDX-License-Identifier: GPL-3.0-or-later
//
// Observes a document that is large enough to be computed on the worker thread, checking every stage whenever
// results arrive.
#pragma once

#include "core/engine/trace.h"
#include "ui/document/lab_document.h"

#include <QObject>

#include <map>
#include <string>

namespace lab::test {

class Watcher {
public:
    explicit Watcher(LabDocument& document);

    /// Requests every stage of every head. Stages that are not stale must equal compute() for the current
    /// document. Stale ones must at least have its shape, and a summary.
    void check_all();
    /// Requests every stage of every head. Returns false if any is stale.
    bool is_at_rest();
    /// Runs the event loop until nothing is stale, then checks everything to within rounding. Returns false
    /// after a minute.
    bool waits_for_all();
    /// The first problem found, or an empty string.
    const std::string& problem() const { return m_problem; }
    /// How often results arrived.
    int arrivals() const { return m_arrivals; }

private:
    void check(StageId id, HeadIndex head, const StageView& view);
    std::string wrong(StageId id, HeadIndex head, const StageView& view);

    LabDocument& m_document;
    std::optional<Trace> m_expected; // for the current document
    std::map<std::pair<StageId, HeadIndex>, MatrixPtr> m_checked;
    std::string m_problem;
    int m_arrivals = 0;
    QObject m_context;
};

} // namespace lab::test
