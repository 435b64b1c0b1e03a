// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random/generators.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <numbers>
#include <utility>
#include <vector>

namespace lab {

double NumpyGenerator::uniform() {
    const auto high = static_cast<double>(m_engine() >> 5);
    const auto low = static_cast<double>(m_engine() >> 6);
    return (high * 0x1p26 + low) * 0x1p-53;
}

double NumpyGenerator::normal() {
    if (m_kept)
        return *std::exchange(m_kept, std::nullopt);
    double x1 = 0;
    double x2 = 0;
    double r2 = 0;
    do {
        x1 = 2.0 * uniform() - 1.0;
        x2 = 2.0 * uniform() - 1.0;
        r2 = x1 * x1 + x2 * x2;
    } while (r2 >= 1.0 || r2 == 0.0);
    const double factor = std::sqrt(-2.0 * std::log(r2) / r2);
    m_kept = factor * x1;
    return factor * x2;
}

namespace {

constexpr std::size_t run_length = 16;

/// Turns 16 uniform values into normal ones, pairing the first eight with the last eight. Uses float32
/// throughout. The angle is rounded as on PyTorch's vectorised path; its scalar path differs more from this.
void make_normal(std::span<double, run_length> run) {
    constexpr auto full_turn = static_cast<float>(2.0 * std::numbers::pi);
    constexpr std::size_t half = run_length / 2;
    for (std::size_t j = 0; j < half; ++j) {
        const float u1 = 1.0F - static_cast<float>(run[j]);
        const auto u2 = static_cast<float>(run[j + half]);
        const float radius = std::sqrt(-2.0F * std::log(u1));
        const float angle = full_turn * u2;
        run[j] = radius * std::cos(angle);
        run[j + half] = radius * std::sin(angle);
    }
}

} // namespace

float PytorchGenerator::next_uniform() {
    return static_cast<float>(m_engine() & 0xffffffU) * 0x1p-24F;
}

double PytorchGenerator::fine_uniform() {
    const std::uint64_t high = m_engine();
    const std::uint64_t low = m_engine();
    constexpr std::uint64_t mask = (std::uint64_t{1} << 53) - 1;
    return static_cast<double>((high << 32 | low) & mask) * 0x1p-53;
}

void PytorchGenerator::skip_fine_uniform(Index count) {
    m_engine.discard(2 * static_cast<unsigned long long>(count));
}

float PytorchGenerator::next_normal() {
    if (m_kept)
        return static_cast<float>(*std::exchange(m_kept, std::nullopt));
    const double u1 = fine_uniform();
    const double u2 = fine_uniform();
    const double radius = std::sqrt(-2.0 * std::log(1.0 - u2));
    const double angle = 2.0 * std::numbers::pi * u1;
    m_kept = radius * std::sin(angle);
    return static_cast<float>(radius * std::cos(angle));
}

void PytorchGenerator::uniform(std::span<double> values) {
    for (double& value : values)
        value = next_uniform();
}

void PytorchGenerator::normal(std::span<double> values) {
    if (values.size() < run_length) {
        for (double& value : values)
            value = next_normal();
        return;
    }
    uniform(values);
    for (std::size_t begin = 0; begin + run_length <= values.size(); begin += run_length)
        make_normal(values.subspan(begin).first<run_length>());
    if (values.size() % run_length != 0) {
        const auto tail = values.last<run_length>();
        uniform(tail);
        make_normal(tail);
    }
}

void PytorchGenerator::linear(std::span<double> values, Index in_features) {
    const auto high = static_cast<float>(1.0 / std::sqrt(static_cast<double>(in_features)));
    const float low = -high;
    // PyTorch's compiler fuses the product and the sum, which rounds only once.
    for (double& value : values)
        value = std::fma(next_uniform(), high - low, low);
}

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
