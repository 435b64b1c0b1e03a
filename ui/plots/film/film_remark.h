// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said below a caption, in small letters.
#pragma once

#include "core/film/film.h"

#include <QString>

#include <optional>

namespace lab {

class StageSource;

/// A sentence to add to the caption of a film step, or nothing: rows before it went the same way, if the step
/// comes after `before`; a row of weights adds up to 1; this is the end of the computation.
QString filmRemark(StageSource& stages, const Film& film, FilmPlace place,
                   std::optional<FilmPlace> before = {});

} // namespace lab
