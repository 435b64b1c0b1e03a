// SPDX-License-Identifier: GPL-3.0-or-later
//
// As many numbers as one instruction of the processor takes, for the loops that the time goes into.
#pragma once

#include "core/types.h"

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

/// Numbers with the operators of a number, each for itself. It is the compiler's (GCC's and Clang's) own.
using Packet [[gnu::vector_size(packet_size * sizeof(double))]] = double;

inline Packet load(const double* from) {
    Packet packet;
    std::memcpy(&packet, from, sizeof packet);
    return packet;
}

inline void store(Packet packet, double* to) {
    std::memcpy(to, &packet, sizeof packet);
}

/// Of a row that ends before its packet is full: the numbers that there are, then `filling`. The loop has a
/// fixed length, so that the packet stays in its register.
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

/// Two numbers made one, until one is left: not all in a row, where each would wait for the one before.
template<class Combine>
double combined(Packet packet, const Combine& combine) {
    auto numbers = std::bit_cast<std::array<double, packet_size>>(packet);
    for (std::size_t left = numbers.size() / 2; left > 0; left /= 2) {
        for (std::size_t i = 0; i < left; ++i)
            numbers[i] = combine(numbers[i], numbers[i + left]);
    }
    return numbers[0];
}

/// The smallest exponent that exponential() takes, where its result is just above the least normal number.
inline constexpr double least_exponent = -708;

/// eˣ for each x from least_exponent to 700, to the last digit or the one before; NaN stays NaN. Nothing
/// branches and nothing is divided, which is what makes it quick.
inline Packet exponential(Packet x) {
    // x = n·ln 2 + r with |r| ≤ ln 2 / 2. Of ln 2 the first part has so many zeros that n times it is exact.
    constexpr double ln2_first = 0x1.62e42feep-1;
    constexpr double ln2_rest = 0x1.a39ef35793c76p-33;
    // Where the numbers are this large, the last digit counts ones: the sum is rounded to a whole number, and
    // its last bits are that number.
    constexpr double rounds = 0x1.8p52;
    const Packet rounded = x * std::numbers::log2e + rounds;
    const Packet n = rounded - rounds;
    const Packet r = (x - n * ln2_first) - n * ln2_rest;
    // The series of e to the power r: what is left out is less than 1e-17.
    constexpr std::array inverse_factorials = [] {
        std::array<double, 14> inverse{1};
        for (std::size_t k = 1; k < inverse.size(); ++k)
            inverse[k] = inverse[k - 1] / static_cast<double>(k);
        return inverse;
    }();
    Packet sum = r * inverse_factorials.back() + inverse_factorials[inverse_factorials.size() - 2];
    for (std::size_t k = inverse_factorials.size() - 2; k-- > 0;)
        sum = sum * r + inverse_factorials[k];
    // 2ⁿ, by its exponent's bits.
    using Bits [[gnu::vector_size(sizeof(Packet))]] = std::uint64_t;
    return sum * std::bit_cast<Packet>((std::bit_cast<Bits>(rounded) + 1023) << 52);
}

} // namespace lab
