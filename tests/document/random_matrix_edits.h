// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random edits of the numbers of a parameter.
#pragma once

#include "tests/support/random_experiments.h"
#include "ui/document/lab_document.h"

namespace lab::test {

/// Types one number.
void random_number(LabDocument& document, RandomExperiments& random);
/// Drags one number, and lets the preview stand.
void preview_numbers(LabDocument& document, RandomExperiments& random);
/// Draws random matrices, as the form does.
void random_draw(LabDocument& document, RandomExperiments& random);
/// Applies an operation of a matrix's menu to all of it.
void random_algebra(LabDocument& document, RandomExperiments& random);
/// Pastes a matrix, with or without resizing.
void random_paste(LabDocument& document, RandomExperiments& random);

} // namespace lab::test
