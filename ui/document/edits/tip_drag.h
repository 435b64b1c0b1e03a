// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tip of a vector while it is dragged: previews of one change, then one undo step or none.
#pragma once

#include "core/analysis/geometry/moved_tip.h"

#include <QString>

#include <map>

namespace lab {

class LabDocument;

/// From the experiment as it is when the drag begins: the way there does not matter, and going back restores
/// every bit.
class TipDrag {
public:
    /// The tip must exist, and `way` be one of ways_to_move(). A drag in progress is committed.
    TipDrag(LabDocument& document, const Tip& tip, GivesWay way);
    TipDrag(const TipDrag&) = delete;
    TipDrag& operator=(const TipDrag&) = delete;

    /// Why the tip cannot be moved in this way at all, a sentence; empty if it can.
    QString whyFixed() const;
    /// Shows the document with the tip there, or as near as it gets. Returns what has to be said: that it is
    /// only near, or why nothing could be moved; a sentence, or empty. The document may refuse the change: it
    /// is not isPreviewing() then.
    QString moveTo(const RowVector& wanted);

private:
    QString text() const;

    LabDocument& m_document;
    Tip m_tip;
    GivesWay m_way;
    Change m_change;
    std::map<std::pair<StageId, HeadIndex>, MatrixPtr> m_stages; ///< of the experiment that it began with
    FindKept m_kept;                                             ///< finds these
};

/// What gives way, as a choice: "this word", "W_Q", "row of Q", "only this vector".
QString nameOfWay(const Experiment& experiment, const Tip& tip, GivesWay way);
/// What moves with the tip then, a sentence.
QString whatFollows(const Experiment& experiment, const Tip& tip, GivesWay way);

} // namespace lab
