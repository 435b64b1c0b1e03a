// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/shape_edits.h"

#include "core/edits/projection_kind.h"
#include "ui/document/lab_document.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>
#include <cmath>

namespace lab {

namespace {

class Shapes {
    Q_DECLARE_TR_FUNCTIONS(ShapeEdits)
};

constexpr std::array biases{ParameterId::b_Q, ParameterId::b_K, ParameterId::b_V};

QString sizeName(Size size) {
    switch (size) {
    case Size::heads:
        return Shapes::tr("heads");
    case Size::kv_heads:
        return Shapes::tr("key/value heads");
    default:
        return QString::fromUtf8(info(size).name.data());
    }
}

/// All digits, even of a number that would otherwise be shown with a power of ten.
QString wholeName(Index number) {
    return QString::number(number).replace(QLatin1Char('-'), QChar(0x2212));
}

QString parameterName(ParameterId id) {
    return QString::fromUtf8(info(id).name.data());
}

} // namespace

QString sizeProblem(const Experiment& experiment, Size size, double wanted) {
    constexpr double countable = 1e15;
    if (wanted != std::floor(wanted) || std::abs(wanted) > countable)
        return Shapes::tr("%1 must be a whole number; unchanged").arg(sizeName(size));
    const Result<Experiment> next = with_size(experiment, size, static_cast<Index>(wanted));
    if (next)
        return {};
    return Shapes::tr("%1 can’t be %2: it must be %3; unchanged")
        .arg(sizeName(size), wholeName(static_cast<Index>(wanted)),
             QString::fromStdString(next.error().expected));
}

void setSize(LabDocument& document, Size size, Index wanted) {
    const Experiment& before = document.commitPending();
    const Index old = size_of(before, size);
    const Result<Experiment> next = with_size(before, size, wanted);
    if (next && old != wanted)
        document.apply({next.value(), {}, Shapes::tr("%1 %2 → %3").arg(sizeName(size)).arg(old).arg(wanted)});
}

bool hasBiases(const Experiment& experiment) {
    return std::ranges::all_of(
        biases, [&](ParameterId id) { return projection_matrix(experiment.projection, id) != nullptr; });
}

void setBiases(LabDocument& document, bool present) {
    Experiment next = document.commitPending();
    for (const ParameterId id : biases)
        next = with_bias(next, id, present);
    document.apply(
        {std::move(next), {}, present ? Shapes::tr("Biases added") : Shapes::tr("Biases removed")});
}

void setBias(LabDocument& document, ParameterId bias, bool present) {
    Experiment next = with_bias(document.commitPending(), bias, present);
    document.apply({std::move(next),
                    {},
                    (present ? Shapes::tr("%1 added") : Shapes::tr("%1 removed")).arg(parameterName(bias))});
}

void setOutputWeights(LabDocument& document, bool present) {
    Experiment next = with_output_weights(document.commitPending(), present);
    document.apply({std::move(next), {}, present ? Shapes::tr("W_O added") : Shapes::tr("W_O removed")});
}

QString projectionText(ProjectionKind kind) {
    switch (kind) {
    case ProjectionKind::linear:
        return Shapes::tr("Linear");
    case ProjectionKind::identity:
        return Shapes::tr("Identity");
    case ProjectionKind::direct:
        return Shapes::tr("Direct");
    }
    return {};
}

QString setProjectionKind(LabDocument& document, ProjectionKind kind) {
    const Experiment before = document.commitPending();
    Result<Experiment> next = with_projection_kind(before, kind);
    if (!next)
        return Shapes::tr("The projection is unchanged: %1, expected %2")
            .arg(QString::fromStdString(next.error().found), QString::fromStdString(next.error().expected));
    const Index heads = next.value().heads.count;
    document.apply({std::move(next).value(), {}, Shapes::tr("Projection: %1").arg(projectionText(kind))});
    if (heads == before.heads.count)
        return {};
    return kind == ProjectionKind::identity
               ? Shapes::tr("Heads %1 → %2: without weights they share the features of X in equal parts")
                     .arg(before.heads.count)
                     .arg(heads)
               : Shapes::tr("Heads %1 → %2, as they were before").arg(before.heads.count).arg(heads);
}

QString sizesText(const Experiment& before, const Experiment& after) {
    QStringList texts;
    for (const SizeInfo& each : all_sizes()) {
        const Index old = size_of(before, each.size);
        const Index now = size_of(after, each.size);
        const bool shown = each.size != Size::d_out || after.projection.W_O;
        if (old != now && shown)
            texts += Shapes::tr("%1 %2 → %3").arg(sizeName(each.size)).arg(old).arg(now);
    }
    return texts.join(QStringLiteral(", "));
}

} // namespace lab
