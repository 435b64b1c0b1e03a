// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lab::test {

/// For each test function that failed, according to the file `log` (Qt Test's, as XML), and made random
/// experiments: runs it again in a process of its own with smaller and smaller ones in place of the last that
/// it had made, as long as it fails at the same line, and prints the document before and after to standard
/// error. `test` is the name by which this program knows the class.
void report_random_cases(const std::string& test, const std::string& log);

} // namespace lab::test
