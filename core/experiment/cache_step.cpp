// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/cache_step.h"

namespace lab {

bool is_cache_step(const Experiment& experiment) {
    const Sequence& query = experiment.sequence;
    if (!experiment.source || query.tokenizer != Tokenizer::manual || query.tokens.size() != 1)
        return false;
    const Sequence& source = *experiment.source;
    const auto count = static_cast<Index>(source.tokens.size());
    return count > 0 && query.tokens.front() == source.tokens.back() &&
           query.offset == source.offset + count - 1;
}

} // namespace lab
