// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scores, what is done to them, and which are hidden.
#include "tests/support/oracle.h"

#include "core/experiment/masks.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace lab::test {

void Oracle::scores(HeadIndex head) {
    const OracleMatrix& q = m_stages.at({S::queries, head});
    const OracleMatrix& k = m_stages.at({S::keys, head});
    OracleMatrix& s = make(S::scores, head, q.rows(), k.rows());
    for (Index i = 0; i < s.rows(); ++i) {
        for (Index j = 0; j < s.columns(); ++j) {
            for (Index d = 0; d < q.columns(); ++d)
                add(s.at(i, j), q.at(i, d), k.at(j, d));
        }
    }
    finish(S::scores, head);
    const double scale = this->scale(q.columns());
    const double slope = this->slope(head);
    const OracleMatrix& from = m_stages.at({S::scores, head});
    OracleMatrix& scaled = make(S::scaled_scores, head, q.rows(), k.rows());
    for (Index i = 0; i < scaled.rows(); ++i) {
        for (Index j = 0; j < scaled.columns(); ++j) {
            add(scaled.at(i, j), from.at(i, j), plain(scale));
            if (m_experiment.scores.softcap && !m_mistakes.no_softcap)
                cap(scaled.at(i, j), *m_experiment.scores.softcap);
            if (slope != 0)
                add(scaled.at(i, j), plain(-slope), plain(double(distance(i, j))));
            if (const auto number = added(head, i, j)) {
                OracleNumber given = plain(*number);
                if (*number == -infinity)
                    given.typed = OraclePlace{S::scaled_scores, head, i, j};
                add(scaled.at(i, j), given, plain(1));
            }
        }
    }
    finish(S::scaled_scores, head);
}

/// Of ALiBi; 0 if it takes no part.
double Oracle::slope(HeadIndex head) const {
    const bool takes_part =
        m_mistakes.more_alibi || (m_experiment.scores.bias == ScoreBias::alibi && !m_mistakes.no_alibi);
    if (!takes_part)
        return 0;
    Index power = 1;
    while (2 * power <= m_experiment.heads.count)
        power *= 2;
    const double exponent =
        head < power ? double(head + 1) / double(power) : double(2 * (head - power) + 1) / double(2 * power);
    return m_mistakes.slopes * std::exp2(-8 * exponent);
}

double Oracle::scale(Index d_k) const {
    const auto d_model = static_cast<double>(m_experiment.embedding.dimension);
    const double right = m_experiment.scores.scale.value_or(1 / std::sqrt(static_cast<double>(d_k)));
    switch (m_mistakes.scale) {
    case OracleMistakes::Scale::right:
        break;
    case OracleMistakes::Scale::none:
        return 1;
    case OracleMistakes::Scale::by_d_k:
        return 1 / static_cast<double>(d_k);
    case OracleMistakes::Scale::by_root_of_d_model:
        return std::pow(d_model, -0.5);
    case OracleMistakes::Scale::twice:
        return right * right;
    case OracleMistakes::Scale::times_root_of_d_k:
        return std::pow(static_cast<double>(d_k), 0.5);
    case OracleMistakes::Scale::by_root_of_heads:
        return std::pow(static_cast<double>(m_experiment.heads.count), -0.5);
    case OracleMistakes::Scale::by_d_model:
        return 1 / d_model;
    case OracleMistakes::Scale::other:
        return m_mistakes.factor;
    }
    return right;
}

std::optional<double> Oracle::added(HeadIndex head, Index query, Index key) const {
    const std::vector<MatrixPtr>& all = m_experiment.scores.additive;
    if (all.empty() || m_mistakes.no_added)
        return std::nullopt;
    return (*all[all.size() > 1 ? std::size_t(head) : 0])(query, key);
}

/// c·tanh(x/c): nothing infinite is left, and less of a rounding error the flatter the curve.
void Oracle::cap(OracleNumber& number, double c) {
    const double tangent = std::tanh(number.value / c);
    const double slope = 1 - tangent * tangent;
    const double magnitude = std::abs(c * tangent) + (slope > 0 ? slope * number.magnitude : 0);
    if (!std::isnan(number.value))
        number = plain(c * tangent);
    number.magnitude = magnitude;
}

std::vector<std::string> Oracle::rules_set() const {
    const Mask& mask = m_experiment.mask;
    std::vector<std::string> names;
    if (mask.causal)
        names.emplace_back("causal");
    if (mask.window)
        names.push_back("window " + std::to_string(*mask.window));
    if (!mask.padding.empty())
        names.emplace_back("padding");
    if (mask.custom)
        names.emplace_back("custom");
    return names;
}

std::vector<std::string> Oracle::rules(Index query, Index key) const {
    const Mask& mask = m_experiment.mask;
    std::vector<std::string> names;
    if (mask.causal && position(true, key) > position(false, query))
        names.emplace_back("causal");
    if (mask.window && distance(query, key) >= *mask.window)
        names.push_back("window " + std::to_string(*mask.window));
    if (std::ranges::count(mask.padding, key) > 0)
        names.push_back("padding of key " + std::to_string(position(true, key) + 1));
    if (mask.custom && (*mask.custom)(query, key) == 0)
        names.emplace_back("custom mask");
    return names;
}

std::string Oracle::rules_text(Index query, Index key) const {
    std::string text;
    const std::vector<std::string> names = rules(query, key);
    for (const std::string& name : names) {
        if (!text.empty())
            text += &name == &names.back() ? ", and " : ", ";
        text += name;
    }
    return text;
}

bool Oracle::hides_later_keys(Index query, Index key) const {
    using Causal = OracleMistakes::Causal;
    const Index from = position(false, query), to = position(true, key);
    switch (m_mistakes.causal) {
    case Causal::right:
        break;
    case Causal::earlier_keys:
        return to < from;
    case Causal::own_key_too:
        return to >= from;
    case Causal::one_key_less:
        return to > from + 1;
    case Causal::from_top_left:
        return key > query;
    }
    return to > from;
}

bool Oracle::hides_by_rules(Index query, Index key) const {
    const Mask& mask = m_experiment.mask;
    const std::string& token = keys()[static_cast<std::size_t>(key)];
    const bool is_named_padding = token == "[PAD]" || token == "<pad>";
    const bool is_turned = m_mistakes.causal == OracleMistakes::Causal::earlier_keys;
    return (((mask.causal && !m_mistakes.no_causal) || m_mistakes.more_causal || is_turned) &&
            hides_later_keys(query, key)) ||
           (mask.window && !m_mistakes.no_window && distance(query, key) >= *mask.window) ||
           (!m_mistakes.no_padding && std::ranges::count(mask.padding, key) > 0) ||
           (mask.custom && !m_mistakes.no_custom && (*mask.custom)(query, key) == 0) ||
           (m_mistakes.more_padding && is_named_padding);
}

bool Oracle::hides(Index query, Index key) const {
    return hides_by_rules(query, key) != m_mistakes.inverted;
}

void Oracle::mask(HeadIndex head) {
    using Hiding = OracleMistakes::Hiding;
    const OracleMatrix& scaled = m_stages.at({S::scaled_scores, head});
    OracleMatrix& masked = make(S::masked_scores, head, scaled.rows(), scaled.columns());
    for (Index i = 0; i < masked.rows(); ++i) {
        for (Index j = 0; j < masked.columns(); ++j) {
            OracleNumber& number = masked.at(i, j) = scaled.at(i, j);
            number.overridden = false;
            const bool is_hidden = hides(i, j);
            const double other = is_hidden ? m_mistakes.hidden_number : m_mistakes.visible_number;
            if (m_mistakes.hiding == Hiding::added)
                number.value += other;
            if (m_mistakes.hiding == Hiding::multiplied)
                number.value *= other;
            if (!is_hidden || (m_mistakes.hiding != Hiding::right && m_mistakes.hiding != Hiding::put))
                continue;
            number = plain(m_mistakes.hiding == Hiding::put ? m_mistakes.hidden_number : -infinity);
            number.typed = OraclePlace{S::masked_scores, head, i, j}; // a masked cell is not an overflow
        }
    }
    finish(S::masked_scores, head);
}

bool Oracle::is_left_out(HeadIndex head, Index query, Index key) const {
    return at(S::masked_scores, head, query, key).value == -infinity;
}

bool Oracle::is_hidden(HeadIndex head, Index query, Index key) const {
    return is_left_out(head, query, key) && at(S::masked_scores, head, query, key).typed.has_value();
}

} // namespace lab::test
