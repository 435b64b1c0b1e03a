// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/handout/handout_items.h"

#include "core/base/summary.h"
#include "ui/document/stage_source.h"
#include "ui/figures/figure_parts.h"
#include "ui/figures/handout/handout_text.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr HeadIndex mostHandoutHeads = 96; // drawn in small

class HandoutItemText {
    Q_DECLARE_TR_FUNCTIONS(Handout)
};

Labels handoutNumbers(Index count) {
    QStringList numbers;
    for (Index i = 1; i <= count; ++i)
        numbers += QString::number(i);
    return Labels(std::move(numbers));
}

/// What the rows and columns of a parameter are.
void labelParameter(const Experiment& e, ParameterId id, HeatmapContent& content) {
    content.rowLabels = featureLabels(content.matrix->rows());
    content.columnLabels = featureLabels(content.matrix->cols());
    content.rowAxis = content.columnAxis = HandoutItemText::tr("feature");
    const auto rows = [&](const QString& axis, const Labels& labels) {
        content.rowAxis = axis;
        content.rowLabels = labels;
    };
    if (id == ParameterId::E)
        rows(HandoutItemText::tr("word"), tokenLabels(distinct_tokens(e)));
    else if (id == ParameterId::Q || id == ParameterId::X)
        rows(HandoutItemText::tr("token"), tokenLabels(e.sequence));
    else if (id == ParameterId::K || id == ParameterId::V || id == ParameterId::X_source)
        rows(HandoutItemText::tr("token"), tokenLabels(key_sequence(e)));
    else if (id == ParameterId::position)
        rows(HandoutItemText::tr("position"), handoutNumbers(content.matrix->rows()));
    else if (is_bias(id))
        rows(HandoutItemText::tr("bias"), Labels({QStringLiteral("+ b")}));
    else if (is_gain(id))
        rows(HandoutItemText::tr("gain"), Labels({QStringLiteral("× g")}));
    if (id == ParameterId::sink) {
        const bool isShared = content.matrix->cols() == 1;
        rows(HandoutItemText::tr("sink"), Labels({HandoutItemText::tr("sink")}));
        content.columnAxis = HandoutItemText::tr("head");
        content.columnLabels =
            isShared ? Labels({HandoutItemText::tr("all")}) : handoutNumbers(content.matrix->cols());
    }
    if (id == ParameterId::additive) {
        rows(HandoutItemText::tr("query"), tokenLabels(e.sequence));
        content.columnAxis = HandoutItemText::tr("key");
        content.columnLabels = tokenLabels(key_sequence(e));
        content.masked = content.matrix; // an added −∞ is put there to hide a key
    }
}

/// A parameter as a matrix with labels, in the notation of the document. Of added scores, those of the head.
HeatmapContent handoutParameter(StageSource& stages, ParameterId id, HeadIndex head) {
    const Experiment& e = stages.experiment();
    const auto& additive = e.scores.additive;
    HeatmapContent content;
    content.matrix = id == ParameterId::additive
                         ? additive[additive.size() == 1 ? 0 : static_cast<std::size_t>(head)]
                         : parameter(e, id);
    content.summary = std::make_shared<const MatrixSummary>(summarize(*content.matrix));
    content.style = numberStyle(stages, head);
    content.transposed = e.notation == Notation::columns;
    labelParameter(e, id, content);
    return content;
}

QString handoutMatrixHeading(const Theme& theme, const QString& title, const QString& formula) {
    return QStringLiteral("<b>%1</b>&nbsp; <span style=\"color:%2\">%3</span>")
        .arg(title, theme.colours().muted.name(), formula);
}

HandoutItem handoutHeading(const QString& text) {
    HandoutItem item;
    item.html = QStringLiteral("<b>%1</b>").arg(text.toHtmlEscaped());
    item.role = TextRole::heading;
    item.keepsWithNext = true;
    return item;
}

HandoutItem handoutLine(const QString& html) {
    HandoutItem item;
    item.html = html;
    return item;
}

HandoutItem handoutMatrix(HeatmapContent content, const QString& heading) {
    HandoutItem item;
    item.html = heading;
    item.parts.push_back({std::move(content), {}, {}});
    return item;
}

/// The weights of the first heads, and of the one shown if it is not among them.
std::vector<HeatmapContent> handoutWeights(StageSource& stages) {
    std::vector<HeatmapContent> weights;
    const HeadIndex count = std::min(stages.experiment().heads.count, mostHandoutHeads);
    for (HeadIndex each = 0; each < count; ++each)
        weights.push_back(figureContent(stages, StageId::weights, each));
    return weights;
}

void addParameters(std::vector<HandoutItem>& items, StageSource& stages, HeadIndex head, const Theme& theme) {
    const Experiment& e = stages.experiment();
    const std::size_t before = items.size();
    for (const ParameterInfo& each : all_parameters()) {
        if (!is_read(e, each.id) || !parameter(e, each.id))
            continue;
        const QString title = QString::fromUtf8(each.title.data());
        // The others' symbol is a word of their title.
        const bool hasSymbol = each.id != ParameterId::additive && each.id != ParameterId::sink;
        const bool isPerHead = each.id == ParameterId::additive && e.scores.additive.size() > 1;
        const HeadIndex first = isPerHead ? 0 : head;
        const HeadIndex last = isPerHead ? std::min(e.heads.count, mostHandoutHeads) - 1 : head;
        for (HeadIndex of = first; of <= last; ++of)
            items.push_back(handoutMatrix(
                handoutParameter(stages, each.id, of),
                handoutMatrixHeading(
                    theme, isPerHead ? HandoutItemText::tr("%1, head %2").arg(title).arg(of + 1) : title,
                    hasSymbol ? parameterSymbol(each.id) : QString())));
    }
    if (items.size() > before)
        items.insert(items.begin() + static_cast<std::ptrdiff_t>(before),
                     handoutHeading(HandoutItemText::tr("Parameters")));
}

/// The weights of all heads on one sheet, with one colour bar.
void addHeads(std::vector<HandoutItem>& items, std::vector<HeatmapContent> weights, HeadIndex count,
              const Theme& theme) {
    items.push_back(handoutHeading(HandoutItemText::tr("Weights of every head")));
    HandoutItem item;
    item.role = TextRole::small;
    item.html = QStringLiteral("<span style=\"color:%1\">%2</span>")
                    .arg(theme.colours().muted.name(), weights.front().axisNames());
    if (const HeadIndex more = count - static_cast<HeadIndex>(weights.size()); more > 0) {
        items.back().html =
            QStringLiteral("<b>%1</b>")
                .arg(HandoutItemText::tr("Weights of the first %1 heads").arg(weights.size()));
        item.html += QStringLiteral("&nbsp; ") +
                     (more == 1 ? HandoutItemText::tr("1 more head is left out")
                                : HandoutItemText::tr("%1 more heads are left out").arg(groupedNumber(more)));
    }
    for (std::size_t i = 0; i < weights.size(); ++i)
        item.parts.push_back({std::move(weights[i]), HandoutItemText::tr("<b>Head %1</b>").arg(i + 1), {}});
    items.push_back(std::move(item));
}

} // namespace

std::vector<HandoutItem> handoutItems(StageSource& stages, const HandoutFigure& figure,
                                      const FigureLook& look, const Theme& theme) {
    const Experiment& e = stages.experiment();
    const HeadIndex head = figure.head;
    std::vector<HandoutItem> items;
    if (const QString title = look.title.value_or(handoutTitle(e)); !title.isEmpty())
        items.push_back(handoutHeading(title));
    if (const QString description = handoutDescription(e); !description.isEmpty()) {
        items.push_back(handoutLine(description));
        items.back().isPlain = true;
    }
    for (const QString& line : handoutTokens(e) + handoutSettings(e, head))
        items.push_back(handoutLine(line));
    addParameters(items, stages, head, theme);
    const auto isLeftOut = [&](StageId id) {
        return std::ranges::find(figure.leftOut, id) != figure.leftOut.end();
    };
    std::vector<StageId> shown = boardStages(e);
    std::erase_if(shown, isLeftOut);
    if (!shown.empty())
        items.push_back(handoutHeading(e.heads.count == 1
                                           ? HandoutItemText::tr("Stages")
                                           : HandoutItemText::tr("Stages, head %1").arg(head + 1)));
    for (const StageId id : shown)
        items.push_back(handoutMatrix(figureContent(stages, id, head),
                                      handoutMatrixHeading(theme, stageTitle(id), formulaText(e, id, head))));
    if (e.heads.count > 1 && !isLeftOut(StageId::weights))
        addHeads(items, handoutWeights(stages), e.heads.count, theme);
    return items;
}

} // namespace lab
