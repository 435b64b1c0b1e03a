// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/added_score_edits.h"

#include "core/edits/added_scores.h"
#include "ui/document/lab_document.h"

#include <QCoreApplication>

namespace lab {

namespace {

class AddedScores {
    Q_DECLARE_TR_FUNCTIONS(AddedScoreEdits)
};

void applyAdded(LabDocument& document, Experiment next, const QString& text) {
    if (next.scores.additive != document.experiment().scores.additive)
        document.apply({std::move(next), {Field::additive, {}}, text});
}

} // namespace

void setAddedScores(LabDocument& document, bool present) {
    applyAdded(document, with_added_scores(document.commitPending(), present),
               present ? AddedScores::tr("Added scores") : AddedScores::tr("No added scores"));
}

void setAddedScoresPerHead(LabDocument& document, bool perHead, HeadIndex head) {
    const Experiment& before = document.commitPending();
    applyAdded(document,
               perHead ? with_added_scores_per_head(before) : with_shared_added_scores(before, head),
               perHead ? AddedScores::tr("Added scores: one matrix for each head")
                       : AddedScores::tr("Added scores: the same for all heads"));
}

void fillWithT5Buckets(LabDocument& document) {
    applyAdded(document, with_t5_buckets(document.commitPending()),
               AddedScores::tr("Added scores: T5 buckets"));
}

} // namespace lab
