// SPDX-License-Identifier: GPL-3.0-or-later
//
// What captions of several stages have in common.
#pragma once

#include "core/describe/caption_phrases.h"
#include "core/describe/stage_description.h"

namespace lab {

/// The phrase for the cell, the row or all rows that the step adds. `more`: its further arguments.
template<int count, class... Arguments>
Said say_of(const CaptionInputs& of, const CaptionPhrase<count>& phrase, const Arguments&... more) {
    if (!of.is_row())
        return say(phrase.all, more...);
    if (!of.is_cell())
        return say(phrase.row, of.row_label(), more...);
    return say(phrase.cell, of.row_label(), of.column_label(), more...);
}

/// What is said of queries, keys or values.
template<class Phrases>
const auto& form(const Phrases& phrases, StageId stage) {
    return stage == StageId::queries ? phrases.query : stage == StageId::keys ? phrases.key : phrases.value;
}

} // namespace lab
