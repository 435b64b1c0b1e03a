// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/02_inputs.h"

namespace lab {

Matrix inputs(const std::vector<std::string>& tokens, const Embedding& embedding) {
    Matrix x(static_cast<Index>(tokens.size()), embedding.dimension);
    for (std::size_t i = 0; i < tokens.size(); ++i)
        x.row(static_cast<Index>(i)) = *embedding.table->find(tokens[i])->values;
    return x;
}

} // namespace lab
