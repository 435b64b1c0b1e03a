// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/figure.h"

#include "core/base/comma_list.h"
#include "core/experiment/captured_attention.h"
#include "ui/plots/compare/comparison.h"
#include "ui/plots/heads/shares_content.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lab {

namespace {

class FigureText {
    Q_DECLARE_TR_FUNCTIONS(Figure)
};

QString withHead(const QString& title, const Experiment& experiment, HeadIndex head) {
    return experiment.heads.count == 1 ? title : FigureText::tr("%1, head %2").arg(title).arg(head + 1);
}

} // namespace

std::vector<Figure> allFigures() {
    std::vector<Figure> figures;
    for (const StageInfo& stage : all_stages())
        figures.emplace_back(StageFigure{stage.id, 0});
    figures.emplace_back(HeadsFigure{});
    figures.emplace_back(OverHeadsFigure{StageId::weights, OverHeads::average});
    figures.emplace_back(OverHeadsFigure{StageId::weights, OverHeads::maximum});
    figures.emplace_back(SharesFigure{});
    figures.emplace_back(HeadShareFigure{});
    figures.emplace_back(LinksFigure{});
    figures.emplace_back(BoardFigure{});
    figures.emplace_back(CompareFigure{});
    figures.emplace_back(StatisticsFigure{});
    figures.emplace_back(GeometryFigure{PlaneKind::scores});
    figures.emplace_back(GeometryFigure{PlaneKind::output});
    figures.emplace_back(HandoutFigure{});
    return figures;
}

Figure ofHead(Figure figure, HeadIndex head) {
    std::visit(
        [head](auto& each) {
            if constexpr (requires { each.against; }) // the other experiment may have fewer heads
                each.head =
                    each.against.experiment ? std::min(head, each.against.experiment->heads.count - 1) : head;
            else if constexpr (requires { each.head; })
                each.head = head;
        },
        figure);
    return figure;
}

std::optional<HeadIndex> headOf(const Figure& figure) {
    return std::visit(
        [](const auto& each) -> std::optional<HeadIndex> {
            if constexpr (requires { each.head; })
                return each.head;
            else
                return std::nullopt;
        },
        figure);
}

bool hasFigure(const Experiment& experiment, const Figure& figure) {
    return std::visit(Cases{[&](const StageFigure& each) { return has_stage(experiment, each.stage); },
                            [&](const CompareFigure& each) {
                                return each.against.experiment &&
                                       whyNotCompared(*each.against.experiment, experiment, {}, each.stage,
                                                      each.head)
                                           .isEmpty();
                            },
                            [&](const VariantsFigure& each) { return has_stage(experiment, each.stage); },
                            [&](const SharesFigure&) { return !is_attention_alone(experiment); },
                            [&](const HeadShareFigure&) { return !is_attention_alone(experiment); },
                            [](const auto&) { return true; }},
                      figure);
}

QString figureName(const Figure& figure) {
    return std::visit(
        Cases{[](const StageFigure& each) { return QString::fromUtf8(info(each.stage).name.data()); },
              [](const LinksFigure&) { return QStringLiteral("links"); },
              [](const HeadsFigure&) { return QStringLiteral("heads"); },
              [](const OverHeadsFigure& each) {
                  return each.which == OverHeads::average ? QStringLiteral("average")
                                                          : QStringLiteral("maximum");
              },
              [](const SharesFigure&) { return QStringLiteral("shares"); },
              [](const HeadShareFigure&) { return QStringLiteral("share"); },
              [](const BoardFigure&) { return QStringLiteral("board"); },
              [](const CompareFigure&) { return QStringLiteral("compare"); },
              [](const VariantsFigure&) { return QStringLiteral("variants"); },
              [](const StatisticsFigure&) { return QStringLiteral("statistics"); },
              [](const GeometryFigure& each) {
                  return each.kind == PlaneKind::scores ? QStringLiteral("geometry-scores")
                                                        : QStringLiteral("geometry-output");
              },
              [](const HandoutFigure&) { return QStringLiteral("handout"); }},
        figure);
}

QString lessonTitle(const Experiment& document, bool hasSolution) {
    const QString title = document.title.empty() ? FigureText::tr("Lesson") : shortText(document.title);
    return hasSolution ? FigureText::tr("%1: solution").arg(title) : title;
}

QString figureTitle(const Experiment& experiment, const Figure& figure) {
    return std::visit(
        Cases{[&](const StageFigure& each) { return stageTitle(experiment, each.stage, each.head); },
              [&](const LinksFigure& each) {
                  return each.look.everyHead && experiment.heads.count > 1
                             ? FigureText::tr("Links, every head")
                             : withHead(FigureText::tr("Links"), experiment, each.head);
              },
              [&](const HeadsFigure& each) {
                  QString title = stageTitle(each.stage);
                  if (experiment.heads.count == 1)
                      return title;
                  if (each.order.empty() ||
                      each.order.size() == static_cast<std::size_t>(experiment.heads.count))
                      return FigureText::tr("%1, every head").arg(title);
                  if (each.order.size() == 1)
                      return FigureText::tr("%1, head %2").arg(title).arg(each.order.front() + 1);
                  const std::string heads = comma_list(each.order, [](HeadIndex head) { return head + 1; });
                  return FigureText::tr("%1, heads %2").arg(title, QString::fromStdString(heads));
              },
              [](const OverHeadsFigure& each) { return overHeadsTitle(each.stage, each.which); },
              [](const SharesFigure&) { return FigureText::tr("Share of the output"); },
              [](const HeadShareFigure& each) { return headShareTitle(each.head); },
              [&](const BoardFigure& each) {
                  return withHead(FigureText::tr("From inputs to output"), experiment, each.head);
              },
              [&](const CompareFigure& each) {
                  const QString stage = stageTitle(experiment, each.stage, each.head);
                  const QString before = shortText(each.against.name);
                  return each.name.empty()
                             ? FigureText::tr("%1: “%2” and now").arg(stage, before)
                             : FigureText::tr("%1: “%2” and “%3”").arg(stage, before, shortText(each.name));
              },
              [&](const VariantsFigure& each) {
                  const bool everyHead = each.variation == Variation::heads;
                  const QString title =
                      everyHead ? stageTitle(each.stage) : stageTitle(experiment, each.stage, each.head);
                  return FigureText::tr("%1 by %2").arg(title, variationTitle(each.variation).toLower());
              },
              [&](const StatisticsFigure& each) {
                  return withHead(FigureText::tr("Statistics"), experiment, each.head);
              },
              [&](const GeometryFigure& each) {
                  return withHead(planeTitle(each.kind), experiment, each.head);
              },
              [&](const HandoutFigure& each) {
                  if (each.isLesson)
                      return lessonTitle(experiment, each.hasSolution);
                  return withHead(FigureText::tr("Handout"), experiment, each.head);
              }},
        figure);
}

} // namespace lab
