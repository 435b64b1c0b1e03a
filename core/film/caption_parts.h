// SPDX-License-Identifier: GPL-3.0-or-later
//
// What captions of the several kinds of steps have in common.
#pragma once

#include "core/film/film_operands.h"
#include "core/film/film_phrases.h"

namespace lab {

struct CaptionInputs {
    const Experiment& experiment;
    const StageReader& matrix;
    const FilmStep& step;
    int decimals = 2;
};

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

/// The normaliser of a row of weights as explain() has it. Its words begin with why the row's weights are not
/// finite, if they are not and a key is visible.
ExplanationStep normalizer_of(const CaptionInputs& of);

/// The norm of a row of queries or keys.
struct RowNorm {
    bool by_epsilon = false; ///< ε stands in the place of a length that is less
    Formula numbers;         ///< how its divisor is computed; an empty row if that is ε
};
RowNorm norm_of_row(const CaptionInputs& of);

/// What is said of the row where there is nothing to compute or the result is no use; nullopt where all goes
/// well until that phase (RowPhase::none: until the weights).
std::optional<Said> fault_of_row(const CaptionInputs& of, const ExplanationStep& normalizer, RowPhase until);

/// What is said of the scaling, continued by what else makes a scaled score: the cap, the bias, what is
/// added.
Said with_score_options(const Scores& scores, Said words);

/// Whether a key is hidden from a query and so weighs 0, whether dropout drops its weight or not. The scene
/// must be of dropout.
bool weighs_0_anyway(const CaptionInputs& of, TokenIndex query, TokenIndex key);

/// A sentence on queries, keys or values.
template<int arguments>
const Phrase<arguments>& form(const ProjectedPhrase<arguments>& words, StageId stage) {
    return stage == StageId::queries ? words.query : stage == StageId::keys ? words.key : words.value;
}

} // namespace lab
