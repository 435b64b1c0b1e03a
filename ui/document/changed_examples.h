// SPDX-License-Identifier: GPL-3.0-or-later
//
// Examples that were changed and then left for another example. They are kept while the window is open, so
// that looking around does not prompt to save.
#pragma once

#include "core/experiment.h"

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
        QDateTime time; ///< when it was left
    };

    explicit ChangedExamples(QObject* parent = nullptr) : QObject(parent) {}

    /// The newest last.
    const std::vector<Entry>& entries() const { return m_entries; }
    void keep(const LabDocument& document);
    /// Restores an entry to the document and removes it here.
    void bringBack(std::size_t which, LabDocument& document);

signals:
    void changed();

private:
    std::vector<Entry> m_entries;
};

} // namespace lab
