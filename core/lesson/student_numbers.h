// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers of a student's own in a lesson with new numbers for each: with_new_numbers() of a step's scene,
// from this seed.
#pragma once

#include <cstdint>
#include <string_view>

namespace lab {

/// FNV-1a (64 bits) of the lesson's id, a zero byte, and the student's name or number, as they are in the
/// document.
std::uint64_t student_seed(std::string_view lesson_id, std::string_view student);

} // namespace lab
