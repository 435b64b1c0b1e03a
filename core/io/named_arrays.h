// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of arrays that have names: what numpy.savez and safetensors write.
#pragma once

#include "core/base/types.h"
#include "core/io/stored_numbers.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lab {

/// The most numbers that are read of one array, and of all that make a document.
inline constexpr std::size_t most_numbers = 4'000'000;

/// An array, as its header describes it.
struct ArrayInfo {
    std::string name;               ///< without ".npy"; no control characters
    std::vector<std::size_t> shape; ///< empty for a single number
    std::string type;               ///< "float32", "text", or as the file names it
    bool is_text = false;
    std::size_t index = 0;        ///< in the file
    std::optional<Error> problem; ///< why it cannot be read; reading it says so
};

/// What an array is read as.
enum class ArrayUse {
    numbers, ///< finite numbers; of safetensors floats alone, since its integers are quantised weights
    mask,    ///< integers and booleans as well, and −∞
    any,     ///< those, and NaN and +∞
};

/// Which numbers an array may hold that is read as that.
PastedNumbers numbers_for(ArrayUse use);

/// The arrays of an open file, of which only headers have been read. One thread may use it at a time. What
/// fails names the file and the array.
class NamedArrays {
public:
    virtual ~NamedArrays() = default;
    NamedArrays(const NamedArrays&) = delete;
    NamedArrays& operator=(const NamedArrays&) = delete;

    /// In the order of the file.
    const std::vector<ArrayInfo>& arrays() const { return m_arrays; }
    /// nullptr if there is no such array.
    const ArrayInfo* find(std::string_view name) const;
    /// The file that the arrays are from; empty for bytes in memory.
    const std::string& file() const { return m_file; }

    /// Reads an array as a matrix: leading dimensions of 1 are dropped, n numbers are 1 × n. Fails if it has
    /// more dimensions, is empty, is a text, or has more than most_numbers.
    Result<Matrix> read(const ArrayInfo& array, ArrayUse use = ArrayUse::numbers) const;
    /// The same for an array that may have three dimensions: the matrices of the heads below each other.
    Result<Matrix> read_by_head(const ArrayInfo& array, ArrayUse use = ArrayUse::numbers) const;
    /// Reads it as numbers that somebody hands in to be checked: of any kind, with a matrix for each head if
    /// it has three dimensions. The last digit of a float is the distance to the next of its type.
    Result<PrintedArray> read_printed(const ArrayInfo& array) const;
    /// Reads the elements of an array of texts, whatever its dimensions.
    Result<std::vector<std::string>> read_texts(const ArrayInfo& array) const;

protected:
    NamedArrays(std::string file, std::vector<ArrayInfo> arrays);
    /// Reads a matrix of that shape, or one for each head below each other, or its problem; the error's file
    /// and array are added.
    virtual Result<Matrix> read_matrix(const ArrayInfo& array, const ArrayShape& shape,
                                       ArrayUse use) const = 0;
    /// Only for what lists arrays of texts.
    virtual Result<std::vector<std::string>> read_text_array(const ArrayInfo& array, std::size_t count) const;

private:
    Result<Matrix> read_shaped(const ArrayInfo& array, ArrayUse use, bool may_have_heads) const;

    std::string m_file;
    std::vector<ArrayInfo> m_arrays;
    std::unordered_map<std::string_view, std::size_t> m_indices; ///< by name, in m_arrays
};

using NamedArraysPtr = std::shared_ptr<const NamedArrays>;

/// Whether a name is a path that leaves its folder, as no array's does.
bool is_escaping_name(std::string_view name);
/// Whether a name has characters below the space, which would break lines of messages.
bool has_control_characters(std::string_view name);
/// What to say of a pickle instead of opening it.
Error pickle_error();

} // namespace lab
