// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/random_experiments.h"
#include "ui/document/lab_document.h"

namespace lab::test {

/// Does to the document one of the things that a user can do, including undo.
void random_edit(LabDocument& document, RandomExperiments& random);

} // namespace lab::test
