// SPDX-License-Identifier: GPL-3.0-or-later
//
// Above the grids: where Q, K and V come from, all sizes, biases, and whether all heads are shown.
#pragma once

#include "core/edits/shapes.h"
#include "ui/widgets/control_row.h"

#include <vector>

class QAction;

namespace lab {

class LabDocument;

class ShapeControls : public ControlRow {
    Q_OBJECT
public:
    ShapeControls(LabDocument& document, const Theme& theme);
    void refresh() override;

    NumberField& field(Size size) const { return *m_fields[static_cast<std::size_t>(size)]; }
    PillButton& kind() const { return *m_kind; }
    PillButton& biases() const { return *m_biases; }
    /// Whether the grids show all heads' columns, or only the selected head's.
    PillButton& allHeads() const { return *m_allHeads; }

signals:
    /// A choice had a side effect, or no effect, and why.
    void messageRequested(const QString& message);

private:
    void fillKindMenu();
    void refreshKind();
    bool isWanted(Size size) const;

    LabDocument& m_document;
    PillButton* m_kind;
    std::vector<NumberField*> m_fields; ///< in the order of all_sizes()
    PillButton* m_biases;
    PillButton* m_allHeads;
    QAction* m_shareKeys = nullptr; ///< shows the field of key/value heads
    bool m_sharesKeys = false;      ///< the user has asked for that field
};

} // namespace lab
