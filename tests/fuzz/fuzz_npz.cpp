// SPDX-License-Identifier: GPL-3.0-or-later
//
// .npz files: any bytes are either read or refused, and so is the document that is made of them.
#include "core/io/array_files.h"
#include "tests/fuzz/check_arrays.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    lab::fuzz::check_arrays(lab::read_npz(std::string(lab::fuzz::text_of(data, size))));
    return 0;
}
