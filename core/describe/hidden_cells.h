// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which keys are hidden from which queries whatever the numbers are: by a rule of the mask, by an added −∞,
// or by an override of −∞. What overflows to −∞ is not among them.
#pragma once

#include "core/experiment/cell_set.h"
#include "core/experiment/overrides.h"
#include "core/experiment/stage.h"

#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace lab {

/// A number that may become another: of a parameter, or computed and then replaced.
using NumberAt = std::variant<ParameterCell, CellRef>;

class HiddenCells {
public:
    using Cells = std::shared_ptr<const CellSet>; ///< (n_q, n_k)

    /// `free` hides nothing, even if it is −∞ now; nullopt: all is as it is. The experiment must outlive
    /// this, be valid and have tokens.
    HiddenCells(const Experiment& experiment, const std::optional<NumberAt>& free);

    /// The scaled scores that are −∞; null if none are.
    Cells in_scaled(HeadIndex head) const { return m_scaled[at(head)]; }
    /// The masked scores that are −∞; never null.
    Cells in_masked(HeadIndex head) const { return m_masked[at(head)]; }
    /// The keys that a query sees.
    PlaceSet visible(HeadIndex head, Index query) const;

private:
    static std::size_t at(HeadIndex head) { return static_cast<std::size_t>(head); }
    void add_rules(HeadIndex head);
    void correct(HeadIndex head);
    double replaced(const CellRef& cell, double computed) const;

    const Experiment& m_experiment;
    OverridesByCell m_overrides;
    std::optional<NumberAt> m_free;
    std::vector<Cells> m_scaled, m_masked; // for each head
};

} // namespace lab
