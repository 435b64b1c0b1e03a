// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/array_files.h"

#include "core/base/text_position.h"
#include "core/io/file_bytes.h"
#include "core/io/safetensors_header.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace lab {

namespace {

constexpr std::size_t length_size = 8; // bytes before the header
constexpr std::uint64_t longest_tensor_header = 100'000'000;

struct TensorType {
    std::string_view name;
    std::size_t size;               ///< of a number, in bytes
    std::optional<NumberType> type; ///< nullopt: not read
};

constexpr std::array<TensorType, 16> tensor_types{
    {{"F64", 8, NumberType{NumberType::Kind::floating, 8}},
     {"F32", 4, NumberType{NumberType::Kind::floating, 4}},
     {"F16", 2, NumberType{NumberType::Kind::floating, 2}},
     {"BF16", 2, NumberType{NumberType::Kind::brain_float, 2}},
     {"I64", 8, NumberType{NumberType::Kind::signed_integer, 8}},
     {"I32", 4, NumberType{NumberType::Kind::signed_integer, 4}},
     {"I16", 2, NumberType{NumberType::Kind::signed_integer, 2}},
     {"I8", 1, NumberType{NumberType::Kind::signed_integer, 1}},
     {"U64", 8, NumberType{NumberType::Kind::unsigned_integer, 8}},
     {"U32", 4, NumberType{NumberType::Kind::unsigned_integer, 4}},
     {"U16", 2, NumberType{NumberType::Kind::unsigned_integer, 2}},
     {"U8", 1, NumberType{NumberType::Kind::unsigned_integer, 1}},
     {"BOOL", 1, NumberType{NumberType::Kind::boolean, 1}},
     {"F8_E4M3", 1, std::nullopt},
     {"F8_E5M2", 1, std::nullopt},
     {"F8_E8M0", 1, std::nullopt}}};

const TensorType* tensor_type(std::string_view name) {
    const auto* const found = std::ranges::find(tensor_types, name, &TensorType::name);
    return found == tensor_types.end() ? nullptr : found;
}

Error cannot_read_type(const std::string& type) {
    return {{}, "the type " + quoted_excerpt(type), "F16, BF16, F32 or F64"};
}

class SafetensorsArrays : public NamedArrays {
public:
    SafetensorsArrays(std::string file, FileBytes bytes, std::uint64_t data, std::vector<ArrayInfo> arrays,
                      std::vector<TensorEntry> tensors)
        : NamedArrays(std::move(file), std::move(arrays)), m_bytes(std::move(bytes)), m_data(data),
          m_tensors(std::move(tensors)) {}

protected:
    Result<Matrix> read_matrix(const ArrayInfo& array, const ArrayShape& shape, ArrayUse use) const override {
        const TensorEntry& tensor = m_tensors[array.index];
        const NumberType type = tensor_type(tensor.type)->type.value();
        if (use == ArrayUse::numbers && !type.is_float())
            return cannot_read_type(tensor.type);
        const Result<std::string> bytes =
            m_bytes.read(m_data + tensor.begin, static_cast<std::size_t>(tensor.end - tensor.begin));
        if (!bytes)
            return bytes.error();
        const auto& [heads, matrix] = shape;
        return read_stored({type, matrix.rows, matrix.columns, false, heads}, bytes.value(),
                           numbers_for(use));
    }

private:
    FileBytes m_bytes;
    std::uint64_t m_data; ///< where the data begins
    std::vector<TensorEntry> m_tensors;
};

/// The bytes of the data that the tensors describe, or what is wrong with them.
std::optional<Error> problem_of_offsets(const std::vector<TensorEntry>& tensors, std::uint64_t data) {
    std::vector<std::size_t> order(tensors.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(tensors[i].begin, tensors[i].end); });
    std::uint64_t at = 0;
    for (const std::size_t i : order) {
        const TensorEntry& tensor = tensors[i];
        if (tensor.begin != at || tensor.end < tensor.begin)
            return Error{tensor.name,
                         "data_offsets " + std::to_string(tensor.begin) + " to " + std::to_string(tensor.end),
                         "a beginning at " + std::to_string(at) + ", where the data before it ends"};
        at = tensor.end;
    }
    if (at == data)
        return std::nullopt;
    return Error{"data", std::to_string(data) + " bytes", std::to_string(at) + ", as its header says"};
}

/// What is wrong with the size of a tensor; one of an unknown type is not checked.
std::optional<Error> problem_of_size(const TensorEntry& tensor) {
    const TensorType* type = tensor_type(tensor.type);
    if (!type)
        return std::nullopt;
    const std::optional<std::size_t> count = element_count(tensor.shape);
    std::uint64_t bytes = 0;
    const bool overflows = !count || __builtin_mul_overflow(std::uint64_t{*count}, type->size, &bytes);
    if (!overflows && bytes == tensor.end - tensor.begin)
        return std::nullopt;
    return Error{tensor.name, std::to_string(tensor.end - tensor.begin) + " bytes",
                 (overflows ? "the bytes" : std::to_string(bytes)) + " for " + dimensions_text(tensor.shape) +
                     " of " + tensor.type};
}

ArrayInfo info_of(const TensorEntry& tensor, std::size_t index) {
    const TensorType* type = tensor_type(tensor.type);
    ArrayInfo array;
    array.name = tensor.name;
    array.shape = tensor.shape;
    array.index = index;
    array.type = type && type->type ? name_of(*type->type) : quoted_excerpt(tensor.type);
    if (!type || !type->type)
        array.problem = cannot_read_type(tensor.type);
    return array;
}

/// The header's text: the bytes after the length that the file begins with.
Result<std::string> header_text(const FileBytes& bytes) {
    const Error not_ours{{}, "no .safetensors file", "one that safetensors.torch.save_file has written"};
    if (bytes.size() < length_size)
        return not_ours;
    const Result<std::string> start = bytes.read(0, length_size);
    if (!start)
        return start.error();
    if (start.value().starts_with("PK\x03\x04"))
        return Error{{}, "a ZIP archive, as torch.save and numpy.savez write it", not_ours.expected};
    const std::uint64_t length = bits_of(start.value());
    if (length > longest_tensor_header)
        return Error{"header", std::to_string(length) + " bytes",
                     "at most " + std::to_string(longest_tensor_header) + ", as a .safetensors file has"};
    if (length > bytes.size() - length_size)
        return Error{"header", "its end after " + std::to_string(bytes.size() - length_size) + " bytes",
                     std::to_string(length)};
    Result<std::string> text = bytes.read(length_size, static_cast<std::size_t>(length));
    if (text && !text.value().starts_with('{'))
        return not_ours;
    return text;
}

Result<NamedArraysPtr> arrays_in(const std::string& file, FileBytes bytes) {
    const Result<std::string> text = header_text(bytes);
    if (!text)
        return text.error();
    Result<std::vector<TensorEntry>> read = read_safetensors_header(text.value());
    if (!read)
        return read.error();
    std::vector<TensorEntry> tensors = std::move(read).value();
    const std::uint64_t data = length_size + text.value().size();
    if (auto problem = problem_of_offsets(tensors, bytes.size() - data))
        return std::move(*problem);
    std::vector<ArrayInfo> arrays;
    for (const TensorEntry& tensor : tensors) {
        if (auto problem = problem_of_size(tensor))
            return std::move(*problem);
        arrays.push_back(info_of(tensor, arrays.size()));
    }
    return NamedArraysPtr(std::make_shared<SafetensorsArrays>(file, std::move(bytes), data, std::move(arrays),
                                                              std::move(tensors)));
}

} // namespace

Result<NamedArraysPtr> open_safetensors(const std::filesystem::path& path) {
    Result<FileBytes> bytes = FileBytes::open(path);
    if (!bytes)
        return bytes.error();
    return in_file(arrays_in(path.string(), std::move(bytes).value()), path.string());
}

Result<NamedArraysPtr> read_safetensors(std::string bytes) {
    return arrays_in({}, FileBytes(std::move(bytes)));
}

} // namespace lab
