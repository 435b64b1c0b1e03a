// SPDX-License-Identifier: GPL-3.0-or-later
//
// A step that is made of the document as it is, and is in no file: what is covered is asked for (AskedStep),
// or an example asks something (TriedStep). Edits are the document's own.
#pragma once

#include "ui/document/lesson/step_questions.h"

namespace lab {

class DocumentStep : public StepQuestions {
    Q_OBJECT
public:
    using StepQuestions::StepQuestions;

    /// What stands above its questions.
    virtual QString heading() const = 0;
    /// What it is, in a word.
    virtual QString kindName() const = 0;
    /// What leave() is called on a button.
    virtual QString leaveText() const = 0;
    /// The same, with the key that does it.
    QString leaveTip() const;
    virtual void leave() = 0;

signals:
    /// It begins, or asks for something else than before.
    void begun();
    /// It is over, or aside. `why`: where an edit has ended it; otherwise empty.
    void ended(const QString& why);
};

} // namespace lab
