// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/film/scene_names.h"

#include "core/edits/masks.h"
#include "core/number_format.h"
#include "ui/plots/heatmap/heatmap_content.h"
#include "ui/plots/shared/stage_texts.h"

#include <QCoreApplication>

namespace lab {

namespace {

class SceneNameText {
    Q_DECLARE_TR_FUNCTIONS(SceneNames)
};

QString shortNormalizerName(NormalizationKind kind) {
    switch (kind) {
    case NormalizationKind::softmax:
    case NormalizationKind::softmax_naive:
        return SceneNameText::tr("softmax");
    case NormalizationKind::sum:
        return SceneNameText::tr("÷ sum");
    case NormalizationKind::sparsemax:
        return SceneNameText::tr("sparsemax");
    case NormalizationKind::sigmoid:
        return SceneNameText::tr("sigmoid");
    }
    return {};
}

/// All that is done to a score, as the board says it beside its line.
QString scalingName(const Experiment& experiment) {
    const Scores& scores = experiment.scores;
    QStringList parts{scores.scale ? QStringLiteral("× ") + QString::fromStdString(written(*scores.scale))
                                   : QStringLiteral("÷ √%1").arg(dimensions(experiment).d_k)};
    if (scores.softcap)
        parts += SceneNameText::tr("cap %1").arg(QString::fromStdString(written(*scores.softcap)));
    if (scores.bias == ScoreBias::alibi)
        parts += SceneNameText::tr("+ ALiBi");
    if (!scores.additive.empty())
        parts += SceneNameText::tr("+ added");
    return parts.join(QStringLiteral(", "));
}

QString projectedName(const QString& symbol, ScenePart part) {
    return part == ScenePart::normalized ? SceneNameText::tr("%1 normalised").arg(symbol)
           : part == ScenePart::rotated  ? SceneNameText::tr("%1 rotated").arg(symbol)
                                         : symbol;
}

/// Of queries or keys that a later scene changes again.
QString titleOnTheWay(const Experiment& experiment, ScenePart part, const QString& title) {
    return part == ScenePart::projected && experiment.scores.qk_norm
               ? SceneNameText::tr("%1 before the norm").arg(title)
               : SceneNameText::tr("%1 before rotation").arg(title);
}

} // namespace

QString sceneName(const Experiment& experiment, const Scene& scene) {
    const bool rows = experiment.notation == Notation::rows;
    switch (scene.stage) {
    case StageId::inputs:
        return QStringLiteral("X");
    case StageId::source_inputs:
        return SceneNameText::tr("X source");
    case StageId::queries:
        return projectedName(QStringLiteral("Q"), scene.part);
    case StageId::keys:
        return projectedName(QStringLiteral("K"), scene.part);
    case StageId::values:
        return QStringLiteral("V");
    case StageId::scores:
        return rows ? QStringLiteral("Q Kᵀ") : QStringLiteral("Kᵀ Q");
    case StageId::scaled_scores:
        return scalingName(experiment);
    case StageId::masked_scores:
        return has_mask(experiment.mask) ? SceneNameText::tr("mask") : SceneNameText::tr("no mask");
    case StageId::weights:
        return shortNormalizerName(experiment.normalization.kind);
    case StageId::dropped_weights:
        return SceneNameText::tr("dropout");
    case StageId::head_outputs:
        return rows ? QStringLiteral("A V") : QStringLiteral("V A");
    case StageId::concat:
        return SceneNameText::tr("heads");
    case StageId::output:
        return QStringLiteral("Y");
    }
    return {};
}

QString shortSceneName(const Experiment& experiment, const Scene& scene) {
    QString name = sceneName(experiment, scene);
    switch (scene.stage) {
    case StageId::weights:
        return QStringLiteral("A");
    case StageId::scores:
    case StageId::scaled_scores:
    case StageId::head_outputs:
        return name.remove(QLatin1Char(' '));
    case StageId::concat:
        return QStringLiteral("Z");
    default:
        return name;
    }
}

QString sceneTitle(const Experiment& experiment, const Scene& scene) {
    const QString title = stageTitle(experiment, scene.stage, scene.head);
    return is_on_the_way(experiment, scene) ? titleOnTheWay(experiment, scene.part, title) : title;
}

QString sceneFormula(const Experiment& experiment, const Scene& scene) {
    if (scene.part == ScenePart::whole)
        return formulaText(experiment, scene.stage, scene.head, false);
    const QString symbol = formulaText(experiment, scene.stage, scene.head, true);
    return scene.part == ScenePart::normalized ? SceneNameText::tr("%1, normalised").arg(symbol)
           : scene.part == ScenePart::rotated  ? SceneNameText::tr("%1, rotated by position").arg(symbol)
                                               : symbol;
}

QString operandTitle(const Experiment& experiment, const SceneMatrix& matrix, bool turned) {
    if (const auto* block = std::get_if<StageBlock>(&matrix.block)) {
        const QString title = stageTitle(block->stage);
        return turned ? SceneNameText::tr("%1, turned").arg(title)
               : is_on_the_way(experiment, {block->stage, block->head, matrix.part})
                   ? titleOnTheWay(experiment, matrix.part, title)
               : block->stage != StageId::head_outputs ? title
                                                       : stageTitle(experiment, block->stage, block->head);
    }
    const ParameterId id = std::get<ParameterBlock>(matrix.block).id;
    return QString::fromUtf8(info(id).title.data(), static_cast<qsizetype>(info(id).title.size()));
}

QString operandSymbol(const Experiment& experiment, const SceneMatrix& matrix, bool turned) {
    const auto* block = std::get_if<StageBlock>(&matrix.block);
    if (!block && std::get<ParameterBlock>(matrix.block).id == ParameterId::sink)
        return {}; // it has no other name than its title
    const QString symbol = block ? formulaText(experiment, block->stage, block->head, true)
                                 : parameterSymbol(std::get<ParameterBlock>(matrix.block).id);
    return turned ? symbol + QStringLiteral("<sup>T</sup>") : symbol;
}

} // namespace lab
