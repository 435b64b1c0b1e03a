// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/validate.h"

#include "core/base/number_format.h"
#include "core/experiment/parameter.h"
#include "core/experiment/setting_problems.h"
#include "core/experiment/stage.h"
#include "core/experiment/token_name.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace lab {

namespace {

constexpr double bytes_at_most = 8.0 * 1024 * 1024 * 1024;

std::string gibibytes(double bytes) {
    const double size = bytes / (1024.0 * 1024 * 1024);
    return (size < 1000 ? display(size, 1) : brief(size)) + " GiB";
}

/// Memory for the stages. Of those with n_q × n_k numbers, only one head's must be present at a time. Uses
/// floating point, so that no product overflows.
double bytes_of_stages(const Dimensions& dimensions) {
    const auto n_q = static_cast<double>(std::max<Index>(dimensions.n_q, 1));
    const auto n_k = static_cast<double>(std::max<Index>(dimensions.n_k, 1));
    const auto H = static_cast<double>(dimensions.H);
    const auto d_k = static_cast<double>(dimensions.d_k);
    const auto d_v = static_cast<double>(dimensions.d_v);
    const double head = n_q * d_k + n_k * (d_k + d_v) + n_q * d_v;
    const double whole = (n_q + n_k) * static_cast<double>(dimensions.d_model) + n_q * H * d_v +
                         n_q * static_cast<double>(dimensions.d_out);
    constexpr double bookkeeping = 1024; // for a head's matrices
    return sizeof(double) * (static_cast<double>(dimensions.pair_stages) * n_q * n_k + H * head + whole) +
           H * bookkeeping;
}

class Validation {
public:
    explicit Validation(const Experiment& experiment)
        : m_experiment(experiment), m_n_q(static_cast<Index>(experiment.sequence.tokens.size())),
          m_n_k(static_cast<Index>(key_tokens(experiment).size())) {}

    std::vector<Error> problems() {
        if (has_inputs(m_experiment)) {
            check_table();
            check_position();
        }
        check_heads();
        check_projection();
        check_output();
        std::ranges::move(setting_problems(m_experiment, m_d_k), std::back_inserter(m_problems));
        // The memory for the stages is known once their shapes are valid. Overrides can be checked once d_k
        // and d_v are known.
        if (m_problems.empty()) {
            if (auto problem = too_large(m_experiment))
                m_problems.push_back(std::move(*problem));
        }
        if (m_d_k && m_d_v)
            check_overrides();
        check_snapshots();
        return std::move(m_problems);
    }

private:
    void report(std::string place, std::string found, std::string expected) {
        m_problems.push_back({{}, std::move(place), std::move(found), std::move(expected)});
    }

    void check_table() {
        const Embedding& embedding = m_experiment.embedding;
        const auto& entries = embedding.table->entries();
        if (embedding.dimension < 1 && !entries.empty())
            return report("embedding.table." + entries.front().token, "no numbers", "at least one");
        for (const auto& [token, vector] : entries) {
            if (vector.values->size() != embedding.dimension)
                report("embedding.table." + token, std::to_string(vector.values->size()) + " numbers",
                       std::to_string(embedding.dimension) + " (d_model)");
        }
        if (embedding.inputs == InputKind::tokens)
            check_tokens_have_vectors();
        if (embedding.dimension < 1)
            report("embedding", "no dimension and no token vectors", "at least one of them");
        if (embedding.inputs == InputKind::rows) {
            check_rows("embedding.X", embedding.X, m_n_q, "tokens");
            if (m_experiment.source)
                check_rows("embedding.X_source", embedding.X_source, m_n_k, "source tokens");
        }
    }

    void check_rows(const char* place, const MatrixPtr& rows, Index tokens, const char* what) {
        const Index d_model = m_experiment.embedding.dimension;
        if (!rows)
            report(place, "nothing", "a matrix, since embedding.inputs is \"rows\"");
        else if (d_model > 0 && (rows->rows() != tokens || rows->cols() != d_model))
            report(place, shape_text(rows->rows(), rows->cols()),
                   shape_text(tokens, d_model) + " (" + what + " × d_model)");
    }

    void check_tokens_have_vectors() {
        const auto has_vector = [this](const std::string& token) {
            return m_experiment.embedding.table->find(token) != nullptr;
        };
        const auto all_have = [&](const Sequence& sequence) {
            return std::ranges::all_of(sequence.tokens, has_vector);
        };
        // Looking up each token is faster than finding the distinct ones.
        if (all_have(m_experiment.sequence) && (!m_experiment.source || all_have(*m_experiment.source)))
            return;
        for (const std::string& token : distinct_tokens(m_experiment)) {
            if (!has_vector(token))
                report("embedding.table", "no vector for the token \"" + shown_word(token) + "\"",
                       "one for every token of the sentence");
        }
    }

    void check_position() {
        const Position& position = m_experiment.embedding.position;
        if (position.kind != PositionKind::learned)
            return;
        const std::string place = "embedding.position.table";
        if (!position.table)
            return report(place, "nothing", "a matrix, since embedding.position.kind is \"learned\"");
        const Index positions = positions_needed(m_experiment);
        const Index d_model = m_experiment.embedding.dimension;
        if (position.table->rows() < positions)
            report(place, std::to_string(position.table->rows()) + " rows",
                   "at least " + std::to_string(positions) + ", one for every position of " +
                       (m_experiment.source ? "both sequences" : "the sequence") + ", counted from 0");
        if (position.table->rows() > 0 && d_model > 0 && position.table->cols() != d_model)
            report(place, std::to_string(position.table->cols()) + " columns",
                   std::to_string(d_model) + " (d_model)");
    }

    void check_heads() {
        const Heads& heads = m_experiment.heads;
        if (heads.count < 1)
            report("heads.count", std::to_string(heads.count), "at least 1");
        else if (heads.kv_count < 1 || heads.count % heads.kv_count != 0)
            report("heads.kv_count", std::to_string(heads.kv_count),
                   "a divisor of heads.count, " + std::to_string(heads.count));
        else
            m_heads_divide = true;
    }

    void check_projection() {
        switch (m_experiment.projection.kind) {
        case ProjectionKind::linear:
            return check_linear();
        case ProjectionKind::identity:
            return check_identity();
        case ProjectionKind::direct:
            check_given(ParameterId::Q, ParameterId::K, ParameterId::V, {m_n_q, "tokens"},
                        {m_n_k, m_experiment.source ? "source tokens" : "tokens"}, "direct");
        }
    }

    static std::string place(ParameterId id) { return "projection." + std::string(info(id).name); }

    const MatrixPtr& matrix(ParameterId id) const { return projection_matrix(m_experiment.projection, id); }

    void require(ParameterId id, std::string_view kind) {
        if (!matrix(id))
            report(place(id), "nothing", "a matrix, since projection.kind is \"" + std::string(kind) + "\"");
    }

    void check_shape(ParameterId id, Index rows, Index columns, std::string_view letters) {
        const MatrixPtr& m = matrix(id);
        if (m && (m->rows() != rows || m->cols() != columns))
            report(place(id), shape_text(m->rows(), m->cols()),
                   shape_text(rows, columns) + " (" + std::string(letters) + ")");
    }

    /// The width of a head if `parts` share the columns of a matrix; reports one that does not divide.
    std::optional<Index> share_of(ParameterId id, Index parts, std::string_view what) {
        const MatrixPtr& m = matrix(id);
        if (!m)
            return std::nullopt;
        if (m->cols() > 0 && m->cols() % parts == 0)
            return m->cols() / parts;
        if (m->cols() == 0)
            report(place(id), "no columns", "at least one");
        else
            report(place(id), std::to_string(m->cols()) + " columns",
                   "a multiple of " + std::string(what) + ", " + std::to_string(parts));
        return std::nullopt;
    }

    /// How many rows a matrix must have, and what that number is called.
    struct Height {
        Index rows;
        std::string letters;
    };

    /// Checks the three matrices of `linear` or `direct`: heights, then widths against one another.
    void check_given(ParameterId q, ParameterId k, ParameterId v, const Height& queries, const Height& keys,
                     std::string_view kind) {
        for (const ParameterId id : {q, k, v})
            require(id, kind);
        if (!m_heads_divide)
            return;
        const Heads& heads = m_experiment.heads;
        m_d_k = share_of(q, heads.count, "heads.count");
        if (m_d_k) {
            check_shape(q, queries.rows, matrix(q)->cols(), queries.letters + " × heads.count·d_k");
            check_shape(k, keys.rows, heads.kv_count * *m_d_k, keys.letters + " × kv_count·d_k");
        }
        m_d_v = share_of(v, heads.kv_count, "heads.kv_count");
        if (m_d_v)
            check_shape(v, keys.rows, matrix(v)->cols(), keys.letters + " × kv_count·d_v");
    }

    void check_linear() {
        const Height d_model{m_experiment.embedding.dimension, "d_model"};
        // Without a d_model, which is reported separately, every matrix would look wrong.
        if (d_model.rows > 0)
            check_given(ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V, d_model, d_model, "linear");
        check_bias(ParameterId::b_Q, ParameterId::W_Q);
        check_bias(ParameterId::b_K, ParameterId::W_K);
        check_bias(ParameterId::b_V, ParameterId::W_V);
    }

    void check_bias(ParameterId id, ParameterId weights) {
        const MatrixPtr& bias = matrix(id);
        const MatrixPtr& m = matrix(weights);
        if (bias && m && bias->cols() != m->cols())
            report(place(id), std::to_string(bias->cols()) + " numbers",
                   std::to_string(m->cols()) + ", the width of " + std::string(info(weights).name));
    }

    void check_identity() {
        if (!m_heads_divide)
            return;
        const Heads& heads = m_experiment.heads;
        const Index d_model = m_experiment.embedding.dimension;
        if (heads.kv_count != heads.count)
            report("heads.kv_count", std::to_string(heads.kv_count),
                   "heads.count, " + std::to_string(heads.count) + ", since projection.kind is \"identity\"");
        if (d_model % heads.count != 0)
            report("heads.count", std::to_string(heads.count),
                   "a divisor of d_model, " + std::to_string(d_model) +
                       ", since projection.kind is \"identity\"");
        else if (d_model > 0)
            m_d_k = m_d_v = d_model / heads.count;
    }

    void check_output() {
        const Projection& p = m_experiment.projection;
        if (p.b_O && !p.W_O)
            return report("projection.b_O", "a bias without projection.W_O", "both or neither");
        if (!p.W_O)
            return;
        if (p.W_O->cols() < 1)
            report("projection.W_O", "no columns", "at least one");
        else if (m_d_v)
            check_shape(ParameterId::W_O, m_experiment.heads.count * *m_d_v, p.W_O->cols(),
                        "heads.count·d_v × d_out");
        check_bias(ParameterId::b_O, ParameterId::W_O);
    }

    void check_overrides() {
        const Projection& p = m_experiment.projection;
        Dimensions d;
        d.n_q = m_n_q;
        d.n_k = m_n_k;
        d.d_model = m_experiment.embedding.dimension;
        d.H = m_experiment.heads.count;
        d.d_k = m_d_k.value_or(0);
        d.d_v = m_d_v.value_or(0);
        d.d_out = p.W_O ? p.W_O->cols() : d.H * d.d_v;
        for (std::size_t i = 0; i < m_experiment.overrides.size(); ++i)
            check_override(m_experiment.overrides[i], "overrides[" + std::to_string(i) + "]", d);
    }

    void check_override(const Override& each, const std::string& at, const Dimensions& d) {
        const StageInfo& stage = info(each.stage);
        if (!has_stage(m_experiment, each.stage))
            return report(at + ".stage", "\"" + std::string(stage.name) + "\"",
                          "a stage that this document computes");
        const HeadIndex heads = stage.per_head ? d.H : 1;
        const auto check_index = [&](const char* key, Index index, Index count) {
            if (index < 0 || index >= count)
                report(at + "." + key, std::to_string(index),
                       count > 0 ? "0 to " + std::to_string(count - 1) + " in " + std::string(stage.name)
                                 : "no override, since " + std::string(stage.name) + " has no cells");
        };
        check_index("head", each.head, heads);
        check_index("row", each.row, length(stage.rows, d));
        check_index("column", each.column, length(stage.columns, d));
        if (std::isnan(each.value) || (std::isinf(each.value) && each.value > 0))
            report(at + ".value", shortest(each.value), "a finite number or \"-inf\"");
    }

    void check_snapshots() {
        for (std::size_t i = 0; i < m_experiment.snapshots.size(); ++i) {
            const std::string at = "snapshots[" + std::to_string(i) + "].document.";
            for (Error problem : validate(*m_experiment.snapshots[i].experiment)) {
                problem.place.insert(0, at);
                m_problems.push_back(std::move(problem));
            }
        }
    }

    const Experiment& m_experiment;
    Index m_n_q;
    Index m_n_k;
    bool m_heads_divide = false; // widths can be computed
    // Set if the matrices that determine them are valid.
    std::optional<Index> m_d_k, m_d_v;
    std::vector<Error> m_problems;
};

} // namespace

std::optional<Error> without_tokens(const Experiment& experiment) {
    if (!is_empty(experiment))
        return std::nullopt;
    return Error{{}, experiment.sequence.tokens.empty() ? "sequence" : "source", "no tokens", "at least one"};
}

std::optional<Error> too_large(const Experiment& experiment) {
    return too_large(dimensions(experiment));
}

std::optional<Error> too_large(const Dimensions& d) {
    if (const double bytes = bytes_of_stages(d); bytes > bytes_at_most)
        return Error{{},
                     "sequence",
                     std::to_string(d.n_q) + " queries, " + std::to_string(d.n_k) + " keys and " +
                         std::to_string(d.H) + (d.H == 1 ? " head" : " heads") + ", whose stages take " +
                         gibibytes(bytes),
                     "at most " + gibibytes(bytes_at_most)};
    return std::nullopt;
}

std::vector<Error> validate(const Experiment& experiment) {
    return Validation(experiment).problems();
}

} // namespace lab
