// SPDX-License-Identifier: GPL-3.0-or-later
//
// What programs say of a matrix before it and behind it: its shape and the type of its numbers.
#pragma once

#include <optional>
#include <string_view>

namespace lab {

/// The parts are views of the text.
struct TextRemark {
    std::string_view whole;     ///< the remark
    std::string_view shape;     ///< the part that says the shape; empty if none does
    std::string_view type;      ///< the part that may name a type
    bool counts_labels = false; ///< a column of labels may be one of the columns that the shape has
    bool is_series = false;     ///< of pandas, which has a label in each line
};

/// The remark that a text begins with: Julia's "2×3 Matrix{Float64}:", MATLAB's "2×3" and "2×3 single
/// matrix", Octave's "Diagonal Matrix", polars' "shape: (2, 3)" and "Series: 'a' [f64]", "torch.Size([2,
/// 3])", and "(2, 3)" before brackets, as print(a.shape, a) prints it.
std::optional<TextRemark> remark_before(std::string_view text);

/// The remark in the last line of a text: MXNet's "<NDArray 2x3 @cpu(0)>", LibTorch's "[ CPUFloatType{2,3}
/// ]", "torch.Size([2, 3])" and "(2, 3)" behind brackets, pandas' "[2 rows x 3 columns]" and "dtype:
/// float64",
/// "(2 rows)" of databases, and those of Rust's ndarray and candle.
std::optional<TextRemark> remark_after(std::string_view line);

} // namespace lab
