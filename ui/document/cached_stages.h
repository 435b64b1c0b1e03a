// SPDX-License-Identifier: GPL-3.0-or-later
//
// A document's stages, for core functions that request them one by one.
#pragma once

#include "core/describe/explanation.h"

#include <map>
#include <memory>
#include <utility>

namespace lab {

class StageSource;

/// Each stage is up to date or empty. If the stages of every head fit in memory, a missing one is requested,
/// and LabDocument::computed() is emitted later. The matrices live as long as this object.
class CachedStages {
public:
    explicit CachedStages(StageSource& source);

    const Matrix& operator()(StageId stage, HeadIndex head);
    /// Must not be called after this object is destroyed.
    StageReader function();

private:
    StageSource& m_source;
    bool m_asks; ///< whether the stages of every head fit in memory
    std::map<std::pair<StageId, HeadIndex>, MatrixPtr> m_matrices;
};

} // namespace lab
