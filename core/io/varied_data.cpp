// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/varied_data.h"

#include "core/engine/live_trace.h"
#include "core/io/document_arrays.h"

#include <algorithm>
#include <limits>
#include <memory>

namespace lab {

namespace {

/// Whether both have the same stages, in the same sizes.
bool is_same_shape(const Experiment& a, const Experiment& b) {
    const Dimensions of_a = dimensions(a), of_b = dimensions(b);
    return std::ranges::all_of(all_stages(), [&](const StageInfo& stage) {
        return has_stage(a, stage.id) == has_stage(b, stage.id) && a.heads.count == b.heads.count &&
               length(stage.rows, of_a) == length(stage.rows, of_b) &&
               length(stage.columns, of_a) == length(stage.columns, of_b);
    });
}

/// Computes one document after the other.
class VariedTrace {
public:
    explicit VariedTrace(std::vector<VariedDocument> documents)
        : m_documents(std::move(documents)), m_trace(std::numeric_limits<double>::infinity()) {}

    const std::vector<VariedDocument>& documents() const { return m_documents; }

    /// Of the documents in order; those before are gone.
    NumberArray numbers(std::size_t document, StageId stage) {
        while (m_next <= document)
            advance();
        const Experiment& experiment = m_documents[document].experiment;
        const HeadIndex heads = info(stage).per_head ? experiment.heads.count : 1;
        std::vector<MatrixPtr> matrices;
        for (HeadIndex head = 0; head < heads; ++head)
            matrices.push_back(m_trace.view(stage, head).matrix);
        return info(stage).per_head ? one_a_head(matrices) : one_matrix(matrices.front());
    }

private:
    void advance() {
        const VariedDocument& next = m_documents[m_next];
        const bool is_first = m_next == 0;
        const bool is_alike = !is_first && is_same_shape(m_documents[m_next - 1].experiment, next.experiment);
        m_trace.update(next.experiment, {is_alike ? next.field : Field::everything, {}});
        ++m_next;
    }
    std::vector<VariedDocument> m_documents;
    LiveTrace m_trace;
    std::size_t m_next = 0;
};

} // namespace

std::vector<NpzMember> varied_data(std::vector<VariedDocument> documents, std::span<const StageId> wanted) {
    const auto trace = std::make_shared<VariedTrace>(std::move(documents));
    std::vector<NpzMember> members;
    for (std::size_t i = 0; i < trace->documents().size(); ++i) {
        for (const StageInfo& stage : all_stages()) {
            const bool is_wanted = wanted.empty() || std::ranges::find(wanted, stage.id) != wanted.end();
            if (is_wanted && has_stage(trace->documents()[i].experiment, stage.id))
                members.push_back({std::to_string(i) + "/" + std::string(stage.name),
                                   [trace, i, id = stage.id] { return npy_bytes(trace->numbers(i, id)); }});
        }
    }
    return members;
}

} // namespace lab
