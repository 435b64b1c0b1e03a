// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes the blocks of a program, in the words of either library.
#pragma once

#include "core/describe/script_block.h"
#include "core/experiment/experiment.h"

#include <initializer_list>
#include <string_view>

namespace lab {

/// What weights need where keys are hidden or scores are not finite: see care_for() in core/script/script.h.
struct ScriptCare {
    bool hides = false;       ///< a masked score is −∞
    bool spreads_nan = false; ///< a hidden key's weight would not be 0 by the plain formula
    bool breaks_rows = false; ///< a row has to become NaN, which the plain formula would not make it
};

class ScriptBuilder {
public:
    ScriptBuilder(const Experiment& experiment, ScriptLibrary library);

    const Experiment& experiment() const { return m_experiment; }
    const Dimensions& sizes() const { return m_sizes; }
    ScriptLibrary library() const { return m_library; }
    bool has_heads() const { return m_sizes.H > 1; }
    /// The name of how many keys and values there are: "H" unless heads share them.
    const char* groups() const { return m_sizes.G == m_sizes.H ? "H" : "G"; }

    void begin(ScriptSubject subject, std::initializer_list<const char*> heading);
    /// Replaces what differs between the libraries, in braces: "{exp}(x)". See the table in the source. Adds
    /// a comment, if any.
    void line(std::string_view text, std::string_view comment = {});
    /// The line of the library in use.
    void either(std::string_view numpy, std::string_view pytorch, std::string_view comment = {});
    /// Whether a position is so large that sines of angles that two libraries compute may differ by more than
    /// 1e-13, since the last digit of a frequency does. Then frequencies are given as numbers.
    bool is_far() const;
    /// "(H, n_q, d_k)", or without H if there is one head.
    std::string per_head(std::string_view shape) const;

    /// name = an array of these numbers, with a comment. `then` is called of it.
    void array(const std::string& name, const Matrix& numbers, std::string_view shape);
    void vector(const std::string& name, const Matrix& row, std::string_view shape,
                std::string_view then = {});
    /// One matrix, or one for each head.
    void arrays(const std::string& name, const std::vector<MatrixPtr>& matrices, std::string_view shape,
                bool are_whole_numbers = false);
    /// As they are.
    void raw(std::vector<std::string> lines);
    std::string number(double value) const;
    std::vector<std::string> numbers(const Eigen::Ref<const RowVector>& row) const;

    /// The overrides of a stage. `is_shared`: its array, assigned by the last line, is that of another
    /// variable.
    void overrides(StageId stage, bool is_shared);

    /// Whether a line has that name, or a comment does.
    bool uses(std::string_view name) const;
    std::vector<ScriptBlock> take() { return std::move(m_blocks); }

private:
    void add_rows(const Matrix& matrix, std::size_t indent, bool are_whole_numbers);
    std::string filled(std::string_view text) const;

    const Experiment& m_experiment;
    Dimensions m_sizes;
    ScriptLibrary m_library;
    std::vector<ScriptBlock> m_blocks;
};

} // namespace lab
