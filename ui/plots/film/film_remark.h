// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said below a caption, in small letters.
#pragma once

#include "core/film/film.h"

#include <QString>

#include <optional>

namespace lab {

class StageSource;

/// What there is to add to the caption of a place, or nothing: that rows before it went the same way, if it
/// comes after `before`; that a row of weights adds up to 1; that this is the end of the whole computation.
QString filmRemark(StageSource& stages, const Film& film, FilmPlace place,
                   std::optional<FilmPlace> before = {});

} // namespace lab
