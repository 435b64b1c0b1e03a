// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which document is open, kept in the settings, so that the next start can go on with it.
#pragma once

#include <QString>

#include <optional>

namespace lab {

/// A file or an example; neither for a document that has no file yet.
struct OpenedDocument {
    QString file; ///< absolute
    QString example;
    bool operator==(const OpenedDocument&) const = default;
};

class LastDocument {
public:
    /// Reads what the program that ran last has left. One that is still running keeps its document to itself.
    LastDocument();

    const OpenedDocument& before() const { return m_before; }
    /// Whether that program was closed. Otherwise it may be the document that ended it.
    bool endedWell() const { return m_endedWell; }

    /// Writes at once, because the program may end without warning.
    void note(const OpenedDocument& now);
    /// The program is closed.
    void end();

private:
    OpenedDocument m_before;
    bool m_endedWell = true;
    std::optional<OpenedDocument> m_noted;
};

} // namespace lab
