// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables, as .csv and as .tsv: any text is either read or refused.
#include "core/io/csv.h"
#include "tests/fuzz/check.h"

using namespace lab;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::text_of(data, size);
    fuzz::check(read_csv(text, CsvKind::csv), size);
    fuzz::check(read_csv(text, CsvKind::tsv), size);
    return 0;
}
