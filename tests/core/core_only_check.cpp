// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks that the core computes without Qt: one golden document, down to its output.
#include "core/engine/pipeline.h"
#include "tests/support/compare.h"
#include "tests/support/golden.h"

#include <cstdio>

int main() {
    const lab::test::Golden golden = lab::test::load_golden("sky-is-blue");
    const lab::Result<lab::Trace> trace = lab::compute(golden.experiment);
    if (!trace) {
        std::fprintf(stderr, "%s\n", trace.error().message().c_str());
        return 1;
    }
    const lab::Matrix expected = lab::test::matrix_of(golden.result.at("stages").at("output"));
    if (const auto wrong = lab::test::beyond_tolerance(trace.value().stage(lab::StageId::output), expected)) {
        std::fprintf(stderr, "output, %s\n", wrong->c_str());
        return 1;
    }
    return 0;
}
