// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/qk_norm.h"

#include <algorithm>
#include <array>

namespace lab {

namespace {

constexpr std::array both_gains{ParameterId::g_Q, ParameterId::g_K};

} // namespace

Experiment with_norm(const Experiment& experiment, std::optional<QkNormKind> kind) {
    Experiment next = experiment;
    std::optional<QkNorm>& norm = next.scores.qk_norm;
    if (kind) {
        if (!norm)
            norm.emplace();
        norm->kind = *kind;
        return next;
    }
    norm.reset();
    for (const ParameterId id : both_gains)
        drop_origin(next, id);
    return next;
}

Experiment with_gains(const Experiment& experiment, ParameterId gains, bool present) {
    Experiment next = experiment;
    MatrixPtr& slot = *place_of(next, gains);
    if (present == (slot != nullptr))
        return next;
    slot = present ? share(Matrix::Ones(1, dimensions(experiment).d_k)) : nullptr;
    drop_origin(next, gains);
    return next;
}

void resize_gains(Experiment& experiment, Index d_k, const Gains& fresh) {
    for (const ParameterId id : both_gains) {
        MatrixPtr* const place = place_of(experiment, id);
        if (!place || !*place || (*place)->cols() == d_k)
            continue;
        Matrix gains = Matrix::Ones(1, d_k);
        for (const MatrixPtr& from : {id == ParameterId::g_Q ? fresh.g_Q : fresh.g_K, *place}) {
            const Index kept = from ? std::min(from->cols(), d_k) : 0;
            if (kept > 0)
                gains.leftCols(kept) = from->leftCols(kept);
        }
        *place = share(std::move(gains));
        drop_origin(experiment, id);
    }
}

} // namespace lab
