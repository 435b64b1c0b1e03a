// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/drawn_view.h"

#include <QCoreApplication>

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
    views.emplace_back(LinksPicture{});
    views.emplace_back(BoardPicture{});
    views.emplace_back(StatisticsPicture{});
    return views;
}

DrawnView ofHead(DrawnView view, HeadIndex head) {
    std::visit(Cases{[](HeadsPicture&) {}, [head](auto& each) { each.head = head; }}, view);
    return view;
}

bool hasView(const Experiment& experiment, const DrawnView& view) {
    const auto* stage = std::get_if<StagePicture>(&view);
    return !stage || has_stage(experiment, stage->stage);
}

QString viewName(const DrawnView& view) {
    return std::visit(
        Cases{[](const StagePicture& each) { return QString::fromUtf8(info(each.stage).name.data()); },
              [](const LinksPicture&) { return QStringLiteral("links"); },
              [](const HeadsPicture&) { return QStringLiteral("heads"); },
              [](const BoardPicture&) { return QStringLiteral("board"); },
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
              [&](const BoardPicture& each) {
                  return withHead(viewText("From inputs to output"), experiment, each.head);
              },
              [&](const StatisticsPicture& each) {
                  return withHead(viewText("Statistics"), experiment, each.head);
              }},
        view);
}

} // namespace lab
