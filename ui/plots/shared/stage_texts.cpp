// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/shared/stage_texts.h"

#include "core/describe/names.h"
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/rotation.h"
#include "core/stages/05_scaled_scores.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/text/normalizer_texts.h"
#include "ui/text/number_name.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>

namespace lab {

namespace {

class StageText {
    Q_DECLARE_TR_FUNCTIONS(StageTexts)
};

/// The letter of a stage, "X"; empty for a stage that no single letter stands for.
QString letterOf(StageId id) {
    switch (id) {
    case StageId::inputs:
        return QStringLiteral("X");
    case StageId::queries:
        return QStringLiteral("Q");
    case StageId::keys:
        return QStringLiteral("K");
    case StageId::values:
        return QStringLiteral("V");
    case StageId::weights:
        return QStringLiteral("A");
    case StageId::head_outputs:
        return QStringLiteral("Z");
    case StageId::output:
        return QStringLiteral("Y");
    default:
        return {};
    }
}

QString rooted(const QString& what) {
    return QStringLiteral("√") + what;
}

/// A product in the order of the notation: X W where tokens are rows, W X where they are columns.
QString product(const Experiment& experiment, const QString& left, const QString& right) {
    return experiment.notation == Notation::rows ? left + QStringLiteral(" ") + right
                                                 : right + QStringLiteral(" ") + left;
}

/// The symbol of a stage's inputs: the source for keys and values, if there is one.
QString inputsSymbol(const Experiment& experiment, StageId id) {
    const bool fromSource = experiment.source && id != StageId::inputs && id != StageId::queries;
    return fromSource ? symbolText(QStringLiteral("X_source")) : QStringLiteral("X");
}

QString inputsText(const Experiment& experiment, StageId id) {
    const QString x = inputsSymbol(experiment, id);
    const bool given = has_given_inputs(experiment);
    if (experiment.embedding.position.kind == PositionKind::none)
        return given ? StageText::tr("%1, given").arg(x) : x;
    const ParameterId vectors = !given                  ? ParameterId::E
                                : id == StageId::inputs ? ParameterId::X
                                                        : ParameterId::X_source;
    return x + QStringLiteral(" = %1 + P").arg(parameterSymbol(vectors));
}

QString projected(const Experiment& experiment, StageId id) {
    const QString symbol = letterOf(id);
    const QString x = inputsSymbol(experiment, id);
    switch (experiment.projection.kind) {
    case ProjectionKind::linear:
        break;
    case ProjectionKind::identity:
        return experiment.heads.count > 1 ? StageText::tr("%1 = %2, the head’s part").arg(symbol, x)
                                          : symbol + QStringLiteral(" = ") + x;
    case ProjectionKind::direct:
        return StageText::tr("%1, given").arg(symbol);
    }
    const Projection& p = experiment.projection;
    const bool biased = bool(id == StageId::queries ? p.b_Q : id == StageId::keys ? p.b_K : p.b_V);
    const QString text =
        symbol + QStringLiteral(" = ") + product(experiment, x, symbolText(QStringLiteral("W_") + symbol));
    return biased ? text + QStringLiteral(" + ") + symbolText(QStringLiteral("b_") + symbol) : text;
}

/// The text with the norm added. Only for queries and keys: values are never normalised.
QString normalized(const Experiment& experiment, const QString& text) {
    const std::optional<QkNorm>& norm = experiment.scores.qk_norm;
    if (!norm)
        return text;
    return (norm->kind == QkNormKind::rms ? StageText::tr("%1, RMS norm") : StageText::tr("%1, L2 norm"))
        .arg(text);
}

/// The text with the rotation added. Only for queries and keys: values are never rotated.
QString rotated(const Experiment& experiment, const QString& text) {
    const Rotation rotation(experiment);
    if (rotation.pairs() == 0)
        return text;
    const bool apart = rotation.pair(0).second != 1;
    if (rotation.width() == dimensions(experiment).d_k)
        return (apart ? StageText::tr("%1, rotated, half layout") : StageText::tr("%1, rotated by position"))
            .arg(text);
    return (apart ? StageText::tr("%1, first %2 features rotated, half layout")
                  : StageText::tr("%1, first %2 features rotated by position"))
        .arg(text)
        .arg(rotation.columns());
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
    return *experiment.scores.scale == 1 ? QString()
                                         : QStringLiteral(" · ") + briefNumber(*experiment.scores.scale);
}

/// "− 0.25·|i − j|", i being the query's position and j the key's.
QString biasText(const Experiment& experiment, HeadIndex head) {
    return QStringLiteral("− %1·|i − j|").arg(briefNumber(alibi_slope(head, experiment.heads.count)));
}

QString scaledText(const Experiment& experiment, HeadIndex head) {
    QString text = scoresText(experiment) + scaleText(experiment);
    if (const auto& softcap = experiment.scores.softcap)
        text = QStringLiteral("%1 tanh(%2 / %1)").arg(briefNumber(*softcap), text);
    if (experiment.scores.bias == ScoreBias::alibi)
        text += QLatin1Char(' ') + biasText(experiment, head);
    return experiment.scores.additive.empty() ? text : StageText::tr("%1 + added").arg(text);
}

/// The rules that hide keys. The card shows the rest.
QString maskText(const Mask& mask) {
    return QString::fromStdString(text_of(mask_words(mask)));
}

bool hasSink(const Normalization& normalization) {
    return sink_of(normalization, 0).has_value();
}

QString weightsText(const Experiment& experiment) {
    const Normalization& normalization = experiment.normalization;
    const QString each =
        experiment.notation == Notation::rows ? StageText::tr("each row") : StageText::tr("each column");
    QString text = normalizerTexts(normalization.kind).formula.replace(QLatin1String("%1"), each);
    if (temperature_of(normalization) != 1)
        text += QStringLiteral(" / τ");
    if (bias_of(normalization) != 0)
        text += QStringLiteral(" + b");
    return hasSink(normalization) ? StageText::tr("%1, with a sink").arg(text) : text;
}

/// Leaves out the ALiBi slope, for lack of room. The card shows it.
QString scalingOperation(const Experiment& experiment) {
    QString text = experiment.scores.scale
                       ? QStringLiteral("× ") + briefNumber(*experiment.scores.scale)
                       : QStringLiteral("÷ ") + rooted(QString::number(dimensions(experiment).d_k));
    if (experiment.scores.softcap)
        text = StageText::tr("%1<br>cap %2").arg(text, briefNumber(*experiment.scores.softcap));
    if (experiment.scores.bias == ScoreBias::alibi)
        text = StageText::tr("%1<br>+ ALiBi").arg(text);
    return experiment.scores.additive.empty() ? text : StageText::tr("%1<br>+ added").arg(text);
}

/// Whether scaled scores may differ from the scores.
bool changesScores(const Experiment& experiment) {
    const Scores& scores = experiment.scores;
    return scale_factor(scores, dimensions(experiment).d_k) != 1 || scores.softcap ||
           scores.bias != ScoreBias::none || !scores.additive.empty();
}

/// The weights that the values are summed by.
QString weightsSymbol(const Experiment& experiment) {
    return experiment.dropout ? StageText::tr("dropped(A)") : QStringLiteral("A");
}

QString droppedText(const Experiment& experiment) {
    return StageText::tr("A / %1, or 0 where dropped").arg(briefNumber(1 - experiment.dropout->rate));
}

QString weightsOperation(const Normalization& normalization) {
    QString text = normalizerTexts(normalization.kind).operation;
    if (temperature_of(normalization) != 1)
        text += QStringLiteral("<br>τ = ") + briefNumber(normalization.temperature);
    if (bias_of(normalization) != 0)
        text += QStringLiteral("<br>b = ") + briefNumber(normalization.bias);
    return hasSink(normalization) ? StageText::tr("%1<br>+ sink").arg(text) : text;
}

} // namespace

QString symbolText(const QString& name) {
    const qsizetype low = name.indexOf(QLatin1Char('_'));
    return low < 0 ? name
                   : name.left(low) + QStringLiteral("<sub>") + name.mid(low + 1) + QStringLiteral("</sub>");
}

QString parameterSymbol(ParameterId id) {
    return symbolText(QString::fromStdString(symbol_of(id)));
}

QString stageTitle(StageId id) {
    return QString::fromUtf8(info(id).title.data());
}

QString stageTitle(const Experiment& experiment, StageId id, HeadIndex head) {
    const QString title = stageTitle(id);
    return info(id).per_head && experiment.heads.count > 1
               ? StageText::tr("%1, head %2").arg(title).arg(head + 1)
               : title;
}

QString stageName(StageId id) {
    switch (id) {
    case StageId::source_inputs:
        return StageText::tr("Source");
    case StageId::scaled_scores:
        return StageText::tr("Scaled");
    case StageId::masked_scores:
        return StageText::tr("Masked");
    case StageId::weights:
        return StageText::tr("Attention");
    case StageId::dropped_weights:
        return StageText::tr("Dropout");
    case StageId::concat:
        return StageText::tr("Concat");
    default:
        return stageTitle(id);
    }
}

QString stageSymbol(const Experiment& experiment, StageId id) {
    switch (id) {
    case StageId::scores:
        return experiment.notation == Notation::rows ? QStringLiteral("QKᵀ") : QStringLiteral("KᵀQ");
    case StageId::scaled_scores:
        return experiment.scores.scale ? QStringLiteral("×") + briefNumber(*experiment.scores.scale)
                                       : QStringLiteral("÷√%1").arg(dimensions(experiment).d_k);
    case StageId::masked_scores:
        return StageText::tr("mask");
    case StageId::concat:
        return QStringLiteral("[Z]");
    case StageId::source_inputs:
    case StageId::dropped_weights:
        return stageName(id);
    default:
        return letterOf(id);
    }
}

QString formulaSymbol(const Experiment& experiment, StageId id) {
    switch (id) {
    case StageId::source_inputs:
        return inputsSymbol(experiment, id);
    case StageId::scores:
        return scoresText(experiment);
    case StageId::dropped_weights:
        return weightsSymbol(experiment);
    default:
        return letterOf(id);
    }
}

QString formulaText(const Experiment& experiment, StageId id, HeadIndex head) {
    switch (id) {
    case StageId::inputs:
    case StageId::source_inputs:
        return inputsText(experiment, id);
    case StageId::queries:
    case StageId::keys:
        return rotated(experiment, normalized(experiment, projected(experiment, id)));
    case StageId::values:
        return projected(experiment, id);
    case StageId::scores:
        return scoresText(experiment);
    case StageId::scaled_scores:
        return scaledText(experiment, head);
    case StageId::masked_scores:
        return maskText(experiment.mask);
    case StageId::weights:
        return weightsText(experiment);
    case StageId::dropped_weights:
        return experiment.dropout ? droppedText(experiment) : weightsSymbol(experiment);
    case StageId::head_outputs:
        return QStringLiteral("Z = ") + product(experiment, weightsSymbol(experiment), QStringLiteral("V"));
    case StageId::concat:
        return experiment.notation == Notation::rows ? StageText::tr("heads side by side")
                                                     : StageText::tr("heads on top of each other");
    case StageId::output:
        return outputText(experiment);
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
    case StageId::scaled_scores:
        return scalingOperation(experiment);
    case StageId::masked_scores:
        return has_mask(experiment.mask) ? StageText::tr("mask") : StageText::tr("no mask");
    case StageId::weights:
        return weightsOperation(experiment.normalization);
    case StageId::dropped_weights:
        return experiment.dropout
                   ? StageText::tr("dropout<br>p = %1").arg(briefNumber(experiment.dropout->rate))
                   : QString();
    case StageId::head_outputs:
        return experiment.notation == Notation::rows ? QStringLiteral("· V") : QStringLiteral("V ·");
    case StageId::concat:
        return StageText::tr("concat");
    case StageId::output:
        if (!experiment.projection.W_O)
            return QStringLiteral("=");
        return (experiment.notation == Notation::rows ? QStringLiteral("· W<sub>O</sub>")
                                                      : QStringLiteral("W<sub>O</sub> ·")) +
               (experiment.projection.b_O ? QStringLiteral(" + b<sub>O</sub>") : QString());
    }
    return {};
}

QString operationText(const Experiment& experiment, StageId id, const std::vector<StageId>& shown) {
    // Each follows from the one before it.
    constexpr std::array chain{StageId::scores,  StageId::scaled_scores,   StageId::masked_scores,
                               StageId::weights, StageId::dropped_weights, StageId::head_outputs,
                               StageId::concat,  StageId::output};
    QStringList operations{operationText(experiment, id)};
    const auto has = [&](StageId stage) { return std::ranges::find(shown, stage) != shown.end(); };
    const std::vector<StageId> all = boardStages(experiment);
    const auto isOnBoard = [&](StageId stage) { return std::ranges::find(all, stage) != all.end(); };
    for (auto each = std::ranges::find(chain, id); each != chain.end() && each != chain.begin();) {
        --each;
        if (has(*each)) {
            operations.removeAll(QString());
            if (operations.size() > 1)
                operations.removeAll(QStringLiteral("="));
            return operations.join(QStringLiteral("<br>"));
        }
        const bool changes = isOnBoard(*each) &&
                             (*each != StageId::masked_scores || has_mask(experiment.mask)) &&
                             (*each != StageId::scaled_scores || changesScores(experiment));
        operations.prepend(changes ? operationText(experiment, *each) : QString());
    }
    return operations.back(); // nothing that is shown leads there
}

} // namespace lab
