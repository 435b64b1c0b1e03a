// SPDX-License-Identifier: GPL-3.0-or-later
//
// What captions of the several kinds of steps have in common.
#pragma once

#include "core/describe/stage_description.h"

namespace lab {

struct CaptionParts {
    Said words;
    Formula numbers; ///< an empty row if there are none
};

/// Of a cell or a term of its sum.
CaptionParts cell_caption(const CaptionInputs& of);
/// Of a weight: a part of the row.
CaptionParts weight_caption(const CaptionInputs& of);
/// Of what a row of queries or keys is divided by.
CaptionParts root_caption(const CaptionInputs& of);
/// Of a row of weights on its way.
CaptionParts phase_caption(const CaptionInputs& of);
/// Of one or all rows.
CaptionParts rows_caption(const CaptionInputs& of);

/// How the number that a row of queries or keys is divided by is computed; an empty row if that is ε.
Formula numbers_of_root(const CaptionInputs& of);

} // namespace lab
