// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a line says that explains the inspected number.
#pragma once

#include "core/film/film.h"
#include "ui/selection/selection.h"

#include <optional>

namespace lab {

class CaptionView;
class LabDocument;

/// The step of the film that computes the inspected number. nullopt: none is inspected, or no step does.
std::optional<FilmStep> inspectedStep(const Experiment& experiment, const Selection& selection);

/// Says how the inspected number is computed, or that one can be inspected.
void explainInspected(CaptionView& caption, LabDocument& document, const Selection& selection);

} // namespace lab
