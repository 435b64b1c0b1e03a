// SPDX-License-Identifier: GPL-3.0-or-later
//
// The stages of a calculation with mistakes, each computed when it is asked for, by the same functions as
// those of the document.
#pragma once

#include "core/analysis/diagnosis/mistakes.h"
#include "core/engine/evaluator.h"

#include <map>
#include <utility>

namespace lab {

class MistakenTrace {
public:
    /// The document's own numbers, but for the rows of queries all of whose keys are hidden.
    explicit MistakenTrace(const Experiment& experiment, HiddenRows hidden_rows = HiddenRows::zero);
    /// One mistake. What it does not affect is taken from `right`.
    MistakenTrace(MistakenTrace& right, const Mistake& mistake);
    /// Two mistakes, given as one each. What only one of them affects is taken from there. `first` and
    /// `second` must be of the same trace.
    MistakenTrace(MistakenTrace& first, MistakenTrace& second, const Mistake& also);

    /// All of a stage. Valid until another one is asked for.
    const Matrix& stage(StageId id, HeadIndex head);

    const Experiment& experiment() const { return m_recipe.experiment; }
    const Dimensions& sizes() const { return m_dimensions; }
    HiddenRows hidden_rows() const { return m_recipe.hidden_rows; }
    /// Which stages this trace computes; the others come from those that it was made of.
    const StageSet& own_stages() const { return m_own; }
    /// Those that may differ from the document's.
    const StageSet& affected() const { return m_affected; }

private:
    MistakenTrace& owner(StageId id);
    Matrix computed(StageId id, HeadIndex head);
    /// How a stage is computed that a mistake changes within; nullopt: by the document's own functions.
    std::optional<Matrix> changed(StageId id, HeadIndex head);
    Matrix masked(HeadIndex head);
    Matrix weights_of(HeadIndex head);
    Matrix normalised(const Matrix& masked, HeadIndex head) const;
    Matrix normalised_over_heads(HeadIndex head);
    Matrix after_normalising(Matrix weights, HeadIndex head) const;
    /// What a row of weights is whose keys are all hidden.
    void fill_hidden_rows(const Matrix& masked, Matrix& weights) const;
    Matrix merged_in_order();
    bool is_rounded(StageId id) const;
    /// −∞ where a rule of the mask hides a key, else 0.
    Matrix hidden() const;
    void forget_pairs(HeadIndex head);

    Recipe m_recipe;
    Dimensions m_dimensions;
    StageSet m_affected, m_own;
    MistakenTrace* m_right = nullptr;
    MistakenTrace* m_first = nullptr;
    MistakenTrace* m_second = nullptr;
    std::map<std::pair<StageId, HeadIndex>, Matrix> m_stages;
};

} // namespace lab
