// SPDX-License-Identifier: GPL-3.0-or-later
//
// A matrix as text, for other programs to read.
#pragma once

#include "core/types.h"

#include <string>

namespace lab {

enum class MatrixForm {
    tsv,      ///< a line a row, tabs between numbers: what spreadsheets paste
    html,     ///< a table
    numpy,    ///< np.array([[…]])
    pytorch,  ///< torch.tensor([[…]], dtype=torch.float64)
    python,   ///< [[…], […]]
    latex,    ///< \begin{bmatrix} … \end{bmatrix}
    markdown, ///< a table with an empty heading
};

/// Writes every number in its shortest form that reads back exactly, in the C locale whatever the machine's
/// is; all forms but html and markdown are read back by read_matrix_text(). The matrix is not empty, its
/// numbers are finite.
std::string write_matrix(const Matrix& matrix, MatrixForm form);

} // namespace lab
