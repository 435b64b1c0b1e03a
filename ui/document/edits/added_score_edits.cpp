// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/added_score_edits.h"

#include "core/edits/added_scores.h"
#include "ui/document/lab_document.h"
#include "ui/text/number_name.h"

#include <QCoreApplication>

#include <cmath>

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

QString addedScoresProblem(const Experiment& experiment, bool perHead) {
    return too_many_added_scores(experiment, perHead ? experiment.heads.count : 1)
               ? AddedScores::tr(
                     "The document’s numbers would take more than 1 GiB: shorten the sentence first")
               : QString();
}

void previewAddedScores(LabDocument& document, const Experiment& from, HeadIndex head, const Block& cells,
                        double value) {
    document.preview({with_painted_scores(from, head, cells, value),
                      {Field::additive, {}},
                      AddedScores::tr("Paint: added scores %1")
                          .arg(std::isfinite(value) ? numberName(value) : briefNumber(value))});
}

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
