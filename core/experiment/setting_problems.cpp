// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/setting_problems.h"

#include "core/base/number_format.h"
#include "core/experiment/options.h"
#include "core/experiment/rotation.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

namespace lab {

namespace {

std::string at(std::string place, std::size_t index) {
    return std::move(place) + "[" + std::to_string(index) + "]";
}

class SettingsCheck {
public:
    SettingsCheck(const Experiment& experiment, std::optional<Index> d_k)
        : m_experiment(experiment), m_n_q(static_cast<Index>(experiment.sequence.tokens.size())),
          m_n_k(static_cast<Index>(key_tokens(experiment).size())), m_d_k(d_k) {}

    std::vector<Error> problems() {
        check_options("scores");
        check_rotation();
        check_qk_norm();
        check_additive();
        check_options("mask");
        check_mask();
        check_options("normalization");
        check_sink();
        check_dropout();
        return std::move(m_problems);
    }

private:
    void report(std::string place, std::string found, std::string expected) {
        m_problems.push_back({{}, std::move(place), std::move(found), std::move(expected)});
    }

    void check_options(std::string_view group) {
        for (const Option& option : all_options()) {
            if (option.group == group)
                check(option);
        }
    }

    void check(const Option& option) {
        std::optional<double> positive;
        if (const auto* number = std::get_if<PositiveNumber>(&option.value))
            positive = number->get(m_experiment);
        else if (const auto* optional = std::get_if<OptionalPositive>(&option.value))
            positive = optional->get(m_experiment);
        if (positive && !(*positive > 0))
            return report(option.place(), shortest(*positive), "a number above 0");
        const auto* whole = std::get_if<OptionalWhole>(&option.value);
        const auto value = whole ? whole->get(m_experiment) : std::nullopt;
        if (!value)
            return;
        const std::string least = "at least " + std::to_string(whole->least);
        if (*value < whole->least || (whole->is_even && *value % 2 != 0))
            report(option.place(), std::to_string(*value),
                   whole->is_even ? "an even number, " + least : least);
    }

    void check_rotation() {
        const Scores& scores = m_experiment.scores;
        if (!scores.rotary || !m_d_k)
            return;
        if (scores.rotary_dims && *scores.rotary_dims > *m_d_k)
            return report("scores.rotary_dims", std::to_string(*scores.rotary_dims),
                          "at most " + std::to_string(*m_d_k) + " (d_k)");
        const auto frequencies = static_cast<Index>(scores.rotary_frequencies.size());
        const Index pairs = Rotation(scores, *m_d_k).pairs();
        if (frequencies > 0 && frequencies != pairs)
            report("scores.rotary_frequencies", std::to_string(frequencies) + " numbers",
                   std::to_string(pairs) + ", one for each pair that is rotated");
    }

    void check_qk_norm() {
        const std::optional<QkNorm>& norm = m_experiment.scores.qk_norm;
        if (!norm)
            return;
        if (!(norm->epsilon >= 0))
            report("scores.qk_norm.epsilon", shortest(norm->epsilon), "a number of at least 0");
        for (const auto& [key, gains] : {std::pair{"g_Q", norm->g_Q}, {"g_K", norm->g_K}}) {
            if (gains && m_d_k && gains->cols() != *m_d_k)
                report(std::string("scores.qk_norm.") + key, std::to_string(gains->cols()) + " numbers",
                       std::to_string(*m_d_k) + " (d_k)");
        }
    }

    void check_additive() {
        const auto& additive = m_experiment.scores.additive;
        const auto heads = static_cast<std::size_t>(std::max<Index>(m_experiment.heads.count, 1));
        if (additive.size() > 1 && additive.size() != heads)
            return report("scores.additive", std::to_string(additive.size()) + " matrices",
                          heads == 1 ? "one, since there is one head"
                                     : "one for all heads, or one for each of " + std::to_string(heads));
        for (std::size_t i = 0; i < additive.size(); ++i) {
            const Matrix& matrix = *additive[i];
            // JSON cannot express the width of a matrix without rows.
            const bool empty = m_n_q == 0 && matrix.rows() == 0;
            if (!empty && (matrix.rows() != m_n_q || matrix.cols() != m_n_k))
                report(additive.size() == 1 ? "scores.additive" : at("scores.additive", i),
                       shape_text(matrix.rows(), matrix.cols()),
                       shape_text(m_n_q, m_n_k) + " (queries × keys)");
        }
    }

    void check_mask() {
        const Mask& mask = m_experiment.mask;
        for (std::size_t i = 0; i < mask.padding.size(); ++i) {
            if (mask.padding[i] < 0 || mask.padding[i] >= m_n_k)
                report(at("mask.padding", i), std::to_string(mask.padding[i]),
                       m_n_k > 0 ? "the position of a key, 0 to " + std::to_string(m_n_k - 1)
                                 : "nothing, since there are no keys");
        }
        if (!mask.custom)
            return;
        // JSON cannot express the width of a matrix without rows.
        const bool empty = m_n_q == 0 && mask.custom->rows() == 0;
        if (!empty && (mask.custom->rows() != m_n_q || mask.custom->cols() != m_n_k))
            report("mask.custom", shape_text(mask.custom->rows(), mask.custom->cols()),
                   shape_text(m_n_q, m_n_k) + " (queries × keys)");
        for (Index row = 0; row < mask.custom->rows(); ++row) {
            for (Index column = 0; column < mask.custom->cols(); ++column) {
                const double value = (*mask.custom)(row, column);
                if (value != 0 && value != 1)
                    return report(at(at("mask.custom", static_cast<std::size_t>(row)),
                                     static_cast<std::size_t>(column)),
                                  shortest(value), "0 or 1");
            }
        }
    }

    void check_sink() {
        const MatrixPtr& sink = m_experiment.normalization.sink;
        const Index heads = m_experiment.heads.count;
        if (sink && sink->cols() != 1 && sink->cols() != heads)
            report("normalization.sink", std::to_string(sink->cols()) + " numbers",
                   heads == 1 ? "one, since there is one head"
                              : "one for all heads, or one for each of " + std::to_string(heads));
    }

    void check_dropout() {
        const std::optional<Dropout>& dropout = m_experiment.dropout;
        if (dropout && !(dropout->rate >= 0 && dropout->rate < 1))
            report("dropout.rate", shortest(dropout->rate), "a number from 0 to less than 1");
    }

    const Experiment& m_experiment;
    Index m_n_q, m_n_k;
    std::optional<Index> m_d_k;
    std::vector<Error> m_problems;
};

} // namespace

std::vector<Error> setting_problems(const Experiment& experiment, std::optional<Index> d_k) {
    return SettingsCheck(experiment, d_k).problems();
}

} // namespace lab
