// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/result_json.h"

#include "core/base/number_format.h"
#include "core/describe/not_finite.h"
#include "core/io/json_text.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

/// Buffers text and passes it on in larger pieces.
class Output {
public:
    explicit Output(const TakeBytes& take) : m_take(take) {}

    void add(std::string_view text) { m_text += text; }
    void break_line(std::size_t indent) { m_text.append(1, '\n').append(indent, ' '); }

    void add_number(double value) {
        // JSON has no infinities and no NaN, so they are written as strings.
        m_text += std::isfinite(value) ? json_number(value) : '"' + shortest(value) + '"';
    }

    void add_texts(const std::vector<std::string>& texts) {
        add("[");
        for (std::size_t i = 0; i < texts.size(); ++i) {
            add(i == 0 ? "" : ", ");
            add(json_string(texts[i]));
        }
        add("]");
    }

    /// Passes on the buffered text if it has at least `much` bytes. Returns false if no more is wanted.
    bool flush(std::size_t much = 0) {
        if (m_wanted && m_text.size() >= much) {
            m_wanted = m_take(m_text);
            m_text.clear();
        }
        return m_wanted;
    }

private:
    const TakeBytes& m_take;
    std::string m_text;
    bool m_wanted = true;
};

/// Writes the matrix of a stage, or of one of its heads. Returns false if no more is wanted.
bool write_matrix(const StreamedTrace& trace, StageId id, HeadIndex head, std::size_t indent, Output& out) {
    constexpr std::size_t much = 1 << 16;
    bool first = true;
    out.add("[");
    const bool whole = trace.each_row(id, head, [&](ConstMatrixRef rows) {
        for (Index i = 0; i < rows.rows(); ++i) {
            out.add(first ? "" : ",");
            out.break_line(indent + 2);
            first = false;
            for (Index j = 0; j < rows.cols(); ++j) {
                out.add(j == 0 ? "[" : ", ");
                out.add_number(rows(i, j));
            }
            out.add("]");
            if (!out.flush(much))
                return false;
        }
        return true;
    });
    out.break_line(indent);
    out.add("]");
    return whole;
}

bool write_stage(const StreamedTrace& trace, const StageInfo& stage, HeadIndex heads, Output& out) {
    constexpr std::size_t indent = 4;
    out.break_line(indent);
    out.add('"' + std::string(stage.name) + "\": ");
    if (!stage.per_head)
        return write_matrix(trace, stage.id, 0, indent, out);
    for (HeadIndex head = 0; head < heads; ++head) {
        out.add(head == 0 ? "[" : ",");
        out.break_line(indent + 2);
        if (!write_matrix(trace, stage.id, head, indent + 2, out))
            return false;
    }
    out.break_line(indent);
    out.add("]");
    return true;
}

} // namespace

void write_result(const Experiment& experiment, const StreamedTrace& trace, std::span<const StageId> wanted,
                  const TakeBytes& take) {
    Output out(take);
    out.add("{\n  \"format\": \"attention-lab-result\",\n  \"version\": 1,\n  \"tokens\": ");
    out.add_texts(experiment.sequence.tokens);
    if (experiment.source) {
        out.add(",\n  \"source_tokens\": ");
        out.add_texts(experiment.source->tokens);
    }
    out.add(",\n  \"stages\": {");
    bool first = true;
    for (const StageInfo& stage : all_stages()) {
        const bool asked_for = wanted.empty() || std::ranges::find(wanted, stage.id) != wanted.end();
        if (!asked_for || !has_stage(experiment, stage.id))
            continue;
        out.add(first ? "" : ",");
        first = false;
        if (!write_stage(trace, stage, experiment.heads.count, out))
            return;
    }
    out.add("\n  },\n  \"notes\": ");
    out.add_texts(notes(trace));
    out.add("\n}\n");
    out.flush();
}

} // namespace lab
