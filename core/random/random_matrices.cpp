// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random/random_matrices.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace lab {

namespace {

constexpr std::uint64_t largest_numpy_seed = std::numeric_limits<std::uint32_t>::max();

std::string quoted(std::string_view text) {
    return '"' + std::string(text) + '"';
}

bool has_seed(Generator generator, std::uint64_t seed) {
    return generator == Generator::pytorch || seed <= largest_numpy_seed;
}

Error no_seed(Generator generator, std::string found) {
    return {"seed", std::move(found),
            generator == Generator::pytorch
                ? "a whole number of 64 bits"
                : "a whole number from 0 to " + std::to_string(largest_numpy_seed)};
}

/// Parses the whole text as one number.
template<class T>
std::optional<T> read_whole(std::string_view text) {
    T value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    return fault == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

std::variant<PytorchGenerator, NumpyGenerator> seeded(const RandomSource& source) {
    if (source.generator == Generator::numpy)
        return NumpyGenerator(static_cast<std::uint32_t>(source.seed));
    return PytorchGenerator(source.seed);
}

} // namespace

Result<std::uint64_t> read_seed(std::string_view text, Generator generator) {
    std::optional<std::uint64_t> seed = read_whole<std::uint64_t>(text);
    if (const auto negative = read_whole<std::int64_t>(text); !seed && negative)
        seed = static_cast<std::uint64_t>(*negative);
    if (!seed || !has_seed(generator, *seed))
        return no_seed(generator, quoted(text));
    return *seed;
}

Result<Shape> read_shape(std::string_view text) {
    const std::size_t cross = std::min(text.find('x'), text.size());
    const auto side = [](std::string_view digits) -> std::optional<Index> {
        const auto length = read_whole<std::uint64_t>(digits);
        const bool is_possible = length && *length >= 1 && *length <= std::uint64_t{most_random_numbers};
        return is_possible ? std::optional(static_cast<Index>(*length)) : std::nullopt;
    };
    const auto rows = side(text.substr(0, cross));
    const auto columns = side(text.substr(std::min(cross + 1, text.size())));
    if (rows && columns)
        return Shape{*rows, *columns};
    return Error{"shape", quoted(text),
                 "ROWSxCOLUMNS, each a whole number from 1 to " + std::to_string(most_random_numbers)};
}

std::optional<Error> refusal(const RandomSource& source, std::span<const Shape> shapes) {
    if (source.generator == Generator::numpy && source.distribution == Distribution::linear)
        return Error{"distribution", "linear of NumPy", "uniform or normal; linear is PyTorch's"};
    if (!has_seed(source.generator, source.seed))
        return no_seed(source.generator, std::to_string(source.seed));
    Index room = most_random_numbers;
    for (const Shape& shape : shapes) {
        if (shape.rows < 1 || shape.columns < 1)
            return Error{"shape", shape_text(shape.rows, shape.columns), "1 × 1 or larger"};
        // Divides, because the product may be too large for an Index.
        if (shape.rows > room / shape.columns)
            return Error{"shape", shape_text(shape.rows, shape.columns),
                         "at most " + std::to_string(most_random_numbers) +
                             " numbers (8 GiB) in all matrices together"};
        room -= shape.rows * shape.columns;
    }
    return std::nullopt;
}

RandomMatrices::RandomMatrices(const RandomSource& source)
    : m_distribution(source.distribution), m_generator(seeded(source)) {}

Matrix RandomMatrices::next(Shape shape) {
    Matrix matrix(shape.rows, shape.columns);
    const std::span<double> values(matrix.data(), static_cast<std::size_t>(matrix.size()));
    if (auto* const numpy = std::get_if<NumpyGenerator>(&m_generator)) {
        for (double& value : values)
            value = m_distribution == Distribution::normal ? numpy->normal() : numpy->uniform();
        return matrix;
    }
    auto& pytorch = std::get<PytorchGenerator>(m_generator);
    switch (m_distribution) {
    case Distribution::uniform:
        pytorch.uniform(values);
        break;
    case Distribution::normal:
        pytorch.normal(values);
        break;
    case Distribution::linear:
        pytorch.linear(values, shape.columns);
        break;
    }
    return matrix;
}

Matrix RandomMatrices::next_linear_bias(Index in_features, Index out) {
    Matrix bias(1, out);
    const std::span<double> values(bias.data(), static_cast<std::size_t>(bias.size()));
    std::get<PytorchGenerator>(m_generator).linear(values, in_features);
    return bias;
}

} // namespace lab
