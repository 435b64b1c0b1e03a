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

HandoutItem handoutMatrix(HeatmapContent content, const QString& heading) {
    HandoutItem item;
    item.html = heading;
    item.parts.push_back({std::move(content), {}, {}});
    return item;
}

/// Whether each head has a matrix of its own.
bool isOfHead(const Experiment& e, ParameterId id) {
    return id == ParameterId::additive && e.scores.additive.size() > 1;
}

void addParameters(std::vector<HandoutItem>& items, StageSource& stages, HeadIndex head, const Theme& theme) {
    const Experiment& e = stages.experiment();
    const std::size_t before = items.size();
    for (const ParameterInfo& each : all_parameters()) {
        if (!is_read(e, each.id) || !parameter(e, each.id))
            continue;
        const bool isPerHead = isOfHead(e, each.id);
        const HeadIndex first = isPerHead ? 0 : head;
        const HeadIndex last = isPerHead ? std::min(e.heads.count, mostHandoutHeads) - 1 : head;
        for (HeadIndex of = first; of <= last; ++of)
            items.push_back(parameterItem(stages, each.id, of, theme));
    }
    if (items.size() > before)
        items.insert(items.begin() + static_cast<std::ptrdiff_t>(before),
                     handoutHeading(HandoutItemText::tr("Parameters")));
}

/// The weights of all heads on one sheet, with one colour bar.
void addHeads(std::vector<HandoutItem>& items, StageSource& stages, const Theme& theme) {
    const HeadIndex count = stages.experiment().heads.count;
    items.push_back(handoutHeading(HandoutItemText::tr("Weights of every head")));
    HandoutItem item = everyHeadItem(stages, StageId::weights);
    item.role = TextRole::small;
    item.html = QStringLiteral("<span style=\"color:%1\">%2</span>")
                    .arg(theme.colours().muted.name(), item.parts.front().content.axisNames());
    if (const HeadIndex more = count - static_cast<HeadIndex>(item.parts.size()); more > 0) {
        items.back().html =
            QStringLiteral("<b>%1</b>")
                .arg(HandoutItemText::tr("Weights of the first %1 heads").arg(item.parts.size()));
        item.html += QStringLiteral("&nbsp; ") +
                     (more == 1 ? HandoutItemText::tr("1 more head is left out")
                                : HandoutItemText::tr("%1 more heads are left out").arg(groupedNumber(more)));
    }
    items.push_back(std::move(item));
}

} // namespace

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

HandoutItem stageItem(StageSource& stages, StageId id, HeadIndex head, const QString& title,
                      const Theme& theme) {
    return handoutMatrix(figureContent(stages, id, head),
                         handoutMatrixHeading(theme, title, formulaText(stages.experiment(), id, head)));
}

HandoutItem parameterItem(StageSource& stages, ParameterId id, HeadIndex head, const Theme& theme) {
    const QString title = QString::fromUtf8(info(id).title.data());
    // The others' symbol is a word of their title.
    const bool hasSymbol = id != ParameterId::additive && id != ParameterId::sink;
    return handoutMatrix(
        handoutParameter(stages, id, head),
        handoutMatrixHeading(theme,
                             isOfHead(stages.experiment(), id)
                                 ? HandoutItemText::tr("%1, head %2").arg(title).arg(head + 1)
                                 : title,
                             hasSymbol ? parameterSymbol(id) : QString()));
}

HandoutItem everyHeadItem(StageSource& stages, StageId id) {
    HandoutItem item;
    const HeadIndex count = std::min(stages.experiment().heads.count, mostHandoutHeads);
    for (HeadIndex each = 0; each < count; ++each)
        item.parts.push_back(
            {figureContent(stages, id, each), HandoutItemText::tr("<b>Head %1</b>").arg(each + 1), {}});
    return item;
}

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
        items.push_back(stageItem(stages, id, head, stageTitle(id), theme));
    if (e.heads.count > 1 && !isLeftOut(StageId::weights))
        addHeads(items, stages, theme);
    return items;
}

} // namespace lab
