// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/diagnosis.h"

#include "core/analysis/diagnosis/judging.h"
#include "core/analysis/diagnosis/rough_numbers.h"

#include <algorithm>
#include <deque>
#include <ranges>

namespace lab {

namespace {

/// A judge for each stage and head that the numbers may be.
class Identifier {
public:
    Identifier(const Experiment& experiment, const PrintedArray& given, const std::stop_token& stop,
               HiddenRows hidden_rows = HiddenRows::zero);

    std::vector<Diagnosis> right();
    std::vector<Diagnosis> mistaken();
    std::optional<Diagnosis> nearly();

private:
    template<class Judged>
    void for_each(const Judged& judged) {
        for (Judge& each : m_judges) {
            if (!m_stop.stop_requested())
                judged(each);
        }
    }
    void add(std::vector<Diagnosis>& all, Diagnosis another) const;

    std::stop_token m_stop;
    MistakenTrace m_right;
    std::vector<Index> m_hidden_rows; ///< if they are not 0
    std::deque<Judge> m_judges;
};

std::vector<Asked> all_that_may_be(const Experiment& experiment, const PrintedArray& given) {
    std::vector<Asked> all;
    for (const StageInfo& stage : all_stages()) {
        if (!has_stage(experiment, stage.id))
            continue;
        const Index heads = stage.per_head && given.heads == 0 ? experiment.heads.count : 1;
        for (HeadIndex head = 0; head < heads; ++head)
            all.push_back({stage.id, head});
    }
    return all;
}

Identifier::Identifier(const Experiment& experiment, const PrintedArray& given, const std::stop_token& stop,
                       HiddenRows hidden)
    : m_stop(stop), m_right(experiment, hidden) {
    std::vector<Asked> all = all_that_may_be(experiment, given);
    if (hidden != HiddenRows::zero) {
        m_hidden_rows = hidden_rows(m_right, {StageId::weights, 0});
        std::erase_if(all, [&](const Asked& asked) {
            return m_hidden_rows.empty() || hidden_rows(m_right, asked).empty();
        });
    }
    for (const Asked& asked : all) {
        m_judges.emplace_back(m_right, asked, given, std::nullopt, stop, static_cast<double>(all.size()));
        if (asked.head > 0)
            m_judges.back().leave_out_all_heads();
    }
}

/// Unless it is there already: heads side by side are those of all, whichever head was asked for.
void Identifier::add(std::vector<Diagnosis>& all, Diagnosis another) const {
    const auto is_of_one_head = [](const Diagnosis& its) { return its.heads == 0 && !its.asked.is_average; };
    const auto is_the_same = [&](const Diagnosis& other) {
        const bool are_claims_alike =
            another.claims.empty()
                ? other.claims.empty()
                : !other.claims.empty() && other.claims.front().mistakes == another.claims.front().mistakes;
        return other.asked.stage == another.asked.stage && other.arrangement == another.arrangement &&
               !is_of_one_head(other) && !is_of_one_head(another) && are_claims_alike;
    };
    another.hidden_rows = m_hidden_rows;
    if (std::ranges::none_of(all, is_the_same))
        all.push_back(std::move(another));
}

std::vector<Diagnosis> Identifier::right() {
    std::vector<Diagnosis> all;
    for_each([&](Judge& judge) {
        if (std::optional<Diagnosis> its = judge.right())
            add(all, std::move(*its));
    });
    if (!all.empty())
        return all;
    for_each([&](Judge& judge) {
        if (std::optional<Diagnosis> its = judge.roughly_right(false))
            add(all, std::move(*its));
    });
    return all;
}

std::vector<Diagnosis> Identifier::mistaken() {
    std::vector<Diagnosis> all;
    const auto add_claims = [&](const std::vector<Diagnosis>& found) {
        for (const Diagnosis& each : found) {
            for (const Claim& claim : each.claims) {
                Diagnosis its = each;
                its.claims = {claim};
                add(all, std::move(its));
            }
        }
    };
    for (const Attempt& attempt : attempts_of(m_right.experiment(), {})) {
        // Another stage is no mistake here.
        if (attempt.mistake.kind == MistakeKind::other_stage ||
            attempt.mistake.kind == MistakeKind::other_head)
            continue;
        for_each([&](Judge& judge) { judge.try_alone(attempt); });
        m_right.release(attempt.mistake, false);
    }
    for_each([&](Judge& judge) { add_claims(judge.mistaken_alone()); });
    if (all.empty())
        for_each([&](Judge& judge) { add_claims(judge.mistaken_fitted()); });
    return all;
}

std::optional<Diagnosis> Identifier::nearly() {
    std::optional<Diagnosis> best;
    for_each([&](Judge& judge) {
        std::optional<Diagnosis> its = judge.nearly();
        if (its && (!best || its->near->surplus > best->near->surplus))
            best = std::move(its);
    });
    return best;
}

/// What is as it stands goes before what has to be rearranged: a batch of one, or heads side by side, are
/// other stages' own shapes in some documents.
void keep_simplest(std::vector<Diagnosis>& all) {
    const auto is_as_it_stands = [](const Diagnosis& its) { return its.arrangement.empty(); };
    if (std::ranges::any_of(all, is_as_it_stands))
        std::erase_if(all, std::not_fn(is_as_it_stands));
}

/// As numbers of full precision, or as rough as they are given.
Identified identified(const Experiment& experiment, const PrintedArray& given, const std::stop_token& stop) {
    Identifier here(experiment, given, stop);
    Identified found{here.right(), {}};
    std::optional<Identifier> there;
    if (found.as.empty()) {
        there.emplace(experiment, given, stop, usual_in_hidden_rows(given));
        found.as = there->right();
    }
    if (found.as.empty())
        found.as = here.mistaken();
    if (found.as.empty())
        found.as = there->mistaken();
    keep_simplest(found.as);
    if (found.as.empty())
        found.nearly = here.nearly();
    return found;
}

/// Each with a mistake, if the numbers are as rough as those of 16 bits.
std::vector<Diagnosis> mistaken_in_half_precision(const Experiment& experiment, const PrintedArray& given,
                                                  const std::stop_token& stop) {
    const std::optional<HalfPrecision> half = half_precision_of(given);
    if (!half)
        return {};
    std::vector<Diagnosis> all = identified(experiment, half->numbers, stop).as;
    std::erase_if(all, &Diagnosis::is_right);
    for (Diagnosis& each : all)
        each.arrangement.push_back(half->as);
    return all;
}

} // namespace

std::optional<Identified> what_is_this(const Experiment& experiment, const PrintedArray& given,
                                       const std::stop_token& stop) {
    Identified found = identified(experiment, given, stop);
    if (found.as.empty()) {
        std::vector<Diagnosis> rough = mistaken_in_half_precision(experiment, given, stop);
        if (!rough.empty())
            found = {std::move(rough), {}};
    }
    return stop.stop_requested() ? std::nullopt : std::optional(std::move(found));
}

} // namespace lab
