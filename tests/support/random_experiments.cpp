// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/random_experiments.h"

#include "core/experiment/stage.h"
#include "core/stages/01_tokens.h"
#include "tests/support/random_case.h"

#include <nlohmann/json.hpp>

#include <array>
#include <limits>
#include <utility>

namespace lab::test {

namespace {
const std::array<std::string, 9> words{"sky", "is", "blue", "the", "Größe", "空", "x1", "\"quoted\"", "🙂"};

/// The number in LAB_SEED; 0 without it. Another text than a number ends the test program.
std::uint64_t added_seed() {
    static const std::uint64_t seed = [] {
        const char* text = std::getenv("LAB_SEED");
        return text ? std::stoull(text) : 0;
    }();
    return seed;
}
} // namespace

RandomExperiments::RandomExperiments(std::uint64_t seed) : m_engine(seed + added_seed()) {}

Index RandomExperiments::between(Index least, Index most) {
    return least + static_cast<Index>(m_engine() % static_cast<std::uint64_t>(most - least + 1));
}

double RandomExperiments::number() {
    return static_cast<double>(m_engine() >> 11) * 0x1p-51 - 2.0;
}

std::string RandomExperiments::sentence(Index least) {
    std::string text;
    for (Index left = between(least, 17); left > 0; --left)
        text += (text.empty() ? "" : " ") + words[static_cast<std::size_t>(between(0, words.size() - 1))];
    return text;
}

MatrixPtr RandomExperiments::matrix(Index rows, Index columns) {
    Matrix matrix(rows, columns);
    for (double& value : matrix.reshaped())
        value = number();
    return share(std::move(matrix));
}

void RandomExperiments::fill_table(Experiment& e) {
    EmbeddingTable table;
    for (const std::string& token : distinct_tokens(e))
        table.set(token, {std::make_shared<const RowVector>(*matrix(1, e.embedding.dimension)), false});
    e.embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
}

/// Inputs by row, which need no table and do not read one.
void RandomExperiments::give_rows(Experiment& e) {
    const Dimensions d = dimensions(e);
    e.embedding.inputs = InputKind::rows;
    e.embedding.X = matrix(d.n_q, d.d_model);
    e.embedding.X_source = e.source ? matrix(d.n_k, d.d_model) : nullptr;
    if (coin())
        e.embedding.table = std::make_shared<const EmbeddingTable>();
}

Experiment RandomExperiments::next() {
    constexpr std::array kinds{ProjectionKind::linear, ProjectionKind::identity, ProjectionKind::direct};
    return next(kinds[static_cast<std::size_t>(between(0, 2))]);
}

Sequence RandomExperiments::sequence() {
    constexpr std::array tokenizers{Tokenizer::whitespace, Tokenizer::whitespace, Tokenizer::characters,
                                    Tokenizer::words, Tokenizer::manual};
    const Tokenizer tokenizer = tokenizers[static_cast<std::size_t>(between(0, 4))];
    if (tokenizer != Tokenizer::manual)
        return make_sequence(sentence(), tokenizer);
    Sequence given{tokenizer, coin() ? "a text of its own" : "", {}};
    for (Index left = between(1, 9); left > 0; --left)
        given.tokens.push_back(coin() ? "New York" : make_sequence(sentence()).tokens.front());
    return given;
}

Experiment RandomExperiments::plain(ProjectionKind kind) {
    return passed_on(basic(kind, false));
}

Experiment RandomExperiments::basic(ProjectionKind kind, bool cross) {
    Experiment e;
    e.title = coin() ? "Random" : "";
    e.description = coin() ? "One line\nand another" : "";
    e.notation = coin() ? Notation::rows : Notation::columns;
    e.sequence = cross ? sequence() : make_sequence(sentence());
    if (cross)
        e.source = sequence();
    const auto n_q = static_cast<Index>(e.sequence.tokens.size());
    const auto n_k = static_cast<Index>(key_tokens(e).size());
    const Index H = e.heads.count = between(1, 4);
    do
        e.heads.kv_count = between(1, H);
    while (H % e.heads.kv_count != 0);
    Index d_v = between(1, 5);
    const Index d_k = between(1, 5);
    e.embedding.seed = static_cast<std::uint64_t>(between(0, 3));

    Projection& p = e.projection;
    p.kind = kind;
    switch (kind) {
    case ProjectionKind::linear:
        e.embedding.dimension = between(1, 8);
        p.W_Q = matrix(e.embedding.dimension, H * d_k);
        p.W_K = matrix(e.embedding.dimension, e.heads.kv_count * d_k);
        p.W_V = matrix(e.embedding.dimension, e.heads.kv_count * d_v);
        p.b_Q = maybe_matrix(1, p.W_Q->cols());
        p.b_K = maybe_matrix(1, p.W_K->cols());
        p.b_V = maybe_matrix(1, p.W_V->cols());
        break;
    case ProjectionKind::identity:
        e.heads.kv_count = H;
        e.embedding.dimension = H * d_k;
        d_v = d_k;
        break;
    case ProjectionKind::direct:
        e.embedding.dimension = coin() ? between(1, 4) : 0;
        p.Q = matrix(n_q, H * d_k);
        p.K = matrix(n_k, e.heads.kv_count * d_k);
        p.V = matrix(n_k, e.heads.kv_count * d_v);
        break;
    }
    if (e.embedding.dimension > 0)
        fill_table(e);
    p.W_O = maybe_matrix(H * d_v, between(1, 6));
    p.b_O = p.W_O ? maybe_matrix(1, p.W_O->cols()) : nullptr;
    if (coin())
        e.scores.scale = number();
    e.mask.causal = coin();
    return e;
}

Experiment RandomExperiments::next(ProjectionKind kind) {
    Experiment e = basic(kind, coin());
    if (coin())
        e.sequence.offset = between(0, 6);
    if (e.source && coin())
        e.source->offset = between(0, 6);
    if (e.embedding.dimension > 0) {
        constexpr std::array kinds{PositionKind::none, PositionKind::sinusoidal, PositionKind::learned};
        e.embedding.position.kind = kinds[static_cast<std::size_t>(between(0, 2))];
        if (e.embedding.position.kind == PositionKind::learned || coin())
            e.embedding.position.table = matrix(positions_needed(e) + between(0, 3), e.embedding.dimension);
        if (between(0, 3) == 0)
            give_rows(e);
    }
    add_scores(e);
    add_added_scores(e);
    add_mask(e);
    for (Index left = between(0, 3); left > 0; --left)
        add_override(e);
    add_keys(e);
    return passed_on(std::move(e));
}

/// Of every kind, with ε that matters and without, and any gains.
void RandomExperiments::add_norm(Experiment& e) {
    const Index d_k = dimensions(e).d_k;
    QkNorm& norm = e.scores.qk_norm.emplace();
    norm.kind = coin() ? QkNormKind::rms : QkNormKind::l2;
    norm.epsilon = std::array{0.0, 1e-6, 0.5, 4.0}[static_cast<std::size_t>(between(0, 3))];
    norm.g_Q = maybe_matrix(1, d_k);
    norm.g_K = maybe_matrix(1, d_k);
}

void RandomExperiments::add_scores(Experiment& e) {
    if (between(0, 2) == 0)
        add_norm(e);
    e.scores.rotary = coin();
    if (coin())
        e.scores.rotary_base = static_cast<double>(between(1, 1000));
    e.scores.rotary_layout = coin() ? RotaryLayout::interleaved : RotaryLayout::half;
    const Index d_k = dimensions(e).d_k;
    if (d_k > 1 && between(0, 2) == 0)
        e.scores.rotary_dims = 2 * between(1, d_k / 2);
    add_frequencies(e);
    e.scores.bias = coin() ? ScoreBias::alibi : ScoreBias::none;
    constexpr std::array kinds{NormalizationKind::softmax, NormalizationKind::softmax_naive,
                               NormalizationKind::sum, NormalizationKind::sparsemax,
                               NormalizationKind::sigmoid};
    e.normalization.kind = kinds[static_cast<std::size_t>(between(0, 4))];
    if (coin())
        e.normalization.temperature = static_cast<double>(between(1, 40)) / 8;
    if (between(0, 2) == 0)
        e.dropout = Dropout{static_cast<double>(between(0, 9)) / 10, m_engine()};
    if (coin())
        e.normalization.bias = number();
    if (coin()) {
        Matrix sink(1, coin() ? 1 : e.heads.count);
        for (double& score : sink.reshaped())
            score = number();
        e.normalization.sink = share(std::move(sink));
    }
}

/// With an engine of its own: many tests rely on what else their seed gives.
void RandomExperiments::add_frequencies(Experiment& e) const {
    std::mt19937_64 engine = m_engine;
    const Index d_k = dimensions(e).d_k;
    if (d_k == 1 || engine() % 3 > 0)
        return;
    for (Index pair = 0; pair < e.scores.rotary_dims.value_or(d_k) / 2; ++pair)
        e.scores.rotary_frequencies.push_back(static_cast<double>(engine() >> 11) * 0x1p-51 - 2.0);
}

void RandomExperiments::add_added_scores(Experiment& e) {
    if (between(0, 2) == 0)
        e.scores.softcap = static_cast<double>(between(1, 40)) / 8;
    if (between(0, 2) > 0)
        return;
    const Dimensions d = dimensions(e);
    for (Index left = coin() ? d.H : 1; left > 0; --left) {
        Matrix added = *matrix(d.n_q, d.n_k);
        for (double& value : added.reshaped()) {
            if (between(0, 7) == 0)
                value = -std::numeric_limits<double>::infinity();
        }
        e.scores.additive.push_back(share(std::move(added)));
    }
}

void RandomExperiments::add_mask(Experiment& e) {
    const Dimensions d = dimensions(e);
    if (coin())
        e.mask.window = between(1, d.n_k + 1);
    for (Index left = coin() ? between(0, 2) : 0; left > 0; --left)
        e.mask.padding.push_back(between(0, d.n_k - 1));
    if (coin()) {
        Matrix custom(d.n_q, d.n_k);
        for (double& visible : custom.reshaped())
            visible = between(0, 3) > 0 ? 1 : 0;
        e.mask.custom = share(std::move(custom));
    }
}

void RandomExperiments::add_override(Experiment& e) {
    const Dimensions d = dimensions(e);
    Override each;
    do
        each.stage = static_cast<StageId>(between(0, static_cast<Index>(StageId::output)));
    while (!has_stage(e, each.stage));
    const StageInfo& stage = info(each.stage);
    each.head = stage.per_head ? between(0, d.H - 1) : 0;
    each.row = between(0, length(stage.rows, d) - 1);
    each.column = between(0, length(stage.columns, d) - 1);
    each.value = between(0, 4) == 0 ? -std::numeric_limits<double>::infinity() : number();
    e.overrides.push_back(each);
}

/// Parameters of another kind, one that this program reads and one that it does not.
void RandomExperiments::add_inactive(Experiment& e) {
    InactiveProjection linear;
    linear.heads = {2, 1};
    linear.projection.W_Q = share(Matrix{{1, 2.5}});
    linear.g_K = share(Matrix{{0.5}});
    InactiveProjection direct;
    direct.projection.kind = ProjectionKind::direct;
    direct.unreadable = std::make_shared<const nlohmann::ordered_json>("not an object");
    e.inactive_projections = {std::move(linear), std::move(direct)};
}

/// Adds data that is stored but does not affect the computation.
void RandomExperiments::add_keys(Experiment& e) {
    const auto json = [](const char* text) {
        return std::make_shared<const nlohmann::ordered_json>(nlohmann::ordered_json::parse(text));
    };
    if (coin())
        e.origin = json(R"({"W_Q": {"generator": "pytorch", "seed": 123, "distribution": "uniform"}})");
    if (coin())
        add_inactive(e);
    if (coin())
        e.view = json(R"({"mode": "heads", "decimals": 3})");
    if (coin()) {
        e.unknown_keys = json(R"({"mask": {"colour": "grey"}, "licence": "CC0"})");
        if (!e.overrides.empty())
            e.overrides.front().unknown_keys = json(R"({"why": "to see"})");
    }
    if (between(0, 3) == 0)
        e.snapshots.push_back(
            {"before", std::make_shared<const Experiment>(basic(e.projection.kind, coin())), nullptr});
}

} // namespace lab::test
