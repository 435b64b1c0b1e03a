// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the film of a document stands: the part of its `view` that the page Play reads and writes.
#pragma once

#include "core/film/film.h"

#include <optional>

namespace lab {

class LabDocument;

struct FilmView {
    FilmOrder order = FilmOrder::by_stage;
    std::optional<FilmGrain> grain; ///< absent: what suits the length of the sentence
    FilmPlace place = 0;
    bool isBeforeScene = false; ///< shows the scene that begins at the place, before its first step
    bool operator==(const FilmView&) const = default;
};

/// Missing and unknown entries get their defaults: the file may have been written by a later version.
FilmView filmView(const Experiment& experiment);

/// The experiment's `view` with these entries. Defaults are left out, entries unknown to this program are
/// kept. Null if nothing is left.
JsonPtr withFilmView(const Experiment& experiment, const FilmView& film);

/// Neither an undo step, nor does it mark the document as modified.
void setFilmView(LabDocument& document, const FilmView& film);

/// The grain with which a film of this experiment begins.
FilmGrain usualGrain(const Experiment& experiment);

} // namespace lab
