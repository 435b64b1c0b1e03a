// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/cached_stages.h"

#include "ui/document/stage_source.h"

namespace lab {

CachedStages::CachedStages(StageSource& source) : m_source(source), m_asks(source.keepsEveryHead()) {}

const Matrix& CachedStages::operator()(StageId stage, HeadIndex head) {
    static const Matrix nothing;
    const auto [found, isNew] = m_matrices.try_emplace({stage, head});
    if (isNew && has_stage(m_source.experiment(), stage)) {
        const StageView view = m_asks ? m_source.view(stage, head) : m_source.cachedView(stage, head);
        found->second = view.stale ? nullptr : view.matrix;
    }
    return found->second ? *found->second : nothing;
}

StageReader CachedStages::function() {
    return [this](StageId stage, HeadIndex head) -> const Matrix& { return (*this)(stage, head); };
}

} // namespace lab
