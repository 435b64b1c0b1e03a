// SPDX-License-Identifier: GPL-3.0-or-later
//
// A document that is large enough to be computed beside the event loop, and somebody who looks at every stage
// of it whenever some of them have come.
#pragma once

#include "core/trace.h"
#include "ui/document/lab_document.h"

#include <QObject>

#include <map>
#include <string>

namespace lab::test {

class Watcher {
public:
    explicit Watcher(LabDocument& document);

    /// Asks for every stage of every head. What is not stale has to be what compute() makes of the document
    /// as it is now; what is stale at least has its shape, and is summed up.
    void look();
    /// Asks for every stage of every head; false where one is stale.
    bool is_at_rest();
    /// Lets the event loop run until nothing is stale, and looks once more, to within rounding; false where
    /// that takes a minute.
    bool waits_for_all();
    /// The first thing that was wrong, or nothing.
    const std::string& problem() const { return m_problem; }
    /// How often numbers came.
    int arrivals() const { return m_arrivals; }

private:
    void check(StageId id, HeadIndex head, const StageView& view);
    std::string wrong(StageId id, HeadIndex head, const StageView& view);

    LabDocument& m_document;
    std::optional<Trace> m_expected; // of the document as it is now
    std::map<std::pair<StageId, HeadIndex>, MatrixPtr> m_checked;
    std::string m_problem;
    int m_arrivals = 0;
    QObject m_context;
};

} // namespace lab::test
