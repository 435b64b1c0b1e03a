// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/import/import_texts.h"

#include "core/experiment/captured_attention.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace lab {

namespace {

class ImportTexts {
    Q_DECLARE_TR_FUNCTIONS(ImportTexts)
};

QString tokensText(std::size_t count) {
    return count == 1 ? ImportTexts::tr("1 token")
                      : ImportTexts::tr("%1 tokens").arg(groupedNumber(static_cast<qsizetype>(count)));
}

/// "2 heads of d_k 4, d_v 4, 1 key/value head".
QString headsText(const Dimensions& d) {
    QString text = d.H == 1 ? ImportTexts::tr("1 head, d_k %1, d_v %2").arg(d.d_k).arg(d.d_v)
                            : ImportTexts::tr("%1 heads, d_k %2, d_v %3").arg(d.H).arg(d.d_k).arg(d.d_v);
    if (d.G != d.H)
        text += QStringLiteral(", ") + (d.G == 1 ? ImportTexts::tr("1 key/value head")
                                                 : ImportTexts::tr("%1 key/value heads").arg(d.G));
    return text;
}

/// "Y = softmax(Q·Kᵀ/√d_k)·V·W_O + b_O"; of several heads side by side, "Y = concat(…)·W_O".
QString outputFormula(const Experiment& read) {
    QString text = read.heads.count == 1 ? QStringLiteral("Y = softmax(Q·Kᵀ/√d_k)·V")
                                         : QStringLiteral("Y = concat(softmax(Q·Kᵀ/√d_k)·V)");
    if (read.projection.W_O)
        text += QStringLiteral("·W_O");
    if (read.projection.b_O)
        text += QStringLiteral(" + b_O");
    return text;
}

} // namespace

QString usedText(const ImportPlan& plan) {
    const auto used =
        std::ranges::count_if(plan.arrays, [](const PlannedArray& each) { return !each.taken_for.empty(); });
    return ImportTexts::tr("Named as: %1. Arrays used: %2 of %3.")
        .arg(QString::fromUtf8(plan.family->words.data(), static_cast<qsizetype>(plan.family->words.size())),
             groupedNumber(used), groupedNumber(static_cast<qsizetype>(plan.arrays.size())));
}

QString computedText(const Experiment& read) {
    const Dimensions d = dimensions(read);
    QStringList parts{tokensText(read.sequence.tokens.size())};
    if (gives_captured(read))
        return ImportTexts::tr(
                   "A new document gives exactly these numbers, of %1 and %2: queries and keys are "
                   "zeros, and the scores are added.")
            .arg(parts.constFirst(),
                 d.H == 1 ? ImportTexts::tr("1 head") : ImportTexts::tr("%1 heads").arg(d.H));
    if (read.source)
        parts += ImportTexts::tr("keys and values from a second sentence of %1")
                     .arg(tokensText(read.source->tokens.size()));
    if (has_inputs(read))
        parts += ImportTexts::tr("d_model %1").arg(d.d_model);
    parts += headsText(d);
    if (read.scores.qk_norm)
        parts += ImportTexts::tr("normalised queries and keys");
    if (read.normalization.sink)
        parts += ImportTexts::tr("sinks");
    QString text = ImportTexts::tr("A new document computes %1, with %2.")
                       .arg(outputFormula(read), parts.join(QStringLiteral(", ")));
    if (has_inputs(read) && !has_given_inputs(read))
        text += QLatin1Char(' ') + ImportTexts::tr("There is no X: tokens get seeded vectors.");
    return text + QLatin1Char(' ') +
           ImportTexts::tr("Names do not tell positions, rotary, masks or scale: set them afterwards.");
}

QString replacedText(const Replaced& replaced) {
    QStringList lost;
    if (replaced.has_other_sentence)
        lost += ImportTexts::tr("your sentence, which becomes the %1 that were read")
                    .arg(tokensText(replaced.experiment.sequence.tokens.size()));
    if (replaced.has_other_width)
        lost += ImportTexts::tr("vectors of words, which are cut or get seeded numbers to be %1 wide")
                    .arg(replaced.experiment.embedding.dimension);
    if (replaced.lost_mask)
        lost += ImportTexts::tr("the custom mask and padding");
    if (replaced.lost_added_scores)
        lost += ImportTexts::tr("added scores");
    if (replaced.lost_overrides)
        lost += ImportTexts::tr("overrides of cells that there are no more");
    return lost.isEmpty() ? ImportTexts::tr("Replacing parameters keeps your sentence and options.")
                          : ImportTexts::tr("Replacing parameters keeps your options. What does not fit: %1.")
                                .arg(lost.join(QStringLiteral("; ")));
}

QString questionText(const std::vector<std::string>& names) {
    constexpr std::size_t most = 4;
    QStringList shown;
    for (const std::string& name : names) {
        if (static_cast<std::size_t>(shown.size()) < most)
            shown += shortText(name);
    }
    if (names.size() == 1)
        return ImportTexts::tr("%1 is square, and its name does not tell which way it is stored. "
                               "torch.nn.Linear stores outputs × inputs.")
            .arg(shown.constFirst());
    const QString list = shown.join(QStringLiteral(", "));
    return ImportTexts::tr("%1 are square, and their names do not tell which way they are stored. "
                           "torch.nn.Linear stores outputs × inputs.")
        .arg(names.size() > most ? ImportTexts::tr("%1 and %2 more").arg(list).arg(names.size() - most)
                                 : list);
}

QString problemText(Error error) {
    error.file.clear();
    return shortText(QString::fromStdString(error.message()), 1000);
}

} // namespace lab
