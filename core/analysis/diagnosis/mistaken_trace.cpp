// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/mistaken_trace.h"

#include "core/experiment/overrides.h"
#include "core/stages/06_masked_scores.h"
#include "core/stages/07_weights.h"

#include <numbers>

namespace lab {

namespace {

/// From this many numbers on, the stages of n_q × n_k of a head go once its output is there.
constexpr double most_kept_pairs = 3e7;

Block whole(const StageInfo& stage, const Dimensions& d) {
    return {0, 0, length(stage.rows, d), length(stage.columns, d)};
}

} // namespace

MistakenTrace::MistakenTrace(const Experiment& experiment)
    : m_dimensions(dimensions(experiment)), m_own(StageSet().set()) {
    m_recipe.experiment = experiment;
}

MistakenTrace::MistakenTrace(MistakenTrace& right, const Mistake& mistake)
    : m_recipe(right.m_recipe), m_affected(affected_stages(mistake.kind)), m_own(m_affected),
      m_right(&right) {
    make(mistake, m_recipe);
    m_dimensions = dimensions(m_recipe.experiment);
}

MistakenTrace::MistakenTrace(MistakenTrace& first, MistakenTrace& second, const Mistake& also)
    : m_recipe(first.m_recipe), m_affected(first.m_affected | second.m_affected),
      m_own(first.m_affected & second.m_affected), m_right(first.m_right), m_first(&first),
      m_second(&second) {
    make(also, m_recipe);
    m_dimensions = dimensions(m_recipe.experiment);
}

MistakenTrace& MistakenTrace::owner(StageId id) {
    const auto bit = static_cast<std::size_t>(id);
    if (m_own.test(bit))
        return *this;
    if (m_first && m_first->m_affected.test(bit))
        return *m_first;
    if (m_second && m_second->m_affected.test(bit))
        return *m_second;
    return *m_right;
}

const Matrix& MistakenTrace::stage(StageId id, HeadIndex head) {
    if (MistakenTrace& other = owner(id); &other != this)
        return other.stage(id, head);
    if (!lab::info(id).per_head)
        head = 0;
    const auto found = m_stages.find({id, head});
    if (found != m_stages.end())
        return found->second;
    Matrix numbers = computed(id, head);
    if (id == StageId::head_outputs)
        forget_pairs(head);
    return m_stages[{id, head}] = std::move(numbers);
}

/// Long sentences with many heads would fill the memory otherwise.
void MistakenTrace::forget_pairs(HeadIndex head) {
    const Dimensions& d = m_dimensions;
    const double pairs = static_cast<double>(d.n_q) * static_cast<double>(d.n_k);
    if (pairs * static_cast<double>(d.H * d.pair_stages) < most_kept_pairs)
        return;
    for (const StageInfo& stage : all_stages()) {
        if (is_query_by_key(stage))
            owner(stage.id).m_stages.erase({stage.id, head});
    }
}

Matrix MistakenTrace::computed(StageId id, HeadIndex head) {
    const Block at = whole(lab::info(id), m_dimensions);
    if (id == StageId::values && m_recipe.has_keys_for_values) {
        Matrix result = stage(StageId::keys, head);
        override_cells(m_recipe.experiment.overrides, id, head, at, result);
        return result;
    }
    const bool is_masked = id == StageId::masked_scores && m_recipe.mask_use != MaskUse::minus_infinity;
    if (is_masked || id == StageId::weights) {
        Matrix result = is_masked ? masked(head) : weights_of(head);
        override_cells(m_recipe.experiment.overrides, id, head, at, result);
        return result;
    }
    Matrix result(at.rows, at.columns);
    const FindKept all = [this](StageId of, HeadIndex its) { return StageRows(stage(of, its)); };
    Evaluator(m_recipe.experiment, m_dimensions, all).compute(id, head, at, result);
    return result;
}

Matrix MistakenTrace::hidden() const {
    const Block at{0, 0, m_dimensions.n_q, m_dimensions.n_k};
    Matrix result(at.rows, at.columns);
    masked_scores(Matrix::Zero(at.rows, at.columns), m_recipe.experiment.mask,
                  first_positions(m_recipe.experiment), at, result);
    return result;
}

/// Hidden scores are 0, or stay as they are if the weights are masked instead.
Matrix MistakenTrace::masked(HeadIndex head) {
    const Matrix& scaled = stage(StageId::scaled_scores, head);
    if (m_recipe.mask_use != MaskUse::zero)
        return scaled;
    return hidden().array().isFinite().select(scaled, 0.0);
}

Matrix MistakenTrace::normalised(const Matrix& masked, HeadIndex head) const {
    Normalization normalization = m_recipe.experiment.normalization;
    if (m_recipe.has_base_two)
        normalization.temperature /= std::numbers::ln2; // 2^x = e^(x·ln 2)
    Matrix result(masked.rows(), masked.cols());
    weights(masked, normalization, head, result);
    return result;
}

Matrix MistakenTrace::weights_of(HeadIndex head) {
    const Matrix& scores = stage(StageId::masked_scores, head);
    Matrix result;
    switch (m_recipe.normalised_over) {
    case NormalisedOver::keys:
        result = normalised(scores, head);
        break;
    case NormalisedOver::queries:
        result = normalised(scores.transpose(), head).transpose();
        break;
    case NormalisedOver::all_cells:
        result = normalised(scores.reshaped<Eigen::RowMajor>(1, scores.size()), head)
                     .reshaped<Eigen::RowMajor>(scores.rows(), scores.cols());
        break;
    }
    if (m_recipe.mask_use == MaskUse::minus_infinity || m_recipe.mask_use == MaskUse::zero)
        return result;
    result = hidden().array().isFinite().select(result, 0.0);
    if (m_recipe.mask_use == MaskUse::on_weights_and_normalised)
        result.array().colwise() /= result.rowwise().sum().array().eval();
    return result;
}

} // namespace lab
