// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/student_numbers.h"

#include "core/random/seeded_vector.h"

namespace lab {

std::uint64_t student_seed(std::string_view lesson_id, std::string_view student) {
    constexpr std::string_view zero_byte("\0", 1);
    return fnv1a(student, fnv1a(zero_byte, fnv1a(lesson_id)));
}

} // namespace lab
