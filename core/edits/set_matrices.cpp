// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/set_matrices.h"

#include "core/base/comma_list.h"
#include "core/base/number_format.h"
#include "core/edits/resize.h"
#include "core/experiment/document_names.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/token_name.h"
#include "core/experiment/validate.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <unordered_map>

namespace lab {

namespace {

using Kind = MatrixTarget::Kind;

constexpr std::string_view token_prefix = "embedding:";
/// What belongs to an option.
constexpr std::array option_ids{ParameterId::g_Q, ParameterId::g_K, ParameterId::sink, ParameterId::additive};

bool is_of_option(const MatrixTarget& target) {
    return target.kind == Kind::parameter &&
           std::ranges::find(option_ids, target.parameter) != option_ids.end();
}

/// All but tokens.
std::vector<MatrixTarget> named_targets() {
    std::vector<MatrixTarget> targets;
    for (const ParameterInfo& parameter : all_parameters()) {
        if (is_projection(parameter.id))
            targets.push_back({Kind::parameter, parameter.id});
    }
    targets.push_back({Kind::parameter, ParameterId::position});
    targets.push_back({Kind::mask});
    targets.push_back({Kind::parameter, ParameterId::X});
    targets.push_back({Kind::parameter, ParameterId::X_source});
    for (const ParameterId id : option_ids)
        targets.push_back({Kind::parameter, id});
    return targets;
}

std::string name_of(const MatrixTarget& target) {
    return target.kind == Kind::mask    ? "mask"
           : target.kind == Kind::token ? std::string(token_prefix) + target.token
                                        : std::string(info(target.parameter).name);
}

bool is_inputs(const MatrixTarget& target) {
    return target.kind == Kind::parameter && is_given_input(target.parameter);
}

/// The path of a target in the document; X and X_source may stand for many vectors of the table.
std::string place_of(const MatrixTarget& target) {
    if (target.kind == Kind::mask)
        return "mask.custom";
    if (target.kind == Kind::token)
        return "embedding.table." + target.token;
    if (target.parameter == ParameterId::position)
        return "embedding.position.table";
    if (is_of_option(target))
        return (is_gain(target.parameter)                   ? "scores.qk_norm."
                : target.parameter == ParameterId::additive ? "scores."
                                                            : "normalization.") +
               name_of(target);
    return (is_inputs(target) ? "" : "projection.") + name_of(target);
}

/// Whether that kind of projection computes with a target, in agreement with validate().
bool is_used(const MatrixTarget& target, ProjectionKind kind) {
    if (target.kind == Kind::mask || is_of_option(target))
        return true;
    if (target.kind == Kind::token || !is_projection(target.parameter))
        return kind != ProjectionKind::direct;
    const std::span<const ParameterId> used = parameters_of(kind);
    return std::ranges::find(used, target.parameter) != used.end();
}

/// Rejects matrices without effect, because the user would assume that they had been applied.
std::optional<Error> without_effect(const Experiment& experiment, const MatrixTarget& target) {
    using enum ProjectionKind;
    const ProjectionKind kind = experiment.projection.kind;
    if (!is_used(target, kind)) {
        std::string expected;
        for (const ProjectionKind user : {linear, identity, direct}) {
            if (is_used(target, user))
                expected += (expected.empty() ? "\"" : " or \"") + name_of(user, projection_names) + "\"";
        }
        return Error{place_of(target),
                     "not used, since projection.kind is \"" + name_of(kind, projection_names) + "\"",
                     expected};
    }
    if (target.kind == Kind::token && experiment.embedding.inputs == InputKind::rows)
        return Error{place_of(target), "not used, since embedding.inputs is \"rows\"", "\"tokens\""};
    if (target.kind == Kind::parameter && is_gain(target.parameter) && !experiment.scores.qk_norm)
        return Error{place_of(target), "not used, since there is no scores.qk_norm", "a document with one"};
    if (target.kind == Kind::parameter && target.parameter == ParameterId::sink &&
        !normalizer(experiment).has_sink)
        return Error{place_of(target), "not used by this normalization.kind",
                     "\"softmax\" or \"softmax_naive\""};
    if (is_inputs(target) && target.parameter == ParameterId::X_source && !experiment.source)
        return Error{place_of(target), "not used, since there is no source", "a document with one"};
    return std::nullopt;
}

bool same_bits(const RowVector& a, const RowVector& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
        return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
    });
}

/// New token vectors for a table: each token gets one, even if it is given several times.
class NewVectors {
public:
    explicit NewVectors(EmbeddingTable table) : m_table(std::move(table)) {}

    std::optional<Error> add(const std::string& token, RowVector values, const std::string& place) {
        const auto [known, added] = m_places.try_emplace(token, place);
        if (!added && !same_bits(*m_table.find(token)->values, values))
            return Error{place, "other numbers than " + known->second,
                         "the same, since both are the vector of \"" + shown_word(token) + "\""};
        m_table.set(token, {std::make_shared<const RowVector>(std::move(values)), false});
        return std::nullopt;
    }

    /// One row per token.
    std::optional<Error> add_rows(const std::vector<std::string>& tokens, const Matrix& rows,
                                  const std::string& place) {
        if (rows.rows() != static_cast<Index>(tokens.size()))
            return Error{place, std::to_string(rows.rows()) + (rows.rows() == 1 ? " row" : " rows"),
                         std::to_string(tokens.size()) + ", one for each token"};
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            const std::string of_row = place + "[" + std::to_string(i) + "]";
            if (auto error = add(tokens[i], rows.row(static_cast<Index>(i)), of_row)) {
                error->expected += "; where embedding.inputs is \"rows\" they may differ";
                return error;
            }
        }
        return std::nullopt;
    }

    void put_into(Embedding& embedding) && {
        if (m_places.empty())
            return;
        const auto& entries = m_table.entries();
        const Index width = entries.front().vector.values->size();
        if (std::ranges::all_of(entries,
                                [&](const auto& entry) { return entry.vector.values->size() == width; }))
            embedding.dimension = width;
        embedding.table = std::make_shared<const EmbeddingTable>(std::move(m_table));
    }

private:
    EmbeddingTable m_table;
    std::unordered_map<std::string, std::string> m_places; ///< where each new vector was given
};

/// Its name in `origin`: all token vectors are one parameter, E.
std::string origin_name(const MatrixTarget& target, bool by_row) {
    const bool of_table = target.kind == Kind::token || (is_inputs(target) && !by_row);
    return of_table ? std::string(info(ParameterId::E).name) : name_of(target);
}

/// Gives the document the width of its new rows, once all of them have it. The table, which is not used,
/// follows.
void follow_rows(Experiment& next) {
    const MatrixPtr x = parameter(next, ParameterId::X);
    const MatrixPtr source = parameter(next, ParameterId::X_source);
    if (x && x->cols() > 0 && (!source || source->cols() == x->cols()))
        widen_table(next, x->cols());
}

/// Sets a mask whose −∞ hides.
std::optional<Error> put_float_mask(Experiment& next, const Matrix& matrix) {
    if (!next.scores.additive.empty()) {
        next.scores.additive = {share(matrix)};
        drop_origin(next, ParameterId::additive);
        return std::nullopt;
    }
    Matrix custom(matrix.rows(), matrix.cols());
    for (Index row = 0; row < matrix.rows(); ++row) {
        for (Index column = 0; column < matrix.cols(); ++column) {
            const double number = matrix(row, column);
            if (std::isfinite(number) && number != 0)
                return Error{"mask[" + std::to_string(row) + "][" + std::to_string(column) + "]",
                             shortest(number) + " beside -inf",
                             "0 or -inf, since the document has no added scores (scores.additive)"};
            custom(row, column) = number == 0 ? 1 : 0;
        }
    }
    next.mask.custom = share(std::move(custom));
    return std::nullopt;
}

/// Added scores for all heads, or for each below each other. Sizes are validated afterwards.
void put_added_scores(Experiment& next, const Matrix& matrix) {
    const Index rows = static_cast<Index>(next.sequence.tokens.size());
    const Index heads = next.heads.count;
    next.scores.additive.clear();
    if (heads == 1 || matrix.rows() != rows * heads) {
        next.scores.additive.push_back(share(matrix));
        return;
    }
    for (Index head = 0; head < heads; ++head)
        next.scores.additive.push_back(share(Matrix(matrix.middleRows(head * rows, rows))));
}

std::optional<Error> put(Experiment& next, NewVectors& vectors, const MatrixTarget& target,
                         const Matrix& matrix) {
    const bool one_row = target.kind == Kind::token ||
                         (target.kind == Kind::parameter &&
                          (is_one_row(target.parameter) || target.parameter == ParameterId::sink));
    if (one_row && matrix.rows() != 1)
        return Error{place_of(target), shape_text(matrix.rows(), matrix.cols()), "one row of numbers"};
    if (target.kind == Kind::token)
        return vectors.add(target.token, matrix.row(0), place_of(target));
    if (is_inputs(target) && next.embedding.inputs == InputKind::tokens)
        return vectors.add_rows(target.parameter == ParameterId::X ? next.sequence.tokens
                                                                   : next.source->tokens,
                                matrix, place_of(target));
    if (target.kind == Kind::parameter && target.parameter == ParameterId::additive) {
        put_added_scores(next, matrix);
        return std::nullopt;
    }
    if (target.kind == Kind::parameter) {
        if (target.parameter == ParameterId::position)
            next.embedding.position.kind = PositionKind::learned;
        *place_of(next, target.parameter) = share(matrix);
        return std::nullopt;
    }
    if (!matrix.allFinite())
        return put_float_mask(next, matrix);
    next.mask.custom = share(matrix);
    return std::nullopt;
}

} // namespace

std::optional<MatrixTarget> matrix_target(std::string_view name) {
    for (const MatrixTarget& target : named_targets()) {
        if (name_of(target) == name)
            return target;
    }
    if (name.starts_with(token_prefix) && name.size() > token_prefix.size())
        return MatrixTarget{Kind::token, {}, std::string(name.substr(token_prefix.size()))};
    return std::nullopt;
}

std::string matrix_target_names() {
    return comma_list(named_targets(), [](const MatrixTarget& target) { return name_of(target); }) + ", " +
           std::string(token_prefix) + "TOKEN";
}

Result<Experiment> with_matrices(const Experiment& experiment, const std::vector<Replacement>& replacements) {
    Experiment next = experiment;
    NewVectors vectors(*experiment.embedding.table);
    const bool by_row = experiment.embedding.inputs == InputKind::rows;
    for (const auto& [target, matrix] : replacements) {
        if (auto error = without_effect(experiment, target))
            return *error;
        if (auto error = put(next, vectors, target, matrix))
            return *error;
        drop_origin(next, origin_name(target, by_row));
    }
    std::move(vectors).put_into(next.embedding);
    follow_rows(next);
    const std::vector<Error> problems = validate(next);
    if (!problems.empty())
        return problems.front();
    return next;
}

} // namespace lab
