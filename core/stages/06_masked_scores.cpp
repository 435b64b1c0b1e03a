// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/06_masked_scores.h"

#include "core/experiment/mask_rules.h"
#include "core/experiment/masks.h"

namespace lab {

void masked_scores(ConstMatrixRef scaled, const Mask& mask, const FirstPositions& first, const Block& at,
                   MatrixRef masked) {
    masked = scaled;
    for (const MaskRule& rule : mask_rules()) {
        if (rule.is_set(mask))
            rule.hide(mask, first, at, masked);
    }
}

void masked_scores_backwards(const Mask& mask, const FirstPositions& first, const Block& at, MatrixRef by) {
    if (!has_mask(mask))
        return;
    const Matrix none = Matrix::Zero(at.rows, at.columns);
    Matrix masked(at.rows, at.columns);
    masked_scores(none, mask, first, at, masked);
    by = (masked.array() == 0).select(by, 0);
}

} // namespace lab
