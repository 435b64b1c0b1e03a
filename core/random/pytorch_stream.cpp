// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random/pytorch_stream.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

namespace lab {

namespace {

constexpr Index numbers_per_state = Index{1} << 16;
constexpr std::size_t most_streams = 8;

/// The states of one seed's generator, as far as they were needed.
class PytorchStream {
public:
    explicit PytorchStream(std::uint64_t seed) : m_states{PytorchGenerator(seed)} {}

    PytorchGenerator at(Index place) {
        PytorchGenerator generator = state(static_cast<std::size_t>(place / numbers_per_state));
        generator.skip_fine_uniform(place % numbers_per_state);
        return generator;
    }

private:
    PytorchGenerator state(std::size_t number) {
        const std::scoped_lock lock(m_mutex);
        while (m_states.size() <= number) {
            m_states.push_back(m_states.back());
            m_states.back().skip_fine_uniform(numbers_per_state);
        }
        return m_states[number];
    }

    std::mutex m_mutex;
    std::vector<PytorchGenerator> m_states;
};

struct SeededStream {
    std::uint64_t seed;
    std::shared_ptr<PytorchStream> stream;
};

/// The stream of a seed; those that were used longest ago are forgotten.
std::shared_ptr<PytorchStream> stream_of(std::uint64_t seed) {
    static std::mutex mutex;
    static std::vector<SeededStream> streams; // the one used last comes first
    const std::scoped_lock lock(mutex);
    auto found = std::ranges::find(streams, seed, &SeededStream::seed);
    if (found == streams.end()) {
        if (streams.size() == most_streams)
            streams.pop_back();
        streams.push_back({seed, std::make_shared<PytorchStream>(seed)});
        found = streams.end() - 1;
    }
    std::rotate(streams.begin(), found, found + 1);
    return streams.front().stream;
}

} // namespace

PytorchGenerator generator_at(std::uint64_t seed, Index place) {
    return stream_of(seed)->at(place);
}

} // namespace lab
