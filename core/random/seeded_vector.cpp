// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random/seeded_vector.h"

#include "core/random/numpy_generator.h"

namespace lab {

namespace {

/// Fowler–Noll–Vo hash, variant 1a, 64 bits.
class Fnv1a {
public:
    void add(std::uint8_t byte) { m_hash = (m_hash ^ byte) * 0x100000001b3U; }
    std::uint64_t value() const { return m_hash; }

private:
    std::uint64_t m_hash = 0xcbf29ce484222325U;
};

} // namespace

RowVector seeded_vector(std::uint64_t seed, std::string_view name, Index size) {
    Fnv1a hash;
    for (int shift = 0; shift < 64; shift += 8)
        hash.add(static_cast<std::uint8_t>(seed >> shift));
    for (const char c : name)
        hash.add(static_cast<std::uint8_t>(c));
    NumpyGenerator generator(static_cast<std::uint32_t>(hash.value()));
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
