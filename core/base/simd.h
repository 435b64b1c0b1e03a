// SPDX-License-Identifier: GPL-3.0-or-later
//
// Vectors of doubles that one processor instruction handles, for the loops that take most of the time.
#pragma once

#include "core/base/types.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <numbers>

namespace lab {

#if defined(__AVX512F__)
inline constexpr Index packet_size = 8;
#elif defined(__AVX__)
inline constexpr Index packet_size = 4;
#else
inline constexpr Index packet_size = 2;
#endif

/// Doubles with elementwise operators: a vector type of the compiler (GCC and Clang).
using Packet [[gnu::vector_size(packet_size * sizeof(double))]] = double;

inline Packet load(const double* from) {
    Packet packet;
    std::memcpy(&packet, from, sizeof packet);
    return packet;
}

inline void store(Packet packet, double* to) {
    std::memcpy(to, &packet, sizeof packet);
}

/// For the end of a row that does not fill its packet: the first `count` numbers, then `filling`. The loop
/// has a fixed length, so that the packet stays in its register.
inline Packet load_first(Index count, const double* from, double filling) {
    Packet packet = Packet{} + filling;
    for (Index i = 0; i < packet_size; ++i) {
        if (i < count)
            packet[i] = from[i];
    }
    return packet;
}

inline void store_first(Index count, Packet packet, double* to) {
    for (Index i = 0; i < packet_size; ++i) {
        if (i < count)
            to[i] = packet[i];
    }
}

/// Combines in pairs until one number is left. A sequential loop would wait for each previous result.
template<class Combine>
double combined(Packet packet, const Combine& combine) {
    auto numbers = std::bit_cast<std::array<double, packet_size>>(packet);
    for (std::size_t left = numbers.size() / 2; left > 0; left /= 2) {
        for (std::size_t i = 0; i < left; ++i)
            numbers[i] = combine(numbers[i], numbers[i + left]);
    }
    return numbers[0];
}

/// The smallest exponent that exponential() accepts; its result is just above the smallest normal number.
inline constexpr double least_exponent = -708;

/// eˣ for each x from least_exponent to 700, accurate to the last digit or the one before; NaN stays NaN.
/// Fast because it has no branches and no divisions.
inline Packet exponential(Packet x) {
    // x = n·ln 2 + r with |r| ≤ ln 2 / 2. The first part of ln 2 ends in enough zero bits for n times it to
    // be exact.
    constexpr double ln2_first = 0x1.62e42feep-1;
    constexpr double ln2_rest = 0x1.a39ef35793c76p-33;
    // At this magnitude the last bit counts ones: adding it rounds to a whole number, which the low bits then
    // hold.
    constexpr double rounds = 0x1.8p52;
    const Packet rounded = x * std::numbers::log2e + rounds;
    const Packet n = rounded - rounds;
    const Packet r = (x - n * ln2_first) - n * ln2_rest;
    // Taylor series of eʳ; the truncation error is below 1e-17.
    constexpr std::array inverse_factorials = [] {
        std::array<double, 14> inverse{1};
        for (std::size_t k = 1; k < inverse.size(); ++k)
            inverse[k] = inverse[k - 1] / static_cast<double>(k);
        return inverse;
    }();
    Packet sum = r * inverse_factorials.back() + inverse_factorials[inverse_factorials.size() - 2];
    for (std::size_t k = inverse_factorials.size() - 2; k-- > 0;)
        sum = sum * r + inverse_factorials[k];
    // 2ⁿ, by setting the exponent bits.
    using Bits [[gnu::vector_size(sizeof(Packet))]] = std::uint64_t;
    return sum * std::bit_cast<Packet>((std::bit_cast<Bits>(rounded) + 1023) << 52);
}

} // namespace lab
