// SPDX-License-Identifier: GPL-3.0-or-later
//
// Right numbers, but of another stage or head, or turned round.
#include "core/analysis/diagnosis/claim_words.h"
#include "core/analysis/diagnosis/mistake_info.h"
#include "core/experiment/phrases.h"

namespace lab {

namespace {

constexpr Phrase<2> other_stage{"These are the {0}, not the {1}"};
constexpr Phrase<1> before_scaling{"These are the scores before scaling: {0}"};
constexpr Phrase<2> other_head{"This is head {0}, not head {1}"};
constexpr Phrase<1> other_head_order{"The heads are in another order: {0}"};
constexpr Phrase<0> exchanged_axes{"The matrix is transposed: exchange its rows and columns"};

Said other_stage_words(const Telling& t) {
    return is_before_scaling(t.experiment, t.mistake, t.asked.stage)
               ? say(before_scaling, scaling_words(t.experiment))
               : say(other_stage, plural_of(t.mistake.stage), plural_of(t.asked.stage));
}

Said other_head_words(const Telling& t) {
    return say(other_head, t.mistake.head + t.naming.first, t.asked.head + t.naming.first);
}

Said order_words(const Telling& t) {
    std::vector<Said> heads;
    heads.reserve(t.claim.head_order.size());
    for (const HeadIndex head : t.claim.head_order)
        heads.push_back(say(phrase::just, head + t.naming.first));
    return say(other_head_order, list_of(std::move(heads), phrase::and_so_on));
}

using K = MistakeKind;

constexpr std::array<MistakeInfo, 4> handed_in_infos{{
    {K::other_stage,
     "other_stage",
     MistakeStep::stage,
     {},
     is_always_possible,
     [](Recipe& r, const Mistake& m) { r.asked.stage = m.stage; },
     other_stage_words,
     true},
    {K::other_head,
     "other_head",
     MistakeStep::head,
     {},
     is_always_possible,
     [](Recipe& r, const Mistake& m) { r.asked.head = m.head; },
     other_head_words,
     true},
    {K::other_head_order,
     "other_head_order",
     MistakeStep::head,
     {},
     [](const Experiment& e) { return e.heads.count > 1; },
     [](Recipe& r, const Mistake&) { r.has_any_head_order = true; },
     order_words},
    {K::transposed,
     "transposed",
     MistakeStep::none,
     {},
     is_always_possible,
     [](Recipe& r, const Mistake&) { r.is_transposed = true; },
     plain_words<exchanged_axes>,
     true},
}};

} // namespace

std::span<const MistakeInfo> handed_in_mistakes() {
    return handed_in_infos;
}

} // namespace lab
