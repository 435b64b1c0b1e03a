// SPDX-License-Identifier: GPL-3.0-or-later
//
// Documents: any text is either read or refused. Writing one that was read and reading it again is lossless.
// Small ones are also computed.
#include "core/engine/pipeline.h"
#include "core/io/experiment_json.h"
#include "tests/fuzz/check.h"

#include <algorithm>

using namespace lab;

namespace {

/// Bounds the size of the largest stage, which the input size does not limit because there can be many heads.
bool is_small(const Experiment& experiment) {
    constexpr Index most = 100'000;
    const Dimensions d = dimensions(experiment);
    const Index longest = std::max({d.n_q, d.n_k, d.d_model, d.d_k, d.d_v, d.d_out, d.H});
    return longest <= most && d.n_q * d.n_k <= most / d.H && (d.n_q + d.n_k) * longest <= most / d.H;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Result<Experiment> experiment = read_experiment(std::string(fuzz::text_of(data, size)));
    if (!experiment) {
        fuzz::require(!experiment.error().found.empty(), "an error says what was found");
        return 0;
    }
    const std::string text = write_experiment(experiment.value());
    const Result<Experiment> again = read_experiment(text);
    fuzz::require(bool(again), "what was written is read: " + (again ? "" : again.error().message()));
    fuzz::require(write_experiment(again.value()) == text, "and written as before");
    if (experiment.value().sequence.tokens.empty() || !is_small(experiment.value()))
        return 0;
    const Result<Trace> trace = compute(experiment.value());
    fuzz::require(bool(trace), "a valid document computes: " + (trace ? "" : trace.error().message()));
    return 0;
}
