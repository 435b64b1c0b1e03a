// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/sentence/preset_menu.h"

#include "ui/document/edits/added_score_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/lab_document.h"
#include "ui/widgets/menus.h"

#include <QCoreApplication>
#include <QMenu>

namespace lab {

namespace {

class PresetText {
    Q_DECLARE_TR_FUNCTIONS(PresetMenu)
};

QString fromUtf8(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// What choosing it does, or why it cannot be chosen.
QString tipOf(const Preset& preset, const Experiment& experiment) {
    QString problem = presetProblem(experiment, preset);
    if (!problem.isEmpty())
        return problem;
    QString tip =
        has_inputs(experiment)
            ? PresetText::tr(
                  "Sets positions, scores, mask and normalisation. Weights, biases and heads stay.")
            : PresetText::tr("Sets scores, mask and normalisation. No position is added to queries, keys and "
                             "values that are given.");
    if (!preset.remark.empty())
        tip += QLatin1Char(' ') + fromUtf8(preset.remark);
    if (const QString left = leftByPreset(experiment, preset); !left.isEmpty())
        tip += QLatin1Char(' ') + PresetText::tr("Left as they are: %1.").arg(left);
    return tip;
}

} // namespace

void addPresets(QMenu& menu, LabDocument& document, const std::function<void(const QString&)>& say) {
    QMenu* presets = menu.addMenu(PresetText::tr("Settings of a model"));
    presets->setToolTipsVisible(true);
    showTipsUnder(*presets);
    auto* group = new QActionGroup(presets); // at most one is that of the document
    group->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
    for (const Preset& preset : all_presets()) {
        QAction* action = presets->addAction(menuEntry(fromUtf8(preset.title), fromUtf8(preset.line)));
        action->setCheckable(true);
        group->addAction(action);
        QObject::connect(action, &QAction::triggered, presets, [&document, &preset, say] {
            if (const QString left = setPreset(document, preset); !left.isEmpty())
                say(left);
        });
    }
    QObject::connect(presets, &QMenu::aboutToShow, presets, [presets, &document] {
        for (qsizetype i = 0; i < presets->actions().size(); ++i) {
            const Preset& preset = all_presets()[static_cast<std::size_t>(i)];
            QAction& action = *presets->actions()[i];
            action.setChecked(is_in_use(document.experiment(), preset));
            action.setEnabled(presetProblem(document.experiment(), preset).isEmpty());
            action.setToolTip(tipOf(preset, document.experiment()));
        }
    });
}

} // namespace lab
