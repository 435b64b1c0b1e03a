// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrices printed in the notations that users paste. Every number reads back exactly.
#pragma once

#include "core/base/types.h"

#include <cstdint>
#include <random>
#include <string>

namespace lab::test {

using Printer = std::string (*)(const Matrix&);

std::string printed_list(const Matrix& matrix);   ///< Python's [[1, 2], [3, 4]]
std::string printed_numpy(const Matrix& matrix);  ///< [[1 2]\n [3 4]], long rows over several lines
std::string printed_tensor(const Matrix& matrix); ///< tensor([[[1, 2], …]]], grad_fn=<…>)
std::string printed_latex(const Matrix& matrix);
std::string printed_csv(const Matrix& matrix);
std::string printed_tsv(const Matrix& matrix);
/// Separated by semicolons, with unambiguous decimal commas.
std::string printed_with_decimal_commas(const Matrix& matrix);

/// Random matrices of 1 to 12 rows and columns with numbers of any magnitude, reproducible from the seed.
class PrintableMatrices {
public:
    explicit PrintableMatrices(std::uint64_t seed) : m_engine(seed) {}
    Matrix next();

private:
    double number();
    std::mt19937_64 m_engine;
};

} // namespace lab::test
