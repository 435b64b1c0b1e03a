// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON → experiment.
#include "core/experiment/document_names.h"
#include "core/experiment/parameter.h"
#include "core/experiment/stage.h"
#include "core/experiment/validate.h"
#include "core/io/experiment_json.h"
#include "core/io/json_fields.h"
#include "core/io/json_text.h"
#include "core/random/random_matrices.h"
#include "core/stages/01_tokens.h"

#include <algorithm>
#include <limits>

namespace lab {

namespace {

using Json = nlohmann::ordered_json;

JsonPtr shared_json(Json json) {
    return json.empty() ? nullptr : std::make_shared<const Json>(std::move(json));
}

Names<StageId> stage_names() {
    Names<StageId> names;
    for (const StageInfo& stage : all_stages())
        names.emplace(stage.name, stage.id);
    return names;
}

class Reader {
public:
    /// `prefix` is the path of the document, "" or "snapshots[0].document".
    Reader(std::vector<Error>& problems, std::string prefix)
        : m_problems(problems), m_prefix(std::move(prefix)) {}

    Experiment read(const Json& json) {
        Experiment e;
        if (!json.is_object()) {
            m_problems.push_back({m_prefix.empty() ? "document" : m_prefix, kind_of(json), "an object"});
            return e;
        }
        JsonFields document(json, m_prefix, m_problems);
        if (!is_ours(document))
            return e;
        e.title = document.text("title").value_or("");
        e.description = document.text("description").value_or("");
        document.options("", e);
        require(document, "sequence", "an object with \"tokenizer\" and \"text\"");
        e.sequence = read_sequence(document, "sequence");
        if (document.has("source"))
            e.source = read_sequence(document, "source");
        read_projection(document, e);
        read_embedding(document, e);
        e.heads = read_heads(document);
        read_scores(document, e);
        restore_widths(e);
        read_mask(document, e);
        read_normalization(document, e);
        read_dropout(document, e);
        read_overrides(document, e);
        read_snapshots(document, e);
        read_origin(document, e);
        read_inactive(document, e);
        e.view = document.any_object("view");
        e.unknown_keys = shared_json(document.unknown());
        return e;
    }

private:
    static bool is_ours(JsonFields& document) {
        if (const auto format = document.text("format"); format != format_name) {
            document.report("format", format ? quoted(*format) : "nothing",
                            std::string("\"") + format_name + "\"");
            return false;
        }
        const Json* version = document.raw("version");
        if (!version || (*version != 1 && *version != 2)) {
            document.report("version", version ? kind_of(*version) : "nothing",
                            "1 or 2, the versions that this program reads");
            return false;
        }
        return true;
    }

    static void require(JsonFields& fields, const char* key, const char* expected) {
        if (!fields.has(key))
            fields.report(key, "nothing", expected);
    }

    Sequence read_sequence(JsonFields& document, const std::string& key) {
        JsonFields fields = document.object(key);
        if (!document.is_object(key))
            return {};
        require(fields, "tokenizer", "\"whitespace\", \"characters\", \"words\" or \"manual\"");
        const Tokenizer tokenizer =
            fields.choice("tokenizer", tokenizer_names).value_or(Tokenizer::whitespace);
        std::string text = fields.text("text").value_or("");
        Sequence sequence;
        if (tokenizer == Tokenizer::manual) {
            require(fields, "tokens", "an array of texts, since the tokenizer is \"manual\"");
            sequence = {tokenizer, std::move(text), fields.texts("tokens")};
        } else {
            require(fields, "text", "the sentence");
            // Ignored: the tokens follow from the text, and would contradict it after the next edit.
            fields.raw("tokens");
            sequence = make_sequence(std::move(text), tokenizer);
        }
        sequence.offset = fields.whole("offset", 0, largest_offset).value_or(0);
        return sequence;
    }

    /// Parked parameters that cannot be read are no reason to refuse a document: they are kept as they are.
    void read_inactive(JsonFields& document, Experiment& e) {
        JsonFields kinds = document.object("parked");
        for (const auto& [name, kind] : projection_names) {
            if (const Json* entry = kinds.raw(name))
                e.inactive_projections.push_back(inactive_from(*entry, kind));
        }
        std::ranges::sort(e.inactive_projections, {}, &InactiveProjection::kind);
    }

    static InactiveProjection inactive_from(const Json& entry, ProjectionKind kind) {
        InactiveProjection read;
        read.projection.kind = kind;
        std::vector<Error> problems;
        if (entry.is_object()) {
            JsonFields fields(entry, {}, problems);
            read.heads = read_heads(fields);
            for (const ParameterId id : own_parameters(kind))
                read_matrix(fields, read.projection, id);
            read_matrix(fields, read.projection, ParameterId::W_O);
            read.g_Q = fields.row("g_Q");
            read.g_K = fields.row("g_K");
            read.unknown_keys = shared_json(fields.unknown());
        }
        if (entry.is_object() && problems.empty())
            return read;
        InactiveProjection kept;
        kept.projection.kind = kind;
        kept.unreadable = std::make_shared<const Json>(entry);
        return kept;
    }

    void read_embedding(JsonFields& document, Experiment& e) {
        if (has_inputs(e))
            require(document, "embedding", "an object with \"table\"");
        JsonFields fields = document.object("embedding");
        e.embedding.seed = fields.seed("seed").value_or(0);
        read_table(fields, e.embedding);
        e.embedding.inputs = fields.choice("inputs", input_names).value_or(InputKind::tokens);
        e.embedding.X = fields.matrix("X");
        e.embedding.X_source = fields.matrix("X_source");
        read_dimension(fields, e);
        JsonFields position = fields.object("position");
        e.embedding.position.kind = position.choice("kind", position_names).value_or(PositionKind::none);
        if (fields.is_object("position"))
            require(position, "kind", "\"none\", \"sinusoidal\" or \"learned\"");
        e.embedding.position.table = position.matrix("table");
    }

    /// Without a dimension, the first vector or row of inputs says it. JSON cannot express the width of
    /// inputs without rows.
    static void read_dimension(JsonFields& fields, Experiment& e) {
        Embedding& embedding = e.embedding;
        if (const auto dimension = fields.whole("dimension", 1))
            embedding.dimension = *dimension;
        else if (!embedding.table->entries().empty())
            embedding.dimension = embedding.table->entries().front().vector.values->size();
        else if (embedding.X && embedding.X->rows() > 0)
            embedding.dimension = embedding.X->cols();
        widen(embedding.X, e.sequence.tokens, embedding.dimension);
        widen(embedding.X_source, key_tokens(e), embedding.dimension);
    }

    /// Gives a matrix without rows, one for each token, its columns.
    static void widen(MatrixPtr& matrix, const std::vector<std::string>& tokens, Index columns) {
        if (matrix && tokens.empty() && matrix->rows() == 0)
            matrix = share(Matrix(0, columns));
    }

    void read_table(JsonFields& fields, Embedding& embedding) {
        const Json* json = fields.raw("table");
        if (!json)
            return;
        if (!json->is_object())
            return fields.report("table", kind_of(*json), "an object: a vector for each token");
        JsonFields vectors(*json, fields.place_of("table"), m_problems);
        EmbeddingTable table;
        for (const auto& [token, unused] : json->items()) {
            if (const MatrixPtr row = vectors.row(token))
                table.set(token, {std::make_shared<const RowVector>(row->row(0)), false});
        }
        embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
    }

    static Heads read_heads(JsonFields& fields) {
        JsonFields counts = fields.object("heads");
        const Index count = counts.whole("count", 1).value_or(1);
        return {count, counts.whole("kv_count", 1).value_or(count)};
    }

    static void read_matrix(JsonFields& fields, Projection& projection, ParameterId id) {
        const std::string key(info(id).name);
        projection_matrix(projection, id) = is_bias(id) ? fields.row(key) : fields.matrix(key);
    }

    void read_projection(JsonFields& document, Experiment& e) {
        require(document, "projection", "an object with \"kind\"");
        JsonFields projection = document.object("projection");
        if (!document.is_object("projection"))
            return;
        require(projection, "kind", "\"linear\", \"identity\" or \"direct\"");
        e.projection.kind = projection.choice("kind", projection_names).value_or(ProjectionKind::linear);
        for (const ParameterInfo& parameter : all_parameters()) {
            if (is_projection(parameter.id))
                read_matrix(projection, e.projection, parameter.id);
        }
    }

    /// JSON cannot express the width of a matrix without rows, and given Q, K and V have no rows if the
    /// sentence is empty. They restart with one feature per head, or as many as the other matrices, the gains
    /// and W_O have, or as many as are rotated.
    static void restore_widths(Experiment& e) {
        Projection& p = e.projection;
        if (p.kind != ProjectionKind::direct)
            return;
        const Heads& heads = e.heads;
        const auto features = [](const MatrixPtr& matrix, Index parts) {
            return matrix && matrix->rows() > 0 ? std::max<Index>(matrix->cols() / parts, 1) : 1;
        };
        const auto has_rows = [](const MatrixPtr& matrix) { return matrix && matrix->rows() > 0; };
        const bool is_known = has_rows(p.Q) || has_rows(p.K) || !e.scores.rotary;
        const auto turning = std::max(e.scores.rotary_dims.value_or(1),
                                      2 * static_cast<Index>(e.scores.rotary_frequencies.size()));
        Index d_k =
            std::max({features(p.Q, heads.count), features(p.K, heads.kv_count), is_known ? 1 : turning});
        for (const ParameterId id : {ParameterId::g_Q, ParameterId::g_K}) {
            if (const MatrixPtr gains = parameter(e, id))
                d_k = std::max(d_k, gains->cols());
        }
        widen(p.Q, e.sequence.tokens, heads.count * d_k);
        widen(p.K, key_tokens(e), heads.kv_count * d_k);
        widen(p.V, key_tokens(e),
              heads.kv_count * (p.W_O ? std::max<Index>(p.W_O->rows() / heads.count, 1) : 1));
    }

    void read_scores(JsonFields& document, Experiment& e) {
        JsonFields scores = document.object("scores");
        scores.options("scores", e);
        JsonFields norm = scores.object("qk_norm");
        if (scores.is_object("qk_norm"))
            e.scores.qk_norm = read_qk_norm(norm);
        e.scores.additive = scores.matrices_or_one("additive");
        split_empty_rows(e.sequence, e.scores.additive);
    }

    /// Without queries, the matrix of each head is written as [], and all of them read as the rows of one.
    static void split_empty_rows(const Sequence& queries, std::vector<MatrixPtr>& read) {
        const Index rows = read.size() == 1 && read.front()->cols() == 0 ? read.front()->rows() : 0;
        if (queries.tokens.empty() && rows > 1)
            read.assign(static_cast<std::size_t>(rows), share(Matrix(0, 0)));
    }

    static QkNorm read_qk_norm(JsonFields& fields) {
        require(fields, "kind", "\"rms\" or \"l2\"");
        QkNorm norm;
        norm.kind = fields.choice("kind", qk_norm_names).value_or(norm.kind);
        norm.epsilon = fields.number("epsilon").value_or(norm.epsilon);
        norm.g_Q = fields.row("g_Q");
        norm.g_K = fields.row("g_K");
        return norm;
    }

    void read_mask(JsonFields& document, Experiment& e) {
        JsonFields mask = document.object("mask");
        mask.options("mask", e);
        e.mask.padding = mask.wholes("padding", 0);
        e.mask.custom = mask.matrix("custom");
    }

    void read_normalization(JsonFields& document, Experiment& e) {
        JsonFields normalization = document.object("normalization");
        normalization.options("normalization", e);
        e.normalization.sink = normalization.number_or_row("sink");
    }

    void read_dropout(JsonFields& document, Experiment& e) {
        JsonFields fields = document.object("dropout");
        if (!document.is_object("dropout"))
            return;
        for (const char* key : {"rate", "generator", "seed"})
            require(fields, key, "something: dropout has a rate, a generator and a seed");
        fields.choice("generator", Names<Generator>{{"pytorch", Generator::pytorch}});
        e.dropout = {fields.number("rate").value_or(0), fields.seed("seed").value_or(0)};
    }

    void read_overrides(JsonFields& document, Experiment& e) {
        const Names<StageId> stages = stage_names();
        for (JsonFields& fields : document.objects("overrides")) {
            for (const char* key : {"stage", "row", "column", "value"})
                require(fields, key, "something: an override has a stage, a row, a column and a value");
            Override each;
            each.stage = fields.choice("stage", stages).value_or(StageId::inputs);
            each.head = fields.whole("head", 0).value_or(0);
            each.row = fields.whole("row", 0).value_or(0);
            each.column = fields.whole("column", 0).value_or(0);
            if (const Json* value = fields.raw("value"); value && value->is_number())
                each.value = value->get<double>();
            else if (value && *value == "-inf")
                each.value = -std::numeric_limits<double>::infinity();
            else if (value)
                fields.report("value", kind_of(*value), "a finite number or \"-inf\"");
            each.unknown_keys = shared_json(fields.unknown());
            e.overrides.push_back(std::move(each));
        }
    }

    void read_snapshots(JsonFields& document, Experiment& e) {
        for (JsonFields& fields : document.objects("snapshots")) {
            require(fields, "name", "a text");
            require(fields, "document", "a document");
            Snapshot snapshot;
            snapshot.name = fields.text("name").value_or("");
            if (!m_prefix.empty())
                fields.report("document", "a snapshot in a snapshot", "none there");
            else if (const Json* kept = fields.raw("document"))
                snapshot.experiment = std::make_shared<const Experiment>(
                    Reader(m_problems, fields.place_of("document")).read(*kept));
            snapshot.unknown_keys = shared_json(fields.unknown());
            e.snapshots.push_back(std::move(snapshot));
        }
    }

    void read_origin(JsonFields& document, Experiment& e) {
        e.origin = document.any_object("origin");
        if (!e.origin)
            return;
        JsonFields parameters(*e.origin, document.place_of("origin"), m_problems);
        for (const auto& [name, unused] : e.origin->items()) {
            JsonFields made = parameters.object(name);
            made.choice("generator", generators);
            made.seed("seed");
            made.choice("distribution", distributions);
        }
    }

    std::vector<Error>& m_problems;
    std::string m_prefix;
};

ReadDocument document_from(const Json& json) {
    ReadDocument read;
    read.experiment = Reader(read.problems, "").read(json);
    if (read.problems.empty())
        read.problems = validate(read.experiment);
    return read;
}

} // namespace

Result<Experiment> read_experiment(const std::string& text) {
    const Result<Json> json = parse_json(text);
    if (!json)
        return json.error();
    return experiment_from(json.value());
}

ReadDocument read_with_problems(const std::string& text) {
    const Result<Json> json = parse_json(text);
    return json ? document_from(json.value()) : ReadDocument{{}, {json.error()}};
}

Result<Experiment> experiment_from(const Json& json) {
    ReadDocument read = document_from(json);
    if (!read.problems.empty())
        return read.problems.front();
    return std::move(read.experiment);
}

} // namespace lab
