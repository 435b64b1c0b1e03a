// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/is_same.h"

#include "core/experiment/options.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <tuple>

namespace lab {

namespace {

/// Whether both are null, or have the same shape and bits.
template<class T>
bool same(const std::shared_ptr<const T>& a, const std::shared_ptr<const T>& b) {
    if (a == b || !a || !b)
        return a == b;
    return a->rows() == b->rows() && a->cols() == b->cols() &&
           (a->size() == 0 ||
            std::memcmp(a->data(), b->data(), sizeof(double) * static_cast<std::size_t>(a->size())) == 0);
}

bool same(const JsonPtr& a, const JsonPtr& b) {
    return a == b || (a && b && *a == *b);
}

bool same(const EmbeddingTable& a, const EmbeddingTable& b) {
    return std::ranges::equal(a.entries(), b.entries(),
                              [](const EmbeddingTable::Entry& x, const EmbeddingTable::Entry& y) {
                                  return x.token == y.token && same(x.vector.values, y.vector.values);
                              });
}

bool same(const Sequence& a, const Sequence& b) {
    return std::tie(a.tokenizer, a.text, a.tokens, a.offset) ==
           std::tie(b.tokenizer, b.text, b.tokens, b.offset);
}

bool same(const Embedding& a, const Embedding& b) {
    return a.dimension == b.dimension && a.seed == b.seed &&
           (a.table == b.table || same(*a.table, *b.table)) && a.position.kind == b.position.kind &&
           same(a.position.table, b.position.table) && a.inputs == b.inputs && same(a.X, b.X) &&
           same(a.X_source, b.X_source);
}

bool same(const Projection& a, const Projection& b) {
    const auto matrices = [](const Projection& p) {
        return std::array{p.W_Q, p.W_K, p.W_V, p.b_Q, p.b_K, p.b_V, p.W_O, p.b_O, p.Q, p.K, p.V};
    };
    return a.kind == b.kind &&
           std::ranges::equal(matrices(a), matrices(b),
                              [](const MatrixPtr& x, const MatrixPtr& y) { return same(x, y); });
}

bool same(const std::optional<QkNorm>& a, const std::optional<QkNorm>& b) {
    if (!a || !b)
        return a.has_value() == b.has_value();
    return a->kind == b->kind && a->epsilon == b->epsilon && same(a->g_Q, b->g_Q) && same(a->g_K, b->g_K);
}

// Of these three, the rest are options.
bool same(const Scores& a, const Scores& b) {
    return same(a.qk_norm, b.qk_norm) &&
           std::ranges::equal(a.additive, b.additive,
                              [](const MatrixPtr& x, const MatrixPtr& y) { return same(x, y); });
}

bool same(const Mask& a, const Mask& b) {
    return a.padding == b.padding && same(a.custom, b.custom);
}

bool same(const Normalization& a, const Normalization& b) {
    return same(a.sink, b.sink);
}

bool same(const std::optional<Dropout>& a, const std::optional<Dropout>& b) {
    if (!a || !b)
        return a.has_value() == b.has_value();
    return a->rate == b->rate && a->seed == b->seed;
}

bool same(const Override& a, const Override& b) {
    return std::tie(a.stage, a.head, a.row, a.column, a.value) ==
               std::tie(b.stage, b.head, b.row, b.column, b.value) &&
           same(a.unknown_keys, b.unknown_keys);
}

bool same(const InactiveProjection& a, const InactiveProjection& b) {
    return a.heads.count == b.heads.count && a.heads.kv_count == b.heads.kv_count &&
           same(a.projection, b.projection) && same(a.g_Q, b.g_Q) && same(a.g_K, b.g_K) &&
           same(a.unknown_keys, b.unknown_keys) && same(a.unreadable, b.unreadable);
}

// A snapshot may be kept for its view.
bool same(const Snapshot& a, const Snapshot& b) {
    return a.name == b.name &&
           (a.experiment == b.experiment ||
            (is_same(*a.experiment, *b.experiment) && same(a.experiment->view, b.experiment->view))) &&
           same(a.unknown_keys, b.unknown_keys);
}

} // namespace

bool is_same(const Experiment& a, const Experiment& b) {
    const auto each = [](const auto& x, const auto& y) { return same(x, y); };
    const auto rest = [](const Experiment& e) {
        return std::tie(e.title, e.description, e.heads.count, e.heads.kv_count);
    };
    const auto same_option = [&](const Option& option) { return is_same(option, a, b); };
    return rest(a) == rest(b) && std::ranges::all_of(all_options(), same_option) &&
           same(a.sequence, b.sequence) && a.source.has_value() == b.source.has_value() &&
           (!a.source || same(*a.source, *b.source)) && same(a.embedding, b.embedding) &&
           same(a.projection, b.projection) && same(a.scores, b.scores) && same(a.mask, b.mask) &&
           same(a.normalization, b.normalization) && same(a.dropout, b.dropout) &&
           std::ranges::equal(a.overrides, b.overrides, each) &&
           std::ranges::equal(a.snapshots, b.snapshots, each) && same(a.origin, b.origin) &&
           std::ranges::equal(a.inactive_projections, b.inactive_projections, each) &&
           same(a.unknown_keys, b.unknown_keys);
}

bool is_same(const Sequence& a, const Sequence& b) {
    return same(a, b);
}

bool is_same(const EmbeddingTable& a, const EmbeddingTable& b) {
    return same(a, b);
}

bool is_same(const MatrixPtr& a, const MatrixPtr& b) {
    return same(a, b);
}

bool is_same(const std::optional<Dropout>& a, const std::optional<Dropout>& b) {
    return same(a, b);
}

bool is_same(const Override& a, const Override& b) {
    return same(a, b);
}

} // namespace lab
