// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/mistaken_trace.h"

#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/stages/06_masked_scores.h"
#include "core/stages/07_weights.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace lab {

namespace {

/// So many numbers may be kept of calculations with one mistake each; of those that are not needed again, so
/// many, since memory that is used for the first time takes longer than what is computed into it.
constexpr double most_needed_numbers = 6e7, most_kept_numbers = 4e6;
/// From this many numbers on, the stages of n_q × n_k of a head go once its output is there.
constexpr double most_kept_pairs = 3e7;

Block whole(const StageInfo& stage, const Dimensions& d) {
    return {0, 0, length(stage.rows, d), length(stage.columns, d)};
}

} // namespace

MistakenTrace::MistakenTrace(const Experiment& experiment, HiddenRows hidden_rows)
    : m_overridden(std::make_shared<const Overridden>(experiment)), m_dimensions(dimensions(experiment)),
      m_own(StageSet().set()) {
    m_recipe.experiment = experiment;
    m_recipe.experiment.overrides.clear();
    m_recipe.weights = std::make_shared<SharedWeights>(experiment.projection);
    m_recipe.hidden_rows = hidden_rows;
}

MistakenTrace::MistakenTrace(MistakenTrace& right, const Mistake& mistake)
    : m_recipe(right.m_recipe), m_overridden(right.m_overridden), m_affected(affected_stages(mistake)),
      m_own(m_affected), m_right(&right) {
    make(mistake, m_recipe);
    m_dimensions = dimensions(m_recipe.experiment);
    m_numbers = changed_parameters();
}

MistakenTrace::MistakenTrace(MistakenTrace& first, MistakenTrace& second, const Mistake& also)
    : m_recipe(first.m_recipe), m_overridden(first.m_overridden),
      m_affected(first.m_affected | second.m_affected), m_own(first.m_affected & second.m_affected),
      m_right(first.m_right), m_first(&first), m_second(&second) {
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

const MatrixPtr& MistakenTrace::kept_stage(StageId id, HeadIndex head) {
    if (MistakenTrace& other = owner(id); &other != this)
        return other.kept_stage(id, head);
    if (!lab::info(id).per_head)
        head = 0;
    const auto found = m_stages.find({id, head});
    if (found != m_stages.end())
        return found->second;
    Matrix numbers = computed(id, head);
    if (id == StageId::head_outputs)
        forget_pairs(head);
    return keep(id, head, std::move(numbers));
}

const MatrixPtr& MistakenTrace::keep(StageId id, HeadIndex head, Matrix numbers) {
    m_numbers += static_cast<double>(numbers.size());
    return m_stages[{id, head}] = share(std::move(numbers));
}

void MistakenTrace::forget(StageId id, HeadIndex head) {
    const auto found = m_stages.find({id, head});
    if (found == m_stages.end())
        return;
    m_numbers -= static_cast<double>(found->second->size());
    m_stages.erase(found);
}

/// How many numbers the matrices have that a mistake put in place of the document's.
double MistakenTrace::changed_parameters() const {
    const Projection &its = m_recipe.experiment.projection, &others = m_right->m_recipe.experiment.projection;
    double count = 0;
    for (MatrixPtr Projection::*const each :
         {&Projection::W_Q, &Projection::W_K, &Projection::W_V, &Projection::W_O, &Projection::Q,
          &Projection::K, &Projection::V}) {
        const MatrixPtr& matrix = its.*each;
        if (matrix && !m_recipe.weights->has(matrix) && matrix != others.*each)
            count += static_cast<double>(matrix->size());
    }
    return count;
}

MistakenTrace& MistakenTrace::with(const Mistake& mistake) {
    const auto found = std::ranges::find(m_mistaken, mistake, [](const auto& each) { return each.first; });
    if (found != m_mistaken.end())
        return *found->second;
    m_mistaken.emplace_back(mistake, std::make_unique<MistakenTrace>(*this, mistake));
    return *m_mistaken.back().second;
}

void MistakenTrace::release(const Mistake& mistake, bool is_needed_again) {
    double kept = 0;
    for (const auto& [its, trace] : m_mistaken)
        kept += trace->m_numbers;
    if (kept > (is_needed_again ? most_needed_numbers : most_kept_numbers))
        std::erase_if(m_mistaken, [&](const auto& each) { return each.first == mistake; });
}

/// Long sentences with many heads would fill the memory otherwise.
void MistakenTrace::forget_pairs(HeadIndex head) {
    const Dimensions& d = m_dimensions;
    const double pairs = static_cast<double>(d.n_q) * static_cast<double>(d.n_k);
    if (pairs * static_cast<double>(d.H * d.pair_stages) < most_kept_pairs)
        return;
    for (const StageInfo& stage : all_stages()) {
        if (is_query_by_key(stage))
            owner(stage.id).forget(stage.id, head);
    }
    m_numbers -= static_cast<double>(m_hidden.size());
    m_hidden.resize(0, 0);
}

Matrix MistakenTrace::computed(StageId id, HeadIndex head) {
    if (is_rounded(id)) { // nothing else is wrong with it
        const double unit = std::pow(10, m_recipe.decimals);
        return (m_right->stage(id, head) * unit).array().rint() / unit;
    }
    const Block at = whole(lab::info(id), m_dimensions);
    Matrix result(at.rows, at.columns);
    if (std::optional<Matrix> other = changed(id, head)) {
        result = std::move(*other);
    } else {
        const FindKept all = [this](StageId of, HeadIndex its) { return StageRows(stage(of, its)); };
        Evaluator(m_recipe.experiment, m_dimensions, all).compute(id, head, at, result);
    }
    for (const Override* each : m_overridden->cells.of(id, head)) {
        if (each->row < result.rows() && each->column < result.cols())
            result(each->row, each->column) = each->value;
    }
    return result;
}

bool MistakenTrace::is_rounded(StageId id) const {
    if (!m_recipe.rounded)
        return false;
    return id == *m_recipe.rounded ||
           (*m_recipe.rounded == StageId::queries && (id == StageId::keys || id == StageId::values));
}

std::optional<Matrix> MistakenTrace::changed(StageId id, HeadIndex head) {
    if (id == StageId::values && m_recipe.has_keys_for_values)
        return stage(StageId::keys, head);
    if (id == StageId::queries || id == StageId::keys || id == StageId::values)
        return projected_head(id, head);
    if (id == StageId::masked_scores && m_recipe.mask_use != MaskUse::minus_infinity)
        return masked(head);
    if (id == StageId::weights)
        return weights_of(head);
    if (id == StageId::head_outputs && m_recipe.are_weights_transposed)
        return Matrix(stage(weights_in_use(m_recipe.experiment), head).transpose() *
                      stage(StageId::values, head));
    if (id == StageId::concat && m_recipe.heads_merged == HeadLayout::by_reshape)
        return merged_in_order();
    if (id == StageId::concat && m_recipe.heads_merged == HeadLayout::interleaved)
        return merged_in_turn();
    return std::nullopt;
}

/// The heads' outputs one after the other, H × n × d_v in their order, as n × H·d_v.
Matrix MistakenTrace::merged_in_order() {
    const Dimensions& d = m_dimensions;
    Matrix in_order(d.H * d.n_q, d.d_v);
    for (HeadIndex head = 0; head < d.H; ++head)
        in_order.middleRows(head * d.n_q, d.n_q) = stage(StageId::head_outputs, head);
    return in_order.reshaped<Eigen::RowMajor>(d.n_q, d.H * d.d_v);
}

/// n × d_v·H: the first column of each head, then the second one of each.
Matrix MistakenTrace::merged_in_turn() {
    const Dimensions& d = m_dimensions;
    Matrix all(d.n_q, d.H * d.d_v);
    for (HeadIndex head = 0; head < d.H; ++head) {
        const Matrix& its = stage(StageId::head_outputs, head);
        for (Index column = 0; column < d.d_v; ++column)
            all.col(column * d.H + head) = its.col(column);
    }
    return all;
}

const Matrix& MistakenTrace::hidden() {
    if (m_hidden.size() == 0) {
        const Block at{0, 0, m_dimensions.n_q, m_dimensions.n_k};
        m_hidden.resize(at.rows, at.columns);
        masked_scores(Matrix::Zero(at.rows, at.columns), m_recipe.experiment.mask,
                      first_positions(m_recipe.experiment), at, m_hidden);
        m_numbers += static_cast<double>(m_hidden.size());
    }
    return m_hidden;
}

/// Hidden scores as the mask leaves them; as they are if the weights are masked instead.
Matrix MistakenTrace::masked(HeadIndex head) {
    const Matrix& scaled = stage(StageId::scaled_scores, head);
    const auto seen = hidden().array().isFinite().eval();
    const double for_hidden = m_recipe.hidden_number, for_visible = m_recipe.visible_number;
    switch (m_recipe.mask_use) {
    case MaskUse::put:
        return seen.select(scaled, for_hidden);
    case MaskUse::added:
        return seen.select(scaled.array() + for_visible, scaled.array() + for_hidden);
    case MaskUse::multiplied:
        return seen.select(scaled.array() * for_visible, scaled.array() * for_hidden);
    case MaskUse::minus_infinity:
    case MaskUse::on_weights:
    case MaskUse::on_weights_and_normalised:
        break;
    }
    return scaled;
}

Matrix MistakenTrace::normalised(const Matrix& masked, HeadIndex head) const {
    Normalization normalization = m_recipe.experiment.normalization;
    if (m_recipe.has_base_two)
        normalization.temperature /= std::numbers::ln2; // 2^x = e^(x·ln 2)
    if (!m_recipe.is_divided) {
        Matrix scores = masked / temperature_of(normalization);
        if (m_recipe.subtracts_largest) {
            const std::optional<double> sink = sink_of(normalization, head);
            const double least =
                sink ? *sink / temperature_of(normalization) : -std::numeric_limits<double>::infinity();
            scores.colwise() -= scores.rowwise().maxCoeff().cwiseMax(least).eval();
        }
        return scores.array().exp();
    }
    Matrix result(masked.rows(), masked.cols());
    weights(masked, normalization, head, result);
    return result;
}

/// Each cell among those of all heads; where all of them are hidden, as the mistake says.
Matrix MistakenTrace::normalised_over_heads(HeadIndex head) {
    const Dimensions& d = m_dimensions;
    Matrix cells(d.n_q * d.n_k, d.H);
    for (HeadIndex each = 0; each < d.H; ++each)
        cells.col(each) = stage(StageId::masked_scores, each).reshaped<Eigen::RowMajor>();
    const Matrix all = normalised(cells, head);
    Matrix result = all.col(head).reshaped<Eigen::RowMajor>(d.n_q, d.n_k);
    const Eigen::VectorXd largest = cells.rowwise().maxCoeff();
    for (Index i = 0; i < largest.size(); ++i) {
        if (!is_hidden(largest(i)))
            continue;
        double& cell = result(i / d.n_k, i % d.n_k);
        if (m_recipe.hidden_in_all_heads == HiddenRows::equal)
            cell = 1 / static_cast<double>(d.H);
        else if (m_recipe.hidden_in_all_heads == HiddenRows::nan)
            cell = std::numeric_limits<double>::quiet_NaN();
    }
    return result;
}

Matrix MistakenTrace::after_normalising(Matrix result, HeadIndex head) const {
    if (m_recipe.after == AfterNormalising::logarithm)
        return result.array().log();
    if (m_recipe.after == AfterNormalising::softmax) {
        Matrix again(result.rows(), result.cols());
        weights(result, {}, head, again);
        return again;
    }
    return result;
}

void MistakenTrace::fill_hidden_rows(const Matrix& masked, Matrix& weights) const {
    if (m_recipe.hidden_rows == HiddenRows::zero)
        return;
    const double share = m_recipe.hidden_rows == HiddenRows::nan ? std::numeric_limits<double>::quiet_NaN()
                                                                 : 1 / static_cast<double>(masked.cols());
    for (Index row = 0; row < masked.rows(); ++row) {
        if (is_hidden(masked.row(row).maxCoeff()))
            weights.row(row).setConstant(share);
    }
}

Matrix MistakenTrace::weights_of(HeadIndex head) {
    const Matrix& scores = stage(StageId::masked_scores, head);
    Matrix result;
    switch (m_recipe.normalised_over) {
    case NormalisedOver::keys:
        result = normalised(scores, head);
        fill_hidden_rows(scores, result);
        break;
    case NormalisedOver::queries:
        result = normalised(scores.transpose(), head).transpose();
        break;
    case NormalisedOver::all_cells:
        result = normalised(scores.reshaped<Eigen::RowMajor>(1, scores.size()), head)
                     .reshaped<Eigen::RowMajor>(scores.rows(), scores.cols());
        break;
    case NormalisedOver::heads:
        result = normalised_over_heads(head);
        break;
    }
    result = after_normalising(std::move(result), head);
    if (m_recipe.mask_use != MaskUse::on_weights && m_recipe.mask_use != MaskUse::on_weights_and_normalised)
        return result;
    result = hidden().array().isFinite().select(result, 0.0);
    if (m_recipe.mask_use == MaskUse::on_weights_and_normalised)
        result.array().colwise() /= result.rowwise().sum().array().eval();
    return result;
}

} // namespace lab
