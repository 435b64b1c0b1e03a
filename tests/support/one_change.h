// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every change of one thing in an experiment, for tests that must notice each.
#pragma once

#include "core/experiment/experiment.h"

#include <functional>
#include <string>
#include <vector>

namespace lab::test {

/// A deep copy that shares nothing.
Experiment clone(const Experiment& experiment);
/// An object that differs from this one, or from none.
JsonPtr another_object(const JsonPtr& json);

struct OneChange {
    std::string name;
    /// Changes one thing. Where the experiment lacks it, adds it, and changes something only if it is called
    /// again.
    std::function<void(Experiment&)> make;
};

/// For each part of an experiment but its view, at least one.
std::vector<OneChange> every_change();

} // namespace lab::test
