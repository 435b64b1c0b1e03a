// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/files/changed_examples.h"

#include "ui/document/lab_document.h"

namespace lab {

void ChangedExamples::keep(const LabDocument& document) {
    m_entries.push_back(
        {document.exampleName(), document.whole(), QDateTime::currentDateTime(), m_recovery.setAside()});
    emit changed();
}

void ChangedExamples::bringBack(std::size_t which, LabDocument& document) {
    const Entry entry = m_entries[which];
    m_entries.erase(m_entries.begin() + static_cast<std::ptrdiff_t>(which));
    document.openExample(entry.name);
    document.apply({entry.experiment, {}, tr("Changes brought back")}); // so that Revert restores the example
    document.setView(entry.experiment.view);
    m_recovery.bringBack(entry.copy);
    emit changed();
}

void ChangedExamples::discard() {
    for (const Entry& each : m_entries)
        m_recovery.remove(each.copy);
}

} // namespace lab
