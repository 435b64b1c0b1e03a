// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random/seeded_vector.h"

#include "core/random/generators.h"

namespace lab {

std::uint64_t fnv1a(std::string_view bytes, std::uint64_t before) {
    std::uint64_t hash = before;
    for (const char byte : bytes)
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
    return hash;
}

RowVector seeded_vector(std::uint64_t seed, std::string_view name, Index size) {
    std::string bytes;
    for (int shift = 0; shift < 64; shift += 8)
        bytes += static_cast<char>(seed >> shift & 0xffU);
    NumpyGenerator generator(static_cast<std::uint32_t>(fnv1a(name, fnv1a(bytes))));
    RowVector values(size);
    for (double& value : values)
        value = generator.normal();
    return values;
}

RowVector seeded_token(const Embedding& embedding, const std::string& token) {
    return seeded_vector(embedding.seed, token, embedding.dimension);
}

RowVector seeded_position(const Embedding& embedding, Index position) {
    return seeded_vector(embedding.seed, "position:" + std::to_string(position), embedding.dimension);
}

} // namespace lab
