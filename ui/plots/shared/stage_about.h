// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a stage does, in a few sentences, from resources/explanations: only what is switched on in the
// document is spoken of.
#pragma once

#include "core/experiment/experiment.h"

#include <QString>
#include <QStringList>

namespace lab {

struct StageAbout {
    QString lead;     ///< the first sentence: what the stage is
    QStringList rest; ///< paragraphs; empty if there is no more to say
};

/// Plain text. The experiment must have the stage and tokens.
///
/// A file has a sentence a line and an empty line between paragraphs. "{sink !rows}" before a sentence says
/// when it is true; see the table of conditions.
StageAbout stageAbout(const Experiment& experiment, StageId stage);

} // namespace lab
