// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/diagnosed.h"

#include "core/analysis/agreement.h"
#include "core/io/document_file.h"
#include "core/io/matrix_text.h"
#include "tests/support/golden.h"
#include "tests/support/mistaken.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

namespace lab::test {

namespace {

/// Larger ones take the Oracle long.
constexpr Index most_cells = 4000;

bool is_small(const Experiment& e) {
    const Dimensions d = dimensions(e);
    return d.H * d.n_q * d.n_k <= most_cells && d.n_q * d.d_model * d.H * d.d_k <= 40 * most_cells;
}

StageId any_stage(RandomExperiments& random, const Experiment& e) {
    StageId stage = StageId::inputs;
    do
        stage = static_cast<StageId>(random.between(0, static_cast<Index>(StageId::output)));
    while (!has_stage(e, stage));
    return stage;
}

} // namespace

std::vector<Experiment> shipped_experiments() {
    std::vector<Experiment> all;
    for (const auto& entry : std::filesystem::directory_iterator(LAB_SOURCE_DIR "/resources/examples"))
        all.push_back(load_experiment(entry.path()).value());
    for (const std::string& name : golden_names())
        all.push_back(load_golden(name).experiment);
    std::erase_if(all, [](const Experiment& e) { return is_empty(e) || !is_small(e); });
    return all;
}

bool is_alike(const Matrix& a, const Matrix& b) {
    return agrees({a, Matrix::Zero(a.rows(), a.cols())}, b, {},
                  std::max(largest_magnitude(a), largest_magnitude(b)));
}

bool is_mute(const Matrix& numbers) {
    return std::ranges::none_of(numbers.reshaped(), [](double x) { return std::isfinite(x) && x != 0; });
}

bool depends_on_rounding(const Experiment& e, const Oracle& oracle) {
    constexpr double most = 1e8;
    if (oracle.depends_on_order())
        return true;
    for (HeadIndex head = 0; head < e.heads.count; ++head) {
        if (largest_magnitude(numbers_of(oracle, StageId::weights, head)) > most ||
            numbers_of(oracle, StageId::weights, head).array().isInf().any())
            return true;
    }
    return false;
}

Asked any_asked(RandomExperiments& random, const Experiment& e) {
    const StageId stage = any_stage(random, e);
    return {stage, info(stage).per_head ? random.between(0, e.heads.count - 1) : 0};
}

Experiment six_tokens(bool causal) {
    Experiment e = load_experiment(LAB_SOURCE_DIR "/resources/examples/two-heads.attn").value();
    e.notation = Notation::rows;
    e.sequence.tokens.clear();
    e.sequence.tokenizer = Tokenizer::manual;
    RandomExperiments random(11);
    for (const char* token : {"Your", "journey", "starts", "with", "one", "step"})
        e.sequence.tokens.push_back(token);
    const Index d = dimensions(e).d_model;
    Matrix rows(6, d);
    for (double& number : rows.reshaped())
        number = 0.4 * random.number(); // so that no weight is almost 0 or 1
    e.embedding.inputs = InputKind::rows;
    e.embedding.X = share(std::move(rows));
    e.mask = {};
    e.mask.causal = causal;
    return e;
}

PrintedArray printed(const Matrix& numbers, int decimals) {
    return read_printed_text(bracketed(numbers, "%.*f", decimals), PastedNumbers::any).value();
}

std::size_t telling_numbers(const Matrix& numbers) {
    std::set<double> all;
    for (const double number : numbers.reshaped()) {
        if (std::isfinite(number) && number != 0)
            all.insert(std::abs(number));
    }
    all.erase(1);
    return all.size();
}

} // namespace lab::test
