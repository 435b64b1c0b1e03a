// SPDX-License-Identifier: GPL-3.0-or-later
//
// Building blocks for statement patterns.
#pragma once

#include "tests/support/oracle.h"

#include <QRegularExpression>
#include <QString>

#include <cmath>
#include <map>

namespace lab::test {

using S = StageId;

inline bool is_token_pair(S stage) {
    return stage >= S::scores && stage <= S::dropped_weights;
}

inline bool rows_are_keys(const Experiment& e, S stage) {
    return e.source && (stage == S::source_inputs || stage == S::keys || stage == S::values);
}

inline QString title_of(S stage) {
    static const std::map<S, const char*> titles{{S::inputs, "Inputs"},
                                                 {S::source_inputs, "Source inputs"},
                                                 {S::queries, "Queries"},
                                                 {S::keys, "Keys"},
                                                 {S::values, "Values"},
                                                 {S::scores, "Scores"},
                                                 {S::scaled_scores, "Scaled scores"},
                                                 {S::masked_scores, "Masked scores"},
                                                 {S::weights, "Attention weights"},
                                                 {S::dropped_weights, "Weights after dropout"},
                                                 {S::head_outputs, "Head output"},
                                                 {S::concat, "Concatenation"},
                                                 {S::output, "Output"}};
    return QString::fromUtf8(titles.at(stage));
}

inline QString file_name_of(S stage) {
    static const std::map<S, const char*> names{{S::inputs, "inputs"},
                                                {S::source_inputs, "source_inputs"},
                                                {S::queries, "queries"},
                                                {S::keys, "keys"},
                                                {S::values, "values"},
                                                {S::scores, "scores"},
                                                {S::scaled_scores, "scaled_scores"},
                                                {S::masked_scores, "masked_scores"},
                                                {S::weights, "weights"},
                                                {S::dropped_weights, "dropped_weights"},
                                                {S::head_outputs, "head_outputs"},
                                                {S::concat, "concat"},
                                                {S::output, "output"}};
    return QString::fromUtf8(names.at(stage));
}

inline bool has_heads(S stage) {
    return stage >= S::queries && stage <= S::head_outputs;
}

/// Parses a displayed number, with a typographic minus sign and ∞.
inline double number_in(QString text) {
    text.replace(QChar(0x2212), QLatin1Char('-'));
    if (text == "∞")
        return HUGE_VAL;
    if (text == "-∞")
        return -HUGE_VAL;
    return text == "NaN" ? std::nan("") : text.toDouble();
}

inline bool agrees(double said, double is, double relative = 1e-5, double absolute = 1e-9) {
    if (std::isnan(said) || std::isnan(is))
        return std::isnan(said) && std::isnan(is);
    if (std::isinf(said) || std::isinf(is))
        return said == is;
    return std::abs(said - is) <= absolute + relative * std::abs(is);
}

inline QRegularExpressionMatch whole(const QString& pattern, const QString& text) {
    return QRegularExpression(QRegularExpression::anchoredPattern(pattern),
                              QRegularExpression::DotMatchesEverythingOption)
        .match(text);
}

inline QString escaped(const QString& text) {
    return QRegularExpression::escape(text);
}

inline const QString number_pattern = QStringLiteral("(−?[0-9.]+(?:e[+−]?[0-9]+)?|−?∞|NaN)");

inline QString unless(bool is_true, const QString& sentence, const char* why) {
    return is_true ? QString() : QStringLiteral("%1: %2").arg(QString::fromUtf8(why), sentence);
}

} // namespace lab::test
