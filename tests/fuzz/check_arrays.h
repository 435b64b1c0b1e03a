// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks that must hold for every file of named arrays.
#pragma once

#include "core/experiment/validate.h"
#include "core/import/imported.h"
#include "tests/fuzz/check.h"

#include <cmath>

namespace lab::fuzz {

/// A message is one line that says what was found.
inline void check_error(const Error& error) {
    require(!error.found.empty(), "an error says what was found");
    require(error.message().find_first_of("\r\n") == std::string::npos,
            "an error is one line: " + error.message());
}

/// Reads every array in every way, and imports the file; whatever is read is valid.
inline void check_arrays(const Result<NamedArraysPtr>& opened) {
    if (!opened)
        return check_error(opened.error());
    const NamedArrays& arrays = *opened.value();
    for (const ArrayInfo& array : arrays.arrays()) {
        for (const ArrayUse use : {ArrayUse::numbers, ArrayUse::mask}) {
            const Result<Matrix> matrix = arrays.read(array, use);
            if (!matrix) {
                check_error(matrix.error());
                continue;
            }
            require(matrix.value().size() > 0 && matrix.value().size() <= Index(most_numbers),
                    "its size is limited");
            for (const double number : matrix.value().reshaped())
                require(std::isfinite(number) || (use == ArrayUse::mask && number == -HUGE_VAL),
                        "numbers are allowed");
        }
        if (const auto texts = arrays.read_texts(array); !texts)
            check_error(texts.error());
    }
    const std::vector<std::string> prefixes = import_prefixes(arrays);
    for (std::size_t i = 0; i <= prefixes.size() && i < 3; ++i) {
        ImportChoices choices;
        if (i > 0)
            choices.prefix = prefixes[i - 1];
        const Result<ImportPlan> plan = import_plan(arrays, choices);
        const Result<Experiment> experiment =
            plan ? imported(plan.value(), arrays, choices) : Result<Experiment>(plan.error());
        if (!experiment)
            check_error(experiment.error());
        else
            require(validate(experiment.value()).empty(), "an imported document is valid");
    }
}

} // namespace lab::fuzz
