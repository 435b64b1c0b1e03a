// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/shared/setting_texts.h"

#include "core/analysis/setting_changes.h"
#include "core/experiment/overrides.h"
#include "ui/text/number_name.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>

#include <set>

namespace lab {

namespace {

constexpr qsizetype mostNamed = 3;
constexpr std::size_t mostOverridesNamed = 2;

class SettingText {
    Q_DECLARE_TR_FUNCTIONS(SettingTexts)
};

QString tokenAt(const std::vector<std::string>& tokens, TokenIndex position) {
    return shownWord(tokens[static_cast<std::size_t>(position)]);
}

QString paddingText(const Experiment& experiment) {
    const std::set<TokenIndex> keys(experiment.mask.padding.begin(), experiment.mask.padding.end());
    const FirstPositions positions = first_positions(experiment);
    QStringList named;
    for (const TokenIndex key : keys) {
        if (named.size() == mostNamed)
            break;
        named += SettingText::tr("%1 %2")
                     .arg(positions.key + key + 1)
                     .arg(quoted(tokenAt(key_tokens(experiment), key)));
    }
    return (keys.size() == 1 ? SettingText::tr("padding of key %1") : SettingText::tr("padding of keys %1"))
        .arg(someOf(named, static_cast<qsizetype>(keys.size())));
}

/// The overridden cells of a stage for this head, and how many there are in other heads.
QStringList overridesText(const Experiment& experiment, StageId id, HeadIndex head) {
    std::size_t here = 0, elsewhere = 0;
    QStringList named;
    for (const Override* each : overrides_in_force(experiment, id)) {
        if (each->head != head) {
            ++elsewhere;
            continue;
        }
        if (++here <= mostOverridesNamed)
            named += SettingText::tr("%1 = %2").arg(cellPlace(experiment, cell_of(*each)),
                                                    briefNumber(each->value));
    }
    QStringList texts;
    if (here > 0)
        texts += (here == 1 ? SettingText::tr("1 cell overridden: %1")
                            : SettingText::tr("%1 cells overridden: %2").arg(here))
                     .arg(someOf(named, static_cast<qsizetype>(here)));
    if (elsewhere > 0)
        texts += elsewhere == 1 ? SettingText::tr("1 cell overridden in another head")
                                : SettingText::tr("%1 cells overridden in other heads").arg(elsewhere);
    return texts;
}

/// Which heads share the keys and values of this one.
QString groupText(const Experiment& experiment, HeadIndex head) {
    const auto& [H, G] = experiment.heads;
    if (G == H)
        return {};
    const HeadIndex perGroup = H / G;
    const HeadIndex first = head / perGroup * perGroup;
    return SettingText::tr("shared by heads %1 to %2").arg(first + 1).arg(first + perGroup);
}

} // namespace

QStringList optionsInUse(const Experiment& experiment, StageId id) {
    const Scores& scores = experiment.scores;
    QStringList texts;
    const auto add = [&texts](bool isUsed, const QString& text) {
        if (isUsed)
            texts += text;
    };
    if (id == StageId::scaled_scores) {
        if (scores.softcap)
            texts += SettingText::tr("softcap %1").arg(writtenNumber(*scores.softcap));
        add(!scores.additive.empty(), SettingText::tr("added"));
        add(scores.bias == ScoreBias::alibi, SettingText::tr("ALiBi"));
        add(scores.rotary, SettingText::tr("rotary"));
    }
    const bool isNormalized = scores.qk_norm && (id == StageId::queries || id == StageId::keys);
    if (isNormalized)
        texts += SettingText::tr("norm %1").arg(
            QString::fromStdString(text_of(name_of_norm(scores.qk_norm->kind))));
    if (id == StageId::dropped_weights && experiment.dropout)
        texts += SettingText::tr("p = %1").arg(writtenNumber(experiment.dropout->rate));
    return texts;
}

QStringList settingTexts(const Experiment& experiment, StageId id, HeadIndex head) {
    QStringList texts;
    switch (id) {
    case StageId::keys:
    case StageId::values:
        texts += groupText(experiment, head);
        break;
    case StageId::masked_scores:
        if (!experiment.mask.padding.empty()) // the pill does not say which keys
            texts += paddingText(experiment);
        break;
    case StageId::inputs:
    case StageId::source_inputs:
    case StageId::queries:
    case StageId::scores:
    case StageId::scaled_scores:
    case StageId::weights:
    case StageId::dropped_weights:
    case StageId::head_outputs:
    case StageId::concat:
    case StageId::output:
        break;
    }
    texts.removeAll(QString());
    return texts + overridesText(experiment, id, head);
}

QString activeSettingsText(const QStringList& settings) {
    return settings.isEmpty() ? QString()
                              : SettingText::tr("Also: %1").arg(settings.join(QStringLiteral("; ")));
}

QString tokensSetting(const Sequence& sequence) {
    return sequence.tokenizer == Tokenizer::manual
               ? SettingText::tr("Tokens are listed in the document; the sentence does not change them:")
               : QString();
}

QString emptyStateText(const Experiment& experiment) {
    if (!experiment.sequence.tokens.empty())
        return experiment.source->tokenizer == Tokenizer::manual
                   ? SettingText::tr(
                         "The second sentence, which keys and values come from, has no tokens yet. "
                         "They are listed in the document: choose another way to split it, or remove it.")
                   : SettingText::tr(
                         "The second sentence, which keys and values come from, is empty: type it "
                         "above, or remove it.");
    switch (experiment.sequence.tokenizer) {
    case Tokenizer::manual:
        return SettingText::tr(
            "There are no tokens yet. They are listed in the document: choose another way to "
            "split the sentence.");
    case Tokenizer::characters:
        return SettingText::tr(
            "Type a sentence above: every character becomes a token, and its attention appears here.");
    case Tokenizer::whitespace:
    case Tokenizer::words:
        return SettingText::tr(
            "Type a sentence above: every word becomes a token, and its attention appears here.");
    }
    return {};
}

QString cellPlace(const Experiment& experiment, const CellRef& cell) {
    const StageInfo& stage = info(cell.stage);
    const Dimensions d = dimensions(experiment);
    return cellPlace(axisLabels(experiment, stage.rows, length(stage.rows, d)), cell.row,
                     axisLabels(experiment, stage.columns, length(stage.columns, d)), cell.column,
                     is_token_axis(stage.columns));
}

} // namespace lab
