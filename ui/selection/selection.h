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
struct HeldToken {
    TokenIndex token = 0;
    Side side = Side::sentence;
    bool operator==(const HeldToken&) const = default;
};

/// What hangs together with what is pointed at.
struct Linked {
    std::vector<StageBlock> operands;   ///< what it is made from
    std::vector<StageBlock> dependents; ///< what is made from it
    std::vector<ParameterBlock>
        parameters; ///< numbers on the left that it is made from, or that is held itself
    bool operator==(const Linked&) const = default;
};

class Selection : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    HeadIndex head() const { return m_head; }
    const std::optional<CellRef>& hovered() const { return m_hovered; }
    const std::optional<CellRef>& held() const { return m_held; }
    const std::optional<HeldToken>& heldToken() const { return m_heldToken; }
    /// A number of a parameter that is asked about; the cell that is held may be what it is asked for.
    const std::optional<ParameterCell>& heldParameter() const { return m_heldParameter; }
    bool holdsAnything() const { return m_held || m_heldToken || m_heldParameter; }
    const Linked& linked() const { return m_linked; }

    void setHead(HeadIndex head);
    void setHovered(const std::optional<CellRef>& cell);
    /// Holds a cell, or a token, in place of whatever is held; what is held already is released.
    void toggleHeld(const CellRef& cell);
    void toggleHeldToken(const HeldToken& token);
    /// Holds a cell, and shows its head.
    void hold(const CellRef& cell);
    /// Asks about a number of a parameter; a cell that is held stays so.
    void hold(const ParameterCell& cell);
    void release();

    /// Lets go of what the experiment no longer has, and learns whether queries and keys are the same tokens.
    void fit(const Experiment& experiment);

    /// What hangs together with it; see LinkedCells.
    void setLinked(Linked linked);

    /// Which index along a view's axis the held token lights, or none.
    std::optional<Index> lit(Axis axis) const;

signals:
    void headChanged();
    void hoveredChanged();
    void heldChanged();
    void linkedChanged();

private:
    HeadIndex m_head = 0;
    std::optional<CellRef> m_hovered;
    std::optional<CellRef> m_held;
    std::optional<HeldToken> m_heldToken;
    std::optional<ParameterCell> m_heldParameter;
    Linked m_linked;
    bool m_cross = false;
};

} // namespace lab
