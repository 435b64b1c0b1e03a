// SPDX-License-Identifier: GPL-3.0-or-later
//
// Positions that enter in another way or not at all, and other parts of the scores that are left out.
#include "core/analysis/diagnosis/mistake_info.h"
#include "core/base/number_format.h"
#include "core/experiment/normalizers.h"

namespace lab {

namespace {

constexpr Phrase<0> position_missing{"The positions are not added to the vectors"};
constexpr Phrase<0> rotation_missing{"Queries and keys are not rotated by their positions"};
constexpr Phrase<0> neighbours_rotated{
    "Each pair that rotates is of neighbours (2t, 2t + 1): the document pairs "
    "each column of the first half with one of the second (rotate_half)"};
constexpr Phrase<0> halves_rotated{
    "Each pair that rotates is of a column of the first half and one of the second "
    "(rotate_half): the document pairs neighbours (2t, 2t + 1)"};
constexpr Phrase<0> keys_not_rotated{
    "The queries alone are rotated by their positions: rotate the keys, too"};
constexpr Phrase<0> queries_not_rotated{
    "The keys alone are rotated by their positions: rotate the queries, too"};
constexpr Phrase<2> other_base{"The base of the rotation is {0}, and should be {1}"};
constexpr Phrase<1> base_for_frequencies{
    "The frequencies of the rotation come from the base {0}: the document has a list of its own"};
constexpr Phrase<0> neighbours_too{
    "Queries and keys are rotated by their positions, in pairs of neighbours, and in "
    "this document they are not: leave that out, or switch it on in the document"};
constexpr Phrase<0> halves_too{"Queries and keys are rotated by their positions, each column of the first "
                               "half with one of the second, and in "
                               "this document they are not: leave that out, or switch it on in the document"};
constexpr Phrase<0> alibi_missing{"ALiBi is missing from the scores"};
constexpr Phrase<0> alibi_too{
    "ALiBi is subtracted from the scores, and this document has none: leave it out, or "
    "switch it on in the document"};
constexpr Phrase<0> added_missing{"The added scores are left out: add them to the scaled scores"};
constexpr Phrase<2> softcap_missing{"The softcap is left out: make {0}·tanh(x / {1}) of each scaled score x"};
constexpr Phrase<0> norm_missing{
    "Queries and keys are not normalised, and should be before their dot product"};
constexpr Phrase<1> temperature_missing{"The temperature is left out: divide the scores by τ = {0}"};

/// Which columns are a pair where a document that rotates nothing is rotated.
constexpr double neighbours = 0, halves = 1;

RotaryLayout layout_of(double value) {
    return value == halves ? RotaryLayout::half : RotaryLayout::interleaved;
}

bool rotates(const Experiment& e) {
    return e.scores.rotary;
}

bool has_several_pairs(const Experiment& e) {
    return e.scores.rotary_dims.value_or(dimensions(e).d_k) > 2;
}

/// The document's own is a mistake only where it has frequencies, which are not made from it.
std::vector<double> usual_bases(const Experiment& e) {
    std::vector<double> bases;
    if (!e.scores.rotary_frequencies.empty())
        bases.push_back(e.scores.rotary_base);
    for (const double base : {100.0, 1000.0, 10000.0, 100000.0, 500000.0, 1000000.0, 10000000.0}) {
        if (base != e.scores.rotary_base)
            bases.push_back(base);
    }
    return bases;
}

using S = StageId;
using K = MistakeKind;
constexpr ChangedStages queries_and_keys{S::queries, S::keys};
constexpr ChangedStages scaled{S::scaled_scores};

constexpr std::array<MistakeInfo, 13> position_infos{{
    {K::without_position,
     "without_position",
     MistakeStep::none,
     {S::inputs, S::source_inputs},
     [](const Experiment& e) { return has_inputs(e) && e.embedding.position.kind != PositionKind::none; },
     [](Recipe& r, const Mistake&) { r.experiment.embedding.position.kind = PositionKind::none; },
     plain_words<position_missing>,
     true},
    {K::without_rotation, "without_rotation", MistakeStep::rotation, queries_and_keys, rotates,
     [](Recipe& r, const Mistake&) { r.experiment.scores.rotary = false; }, plain_words<rotation_missing>,
     true},
    {K::other_rotary_layout, "other_rotary_layout", MistakeStep::rotation, queries_and_keys,
     [](const Experiment& e) { return rotates(e) && has_several_pairs(e); },
     [](Recipe& r, const Mistake&) {
         RotaryLayout& layout = r.experiment.scores.rotary_layout;
         layout = layout == RotaryLayout::half ? RotaryLayout::interleaved : RotaryLayout::half;
     },
     [](const Telling& t) {
         return say(t.experiment.scores.rotary_layout == RotaryLayout::half ? neighbours_rotated
                                                                            : halves_rotated);
     }},
    {K::only_queries_rotated,
     "only_queries_rotated",
     MistakeStep::rotation,
     {S::keys},
     rotates,
     [](Recipe& r, const Mistake&) { r.unrotated = S::keys; },
     plain_words<keys_not_rotated>},
    {K::only_keys_rotated,
     "only_keys_rotated",
     MistakeStep::rotation,
     {S::queries},
     rotates,
     [](Recipe& r, const Mistake&) { r.unrotated = S::queries; },
     plain_words<queries_not_rotated>},
    {K::other_rotary_base, "other_rotary_base", MistakeStep::rotation, queries_and_keys,
     [](const Experiment& e) {
         return rotates(e) && (has_several_pairs(e) || !e.scores.rotary_frequencies.empty());
     },
     [](Recipe& r, const Mistake& m) {
         r.experiment.scores.rotary_base = m.value;
         r.experiment.scores.rotary_frequencies.clear();
     },
     [](const Telling& t) {
         return t.experiment.scores.rotary_frequencies.empty()
                    ? say(other_base, written(t.mistake.value), written(t.experiment.scores.rotary_base))
                    : say(base_for_frequencies, written(t.mistake.value));
     },
     false, usual_bases},
    {K::with_rotation, "with_rotation", MistakeStep::rotation, queries_and_keys,
     [](const Experiment& e) { return !rotates(e) && dimensions(e).d_k % 2 == 0; },
     [](Recipe& r, const Mistake& m) {
         r.experiment.scores.rotary = true;
         r.experiment.scores.rotary_base = Scores().rotary_base;
         r.experiment.scores.rotary_dims.reset();
         r.experiment.scores.rotary_frequencies.clear();
         r.experiment.scores.rotary_layout = layout_of(m.value);
     },
     [](const Telling& t) { return say(t.mistake.value == halves ? halves_too : neighbours_too); }, false,
     [](const Experiment& e) {
         return dimensions(e).d_k == 2 ? std::vector{neighbours} : std::vector{neighbours, halves};
     }},
    {K::without_alibi, "without_alibi", MistakeStep::alibi, scaled,
     [](const Experiment& e) { return e.scores.bias == ScoreBias::alibi; },
     [](Recipe& r, const Mistake&) { r.experiment.scores.bias = ScoreBias::none; },
     plain_words<alibi_missing>, true},
    {K::with_alibi, "with_alibi", MistakeStep::alibi, scaled,
     [](const Experiment& e) { return e.scores.bias == ScoreBias::none; },
     [](Recipe& r, const Mistake&) { r.experiment.scores.bias = ScoreBias::alibi; }, plain_words<alibi_too>},
    {K::without_added_scores, "without_added_scores", MistakeStep::none, scaled,
     [](const Experiment& e) { return !e.scores.additive.empty(); },
     [](Recipe& r, const Mistake&) { r.experiment.scores.additive.clear(); }, plain_words<added_missing>},
    {K::without_softcap, "without_softcap", MistakeStep::none, scaled,
     [](const Experiment& e) { return e.scores.softcap.has_value(); },
     [](Recipe& r, const Mistake&) { r.experiment.scores.softcap.reset(); },
     [](const Telling& t) {
         const std::string cap = written(*t.experiment.scores.softcap);
         return say(softcap_missing, cap, cap);
     }},
    {K::without_norm, "without_norm", MistakeStep::none, queries_and_keys,
     [](const Experiment& e) { return e.scores.qk_norm.has_value(); },
     [](Recipe& r, const Mistake&) { r.experiment.scores.qk_norm.reset(); }, plain_words<norm_missing>},
    {K::without_temperature,
     "without_temperature",
     MistakeStep::none,
     {S::weights},
     [](const Experiment& e) { return temperature_of(e.normalization) != 1; },
     [](Recipe& r, const Mistake&) { r.experiment.normalization.temperature = 1; },
     [](const Telling& t) {
         return say(temperature_missing, written(t.experiment.normalization.temperature));
     }},
}};

} // namespace

std::span<const MistakeInfo> position_mistakes() {
    return position_infos;
}

} // namespace lab
