// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keeps the selection's linked cells those of what is pointed at: the hovered cell, or else what is held.
#pragma once

#include <QObject>

namespace lab {

class LabDocument;
class Selection;

class LinkedCells : public QObject {
    Q_OBJECT
public:
    LinkedCells(const LabDocument& document, Selection& selection, QObject* parent = nullptr);

private:
    void update();

    const LabDocument& m_document;
    Selection& m_selection;
};

} // namespace lab
