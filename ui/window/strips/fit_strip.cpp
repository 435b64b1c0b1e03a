// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/strips/fit_strip.h"

#include "ui/document/lab_document.h"

#include <QPushButton>

namespace lab {

FitStrip::FitStrip(LabDocument& document, const Theme& theme, QWidget* parent) : NoticeStrip(theme, parent) {
    QPushButton* back = addButton(tr("Back to Learn"), tr("Play on, keep the weights, or cancel"));
    connect(back, &QPushButton::clicked, this, &FitStrip::learnWanted);
    QPushButton* cancel = addButton(tr("Cancel"), tr("Everything is as it was before (Esc)"));
    connect(cancel, &QPushButton::clicked, &document.fit(), &FitPreview::cancel);
    say(tr("Weights are being found on Learn: until you keep or cancel them, nothing else can be changed."),
        {});
    hide();
}

} // namespace lab
