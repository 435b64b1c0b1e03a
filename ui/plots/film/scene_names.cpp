// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/film/scene_names.h"

#include "ui/plots/shared/stage_texts.h"

#include <QCoreApplication>

namespace lab {

namespace {

class SceneNameText {
    Q_DECLARE_TR_FUNCTIONS(SceneNames)
};

/// The title of queries or keys that a later stage of the film normalises or rotates.
QString titleOnTheWay(const Experiment& experiment, ScenePart part, const QString& title) {
    return part == ScenePart::projected && experiment.scores.qk_norm
               ? SceneNameText::tr("%1 before the norm").arg(title)
               : SceneNameText::tr("%1 before rotation").arg(title);
}

} // namespace

QString sceneName(const Experiment& experiment, const Scene& scene) {
    const QString name = stageName(scene.stage);
    return is_on_the_way(experiment, scene) ? titleOnTheWay(experiment, scene.part, name) : name;
}

QString shortSceneName(const Experiment& experiment, const Scene& scene) {
    return stageSymbol(experiment, scene.stage);
}

QString sceneTitle(const Experiment& experiment, const Scene& scene) {
    const QString title = stageTitle(experiment, scene.stage, scene.head);
    return is_on_the_way(experiment, scene) ? titleOnTheWay(experiment, scene.part, title) : title;
}

QString sceneFormula(const Experiment& experiment, const Scene& scene) {
    if (scene.part == ScenePart::whole)
        return formulaText(experiment, scene.stage, scene.head);
    const QString symbol = formulaSymbol(experiment, scene.stage);
    return scene.part == ScenePart::normalized ? SceneNameText::tr("%1, normalised").arg(symbol)
           : scene.part == ScenePart::rotated  ? SceneNameText::tr("%1, rotated by position").arg(symbol)
                                               : symbol;
}

QString operandTitle(const Experiment& experiment, const SceneMatrix& matrix) {
    if (const auto* block = std::get_if<StageBlock>(&matrix.block)) {
        const QString title = stageTitle(block->stage);
        return is_on_the_way(experiment, {block->stage, block->head, matrix.part})
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
    const QString symbol = block ? formulaSymbol(experiment, block->stage)
                                 : parameterSymbol(std::get<ParameterBlock>(matrix.block).id);
    return turned ? symbol + QStringLiteral("<sup>T</sup>") : symbol;
}

} // namespace lab
