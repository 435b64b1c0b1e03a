// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/handout/handout_text.h"

#include "core/analysis/setting_changes.h"
#include "core/base/number_format.h"
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/options.h"
#include "ui/plots/heatmap/heatmap_content.h"
#include "ui/plots/shared/setting_texts.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/text/number_name.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>

namespace lab {

namespace {

constexpr std::size_t mostTokens = 48;

class HandoutText {
    Q_DECLARE_TR_FUNCTIONS(Handout)
};

QString handoutNumber(double number) {
    return QString::fromStdString(written(number));
}

QString handoutWords(const Said& words) {
    return QString::fromStdString(text_of(words));
}

/// "The<sub>1</sub> sky<sub>2</sub> …".
QString tokensInLine(const Sequence& sequence) {
    QStringList words;
    const std::size_t count = sequence.tokens.size();
    const std::size_t shown = count > mostTokens ? mostTokens : count;
    for (std::size_t i = 0; i < shown; ++i)
        words += QStringLiteral("%1<sub>%2</sub>")
                     .arg(shortText(shownWord(sequence.tokens[i]), 40).toHtmlEscaped())
                     .arg(sequence.offset + static_cast<Index>(i) + 1);
    if (const std::size_t more = count - shown; more > 0)
        words +=
            more == 1
                ? HandoutText::tr("… and 1 more token")
                : HandoutText::tr("… and %1 more tokens").arg(groupedNumber(static_cast<qsizetype>(more)));
    return words.join(QStringLiteral("&nbsp; "));
}

QString sizesLine(const Experiment& experiment) {
    const Dimensions d = dimensions(experiment);
    QStringList sizes;
    if (experiment.source)
        sizes +=
            QStringList{d.n_q == 1 ? HandoutText::tr("1 query") : HandoutText::tr("%1 queries").arg(d.n_q),
                        d.n_k == 1 ? HandoutText::tr("1 key") : HandoutText::tr("%1 keys").arg(d.n_k)};
    else
        sizes += d.n_q == 1 ? HandoutText::tr("1 token") : HandoutText::tr("%1 tokens").arg(d.n_q);
    sizes += handoutWords(name_of_heads(d.H));
    if (d.G != d.H)
        sizes += d.G == 1 ? HandoutText::tr("1 group of keys and values")
                          : HandoutText::tr("%1 groups of keys and values").arg(d.G);
    if (has_inputs(experiment))
        sizes += QStringLiteral("d<sub>model</sub> = %1").arg(d.d_model);
    sizes += QStringLiteral("d<sub>k</sub> = %1").arg(d.d_k);
    sizes += QStringLiteral("d<sub>v</sub> = %1").arg(d.d_v);
    sizes += QStringLiteral("d<sub>out</sub> = %1").arg(d.d_out);
    return sizes.join(QStringLiteral(", "));
}

QString positionsLine(PositionKind kind) {
    switch (kind) {
    case PositionKind::none:
        return HandoutText::tr("no positions added");
    case PositionKind::sinusoidal:
        return HandoutText::tr("sinusoidal positions added");
    case PositionKind::learned:
        return HandoutText::tr("learned positions added");
    }
    return {};
}

QString inputsLine(const Experiment& experiment) {
    if (!has_inputs(experiment))
        return HandoutText::tr("Q, K and V are given");
    const QString vectors = experiment.embedding.inputs == InputKind::rows
                                ? HandoutText::tr("a row for each position")
                                : HandoutText::tr("a vector for each word");
    const QString projection = experiment.projection.kind == ProjectionKind::identity
                                   ? HandoutText::tr("Q = K = V = X")
                                   : HandoutText::tr("Q, K and V by weights");
    return QStringList{vectors, positionsLine(experiment.embedding.position.kind), projection}.join(
        QStringLiteral(", "));
}

QString normLine(const QkNorm& norm) {
    const QString gains = norm.g_Q || norm.g_K ? HandoutText::tr(", with gains") : QString();
    return HandoutText::tr("queries and keys normalised (%1, ε = %2%3)")
        .arg(handoutWords(name_of_norm(norm.kind)), handoutNumber(norm.epsilon), gains);
}

QString rotaryLine(const Experiment& experiment) {
    const Scores& scores = experiment.scores;
    QStringList parts{scores.rotary_frequencies.empty()
                          ? HandoutText::tr("base %1").arg(handoutNumber(scores.rotary_base))
                          : HandoutText::tr("frequencies of its own")};
    parts += scores.rotary_layout == RotaryLayout::half ? HandoutText::tr("half layout")
                                                        : HandoutText::tr("interleaved layout");
    if (scores.rotary_dims)
        parts += HandoutText::tr("the first %1 features").arg(*scores.rotary_dims);
    return HandoutText::tr("rotary positions (%1)").arg(parts.join(QStringLiteral(", ")));
}

/// What happens to the queries, keys and scores before the mask.
QString scoresLine(const Experiment& experiment) {
    const Scores& scores = experiment.scores;
    QStringList parts;
    if (scores.qk_norm)
        parts += normLine(*scores.qk_norm);
    if (scores.rotary)
        parts += rotaryLine(experiment);
    parts += HandoutText::tr("scale %1")
                 .arg(handoutWords(name_of_scale(scores.scale))
                          .replace(QLatin1String("d_k"), QLatin1String("d<sub>k</sub>")));
    if (scores.softcap)
        parts += HandoutText::tr("softcap %1").arg(handoutNumber(*scores.softcap));
    if (scores.bias == ScoreBias::alibi)
        parts += HandoutText::tr("ALiBi");
    if (!scores.additive.empty())
        parts += scores.additive.size() == 1 ? HandoutText::tr("scores added, the same for all heads")
                                             : HandoutText::tr("scores added, for each head");
    return parts.join(QStringLiteral(", "));
}

QString weightsLine(const Experiment& experiment) {
    const Normalization& normalization = experiment.normalization;
    QStringList parts{handoutWords(name_of(normalization.kind))};
    if (temperature_of(normalization) != 1)
        parts += HandoutText::tr("temperature %1").arg(handoutNumber(normalization.temperature));
    if (bias_of(normalization) != 0)
        parts += HandoutText::tr("bias %1").arg(handoutNumber(normalization.bias));
    if (const auto sink = sink_of(normalization, 0))
        parts += normalization.sink->cols() == 1 ? HandoutText::tr("a sink of %1").arg(handoutNumber(*sink))
                                                 : HandoutText::tr("a sink for each head");
    if (experiment.dropout)
        parts += HandoutText::tr("dropout of %1, seed %2")
                     .arg(handoutNumber(experiment.dropout->rate))
                     .arg(experiment.dropout->seed);
    return parts.join(QStringLiteral(", "));
}

} // namespace

QString handoutTitle(const Experiment& experiment) {
    if (!experiment.title.empty())
        return shortText(experiment.title);
    QStringList words;
    for (std::size_t i = 0; i < std::min(experiment.sequence.tokens.size(), mostTokens); ++i)
        words += shownWord(experiment.sequence.tokens[i]);
    return shortText(words.join(QLatin1Char(' ')));
}

QString handoutDescription(const Experiment& experiment) {
    return shortText(experiment.description, shownOfText).trimmed();
}

QStringList handoutTokens(const Experiment& experiment) {
    if (!experiment.source)
        return {tokensInLine(experiment.sequence)};
    return {HandoutText::tr("<b>Queries</b>&nbsp; %1").arg(tokensInLine(experiment.sequence)),
            HandoutText::tr("<b>Keys and values</b>&nbsp; %1").arg(tokensInLine(*experiment.source))};
}

QStringList handoutSettings(const Experiment& experiment, HeadIndex head) {
    QStringList lines{sizesLine(experiment),
                      HandoutText::tr("<b>Inputs</b>&nbsp; %1").arg(inputsLine(experiment)),
                      HandoutText::tr("<b>Scores</b>&nbsp; %1").arg(scoresLine(experiment)),
                      HandoutText::tr("<b>Mask</b>&nbsp; %1")
                          .arg(handoutWords(mask_words(experiment.mask)).toHtmlEscaped()),
                      HandoutText::tr("<b>Weights</b>&nbsp; %1").arg(weightsLine(experiment))};
    for (const StageInfo& stage : all_stages()) {
        const QStringList texts =
            has_stage(experiment, stage.id) ? settingTexts(experiment, stage.id, head) : QStringList();
        if (!texts.isEmpty())
            lines += QStringLiteral("<b>%1</b>&nbsp; %2")
                         .arg(stageTitle(experiment, stage.id, head),
                              texts.join(QStringLiteral("; ")).toHtmlEscaped());
    }
    return lines;
}

} // namespace lab
