// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/qk_norm.h"

#include <algorithm>
#include <array>

namespace lab {

namespace {

constexpr std::array both_gains{ParameterId::g_Q, ParameterId::g_K};

MatrixPtr& gains_in(QkNorm& norm, ParameterId id) {
    return id == ParameterId::g_Q ? norm.g_Q : norm.g_K;
}

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
        drop_origin(next, std::string(info(id).name));
    return next;
}

Experiment with_gains(const Experiment& experiment, ParameterId gains, bool present) {
    Experiment next = experiment;
    MatrixPtr& slot = gains_in(next.scores.qk_norm.value(), gains);
    if (present == (slot != nullptr))
        return next;
    slot = present ? share(Matrix::Ones(1, dimensions(experiment).d_k)) : nullptr;
    drop_origin(next, std::string(info(gains).name));
    return next;
}

void resize_gains(Experiment& experiment, Index d_k, const Gains& fresh) {
    if (!experiment.scores.qk_norm)
        return;
    for (const ParameterId id : both_gains) {
        MatrixPtr& slot = gains_in(*experiment.scores.qk_norm, id);
        if (!slot || slot->cols() == d_k)
            continue;
        Matrix gains = Matrix::Ones(1, d_k);
        for (const MatrixPtr& from : {id == ParameterId::g_Q ? fresh.g_Q : fresh.g_K, slot}) {
            const Index kept = from ? std::min(from->cols(), d_k) : 0;
            if (kept > 0)
                gains.leftCols(kept) = from->leftCols(kept);
        }
        slot = share(std::move(gains));
        drop_origin(experiment, std::string(info(id).name));
    }
}

} // namespace lab
