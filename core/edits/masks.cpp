// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/masks.h"

#include <algorithm>

namespace lab {

Experiment with_visibility(const Experiment& experiment, const Block& cells, bool visible) {
    const MatrixPtr& old = experiment.mask.custom;
    Matrix custom = old ? *old
                        : Matrix::Ones(static_cast<Index>(experiment.sequence.tokens.size()),
                                       static_cast<Index>(key_tokens(experiment).size()));
    custom.block(cells.row, cells.column, cells.rows, cells.columns).setConstant(visible ? 1 : 0);
    Experiment next = experiment;
    next.mask.custom = (custom.array() != 0).all() ? nullptr : share(std::move(custom));
    return next;
}

Experiment with_padding(const Experiment& experiment, TokenIndex key, bool hidden) {
    Experiment next = experiment;
    std::erase(next.mask.padding, key);
    if (hidden)
        next.mask.padding.insert(std::ranges::upper_bound(next.mask.padding, key), key);
    return next;
}

Experiment with_dropout(const Experiment& experiment, std::optional<Dropout> dropout) {
    Experiment next = experiment;
    next.dropout = dropout;
    if (!dropout)
        std::erase_if(next.overrides,
                      [](const Override& each) { return each.stage == StageId::dropped_weights; });
    return next;
}

} // namespace lab
