// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/norm_edits.h"

#include "core/edits/qk_norm.h"
#include "ui/document/lab_document.h"
#include "ui/text/number_name.h"

#include <QCoreApplication>

namespace lab {

namespace {

class Norms {
    Q_DECLARE_TR_FUNCTIONS(NormEdits)
};

} // namespace

QString normText(QkNormKind kind) {
    return kind == QkNormKind::rms ? Norms::tr("RMS norm") : Norms::tr("L2 norm");
}

QString normEntry(std::optional<QkNormKind> kind) {
    return kind ? normText(*kind) : Norms::tr("Off");
}

void setNorm(LabDocument& document, std::optional<QkNormKind> kind) {
    const Experiment before = document.commitPending();
    const std::optional<QkNorm>& norm = before.scores.qk_norm;
    // Gains that go take their section with them.
    const bool removesGains = !kind && norm && (norm->g_Q || norm->g_K);
    document.apply({with_norm(before, kind), removesGains ? Change{} : Change{Field::qk_norm, {}},
                    kind ? Norms::tr("Queries and keys: %1").arg(normText(*kind))
                         : Norms::tr("No norm of queries and keys")});
}

void setNormEpsilon(LabDocument& document, double epsilon) {
    Experiment next = document.commitPending();
    if (!next.scores.qk_norm)
        return;
    next.scores.qk_norm->epsilon = epsilon;
    document.apply(
        {std::move(next), {Field::qk_norm, {}}, Norms::tr("Norm’s ε = %1").arg(numberName(epsilon))});
}

void setGains(LabDocument& document, bool present) {
    Experiment next = document.commitPending();
    if (!next.scores.qk_norm)
        return;
    for (const ParameterId id : {ParameterId::g_Q, ParameterId::g_K})
        next = with_gains(next, id, present);
    document.apply({std::move(next), {}, present ? Norms::tr("Gains added") : Norms::tr("Gains removed")});
}

void setGains(LabDocument& document, ParameterId gains, bool present) {
    const Experiment before = document.commitPending();
    if (!before.scores.qk_norm)
        return;
    document.apply({with_gains(before, gains, present),
                    {},
                    (present ? Norms::tr("%1 added") : Norms::tr("%1 removed"))
                        .arg(QString::fromUtf8(info(gains).name.data()))});
}

} // namespace lab
