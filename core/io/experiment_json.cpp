// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/experiment_json.h"

#include "core/io/file.h"
#include "core/io/json_fields.h"
#include "core/io/json_text.h"
#include "core/parameter.h"
#include "core/stages/01_tokens.h"
#include "core/validate.h"

#include <algorithm>

namespace lab {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* format_name = "attention-lab";
constexpr const char* default_scale = "1/sqrt(d_k)";

const std::map<std::string, Notation> notations{{"rows", Notation::rows}, {"columns", Notation::columns}};
const std::map<std::string, ProjectionKind> projection_kinds{{"linear", ProjectionKind::linear},
                                                             {"identity", ProjectionKind::identity},
                                                             {"direct", ProjectionKind::direct}};

template<class T>
std::string name_of(T value, const std::map<std::string, T>& names) {
    for (const auto& [name, other] : names) {
        if (other == value)
            return name;
    }
    return {};
}

bool is_bias(ParameterId id) {
    return id == ParameterId::b_Q || id == ParameterId::b_K || id == ParameterId::b_V ||
           id == ParameterId::b_O;
}

class Reader {
public:
    Result<Experiment> read(const Json& json) {
        if (!json.is_object())
            return Error{{}, "document", kind_of(json), "an object"};
        JsonFields document(json, "", m_problems);
        if (!is_ours(document))
            return m_problems.front();
        Experiment e;
        e.title = document.text("title").value_or("");
        e.description = document.text("description").value_or("");
        e.notation = document.choice("notation", notations).value_or(Notation::rows);
        document.refuse("source");
        document.refuse("overrides", {Json::array()});
        if (const Json* origin = document.raw("origin"); origin && origin->is_object())
            e.origin = std::make_shared<const Json>(*origin);
        else if (origin)
            document.report("origin", kind_of(*origin), "an object");

        read_sequence(document, e);
        read_projection(document, e);
        read_embedding(document, e);
        read_heads(document, e);
        restore_widths(e);
        read_scores(document, e);
        read_mask(document, e);
        read_normalization(document);
        keep_unknown(document);
        if (!m_unknown.empty())
            e.unknown_keys = std::make_shared<const Json>(std::move(m_unknown));

        if (m_problems.empty())
            m_problems = validate(e);
        if (!m_problems.empty())
            return m_problems.front();
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
        if (!version || *version != 1) {
            document.report("version", version ? kind_of(*version) : "nothing",
                            "1, the version that this program reads");
            return false;
        }
        return true;
    }

    void keep_unknown(const JsonFields& fields, const char* key = nullptr) {
        Json unknown = fields.unknown();
        if (unknown.empty())
            return;
        if (key)
            m_unknown[key] = std::move(unknown);
        else
            m_unknown.update(unknown);
    }

    void require(JsonFields& document, const char* key, const char* expected) {
        if (!document.has(key))
            document.report(key, "nothing", expected);
    }

    void read_sequence(JsonFields& document, Experiment& e) {
        require(document, "sequence", "an object with \"tokenizer\" and \"text\"");
        JsonFields sequence = document.object("sequence");
        if (!document.has("sequence"))
            return;
        const std::optional<std::string> tokenizer = sequence.text("tokenizer");
        if (!tokenizer && !sequence.has("tokenizer"))
            sequence.report("tokenizer", "nothing", "\"whitespace\"");
        else if (tokenizer && tokenizer != "whitespace")
            sequence.report("tokenizer", quoted(*tokenizer),
                            "\"whitespace\", the one that this version of Attention Lab has");
        const std::optional<std::string> text = sequence.text("text");
        if (!text && !sequence.has("text"))
            sequence.report("text", "nothing", "the sentence");
        e.sequence = make_sequence(text.value_or(""));
        // They follow from the text, and would contradict it after the next edit.
        sequence.raw("tokens");
        keep_unknown(sequence, "sequence");
    }

    void read_embedding(JsonFields& document, Experiment& e) {
        if (has_inputs(e))
            require(document, "embedding", "an object with \"table\"");
        JsonFields embedding = document.object("embedding");
        e.embedding.seed = embedding.seed("seed").value_or(0);
        read_table(embedding, e.embedding);
        if (const auto dimension = embedding.whole("dimension", 1))
            e.embedding.dimension = *dimension;
        else if (!e.embedding.table->entries().empty())
            e.embedding.dimension = e.embedding.table->entries().front().vector.values->size();
        refuse_position(embedding);
        keep_unknown(embedding, "embedding");
    }

    static void refuse_position(JsonFields& embedding) {
        embedding.refuse("position", {Json{{"kind", "none"}}});
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

    void read_heads(JsonFields& document, Experiment& e) {
        JsonFields heads = document.object("heads");
        e.heads.count = heads.whole("count", 1).value_or(1);
        e.heads.kv_count = heads.whole("kv_count", 1).value_or(e.heads.count);
        keep_unknown(heads, "heads");
    }

    void read_projection(JsonFields& document, Experiment& e) {
        require(document, "projection", "an object with \"kind\"");
        JsonFields projection = document.object("projection");
        if (!document.has("projection"))
            return;
        const auto kind = projection.choice("kind", projection_kinds);
        if (!kind && !projection.has("kind"))
            projection.report("kind", "nothing", "\"linear\", \"identity\" or \"direct\"");
        e.projection.kind = kind.value_or(ProjectionKind::linear);
        for (const ParameterInfo& parameter : all_parameters()) {
            if (parameter.id != ParameterId::E) {
                const std::string key(parameter.name);
                projection_matrix(e.projection, parameter.id) =
                    is_bias(parameter.id) ? projection.row(key) : projection.matrix(key);
            }
        }
        keep_unknown(projection, "projection");
    }

    /// JSON cannot say how wide a matrix without rows is, and an emptied sentence leaves given Q, K and V
    /// without any. They start again with one feature a head, the values with as many as W_O takes.
    static void restore_widths(Experiment& e) {
        Projection& p = e.projection;
        if (p.kind != ProjectionKind::direct || !e.sequence.tokens.empty())
            return;
        const auto widen = [](MatrixPtr& matrix, Index columns) {
            if (matrix && matrix->rows() == 0)
                matrix = share(Matrix(0, columns));
        };
        const Heads& heads = e.heads;
        widen(p.Q, heads.count);
        widen(p.K, heads.kv_count);
        widen(p.V, heads.kv_count * (p.W_O ? std::max<Index>(p.W_O->rows() / heads.count, 1) : 1));
    }

    void read_scores(JsonFields& document, Experiment& e) {
        JsonFields scores = document.object("scores");
        if (const Json* scale = scores.raw("scale"); scale && scale->is_number())
            e.scores.scale = scale->get<double>();
        else if (scale && *scale != default_scale)
            scores.report("scale", kind_of(*scale), std::string("\"") + default_scale + "\" or a number");
        scores.refuse("rotary", {false});
        scores.refuse("bias", {"none"});
        keep_unknown(scores, "scores");
    }

    void read_mask(JsonFields& document, Experiment& e) {
        JsonFields mask = document.object("mask");
        e.mask.causal = mask.flag("causal").value_or(false);
        mask.refuse("window");
        mask.refuse("padding", {Json::array()});
        mask.refuse("custom");
        keep_unknown(mask, "mask");
    }

    void read_normalization(JsonFields& document) {
        JsonFields normalization = document.object("normalization");
        normalization.refuse("kind", {"softmax"});
        normalization.refuse("temperature", {1, 1.0});
        keep_unknown(normalization, "normalization");
    }

    std::vector<Error> m_problems;
    Json m_unknown = Json::object();
};

Json rows_of(const Matrix& matrix) {
    Json rows = Json::array();
    for (Index i = 0; i < matrix.rows(); ++i)
        rows.push_back(std::vector<double>(matrix.row(i).begin(), matrix.row(i).end()));
    return rows;
}

Json embedding_json(const Embedding& embedding) {
    Json table = Json::object();
    for (const auto& [token, vector] : embedding.table->entries())
        table[token] = std::vector<double>(vector.values->begin(), vector.values->end());
    Json json = Json::object();
    if (embedding.dimension > 0)
        json["dimension"] = embedding.dimension;
    if (embedding.seed != 0)
        json["seed"] = embedding.seed;
    if (!table.empty())
        json["table"] = std::move(table);
    return json;
}

Json projection_json(const Projection& projection) {
    Json json{{"kind", name_of(projection.kind, projection_kinds)}};
    for (const ParameterInfo& parameter : all_parameters()) {
        if (parameter.id == ParameterId::E)
            continue;
        if (const MatrixPtr& matrix = projection_matrix(projection, parameter.id)) {
            Json rows = rows_of(*matrix);
            json[std::string(parameter.name)] = is_bias(parameter.id) ? rows[0] : std::move(rows);
        }
    }
    return json;
}

/// Adds what `json` does not have.
void add_missing(Json& json, const Json& more) {
    for (const auto& [key, value] : more.items()) {
        if (!json.contains(key))
            json[key] = value;
        else if (json[key].is_object() && value.is_object())
            add_missing(json[key], value);
    }
}

} // namespace

Result<Experiment> read_experiment(const std::string& text) {
    const Result<Json> json = parse_json(text);
    if (!json)
        return json.error();
    return Reader().read(json.value());
}

Result<Experiment> load_experiment(const std::filesystem::path& path) {
    const Result<std::string> text = read_file(path);
    if (!text)
        return text.error();
    Result<Experiment> experiment = read_experiment(text.value());
    if (experiment)
        return experiment;
    Error error = experiment.error();
    error.file = path.string();
    return error;
}

std::string write_experiment(const Experiment& e) {
    Json json{{"format", format_name}, {"version", 1}};
    if (!e.title.empty())
        json["title"] = e.title;
    if (!e.description.empty())
        json["description"] = e.description;
    if (e.notation != Notation::rows)
        json["notation"] = name_of(e.notation, notations);
    json["sequence"] = {{"tokenizer", "whitespace"}, {"text", e.sequence.text}};
    if (e.embedding.dimension > 0 || e.embedding.seed != 0 || !e.embedding.table->entries().empty())
        json["embedding"] = embedding_json(e.embedding);
    if (e.heads.count != 1)
        json["heads"]["count"] = e.heads.count;
    if (e.heads.kv_count != e.heads.count)
        json["heads"]["kv_count"] = e.heads.kv_count;
    json["projection"] = projection_json(e.projection);
    if (e.scores.scale)
        json["scores"]["scale"] = *e.scores.scale;
    if (e.mask.causal)
        json["mask"]["causal"] = true;
    if (e.origin && !e.origin->empty())
        json["origin"] = *e.origin;
    if (e.unknown_keys)
        add_missing(json, *e.unknown_keys);
    return to_text(json);
}

} // namespace lab
