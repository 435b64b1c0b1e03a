// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keeps the selection's linked cells those of what is pointed at: the hovered cell, or else what is
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
