// SPDX-License-Identifier: GPL-3.0-or-later
//
// Examples that were changed and then left for another example. They are kept while the window is open, so
// that looking around does not prompt to save.
#pragma once

#include "core/experiment/experiment.h"

#include "ui/document/files/recovery.h"

#include <QDateTime>
#include <QObject>

#include <vector>

namespace lab {

class LabDocument;

class ChangedExamples : public QObject {
    Q_OBJECT
public:
    struct Entry {
        QString name; ///< of the example
        Experiment experiment;
        QDateTime time;                       ///< when it was left
        std::shared_ptr<Recovery::Copy> copy; ///< for the next start, should the program end before
    };

    explicit ChangedExamples(Recovery& recovery, QObject* parent = nullptr)
        : QObject(parent), m_recovery(recovery) {}

    /// The newest last.
    const std::vector<Entry>& entries() const { return m_entries; }
    void keep(const LabDocument& document);
    /// Restores an entry to the document and removes it here.
    void bringBack(std::size_t which, LabDocument& document);
    /// Nothing of them is offered at the next start. To be followed by the end of the window.
    void discard();

signals:
    void changed();

private:
    Recovery& m_recovery;
    std::vector<Entry> m_entries;
};

} // namespace lab
