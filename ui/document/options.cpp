// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/options.h"

#include "core/number_format.h"
#include "ui/document/lab_document.h"

#include <QCoreApplication>

namespace lab {

namespace {

class Options {
    Q_DECLARE_TR_FUNCTIONS(Options)
};

} // namespace

void setCausal(LabDocument& document, bool causal) {
    Experiment next = document.settle();
    next.mask.causal = causal;
    document.apply({std::move(next),
                    {Field::mask, {}},
                    causal ? Options::tr("Causal mask") : Options::tr("No causal mask")});
}

void setScale(LabDocument& document, std::optional<double> scale) {
    Experiment next = document.settle();
    next.scores.scale = scale;
    document.apply({std::move(next),
                    {Field::scale, {}},
                    scale ? Options::tr("Scale by %1").arg(QString::fromStdString(shortest(*scale)))
                          : Options::tr("Scale by 1/√d_k")});
}

void setNotation(LabDocument& document, Notation notation) {
    Experiment next = document.settle();
    next.notation = notation;
    document.apply(
        {std::move(next),
         {Field::notation, {}},
         notation == Notation::rows ? Options::tr("Rows notation") : Options::tr("Columns notation")});
}

} // namespace lab
