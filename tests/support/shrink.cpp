// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shrink.h"

#include "core/edits/shapes.h"
#include "core/edits/tokens.h"
#include "core/experiment/is_same.h"
#include "core/io/experiment_json.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lab::test {

namespace {

using Json = nlohmann::ordered_json;
using Pointer = Json::json_pointer;

/// Walks from one experiment to smaller ones. A step returns whether it got anywhere.
class Shrinking {
public:
    Shrinking(Experiment experiment, const std::function<bool(const Experiment&)>& fails, int most)
        : m_smallest(std::move(experiment)), m_fails(fails), m_left(most) {}

    bool tokens(Side side);
    bool sizes();
    bool keys();
    bool numbers();
    const Experiment& smallest() const { return m_smallest; }

private:
    bool takes(const Experiment& candidate);
    bool takes(const Json& candidate);
    bool leaves_out_within(const Pointer& place);
    bool rounds_within(const Pointer& place, double unit);
    Json document() const { return Json::parse(write_experiment(m_smallest)); }

    Experiment m_smallest;
    const std::function<bool(const Experiment&)>& m_fails;
    int m_left;
};

bool Shrinking::takes(const Experiment& candidate) {
    if (m_left == 0 || is_same(candidate, m_smallest))
        return false;
    --m_left;
    if (!m_fails(candidate))
        return false;
    m_smallest = candidate;
    return true;
}

bool Shrinking::takes(const Json& candidate) {
    const auto read = read_experiment(candidate.dump());
    return read && takes(read.value());
}

bool Shrinking::tokens(Side side) {
    const auto count = [&] {
        const bool has_none = side == Side::source && !m_smallest.source;
        return has_none ? 0 : static_cast<TokenIndex>(sequence_of(m_smallest, side).tokens.size());
    };
    bool any = false;
    for (TokenIndex token = count() - 1; token >= 0 && count() > 1; --token)
        any |= takes(with_token_removed(m_smallest, side, token));
    return any;
}

bool Shrinking::sizes() {
    bool any = false;
    for (const SizeInfo& each : all_sizes()) {
        if (!is_free(m_smallest, each.size))
            continue;
        const Index now = size_of(m_smallest, each.size);
        for (Index wanted = 1; wanted < now; ++wanted) {
            const auto smaller = with_size(m_smallest, each.size, wanted);
            if (smaller && takes(smaller.value())) {
                any = true;
                break;
            }
        }
    }
    return any;
}

/// What is below a place is tried only where the place has to stay.
bool Shrinking::leaves_out_within(const Pointer& place) {
    const Json before = document();
    if (!before.contains(place) || !before.at(place).is_structured())
        return false;
    std::vector<Pointer> within;
    for (const auto& [key, value] : before.at(place).items())
        within.push_back(before.at(place).is_array() ? place / std::stoul(key) : place / key);
    bool any = false;
    // From the end, so that the places before keep their index.
    for (auto each = within.rbegin(); each != within.rend(); ++each) {
        Json without = document();
        Json& parent = without.at(place);
        if (parent.is_array())
            parent.erase(std::stoul(each->back()));
        else
            parent.erase(each->back());
        any |= takes(without) || leaves_out_within(*each);
    }
    return any;
}

bool Shrinking::keys() {
    return leaves_out_within(Pointer());
}

void round_all(Json& json, double unit) {
    if (json.is_number_float())
        json = std::round(json.get<double>() / unit) * unit + 0.0; // no -0.0
    else if (json.is_structured()) {
        for (Json& each : json)
            round_all(each, unit);
    }
}

/// All numbers of a place at once, and if that is too many, those of the places in it.
bool Shrinking::rounds_within(const Pointer& place, double unit) {
    Json rounded = document();
    Json& here = rounded.at(place);
    const Json before = here;
    round_all(here, unit);
    if (here == before)
        return false;
    if (takes(rounded))
        return true;
    bool any = false;
    if (before.is_structured()) {
        for (const auto& [key, value] : before.items())
            any |= rounds_within(before.is_array() ? place / std::stoul(key) : place / key, unit);
    }
    return any;
}

bool Shrinking::numbers() {
    bool any = false;
    for (const double unit : {1.0, 0.5, 0.125})
        any |= rounds_within(Pointer(), unit);
    return any;
}

} // namespace

Experiment shrunk(Experiment experiment, const std::function<bool(const Experiment&)>& fails, int most) {
    Shrinking shrinking(std::move(experiment), fails, most);
    bool any = true;
    while (any) {
        any = shrinking.tokens(Side::sentence);
        any |= shrinking.tokens(Side::source);
        any |= shrinking.sizes();
        any |= shrinking.keys();
        any |= shrinking.numbers();
    }
    return shrinking.smallest();
}

} // namespace lab::test
