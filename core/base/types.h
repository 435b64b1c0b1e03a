// SPDX-License-Identifier: GPL-3.0-or-later
//
// The vocabulary of the core. Shapes are written (rows, columns) with these letters:
//
//   n_q      number of query tokens            d_model  features of a token's vector
//   n_k      number of key tokens              d_k      features of a query or a key, per head
//   H        number of heads                   d_v      features of a value, per head
//   G        number of key/value groups        d_out    features of the output
//
// Everything is in row notation (a token is a row, Q = X W) and counts from 0.
#pragma once

#include <Eigen/Core>

#include <memory>
#include <string>
#include <utility>
#include <variant>

namespace lab {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowVector = Eigen::Matrix<double, 1, Eigen::Dynamic, Eigen::RowMajor>;
using Index = Eigen::Index;
using TokenIndex = Index;
using HeadIndex = Index;

/// A shared, immutable matrix: copying an experiment copies pointers.
using MatrixPtr = std::shared_ptr<const Matrix>;

MatrixPtr share(Matrix matrix);

/// A view of a part of a matrix, which copies nothing.
using MatrixRef = Eigen::Ref<Matrix, 0, Eigen::OuterStride<>>;
using ConstMatrixRef = Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>;

/// Which part of a matrix: `rows` rows from `row` on, `columns` columns from `column` on.
struct Block {
    Index row = 0, column = 0;
    Index rows = 1, columns = 1;
    bool operator==(const Block&) const = default;
};

/// `count` rows from `first` on.
struct Rows {
    Index first = 0, count = 0;
    bool operator==(const Rows&) const = default;
};

/// What is wrong with an input, in the four parts needed to fix it.
struct Error {
    std::string file;     ///< the file; empty if there is none
    std::string place;    ///< the location in it: "projection.W_K", "line 3, column 7"
    std::string found;    ///< what is there
    std::string expected; ///< what should be there

    Error() = default;
    Error(std::string file_name, std::string place_in_it, std::string what, std::string instead)
        : file(std::move(file_name)), place(std::move(place_in_it)), found(std::move(what)),
          expected(std::move(instead)) {}
    /// In no file, or in one that in_file() names later.
    Error(std::string where, std::string what, std::string instead)
        : Error({}, std::move(where), std::move(what), std::move(instead)) {}

    /// The non-empty parts in one line: "FILE: PLACE: FOUND, expected EXPECTED".
    std::string message() const;
};

/// A value, or the Error that prevented it.
template<class T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const { return m_state.index() == 0; }
    /// Requires that there is a value.
    const T& value() const& { return std::get<0>(m_state); }
    T&& value() && { return std::get<0>(std::move(m_state)); }
    /// Requires that there is an error.
    const Error& error() const { return std::get<1>(m_state); }

private:
    std::variant<T, Error> m_state;
};

/// The same error, in that file.
Error in_file(Error error, const std::string& file);
/// The same result; if it is an error, in that file.
template<class T>
Result<T> in_file(Result<T> result, const std::string& file) {
    if (result)
        return result;
    return in_file(result.error(), file);
}

/// "3 × 2".
std::string shape_text(Index rows, Index columns);

} // namespace lab
