// SPDX-License-Identifier: GPL-3.0-or-later
//
// The stages of a document for functions of the core that ask for them one by one.
#pragma once

#include "core/explain/explain.h"

#include <map>
#include <memory>
#include <utility>

namespace lab {

class StageSource;

/// Up to date or empty: what is not known is asked for where every head's stages are kept, after which
/// LabDocument::computed() is sent. The matrices live as long as this.
class KnownStages {
public:
    explicit KnownStages(StageSource& source);

    const Matrix& operator()(StageId stage, HeadIndex head);
    /// Not after this.
    StageMatrix function();

private:
    StageSource& m_source;
    bool m_asks; ///< where all of it fits into the memory for it
    std::map<std::pair<StageId, HeadIndex>, MatrixPtr> m_matrices;
};

} // namespace lab
