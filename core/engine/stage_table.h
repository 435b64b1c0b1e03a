// SPDX-License-Identifier: GPL-3.0-or-later
//
// Something that each stage and head has one of.
#pragma once

#include "core/experiment/stage.h"

#include <utility>
#include <vector>

namespace lab {

/// A value for each stage of some heads; a stage that has no heads has one, whatever head is asked for.
template<class Value>
class StageTable {
public:
    StageTable() = default;
    /// Of `heads` heads, the first of which is `first_head`.
    explicit StageTable(HeadIndex heads, HeadIndex first_head = 0)
        : m_heads(heads), m_first_head(first_head),
          m_values(all_stages().size() * static_cast<std::size_t>(heads)) {}

    HeadIndex heads() const { return m_heads; }
    /// The first head of a stage and the end of its heads: 0 and 1 for a stage that has none.
    std::pair<HeadIndex, HeadIndex> heads(StageId id) const {
        return info(id).per_head ? std::pair(m_first_head, m_first_head + m_heads)
                                 : std::pair<HeadIndex, HeadIndex>(0, 1);
    }
    Value& operator()(StageId id, HeadIndex head) { return m_values[at(id, head)]; }
    const Value& operator()(StageId id, HeadIndex head) const { return m_values[at(id, head)]; }

private:
    std::size_t at(StageId id, HeadIndex head) const {
        return static_cast<std::size_t>(id) * static_cast<std::size_t>(m_heads) +
               static_cast<std::size_t>(info(id).per_head ? head - m_first_head : 0);
    }

    HeadIndex m_heads = 0, m_first_head = 0;
    std::vector<Value> m_values;
};

} // namespace lab
