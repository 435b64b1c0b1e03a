// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validate.h"

#include "core/parameter.h"

#include <string_view>

namespace lab {

namespace {

class Validation {
public:
    explicit Validation(const Experiment& experiment) : m_experiment(experiment) {}

    std::vector<Error> problems() {
        check_heads();
        // Where the heads are wrong, every width below would be measured against nonsense.
        if (!m_problems.empty())
            return std::move(m_problems);
        if (has_inputs(m_experiment))
            check_embedding();
        switch (m_experiment.projection.kind) {
        case ProjectionKind::linear:
            check_linear();
            break;
        case ProjectionKind::identity:
            check_identity();
            break;
        case ProjectionKind::direct:
            check_direct();
            break;
        }
        if (m_problems.empty())
            check_output();
        return std::move(m_problems);
    }

private:
    void report(std::string place, std::string found, std::string expected) {
        m_problems.push_back({{}, std::move(place), std::move(found), std::move(expected)});
    }

    void check_heads() {
        const Heads& heads = m_experiment.heads;
        if (heads.count < 1)
            report("heads.count", std::to_string(heads.count), "at least 1");
        else if (heads.kv_count < 1 || heads.count % heads.kv_count != 0)
            report("heads.kv_count", std::to_string(heads.kv_count),
                   "a divisor of heads.count, " + std::to_string(heads.count));
    }

    void check_embedding() {
        const Embedding& embedding = m_experiment.embedding;
        const auto& entries = embedding.table->entries();
        if (embedding.dimension < 1 && !entries.empty())
            return report("embedding.table." + entries.front().token, "no numbers", "at least one");
        for (const auto& [token, vector] : entries) {
            if (vector.values->size() != embedding.dimension)
                report("embedding.table." + token, std::to_string(vector.values->size()) + " numbers",
                       std::to_string(embedding.dimension) + " (d_model)");
        }
        for (const std::string& token : distinct_tokens(m_experiment)) {
            if (!embedding.table->find(token))
                report("embedding.table", "no vector for the token \"" + token + "\"",
                       "one for every token of the sentence");
        }
        if (embedding.dimension < 1)
            report("embedding", "no dimension and no token vectors", "at least one of them");
    }

    bool present(ParameterId id, std::string_view kind) {
        if (projection_matrix(m_experiment.projection, id))
            return true;
        report(place(id), "nothing", "a matrix, since projection.kind is \"" + std::string(kind) + "\"");
        return false;
    }

    static std::string place(ParameterId id) { return "projection." + std::string(info(id).name); }

    void check_shape(ParameterId id, Index rows, Index columns, std::string_view letters) {
        const MatrixPtr& matrix = projection_matrix(m_experiment.projection, id);
        if (matrix && (matrix->rows() != rows || matrix->cols() != columns))
            report(place(id), shape_text(matrix->rows(), matrix->cols()),
                   shape_text(rows, columns) + " (" + std::string(letters) + ")");
    }

    /// Checks the width of a matrix whose columns are divided among `parts`.
    bool divides(ParameterId id, Index parts, std::string_view what) {
        const Index width = projection_matrix(m_experiment.projection, id)->cols();
        if (width > 0 && width % parts == 0)
            return true;
        if (width == 0)
            report(place(id), "no columns", "at least one");
        else
            report(place(id), std::to_string(width) + " columns",
                   "a multiple of " + std::string(what) + ", " + std::to_string(parts));
        return false;
    }

    /// The three matrices of `linear` or `direct`: heights, then widths against one another.
    void check_triple(ParameterId q, ParameterId k, ParameterId v, Index rows, std::string_view height,
                      std::string_view kind) {
        bool all = present(q, kind);
        all = present(k, kind) && all;
        all = present(v, kind) && all;
        if (!all)
            return;
        const Heads& heads = m_experiment.heads;
        const Projection& p = m_experiment.projection;
        const std::string letters(height);
        if (divides(q, heads.count, "heads.count")) {
            check_shape(q, rows, projection_matrix(p, q)->cols(), letters + " × heads.count·d_k");
            const Index d_k = projection_matrix(p, q)->cols() / heads.count;
            check_shape(k, rows, heads.kv_count * d_k, letters + " × kv_count·d_k");
        }
        if (divides(v, heads.kv_count, "heads.kv_count"))
            check_shape(v, rows, projection_matrix(p, v)->cols(), letters + " × kv_count·d_v");
    }

    void check_linear() {
        check_triple(ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V, m_experiment.embedding.dimension,
                     "d_model", "linear");
        const Projection& p = m_experiment.projection;
        check_bias(ParameterId::b_Q, p.W_Q, "W_Q");
        check_bias(ParameterId::b_K, p.W_K, "W_K");
        check_bias(ParameterId::b_V, p.W_V, "W_V");
    }

    void check_bias(ParameterId id, const MatrixPtr& matrix, std::string_view name) {
        const MatrixPtr& bias = projection_matrix(m_experiment.projection, id);
        if (bias && matrix && bias->cols() != matrix->cols())
            report(place(id), std::to_string(bias->cols()) + " numbers",
                   std::to_string(matrix->cols()) + ", the width of " + std::string(name));
    }

    void check_identity() {
        const Heads& heads = m_experiment.heads;
        if (heads.kv_count != heads.count)
            report("heads.kv_count", std::to_string(heads.kv_count),
                   "heads.count, " + std::to_string(heads.count) + ", since projection.kind is \"identity\"");
        if (m_experiment.embedding.dimension % heads.count != 0)
            report("heads.count", std::to_string(heads.count),
                   "a divisor of d_model, " + std::to_string(m_experiment.embedding.dimension) +
                       ", since projection.kind is \"identity\"");
    }

    void check_direct() {
        check_triple(ParameterId::Q, ParameterId::K, ParameterId::V,
                     static_cast<Index>(m_experiment.sequence.tokens.size()), "tokens", "direct");
    }

    void check_output() {
        const Projection& p = m_experiment.projection;
        if (p.b_O && !p.W_O) {
            report("projection.b_O", "a bias without projection.W_O", "both or neither");
        } else if (p.W_O) {
            const Dimensions d = dimensions(m_experiment);
            if (p.W_O->cols() < 1)
                report("projection.W_O", "no columns", "at least one");
            check_shape(ParameterId::W_O, d.H * d.d_v, p.W_O->cols(), "heads.count·d_v × d_out");
            check_bias(ParameterId::b_O, p.W_O, "W_O");
        }
    }

    const Experiment& m_experiment;
    std::vector<Error> m_problems;
};

} // namespace

std::vector<Error> validate(const Experiment& experiment) {
    return Validation(experiment).problems();
}

} // namespace lab
