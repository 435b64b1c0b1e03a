// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keeps the selection's linked cells up to date: those of the hovered cell or, if there is none, of what is
// inspected.
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
