// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a person points at, shared by every view. Nothing of it is undone or saved.
#pragma once

#include "core/explain/operands.h"
#include "core/sentence.h"

#include <QObject>

#include <optional>

namespace lab {

/// A token of either sentence.
struct InspectedToken {
    TokenIndex token = 0;
    Side side = Side::sentence;
    bool operator==(const InspectedToken&) const = default;
};

/// What hangs together with what is pointed at.
struct Linked {
    std::vector<StageBlock> operands;   ///< what it is made from
    std::vector<StageBlock> dependents; ///< what is made from it
    std::vector<ParameterBlock>
        parameters; ///< numbers on the left that it is made from, or that is inspected itself
    bool operator==(const Linked&) const = default;
};

class Selection : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    HeadIndex head() const { return m_head; }
    const std::optional<CellRef>& hovered() const { return m_hovered; }
    const std::optional<CellRef>& inspected() const { return m_inspected; }
    const std::optional<InspectedToken>& inspectedToken() const { return m_inspectedToken; }
    /// A number of a parameter that is asked about; the cell that is inspected may be what it is asked for.
    const std::optional<ParameterCell>& inspectedParameter() const { return m_inspectedParameter; }
    bool isInspecting() const { return m_inspected || m_inspectedToken || m_inspectedParameter; }
    const Linked& linked() const { return m_linked; }

    void setHead(HeadIndex head);
    void setHovered(const std::optional<CellRef>& cell);
    /// Inspects a cell, or a token, in place of whatever is inspected; if it is inspected already, nothing
    /// is.
    void toggleInspected(const CellRef& cell);
    void toggleInspectedToken(const InspectedToken& token);
    /// Inspects a cell, and shows its head.
    void inspect(const CellRef& cell);
    /// Asks about a number of a parameter; a cell that is inspected stays so.
    void inspect(const ParameterCell& cell);
    void clearInspected();

    /// Lets go of what the experiment no longer has, and learns whether queries and keys are the same tokens.
    void fit(const Experiment& experiment);

    /// What hangs together with it; see DependencyHighlighter.
    void setLinked(Linked linked);

    /// Which index along a view's axis the inspected token lights, or none.
    std::optional<Index> lit(Axis axis) const;

signals:
    void headChanged();
    void hoveredChanged();
    void inspectedChanged();
    void linkedChanged();

private:
    HeadIndex m_head = 0;
    std::optional<CellRef> m_hovered;
    std::optional<CellRef> m_inspected;
    std::optional<InspectedToken> m_inspectedToken;
    std::optional<ParameterCell> m_inspectedParameter;
    Linked m_linked;
    bool m_cross = false;
};

} // namespace lab
