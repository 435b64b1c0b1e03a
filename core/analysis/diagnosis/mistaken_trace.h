// SPDX-License-Identifier: GPL-3.0-or-later
//
// The stages of a calculation with mistakes, each computed when it is asked for, by the same functions as
// those of the document.
#pragma once

#include "core/analysis/diagnosis/mistakes.h"
#include "core/engine/evaluator.h"
#include "core/experiment/overrides.h"
#include "core/experiment/parameter.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

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

    MistakenTrace(const MistakenTrace&) = delete; // others point to it
    MistakenTrace& operator=(const MistakenTrace&) = delete;

    /// All of a stage. Valid until another one is asked for.
    const Matrix& stage(StageId id, HeadIndex head) { return *kept_stage(id, head); }
    /// The same, for as long as somebody has it.
    MatrixPtr shared_stage(StageId id, HeadIndex head) { return kept_stage(id, head); }

    /// The document's own numbers with one mistake, which this trace has made once and keeps for all who ask.
    MistakenTrace& with(const Mistake& mistake);
    /// Forgets the one with that mistake, if those that are kept hold many numbers; very many if it will be
    /// asked for again.
    void release(const Mistake& mistake, bool is_needed_again);

    /// Without the overrides.
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
    StageId inputs_of(StageId id) const;
    Matrix product(StageId inputs, const MatrixPtr& weights, const Columns& columns);
    Matrix projected_columns(StageId id, HeadIndex head);
    const Matrix& split_columns(StageId id);
    Matrix projected_head(StageId id, HeadIndex head);
    Matrix masked(HeadIndex head);
    Matrix weights_of(HeadIndex head);
    Matrix normalised(const Matrix& masked, HeadIndex head) const;
    Matrix normalised_over_heads(HeadIndex head);
    Matrix after_normalising(Matrix weights, HeadIndex head) const;
    /// What a row of weights is whose keys are all hidden.
    void fill_hidden_rows(const Matrix& masked, Matrix& weights) const;
    Matrix merged_in_order();
    Matrix merged_in_turn();
    bool is_rounded(StageId id) const;
    /// −∞ where a rule of the mask hides a key, else 0.
    const Matrix& hidden();
    void forget_pairs(HeadIndex head);
    void forget(StageId id, HeadIndex head);
    double changed_parameters() const;
    const MatrixPtr& kept_stage(StageId id, HeadIndex head);
    const MatrixPtr& keep(StageId id, HeadIndex head, Matrix numbers);

    /// The document's overrides, which no mistake changes and all calculations share: there may be very many.
    struct Overridden {
        explicit Overridden(const Experiment& experiment) : document(experiment), cells(document) {}
        Experiment document;
        OverridesByCell cells;
    };

    Recipe m_recipe; ///< its experiment has no overrides
    std::shared_ptr<const Overridden> m_overridden;
    Dimensions m_dimensions;
    StageSet m_affected, m_own;
    MistakenTrace* m_right = nullptr;
    MistakenTrace* m_first = nullptr;
    MistakenTrace* m_second = nullptr;
    std::map<std::pair<StageId, HeadIndex>, MatrixPtr> m_stages;
    /// Of its own inputs, by the inputs, the weights and the first column.
    std::map<std::tuple<StageId, const Matrix*, Index>, Matrix> m_products;
    double m_product_numbers = 0;
    Matrix m_hidden;               ///< see hidden(); empty until it is asked for
    std::array<Matrix, 3> m_split; ///< queries, keys and values, see split_columns()
    std::vector<std::pair<Mistake, std::unique_ptr<MistakenTrace>>> m_mistaken; ///< see with()
    double m_numbers = 0; ///< how many are kept here, also of parameters that only this calculation has
};

/// The document's own numbers, for each way to compute hidden rows once they are asked for.
class DocumentTraces {
public:
    explicit DocumentTraces(const Experiment& experiment) : m_experiment(experiment) {}

    MistakenTrace& with(HiddenRows rows) {
        std::optional<MistakenTrace>& its = m_traces[static_cast<std::size_t>(rows)];
        return its ? *its : its.emplace(m_experiment, rows);
    }

private:
    Experiment m_experiment;
    std::array<std::optional<MistakenTrace>, 3> m_traces; ///< one a HiddenRows
};

} // namespace lab
