// SPDX-License-Identifier: GPL-3.0-or-later
//
// Arrays and their shapes, and their numbers as bytes, as files hold them.
#pragma once

#include "core/base/types.h"
#include "core/io/number_type.h"
#include "core/io/printed_array.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

/// The bits of a number of up to eight bytes.
std::uint64_t bits_of(std::string_view bytes, bool big_endian = false);

struct MatrixShape {
    Index rows = 1, columns = 1;
};

/// The matrix shape of an array with these dimensions: leading dimensions of 1 are dropped, n numbers are 1 ×
/// n, a scalar is 1 × 1. Fails if more than two dimensions are left, or one is 0. Does not multiply
/// dimensions.
Result<MatrixShape> matrix_shape(std::span<const std::size_t> dimensions);

/// The shape of one matrix, or of one for each head.
struct ArrayShape {
    Index heads = 0; ///< 0: a single matrix
    MatrixShape matrix;
};

/// The same for an array of which three dimensions may be left, if it `may_have_heads`. Of a batch, an array
/// with more, it says so.
Result<ArrayShape> array_shape(std::span<const std::size_t> dimensions, bool may_have_heads);

/// How the bytes of a matrix, or of one for each head, are laid out.
struct StoredMatrix {
    NumberType type;             ///< of numbers
    Index rows = 1, columns = 1; ///< of each matrix
    bool by_columns = false;     ///< the first dimension fastest, as in Fortran
    Index heads = 0;             ///< the first dimension of three; 0: a single matrix
};

/// Fails on bytes of another length than the shape needs, numbers that are not allowed, integers that a
/// double cannot represent exactly, booleans that are neither 0 nor 1. The error's place is "data" or a row
/// and a column, after the head if there are heads, counted from 0. The matrices of all heads are returned
/// below each other.
Result<Matrix> read_stored(const StoredMatrix& stored, std::string_view bytes, PastedNumbers allowed);

/// The texts of an array of that type, in UTF-8. Fails on bytes of another length, and on what is no code
/// point. The error's place is "element 3", counted from 0.
Result<std::vector<std::string>> read_stored_texts(const NumberType& type, std::size_t count,
                                                   std::string_view bytes);

/// How many elements an array of this shape has; nullopt if no std::size_t can say it.
std::optional<std::size_t> element_count(std::span<const std::size_t> shape);

/// "768 × 2304", "5", or "a single number".
std::string dimensions_text(std::span<const std::size_t> shape);

} // namespace lab
