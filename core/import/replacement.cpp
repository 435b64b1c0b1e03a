// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/replacement.h"

#include "core/edits/projection_kind.h"
#include "core/edits/qk_norm.h"
#include "core/edits/resize.h"
#include "core/edits/vectors.h"
#include "core/experiment/mask_rules.h"
#include "core/experiment/validate.h"

#include <utility>

namespace lab {

namespace {

std::size_t count_of(const Sequence& sequence) {
    return sequence.tokens.size();
}

/// Whether rows of `read`, if it has any, are as many as the present tokens.
bool sentence_fits(const Experiment& present, const Experiment& read) {
    if (is_empty(present))
        return false;
    const bool has_rows = !has_inputs(read) || has_given_inputs(read);
    if (!has_rows)
        return !read.source || present.source;
    return present.source.has_value() == read.source.has_value() &&
           count_of(present.sequence) == count_of(read.sequence) &&
           count_of(key_sequence(present)) == count_of(key_sequence(read));
}

void take_sentence(Replaced& next, const Experiment& read) {
    Experiment& experiment = next.experiment;
    next.has_other_sentence = true;
    next.lost_overrides = !experiment.overrides.empty();
    next.lost_added_scores = !experiment.scores.additive.empty();
    experiment.sequence = read.sequence;
    experiment.source = read.source;
    experiment.overrides.clear();
    for (const MaskRule& rule : mask_rules()) {
        if (rule.names_tokens) {
            next.lost_mask |= rule.is_set(experiment.mask);
            rule.remove(experiment.mask);
        }
    }
    experiment.scores.additive.clear();
}

void take_projection(Experiment& next, const Experiment& read) {
    remove_inactive_projection(next, read.projection.kind);
    next.projection = read.projection;
    next.heads = read.heads;
    for (const ProjectionKind kind : {ProjectionKind::linear, ProjectionKind::direct}) {
        for (const ParameterId id : parameters_of(kind))
            drop_origin(next, id);
    }
}

void take_gains_and_sinks(Experiment& next, const Experiment& read) {
    if (read.scores.qk_norm) {
        next.scores.qk_norm = read.scores.qk_norm;
        drop_origin(next, ParameterId::g_Q);
        drop_origin(next, ParameterId::g_K);
    } else {
        resize_gains(next, dimensions(read).d_k);
    }
    if (read.normalization.sink) {
        next.normalization.sink = read.normalization.sink;
        drop_origin(next, ParameterId::sink);
    } else {
        resize_sink(next);
    }
}

/// Rows that were read, or the present vectors in the width of the new weights.
void take_inputs(Replaced& next, const Experiment& read, bool had_inputs) {
    Experiment& experiment = next.experiment;
    if (!has_inputs(read))
        return;
    if (has_given_inputs(read)) {
        experiment.embedding.inputs = InputKind::rows;
        experiment.embedding.X = read.embedding.X;
        experiment.embedding.X_source = read.embedding.X_source;
        drop_origin(experiment, ParameterId::X);
        drop_origin(experiment, ParameterId::X_source);
    } else {
        next.has_other_width = !next.has_other_sentence && had_inputs &&
                               experiment.embedding.dimension != read.embedding.dimension;
    }
    widen_vectors(experiment, read.embedding.dimension);
    complete_vectors(experiment);
}

} // namespace

Result<Replaced> with_parameters_of(const Experiment& present, const Experiment& read) {
    Replaced next{.experiment = present};
    Experiment& experiment = next.experiment;
    const bool keeps_sentence = sentence_fits(present, read);
    if (!keeps_sentence)
        take_sentence(next, read);
    take_projection(experiment, read);
    take_gains_and_sinks(experiment, read);
    take_inputs(next, read, has_inputs(present));
    fit_added_scores(experiment);
    fit_rotation(experiment);
    std::vector<Override> overrides = std::exchange(experiment.overrides, {});
    const std::vector<Error> problems = validate(experiment);
    if (!problems.empty())
        return problems.front();
    if (overrides.empty())
        return next;
    const std::size_t before = overrides.size();
    experiment.overrides = std::move(overrides);
    experiment.overrides = kept_overrides(experiment, dimensions(present), dimensions(experiment));
    next.lost_overrides = experiment.overrides.size() < before;
    return next;
}

} // namespace lab
