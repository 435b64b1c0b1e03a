// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers of a student's own in a lesson: what a step's scene has drawn is drawn again from the student's
// seed (with_new_numbers()), everything else stays.
#pragma once

#include "core/experiment/experiment.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>

namespace lab {

/// FNV-1a (64 bits) of the lesson's id, a zero byte, and the student's name or number, as they are in the
/// document.
std::uint64_t student_seed(std::string_view lesson_id, std::string_view student);

/// Whether some step of the lesson has drawn parameters, so that there can be new numbers.
bool has_drawn_numbers(const Experiment& document);

/// A step's scene with the numbers of a progress that has this seed. Without one, and where nothing was
/// drawn, it is the scene.
Experiment scene_with_seed(const Experiment& scene, const std::optional<std::uint64_t>& seed);

/// The first seed, `wanted` being tried first, with which every question that can be asked with the lesson's
/// own numbers can be asked: no goal holds already, no two mistakes give the same, no two answers look the
/// same (clear_questions()). Which ones are tried depends on `wanted` alone. nullopt: none of many, or it was
/// stopped.
std::optional<std::uint64_t> sensible_seed(const Experiment& document, std::uint64_t wanted,
                                           const std::stop_token& stop = {});

} // namespace lab
