// SPDX-License-Identifier: GPL-3.0-or-later
//
// The names under which programs keep the weights of attention.
#pragma once

#include "core/experiment/parameter.h"
#include "core/io/named_arrays.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

/// How matrices are stored.
enum class Storage {
    by_name,  ///< NAME.weight as torch.nn.Linear does, out × in; a bare NAME in × out
    linear,   ///< out × in, under the name itself
    by_shape, ///< Q, K and V side by side: d × 3d is in × out, 3d × d is out × in
    given,    ///< Q, K and V themselves, one row a token
    captured, ///< attention alone, without what it was computed from
};

/// How one matrix holds the weights of queries, keys and values.
enum class Joined {
    thirds,  ///< three equal parts, one after the other
    widths,  ///< parts as wide as queries, keys and values are, one after the other
    by_head, ///< for each head its part for queries, for keys and for values
};

/// The names of one way to write the layer, below a prefix.
struct WeightFamily {
    std::string_view words; ///< whose they are, in words
    Storage storage = Storage::by_name;
    /// Of the weights for queries, keys and values; the first alone if one matrix holds all three.
    std::array<std::string_view, 3> names{};
    std::array<std::string_view, 4> outputs{}; ///< names of the output's weights, the first that is there
    Storage output_storage = Storage::by_name; ///< `by_shape`: as the weights are
    std::array<std::string_view, 4> biases{};  ///< of Q, K, V and the output, besides NAME.bias
    std::string_view joint_bias{};             ///< of Q, K and V, one after the other
    std::array<std::string_view, 2>
        refused{}; ///< what changes the computation and has no place in a document
    Joined joined = Joined::thirds;
    /// Its names are short or common: it is complete with its output's weights alone.
    bool needs_output = false;
    /// Its names may also follow an underscore, "block_0_Wq".
    bool after_underscore = false;
    std::string_view remark{}; ///< what else such a model does that a document has to be told

    bool is_joint() const { return names[1].empty(); }
    /// What `names` are the weights of, or are themselves.
    std::array<ParameterId, 3> parameters() const;
};

/// In the order in which they are tried.
std::span<const WeightFamily> weight_families();

/// The array with the weights of that name below a prefix, and whether its name says out × in. nullopt if
/// there is none.
struct FoundWeights {
    const ArrayInfo* array = nullptr;
    bool is_linear = false;
    bool is_bare = false; ///< its name says in × out, by being no torch.nn.Linear's
};
std::optional<FoundWeights> weights_named(const NamedArrays& arrays, const std::string& prefix,
                                          std::string_view name, Storage storage);

/// Whether Q, K and V are all there below the prefix.
bool is_complete(const NamedArrays& arrays, const std::string& prefix, const WeightFamily& family);

/// A layer in a file. The prefix includes its full stop or slash.
struct FoundLayer {
    std::string prefix;
    const WeightFamily* family = nullptr;
    /// Of a layer that has matrices of their own for each head, below "heads.0." and so on; 0 for any other.
    Index separate_heads = 0;
    const ArrayInfo* captured = nullptr;  ///< of attention alone, which has nothing else
    std::vector<std::string> others = {}; ///< the rest of the series that `captured` is the first of
};
/// The layers of a file, each once and by the first family that is complete, in the order of the file.
std::vector<FoundLayer> layers_of(const NamedArrays& arrays);

/// The layer below that prefix, by the first family that is complete; nullopt if there is none.
std::optional<FoundLayer> layer_below(const NamedArrays& arrays, const std::string& prefix);

/// Where the matrices of a head stand in a layer with separate heads: "heads.2." below "sa.".
std::string prefix_of_head(const std::string& prefix, Index head);

/// "W_Q without W_V" if a layer is begun but not complete; nullopt if there is none.
std::optional<std::string> incomplete_layer(const NamedArrays& arrays);

/// A prefix as it is shown and typed: without its last full stop, slash or underscore.
std::string shown_prefix(const std::string& prefix);

} // namespace lab
