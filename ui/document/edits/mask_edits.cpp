// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/mask_edits.h"

#include "core/edits/masks.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/token_edits.h"
#include "ui/document/lab_document.h"

#include <QCoreApplication>

namespace lab {

namespace {

class Masks {
    Q_DECLARE_TR_FUNCTIONS(MaskEdits)
};

} // namespace

void removeMasks(LabDocument& document) {
    Experiment next = document.commitPending();
    next.mask = {};
    document.apply({std::move(next), {Field::mask, {}}, Masks::tr("No mask")});
}

void setCausal(LabDocument& document, bool causal) {
    setOption(
        document, [causal](Experiment& experiment) { experiment.mask.causal = causal; },
        causal ? Masks::tr("Causal mask") : Masks::tr("No causal mask"));
}

void setPadding(LabDocument& document, TokenIndex key, bool hidden) {
    const Experiment& before = document.commitPending();
    const QString word = quotedToken(before, keySide(before), key);
    document.apply({with_padding(before, key, hidden),
                    {Field::mask, {}},
                    (hidden ? Masks::tr("%1 is padding") : Masks::tr("%1 is no longer padding")).arg(word)});
}

void removeCustomMask(LabDocument& document) {
    Experiment next = document.commitPending();
    next.mask.custom = nullptr;
    document.apply({std::move(next), {Field::mask, {}}, Masks::tr("No custom mask")});
}

void previewVisibility(LabDocument& document, const Experiment& from, const Block& cells, bool visible) {
    document.preview({with_visibility(from, cells, visible),
                      {Field::mask, {}},
                      visible ? Masks::tr("Paint: show keys") : Masks::tr("Paint: hide keys")});
}

} // namespace lab
