// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/named_arrays.h"

#include "core/base/text_position.h"

#include <algorithm>

namespace lab {

namespace {

/// What was read of an array; an error says which one.
template<class T>
Result<T> located(Result<T> read, const std::string& file, const ArrayInfo& array) {
    if (read)
        return read;
    Error error = read.error();
    error.place = error.place.empty() ? array.name : array.name + ": " + error.place;
    return in_file(std::move(error), file);
}

/// Why an array cannot be read, as texts or as numbers.
std::optional<Error> refusal(const ArrayInfo& array, bool as_texts) {
    if (array.problem)
        return array.problem;
    const std::optional<std::size_t> count = element_count(array.shape);
    if (!count || *count > most_numbers)
        return Error{{},
                     dimensions_text(array.shape) + (array.is_text ? " texts" : " numbers"),
                     "at most " + std::to_string(most_numbers)};
    if (array.is_text == as_texts)
        return std::nullopt;
    return array.is_text ? Error{{}, "texts", "numbers"} : Error{{}, "numbers", "texts"};
}

} // namespace

NamedArrays::NamedArrays(std::string file, std::vector<ArrayInfo> arrays)
    : m_file(std::move(file)), m_arrays(std::move(arrays)) {
    for (std::size_t i = 0; i < m_arrays.size(); ++i)
        m_indices.emplace(m_arrays[i].name, i);
}

const ArrayInfo* NamedArrays::find(std::string_view name) const {
    const auto found = m_indices.find(name);
    return found == m_indices.end() ? nullptr : &m_arrays[found->second];
}

Result<Matrix> NamedArrays::read(const ArrayInfo& array, ArrayUse use) const {
    return read_shaped(array, use, false);
}

Result<Matrix> NamedArrays::read_by_head(const ArrayInfo& array, ArrayUse use) const {
    return read_shaped(array, use, true);
}

Result<Matrix> NamedArrays::read_shaped(const ArrayInfo& array, ArrayUse use, bool may_have_heads) const {
    const auto read = [&]() -> Result<Matrix> {
        if (auto refused = refusal(array, false))
            return std::move(*refused);
        const Result<ArrayShape> shape = array_shape(array.shape, may_have_heads);
        if (!shape)
            return shape.error();
        return read_matrix(array, shape.value(), use);
    };
    return located(read(), m_file, array);
}

Result<PrintedArray> NamedArrays::read_printed(const ArrayInfo& array) const {
    const auto read = [&]() -> Result<PrintedArray> {
        if (auto refused = refusal(array, false))
            return std::move(*refused);
        const Result<ArrayShape> shape = array_shape(array.shape, true);
        if (!shape)
            return shape.error();
        Result<Matrix> numbers = read_matrix(array, shape.value(), ArrayUse::any);
        if (!numbers)
            return numbers.error();
        PrintedArray printed;
        printed.numbers = std::move(numbers).value();
        printed.last_digit = Matrix::Zero(printed.numbers.rows(), printed.numbers.cols());
        printed.heads = shape.value().heads;
        const std::optional<NumberType> type = float_type_named(array.type);
        return type ? rounded_to(std::move(printed), *type) : printed;
    };
    return located(read(), m_file, array);
}

PastedNumbers numbers_for(ArrayUse use) {
    return use == ArrayUse::any    ? PastedNumbers::any
           : use == ArrayUse::mask ? PastedNumbers::finite_or_minus_infinity
                                   : PastedNumbers::finite;
}

Result<std::vector<std::string>> NamedArrays::read_texts(const ArrayInfo& array) const {
    auto refused = refusal(array, true);
    return located(refused ? Result<std::vector<std::string>>(std::move(*refused))
                           : read_text_array(array, element_count(array.shape).value()),
                   m_file, array);
}

Result<std::vector<std::string>> NamedArrays::read_text_array(const ArrayInfo&, std::size_t) const {
    return Error{{}, "numbers", "texts"};
}

Error pickle_error() {
    return {{},
            "a pickle, which could run any program when it is opened",
            "a .safetensors or .npz file; in Python: safetensors.torch.save_file(model.state_dict(), "
            "\"model.safetensors\")"};
}

bool is_escaping_name(std::string_view name) {
    const auto is_slash = [](char c) { return c == '/' || c == '\\'; };
    const bool has_drive = name.size() > 2 && name[1] == ':' && is_slash(name[2]);
    if (name.empty() || is_slash(name.front()) || has_drive)
        return true;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find_first_of("/\\", begin), name.size());
        if (name.substr(begin, end - begin) == "..")
            return true;
        begin = end + 1;
    }
    return false;
}

bool has_control_characters(std::string_view name) {
    return std::ranges::any_of(name, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7f;
    });
}

} // namespace lab
