// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/families.h"

#include <algorithm>
#include <unordered_set>

namespace lab {

namespace {

constexpr std::array families{
    WeightFamily{.words = "this program’s own names",
                 .names = {"W_Q", "W_K", "W_V"},
                 .outputs = {"W_O"},
                 .biases = {"b_Q", "b_K", "b_V", "b_O"},
                 .after_underscore = true},
    WeightFamily{.words = "torch.nn.MultiheadAttention",
                 .storage = Storage::linear,
                 .names = {"in_proj_weight"},
                 .outputs = {"out_proj"},
                 .joint_bias = "in_proj_bias",
                 .refused = {"bias_k", "bias_v"}},
    WeightFamily{.words = "torch.nn.MultiheadAttention",
                 .storage = Storage::linear,
                 .names = {"q_proj_weight", "k_proj_weight", "v_proj_weight"},
                 .outputs = {"out_proj"},
                 .joint_bias = "in_proj_bias",
                 .refused = {"bias_k", "bias_v"}},
    WeightFamily{.words = "GPT-2",
                 .storage = Storage::by_shape,
                 .names = {"c_attn"},
                 .outputs = {"c_proj"},
                 .output_storage = Storage::by_shape},
    WeightFamily{.words = "q_proj, k_proj and v_proj",
                 .names = {"q_proj", "k_proj", "v_proj"},
                 .outputs = {"o_proj", "out_proj"}},
    WeightFamily{.words = "qkv_proj, as Phi-3",
                 .names = {"qkv_proj"},
                 .outputs = {"o_proj", "out_proj"},
                 .joined = Joined::widths},
    WeightFamily{.words = "query_key_value, as GPT-NeoX",
                 .names = {"query_key_value"},
                 .outputs = {"dense"},
                 .joined = Joined::by_head},
    WeightFamily{.words = "qkv, as timm", .names = {"qkv"}, .outputs = {"proj", "out_proj"}},
    WeightFamily{.words = "Wqkv, as MPT", .names = {"Wqkv"}, .outputs = {"out_proj"}},
    WeightFamily{.words = "DeBERTa",
                 .names = {"self.query_proj", "self.key_proj", "self.value_proj"},
                 .outputs = {"output.dense", "out"}},
    WeightFamily{.words = "query_proj, key_proj and value_proj, as MLX",
                 .names = {"query_proj", "key_proj", "value_proj"},
                 .outputs = {"out_proj", "output.dense"}},
    WeightFamily{.words = "BERT",
                 .names = {"self.query", "self.key", "self.value"},
                 .outputs = {"output.dense", "out"}},
    WeightFamily{.words = "ViT",
                 .names = {"attention.query", "attention.key", "attention.value"},
                 .outputs = {"output.dense"},
                 .needs_output = true},
    WeightFamily{.words = "query, key and value",
                 .names = {"query", "key", "value"},
                 .outputs = {"output.dense", "out", "proj", "out_proj"}},
    WeightFamily{.words = "W_query, W_key and W_value",
                 .names = {"W_query", "W_key", "W_value"},
                 .outputs = {"out_proj"}},
    WeightFamily{.words = "W_q, W_k and W_v, as d2l",
                 .names = {"W_q", "W_k", "W_v"},
                 .outputs = {"W_o"},
                 .biases = {"b_q", "b_k", "b_v", "b_o"},
                 .after_underscore = true},
    WeightFamily{.words = "Wq, Wk and Wv",
                 .names = {"Wq", "Wk", "Wv"},
                 .outputs = {"Wo"},
                 .biases = {"bq", "bk", "bv", "bo"},
                 .after_underscore = true},
    WeightFamily{.words = "WQ, WK and WV",
                 .names = {"WQ", "WK", "WV"},
                 .outputs = {"WO"},
                 .biases = {"bQ", "bK", "bV", "bO"},
                 .after_underscore = true},
    WeightFamily{
        .words = "wq, wk and wv", .names = {"wq", "wk", "wv"}, .outputs = {"wo"}, .after_underscore = true},
    WeightFamily{.words = "w_q, w_k and w_v",
                 .names = {"w_q", "w_k", "w_v"},
                 .outputs = {"w_o"},
                 .after_underscore = true},
    WeightFamily{.words = "to_q, to_k and to_v", .names = {"to_q", "to_k", "to_v"}, .outputs = {"to_out.0"}},
    WeightFamily{.words = "DistilBERT", .names = {"q_lin", "k_lin", "v_lin"}, .outputs = {"out_lin"}},
    WeightFamily{.words = "the Annotated Transformer",
                 .names = {"linears.0", "linears.1", "linears.2"},
                 .outputs = {"linears.3"}},
    WeightFamily{.words = "q, k, v and o, as T5",
                 .names = {"q", "k", "v"},
                 .outputs = {"o"},
                 .needs_output = true,
                 .remark = "if the model is a T5: it does not scale its scores, --set scores.scale=1"},
    WeightFamily{.words = "Q, K and V",
                 .storage = Storage::given,
                 .names = {"Q", "K", "V"},
                 .outputs = {"W_O"},
                 .biases = {"", "", "", "b_O"}},
};

/// The names that weights may have, with what they say.
std::vector<std::string> full_names(std::string_view name, Storage storage) {
    if (storage == Storage::linear || storage == Storage::given)
        return {std::string(name)};
    return {std::string(name) + ".weight", std::string(name)};
}

/// What a prefix ends with, unless it is empty.
std::string_view ends_of(const WeightFamily& family) {
    return family.after_underscore ? "./_" : "./";
}

/// The prefix of an array whose name ends with `name`; nullopt if it does not, or within a word.
std::optional<std::string> prefix_before(const std::string& array, const std::string& name,
                                         std::string_view ends) {
    if (!array.ends_with(name))
        return std::nullopt;
    std::string prefix = array.substr(0, array.size() - name.size());
    if (!prefix.empty() && ends.find(prefix.back()) == std::string_view::npos)
        return std::nullopt;
    return prefix;
}

/// Calls `visit` with every array that a family's first weights could be, and its prefix.
template<class Visit>
void for_each_start(const NamedArrays& arrays, const WeightFamily& family, Visit visit) {
    for (const std::string& name : full_names(family.names[0], family.storage)) {
        for (const ArrayInfo& array : arrays.arrays()) {
            if (const auto prefix = prefix_before(array.name, name, ends_of(family)))
                visit(array, *prefix);
        }
    }
}

constexpr std::string_view of_heads = "heads.";

/// "sa." for "sa.heads.0.": what is above the first of separate heads; nullopt for any other prefix.
std::optional<std::string> above_heads(const std::string& prefix) {
    const std::string first = std::string(of_heads) + "0.";
    return prefix_before(prefix, first, "./");
}

/// How many separate heads there are below a prefix, from the first on without a gap.
Index separate_heads_below(const NamedArrays& arrays, const std::string& prefix, const WeightFamily& family) {
    Index heads = 0;
    while (is_complete(arrays, prefix_of_head(prefix, heads), family))
        ++heads;
    return heads;
}

/// Layers of which one stands below "heads.0.", the next below "heads.1.", are the heads of one.
std::vector<FoundLayer> with_heads_joined(const NamedArrays& arrays, const std::vector<FoundLayer>& found) {
    std::vector<FoundLayer> layers;
    std::unordered_set<std::string> heads; // prefixes that belong to a layer above
    for (const FoundLayer& each : found) {
        const std::optional<std::string> above = above_heads(each.prefix);
        const Index count = above ? separate_heads_below(arrays, *above, *each.family) : 0;
        for (Index head = 0; head < count; ++head)
            heads.insert(prefix_of_head(*above, head));
        layers.push_back(above ? FoundLayer{*above, each.family, count} : each);
    }
    std::erase_if(layers, [&](const FoundLayer& each) { return heads.contains(each.prefix); });
    return layers;
}

} // namespace

std::string prefix_of_head(const std::string& prefix, Index head) {
    return prefix + std::string(of_heads) + std::to_string(head) + ".";
}

std::array<ParameterId, 3> WeightFamily::parameters() const {
    using enum ParameterId;
    const bool is_direct = storage == Storage::given || storage == Storage::captured;
    return is_direct ? std::array{Q, K, V} : std::array{W_Q, W_K, W_V};
}

std::span<const WeightFamily> weight_families() {
    return families;
}

std::optional<FoundWeights> weights_named(const NamedArrays& arrays, const std::string& prefix,
                                          std::string_view name, Storage storage) {
    for (const std::string& full : full_names(name, storage)) {
        if (const ArrayInfo* array = arrays.find(prefix + full)) {
            const bool is_weight = full.size() > name.size();
            const bool by_name = storage == Storage::by_name;
            return FoundWeights{array, storage == Storage::linear || (by_name && is_weight),
                                by_name && !is_weight};
        }
    }
    return std::nullopt;
}

bool is_complete(const NamedArrays& arrays, const std::string& prefix, const WeightFamily& family) {
    const bool has_output = !family.needs_output || std::ranges::any_of(family.outputs, [&](auto name) {
        return !name.empty() && weights_named(arrays, prefix, name, family.output_storage);
    });
    return has_output && std::ranges::all_of(family.names, [&](std::string_view name) {
               return name.empty() || weights_named(arrays, prefix, name, family.storage);
           });
}

std::optional<FoundLayer> layer_below(const NamedArrays& arrays, const std::string& prefix) {
    for (const WeightFamily& family : families) {
        if (is_complete(arrays, prefix, family))
            return FoundLayer{prefix, &family};
        if (const Index heads = separate_heads_below(arrays, prefix, family))
            return FoundLayer{prefix, &family, heads};
    }
    return std::nullopt;
}

std::vector<FoundLayer> layers_of(const NamedArrays& arrays) {
    struct Layer {
        std::size_t at; ///< the array's place in the file
        FoundLayer found;
    };
    std::vector<Layer> layers;
    std::unordered_set<std::string> prefixes;
    // BERT's self.query is also a query below self.
    std::unordered_set<std::string> taken;
    for (const WeightFamily& family : families) {
        for_each_start(arrays, family, [&](const ArrayInfo& array, const std::string& prefix) {
            if (taken.contains(array.name) || !is_complete(arrays, prefix, family))
                return;
            taken.insert(array.name);
            if (prefixes.insert(prefix).second)
                layers.push_back(
                    {static_cast<std::size_t>(&array - arrays.arrays().data()), {prefix, &family, 0}});
        });
    }
    std::ranges::stable_sort(layers, {}, &Layer::at);
    std::vector<FoundLayer> found;
    found.reserve(layers.size());
    for (Layer& layer : layers)
        found.push_back(std::move(layer.found));
    return with_heads_joined(arrays, found);
}

std::optional<std::string> incomplete_layer(const NamedArrays& arrays) {
    std::optional<std::string> words;
    for (const WeightFamily& family : families) {
        for_each_start(arrays, family, [&](const ArrayInfo& array, const std::string& prefix) {
            for (std::size_t i = 1; i < family.names.size() && !words; ++i) {
                if (!weights_named(arrays, prefix, family.names[i], family.storage))
                    words = array.name + " without " + prefix + std::string(family.names[i]);
            }
        });
    }
    return words;
}

std::string shown_prefix(const std::string& prefix) {
    return prefix.empty() ? prefix : prefix.substr(0, prefix.size() - 1);
}

} // namespace lab
