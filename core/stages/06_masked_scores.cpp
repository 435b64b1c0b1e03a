// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/06_masked_scores.h"

#include "core/experiment/mask_rules.h"

namespace lab {

void masked_scores(ConstMatrixRef scaled, const Mask& mask, const FirstPositions& first, const Block& at,
                   MatrixRef masked) {
    masked = scaled;
    for (const MaskRule& rule : mask_rules()) {
        if (rule.is_set(mask))
            rule.hide(mask, first, at, masked);
    }
}

} // namespace lab
