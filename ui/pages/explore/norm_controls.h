// SPDX-License-Identifier: GPL-3.0-or-later
//
// The norm of queries and keys: its kind, its ε and its gains. On the cards of queries and keys, while there
// is a norm.
#pragma once

#include "ui/widgets/control_row.h"

class QMenu;

namespace lab {

class LabDocument;

/// Adds to a card's menu how queries and keys are normalised.
void addNormMenu(QMenu& menu, LabDocument& document);

class NormControls : public ControlRow {
    Q_OBJECT
public:
    NormControls(LabDocument& document, const Theme& theme);
    void refresh() override;
    bool isEmpty() const override;

private:
    LabDocument& m_document;
    PillButton* m_kind;
    NumberField* m_epsilon;
    PillButton* m_gains;
};

} // namespace lab
