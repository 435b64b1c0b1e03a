// SPDX-License-Identifier: GPL-3.0-or-later
//
// A smaller experiment that a test fails on just as well: fewer tokens, smaller sizes, nothing in the
// document that does not matter, and round numbers.
#pragma once

#include "core/experiment/experiment.h"

#include <functional>

namespace lab::test {

/// Leaves out and rounds whatever can be without `fails` becoming false, again and again until nothing can or
/// `fails` has been asked `most` times. `experiment` must fail itself.
Experiment shrunk(Experiment experiment, const std::function<bool(const Experiment&)>& fails, int most);

} // namespace lab::test
