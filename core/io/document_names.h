// SPDX-License-Identifier: GPL-3.0-or-later
//
// The names of option values in the document.
#pragma once

#include "core/experiment.h"

#include <map>
#include <string>

namespace lab {

inline constexpr const char* format_name = "attention-lab";
inline constexpr const char* default_scale = "1/sqrt(d_k)";

template<class T>
using Names = std::map<std::string, T>;

inline const Names<Notation> notation_names{{"rows", Notation::rows}, {"columns", Notation::columns}};
inline const Names<Tokenizer> tokenizer_names{{"whitespace", Tokenizer::whitespace},
                                              {"characters", Tokenizer::characters},
                                              {"words", Tokenizer::words},
                                              {"manual", Tokenizer::manual}};
inline const Names<PositionKind> position_names{{"none", PositionKind::none},
                                                {"sinusoidal", PositionKind::sinusoidal},
                                                {"learned", PositionKind::learned}};
inline const Names<ProjectionKind> projection_names{{"linear", ProjectionKind::linear},
                                                    {"identity", ProjectionKind::identity},
                                                    {"direct", ProjectionKind::direct}};
inline const Names<ScoreBias> score_bias_names{{"none", ScoreBias::none}, {"alibi", ScoreBias::alibi}};
inline const Names<NormalizationKind> normalization_names{{"softmax", NormalizationKind::softmax},
                                                          {"softmax_naive", NormalizationKind::softmax_naive},
                                                          {"sum", NormalizationKind::sum},
                                                          {"sparsemax", NormalizationKind::sparsemax}};

template<class T>
std::string name_of(T value, const Names<T>& names) {
    for (const auto& [name, other] : names) {
        if (other == value)
            return name;
    }
    return {};
}

} // namespace lab
