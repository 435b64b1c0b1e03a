// SPDX-License-Identifier: GPL-3.0-or-later
//
// .npy files: any bytes are either read or refused.
#include "core/io/npy.h"
#include "tests/fuzz/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    lab::fuzz::check(lab::read_npy(lab::fuzz::text_of(data, size)), size);
    return 0;
}
