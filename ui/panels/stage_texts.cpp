// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/stage_texts.h"

#include "core/number_format.h"

#include <QCoreApplication>

namespace lab {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Stage", text);
}

QString rooted(const QString& what) {
    return QStringLiteral("√") + what;
}

/// A product in the order of the notation: X W where tokens are rows, W X where they are columns.
QString product(const Experiment& experiment, const QString& left, const QString& right) {
    return experiment.notation == Notation::rows ? left + QStringLiteral(" ") + right
                                                 : right + QStringLiteral(" ") + left;
}

QString projected(const Experiment& experiment, const QString& symbol) {
    switch (experiment.projection.kind) {
    case ProjectionKind::linear:
        break;
    case ProjectionKind::identity:
        return symbol + QStringLiteral(" = X");
    case ProjectionKind::direct:
        return symbol + tr(", given");
    }
    const Projection& p = experiment.projection;
    const bool biased = symbol == QStringLiteral("Q")   ? bool(p.b_Q)
                        : symbol == QStringLiteral("K") ? bool(p.b_K)
                                                        : bool(p.b_V);
    QString text = symbol + QStringLiteral(" = ") +
                   product(experiment, QStringLiteral("X"), symbolText(QStringLiteral("W_") + symbol));
    return biased ? text + QStringLiteral(" + ") + symbolText(QStringLiteral("b_") + symbol) : text;
}

QString scoresText(const Experiment& experiment) {
    return experiment.notation == Notation::rows ? QStringLiteral("Q K<sup>T</sup>")
                                                 : QStringLiteral("K<sup>T</sup> Q");
}

QString outputText(const Experiment& experiment) {
    const QString z = experiment.heads.count > 1 ? QStringLiteral("concat(Z)") : QStringLiteral("Z");
    if (!experiment.projection.W_O)
        return QStringLiteral("Y = ") + z;
    const QString text = QStringLiteral("Y = ") + product(experiment, z, symbolText(QStringLiteral("W_O")));
    return experiment.projection.b_O ? text + QStringLiteral(" + ") + symbolText(QStringLiteral("b_O"))
                                     : text;
}

QString scaleText(const Experiment& experiment) {
    if (!experiment.scores.scale)
        return QStringLiteral(" / ") + rooted(QStringLiteral("d<sub>k</sub>"));
    return *experiment.scores.scale == 1
               ? QString()
               : QStringLiteral(" · ") + QString::fromStdString(display(*experiment.scores.scale, 4));
}

} // namespace

QString symbolText(const QString& name) {
    const qsizetype low = name.indexOf(QLatin1Char('_'));
    return low < 0 ? name
                   : name.left(low) + QStringLiteral("<sub>") + name.mid(low + 1) + QStringLiteral("</sub>");
}

QString formulaText(const Experiment& experiment, StageId id, bool brief) {
    switch (id) {
    case StageId::inputs:
        return QStringLiteral("X");
    case StageId::source_inputs:
        return symbolText(QStringLiteral("X_source"));
    case StageId::queries:
        return brief ? QStringLiteral("Q") : projected(experiment, QStringLiteral("Q"));
    case StageId::keys:
        return brief ? QStringLiteral("K") : projected(experiment, QStringLiteral("K"));
    case StageId::values:
        return brief ? QStringLiteral("V") : projected(experiment, QStringLiteral("V"));
    case StageId::scores:
        return scoresText(experiment);
    case StageId::scaled_scores:
        return brief ? QString() : scoresText(experiment) + scaleText(experiment);
    case StageId::masked_scores:
        if (brief)
            return {};
        return experiment.mask.causal ? tr("causal") : tr("no mask");
    case StageId::weights:
        if (brief)
            return QStringLiteral("A");
        return experiment.notation == Notation::rows ? tr("A = softmax of each row")
                                                     : tr("A = softmax of each column");
    case StageId::head_outputs:
        return brief ? QStringLiteral("Z")
                     : QStringLiteral("Z = ") + product(experiment, QStringLiteral("A"), QStringLiteral("V"));
    case StageId::concat:
        return brief ? QString() : tr("heads side by side");
    case StageId::output:
        return brief ? QStringLiteral("Y") : outputText(experiment);
    }
    return {};
}

QString operationText(const Experiment& experiment, StageId id) {
    switch (id) {
    case StageId::inputs:
    case StageId::source_inputs:
    case StageId::keys:
    case StageId::values:
        return {};
    case StageId::queries:
        switch (experiment.projection.kind) {
        case ProjectionKind::linear:
            return QStringLiteral("W<sub>Q</sub> W<sub>K</sub> W<sub>V</sub>");
        case ProjectionKind::identity:
            return QStringLiteral("=");
        case ProjectionKind::direct:
            return {};
        }
        return {};
    case StageId::scores:
        return scoresText(experiment);
    case StageId::scaled_scores: {
        if (experiment.scores.scale)
            return QStringLiteral("× ") +
                   QString::fromStdString(
                       display(*experiment.scores.scale, *experiment.scores.scale == 1 ? 0 : 4));
        return QStringLiteral("÷ ") + rooted(QString::number(dimensions(experiment).d_k));
    }
    case StageId::masked_scores:
        return experiment.mask.causal ? tr("mask") : tr("no mask");
    case StageId::weights:
        return tr("softmax");
    case StageId::head_outputs:
        return experiment.notation == Notation::rows ? QStringLiteral("· V") : QStringLiteral("V ·");
    case StageId::concat:
        return tr("concat");
    case StageId::output:
        if (!experiment.projection.W_O)
            return QStringLiteral("=");
        return (experiment.notation == Notation::rows ? QStringLiteral("· W<sub>O</sub>")
                                                      : QStringLiteral("W<sub>O</sub> ·")) +
               (experiment.projection.b_O ? QStringLiteral(" + b<sub>O</sub>") : QString());
    }
    return {};
}

} // namespace lab
