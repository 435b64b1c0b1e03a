// SPDX-License-Identifier: GPL-3.0-or-later
//
// The shown head, what the user hovers or inspects, and how far the page in view has come, shared by every
// view. None of it is undoable or saved.
#pragma once

#include "core/describe/operands.h"
#include "core/edits/sentence.h"

#include <QObject>

#include <optional>

namespace lab {

/// A token of either sentence.
struct InspectedToken {
    TokenIndex token = 0;
    Side side = Side::sentence;
    bool operator==(const InspectedToken&) const = default;
};

/// Which attention of a token is shown: what it gives to keys, or what it gets from queries.
enum class Looking { at, by };

/// What is linked to the hovered or inspected cell or parameter.
struct Linked {
    std::vector<StageBlock> operands;   ///< what it is computed from
    std::vector<StageBlock> dependents; ///< what is computed from it
    std::vector<ParameterBlock>
        parameters; ///< parameters it is computed from, or the inspected parameter itself
    bool operator==(const Linked&) const = default;
};

class Selection : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    HeadIndex head() const { return m_head; }
    const std::optional<CellRef>& hovered() const { return m_hovered; }
    /// The token whose chip is under the pointer.
    const std::optional<InspectedToken>& hoveredToken() const { return m_hoveredToken; }
    Looking looking() const { return m_looking; }
    const std::optional<CellRef>& inspected() const { return m_inspected; }
    const std::optional<InspectedToken>& inspectedToken() const { return m_inspectedToken; }
    /// The inspected number of a parameter. If a cell is inspected too, the question is how the number
    /// affects it.
    const std::optional<ParameterCell>& inspectedParameter() const { return m_inspectedParameter; }
    /// The covered cell whose number is asked for. It is marked as an inspected one is.
    const std::optional<CellRef>& asked() const { return m_asked; }
    /// Whether what that cell is computed from is linked, as a hint, instead of anything else.
    bool showsAskedOperands() const { return m_asked && m_showsAskedOperands; }
    bool isInspecting() const { return m_inspected || m_inspectedToken || m_inspectedParameter; }
    const Linked& linked() const { return m_linked; }
    /// How many attention weights of the shown head are known, counted query by query, on a page that
    /// computes them one after another. nullopt: all. The sentence shows no others.
    const std::optional<Index>& knownWeights() const { return m_knownWeights; }

    /// Whether that page has computed the inspected cell. Until then, no other part of the window says its
    /// number.
    bool isInspectedKnown() const { return m_isInspectedKnown; }

    void setHead(HeadIndex head);
    void setHovered(const std::optional<CellRef>& cell);
    void setHoveredToken(const std::optional<InspectedToken>& token);
    void setLooking(Looking looking);
    /// Inspects a cell or a token instead of anything else. If it is inspected already, the inspection ends.
    void toggleInspected(const CellRef& cell);
    void toggleInspectedToken(const InspectedToken& token);
    /// Inspects a cell, and shows its head.
    void inspect(const CellRef& cell);
    /// Inspects a token instead of anything else.
    void inspect(const InspectedToken& token);
    /// Inspects a number of a parameter. An inspected cell stays inspected.
    void inspect(const ParameterCell& cell);
    void clearInspected();
    void setAsked(const std::optional<CellRef>& cell, bool showsOperands = false);
    void setKnownWeights(const std::optional<Index>& count);
    void setInspectedKnown(bool known);

    /// Drops what the experiment no longer has, and updates whether queries and keys are the same tokens.
    void fit(const Experiment& experiment);

    /// Called by DependencyHighlighter.
    void setLinked(Linked linked);

    /// The index along an axis that the inspected token highlights, if any.
    std::optional<Index> lit(Axis axis) const;

signals:
    void headChanged();
    void hoveredChanged();
    void hoveredTokenChanged();
    void lookingChanged();
    /// Something else is inspected, or asked for.
    void inspectedChanged();
    /// A cell was clicked, or chosen by key; perhaps one that was inspected already.
    void cellChosen(const lab::CellRef& cell);
    void linkedChanged();
    void knownWeightsChanged();
    void inspectedKnownChanged();

private:
    HeadIndex m_head = 0;
    std::optional<CellRef> m_hovered;
    std::optional<InspectedToken> m_hoveredToken;
    Looking m_looking = Looking::at;
    std::optional<CellRef> m_inspected;
    std::optional<InspectedToken> m_inspectedToken;
    std::optional<ParameterCell> m_inspectedParameter;
    std::optional<CellRef> m_asked;
    Linked m_linked;
    std::optional<Index> m_knownWeights;
    bool m_isInspectedKnown = true;
    bool m_cross = false;
    bool m_showsAskedOperands = false;
};

} // namespace lab
