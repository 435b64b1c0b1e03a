// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keeps the selection's linked cells up to date: those of the hovered cell or, if there is none, of what is
// inspected. In an exercise, what a covered cell is computed from is a hint: it is linked for the cell that
// is asked for, once the hint was given, and then nothing else is.
#pragma once

#include <QObject>

namespace lab {

class LabDocument;
class Selection;

class DependencyHighlighter : public QObject {
    Q_OBJECT
public:
    DependencyHighlighter(const LabDocument& document, Selection& selection, QObject* parent = nullptr);

private:
    void update();

    const LabDocument& m_document;
    Selection& m_selection;
};

} // namespace lab
