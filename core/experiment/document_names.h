// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names in the document that options.h does not have.
#pragma once

#include "core/experiment/experiment.h"

#include <map>
#include <string>

namespace lab {

inline constexpr const char* format_name = "attention-lab";

template<class T>
using Names = std::map<std::string, T>;

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
inline const Names<InputKind> input_names{{"tokens", InputKind::tokens}, {"rows", InputKind::rows}};
inline const Names<QkNormKind> qk_norm_names{{"rms", QkNormKind::rms}, {"l2", QkNormKind::l2}};

template<class T>
std::string name_of(T value, const Names<T>& names) {
    for (const auto& [name, other] : names) {
        if (other == value)
            return name;
    }
    return {};
}

} // namespace lab
