// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/drawn_view.h"

#include "ui/plots/compare/comparison.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lab {

namespace {

QString viewText(const char* text) {
    return QCoreApplication::translate("DrawnView", text);
}

QString withHead(const QString& title, const Experiment& experiment, HeadIndex head) {
    return experiment.heads.count == 1 ? title : viewText("%1, head %2").arg(title).arg(head + 1);
}

} // namespace

std::vector<DrawnView> allViews() {
    std::vector<DrawnView> views;
    for (const StageInfo& stage : all_stages())
        views.emplace_back(StagePicture{stage.id, 0});
    views.emplace_back(HeadsPicture{});
    views.emplace_back(OverHeadsPicture{StageId::weights, OverHeads::average});
    views.emplace_back(OverHeadsPicture{StageId::weights, OverHeads::maximum});
    views.emplace_back(SharesPicture{});
    views.emplace_back(HeadSharePicture{});
    views.emplace_back(LinksPicture{});
    views.emplace_back(BoardPicture{});
    views.emplace_back(ComparePicture{});
    views.emplace_back(StatisticsPicture{});
    return views;
}

DrawnView ofHead(DrawnView view, HeadIndex head) {
    std::visit(
        [head](auto& each) {
            if constexpr (requires { each.against; }) // the other may have fewer
                each.head =
                    each.against.experiment ? std::min(head, each.against.experiment->heads.count - 1) : head;
            else if constexpr (requires { each.head; })
                each.head = head;
        },
        view);
    return view;
}

std::optional<HeadIndex> headOf(const DrawnView& view) {
    return std::visit(
        [](const auto& each) -> std::optional<HeadIndex> {
            if constexpr (requires { each.head; })
                return each.head;
            else
                return std::nullopt;
        },
        view);
}

bool hasView(const Experiment& experiment, const DrawnView& view) {
    return std::visit(Cases{[&](const StagePicture& each) { return has_stage(experiment, each.stage); },
                            [&](const ComparePicture& each) {
                                return each.against.experiment &&
                                       whyNotCompared(*each.against.experiment, experiment, {}, each.stage,
                                                      each.head)
                                           .isEmpty();
                            },
                            [&](const VariantsPicture& each) { return has_stage(experiment, each.stage); },
                            [](const auto&) { return true; }},
                      view);
}

QString viewName(const DrawnView& view) {
    return std::visit(
        Cases{[](const StagePicture& each) { return QString::fromUtf8(info(each.stage).name.data()); },
              [](const LinksPicture&) { return QStringLiteral("links"); },
              [](const HeadsPicture&) { return QStringLiteral("heads"); },
              [](const OverHeadsPicture& each) {
                  return each.which == OverHeads::average ? QStringLiteral("average")
                                                          : QStringLiteral("maximum");
              },
              [](const SharesPicture&) { return QStringLiteral("shares"); },
              [](const HeadSharePicture&) { return QStringLiteral("share"); },
              [](const BoardPicture&) { return QStringLiteral("board"); },
              [](const ComparePicture&) { return QStringLiteral("compare"); },
              [](const VariantsPicture&) { return QStringLiteral("variants"); },
              [](const StatisticsPicture&) { return QStringLiteral("statistics"); }},
        view);
}

QString viewTitle(const Experiment& experiment, const DrawnView& view) {
    return std::visit(
        Cases{[&](const StagePicture& each) { return stageTitle(experiment, each.stage, each.head); },
              [&](const LinksPicture& each) { return withHead(viewText("Links"), experiment, each.head); },
              [&](const HeadsPicture& each) {
                  const QString title = stageTitle(each.stage);
                  return experiment.heads.count == 1 ? title : viewText("%1, every head").arg(title);
              },
              [](const OverHeadsPicture& each) { return overHeadsTitle(each.stage, each.which); },
              [](const SharesPicture&) { return viewText("Share of the output"); },
              [](const HeadSharePicture& each) { return headShareTitle(each.head); },
              [&](const BoardPicture& each) {
                  return withHead(viewText("From inputs to output"), experiment, each.head);
              },
              [&](const ComparePicture& each) {
                  return viewText("%1: “%2” and now")
                      .arg(stageTitle(experiment, each.stage, each.head), shortText(each.against.name));
              },
              [&](const VariantsPicture& each) {
                  const bool everyHead = each.variation == Variation::heads;
                  const QString title =
                      everyHead ? stageTitle(each.stage) : stageTitle(experiment, each.stage, each.head);
                  return viewText("%1 by %2").arg(title, variationTitle(each.variation).toLower());
              },
              [&](const StatisticsPicture& each) {
                  return withHead(viewText("Statistics"), experiment, each.head);
              }},
        view);
}

} // namespace lab
