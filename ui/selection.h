// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a person points at, shared by every view. Nothing of it is undone or saved.
#pragma once

#include "core/sentence.h"
#include "core/stage.h"

#include <QObject>

#include <optional>

namespace lab {

/// A token of either sentence.
struct HeldToken {
    TokenIndex token = 0;
    Side side = Side::sentence;
    bool operator==(const HeldToken&) const = default;
};

class Selection : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    HeadIndex head() const { return m_head; }
    const std::optional<CellRef>& hovered() const { return m_hovered; }
    const std::optional<CellRef>& held() const { return m_held; }
    const std::optional<HeldToken>& heldToken() const { return m_heldToken; }
    bool holdsAnything() const { return m_held || m_heldToken; }

    void setHead(HeadIndex head);
    void setHovered(const std::optional<CellRef>& cell);
    /// Holds a cell, or a token, in place of whatever is held; what is held already is released.
    void toggleHeld(const CellRef& cell);
    void toggleHeldToken(const HeldToken& token);
    /// Holds a cell, and shows its head.
    void hold(const CellRef& cell);
    void release();

    /// Lets go of what the experiment no longer has, and learns whether queries and keys are the same tokens.
    void fit(const Experiment& experiment);

    /// Which index along a view's axis the held cell or token lights, or none. `other` is the view's other
    /// axis: where both stand for tokens, only the one that is meant lights up.
    std::optional<Index> lit(Axis axis, Axis other) const;

signals:
    void headChanged();
    void hoveredChanged();
    void heldChanged();

private:
    HeadIndex m_head = 0;
    std::optional<CellRef> m_hovered;
    std::optional<CellRef> m_held;
    std::optional<HeldToken> m_heldToken;
    bool m_cross = false;
};

} // namespace lab
