// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/lesson/document_step.h"

#include <QKeySequence>

namespace lab {

QString DocumentStep::leaveTip() const {
    return tr("%1 (%2)").arg(leaveText(), QKeySequence(Qt::Key_Escape).toString(QKeySequence::NativeText));
}

} // namespace lab
