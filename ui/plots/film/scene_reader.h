// SPDX-License-Identifier: GPL-3.0-or-later
//
// The stages that a step of the film reads, all of them up to date.
#pragma once

#include "core/film/film.h"
#include "ui/document/cached_stages.h"

#include <map>
#include <optional>
#include <utility>

namespace lab {

class SceneReader {
public:
    /// Everything that captions and rows of weights of the step read.
    SceneReader(StageSource& stages, const FilmStep& step);

    /// False: some of it is not computed yet.
    bool isComplete() const { return m_complete; }
    /// Must not be called after this object is destroyed.
    StageReader function();

private:
    void need(StageSource& stages, StageId stage, HeadIndex head);
    void needFor(StageSource& stages, const CellRef& cell);

    std::map<std::pair<StageId, HeadIndex>, MatrixPtr> m_matrices;
    CachedStages m_others; ///< where numbers that are not finite began
    bool m_complete = true;
};

} // namespace lab
