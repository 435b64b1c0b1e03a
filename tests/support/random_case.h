// SPDX-License-Identifier: GPL-3.0-or-later
//
// The random experiment that a test failed on. RandomExperiments passes everything it makes through here, so
// that the test can be run again with a smaller experiment in that one's place; see shrink.h and
// test_program.cpp.
#pragma once

#include "core/experiment/experiment.h"

#include <optional>
#include <string>

namespace lab::test {

/// Names a file. What stands in it is given to a test instead of the random experiment with its number; see
/// write().
inline constexpr const char* random_case_variable = "LAB_RANDOM_CASE";

/// The file beside it in which the process leaves the case that it made last.
inline std::string made_file(const std::string& given) {
    return given + ".made";
}

/// One experiment of a test's random ones.
struct RandomCase {
    std::size_t number; ///< how many the process had made with this one
    Experiment experiment;
};

/// Remembers that `made` is the process's last; returns it, or what the file has for this number.
Experiment passed_on(Experiment made);

/// What the process made last; nothing before the first.
std::optional<RandomCase> last_random_case();

void write(const RandomCase& random_case, const std::string& file);
/// Nothing where the file does not hold a case. An invalid document is none.
std::optional<RandomCase> read_random_case(const std::string& file);

} // namespace lab::test
