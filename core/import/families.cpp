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
                 .biases = {"b_Q", "b_K", "b_V", "b_O"}},
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
    WeightFamily{
        .words = "q_proj, k_proj and v_proj", .names = {"q_proj", "k_proj", "v_proj"}, .outputs = {"o_proj"}},
    WeightFamily{.words = "BERT",
                 .names = {"self.query", "self.key", "self.value"},
                 .outputs = {"output.dense", "out"}},
    WeightFamily{.words = "query, key and value",
                 .names = {"query", "key", "value"},
                 .outputs = {"output.dense", "out"}},
    WeightFamily{.words = "W_query, W_key and W_value",
                 .names = {"W_query", "W_key", "W_value"},
                 .outputs = {"out_proj"}},
    WeightFamily{.words = "wq, wk and wv", .names = {"wq", "wk", "wv"}, .outputs = {"wo"}},
    WeightFamily{.words = "to_q, to_k and to_v", .names = {"to_q", "to_k", "to_v"}, .outputs = {"to_out.0"}},
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

/// The prefix of an array whose name ends with `name`; nullopt if it does not, or within a word.
std::optional<std::string> prefix_before(const std::string& array, const std::string& name) {
    if (!array.ends_with(name))
        return std::nullopt;
    std::string prefix = array.substr(0, array.size() - name.size());
    if (!prefix.empty() && prefix.back() != '.' && prefix.back() != '/')
        return std::nullopt;
    return prefix;
}

/// Calls `visit` with every array that a family's first weights could be, and its prefix.
template<class Visit>
void for_each_start(const NamedArrays& arrays, const WeightFamily& family, Visit visit) {
    for (const std::string& name : full_names(family.names[0], family.storage)) {
        for (const ArrayInfo& array : arrays.arrays()) {
            if (const auto prefix = prefix_before(array.name, name))
                visit(array, *prefix);
        }
    }
}

} // namespace

std::array<ParameterId, 3> WeightFamily::parameters() const {
    using enum ParameterId;
    return storage == Storage::given ? std::array{Q, K, V} : std::array{W_Q, W_K, W_V};
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
    return std::ranges::all_of(family.names, [&](std::string_view name) {
        return name.empty() || weights_named(arrays, prefix, name, family.storage);
    });
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
                    {static_cast<std::size_t>(&array - arrays.arrays().data()), {prefix, &family}});
        });
    }
    std::ranges::stable_sort(layers, {}, &Layer::at);
    std::vector<FoundLayer> found;
    found.reserve(layers.size());
    for (Layer& layer : layers)
        found.push_back(std::move(layer.found));
    return found;
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
