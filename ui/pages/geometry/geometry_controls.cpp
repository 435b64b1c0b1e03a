// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/geometry/geometry_controls.h"

#include "ui/document/edits/geometry_edits.h"
#include "ui/document/edits/tip_drag.h"
#include "ui/document/lab_document.h"
#include "ui/pages/page_choices.h"
#include "ui/plots/geometry/geometry_content.h"
#include "ui/plots/shared/cell_names.h"
#include "ui/widgets/menus.h"
#include "ui/widgets/pill_button.h"

#include <QButtonGroup>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

constexpr Index mostInGeometryMenu = 200; // queries, or features, in a menu

QString nameOfAxes(const std::optional<PlaneChoice>& axes) {
    if (!axes)
        return GeometryControls::tr("axes: automatic");
    switch (axes->kind) {
    case PlaneChoice::Kind::components:
        return GeometryControls::tr("axes: principal components");
    case PlaneChoice::Kind::best:
        return GeometryControls::tr("axes: query and most attended key");
    case PlaneChoice::Kind::features:
        break;
    }
    return GeometryControls::tr("axes: d%1, d%2").arg(axes->first + 1).arg(axes->second + 1);
}

} // namespace

GeometryControls::GeometryControls(LabDocument& document, PageChoices& choices, const Theme& theme)
    : ControlRow(theme), m_document(document), m_choices(choices), m_queries(addPill(QString())),
      m_axes(addPill(QString())), m_way(addPill(QString())), m_regions(nullptr), m_whole(nullptr) {
    m_queries->setToolTip(tr("The query that is shown; a token or a number that is pointed at or inspected "
                             "chooses its own"));
    m_queries->setMenu(new QMenu(m_queries));
    connect(m_queries->menu(), &QMenu::aboutToShow, this, &GeometryControls::fillQueries);
    m_axes->setToolTip(
        tr("The plane that vectors are drawn in. Of more than two features it is a projection"));
    m_axes->setMenu(new QMenu(m_axes));
    connect(m_axes->menu(), &QMenu::aboutToShow, this, &GeometryControls::fillAxes);
    m_way->setMenu(new QMenu(m_way));
    m_way->menu()->setToolTipsVisible(true);
    connect(m_way->menu(), &QMenu::aboutToShow, this, &GeometryControls::fillWays);
    connect(&choices, &PageChoices::givesWayChanged, this, &GeometryControls::refresh);
    addFeet();
    m_regions = addPill(tr("Who wins where"));
    m_regions->setCheckable(true);
    m_regions->setToolTip(
        tr("Colours each place by the key that would be attended to most if the query stood there, "
           "the stronger the more it would get, and draws lines of equal score of one key. "
           "Pointing at a key shows what it would get"));
    connect(m_regions, &QAbstractButton::clicked, &choices, &PageChoices::setRegions);
    connect(&choices, &PageChoices::regionsChanged, this, &GeometryControls::refresh);
    m_whole = addPill(tr("Show everything"));
    m_whole->setToolTip(tr("Ctrl and the wheel zoom a plane, the middle button moves it"));
    connect(m_whole, &QAbstractButton::clicked, this, &GeometryControls::wholeWanted);
    connect(&choices, &PageChoices::feetChanged, this, &GeometryControls::refresh);
    setZoomed(false);
    refresh();
}

void GeometryControls::addFeet() {
    auto* group = new QButtonGroup(this);
    const auto addOne = [&](FootNumbers which, const QString& text, const QString& tip) {
        PillButton* pill = addPill(text);
        pill->setCheckable(true);
        pill->setToolTip(tip);
        group->addButton(pill);
        m_feet.emplace_back(which, pill);
        connect(pill, &QAbstractButton::clicked, this, [this, which] { m_choices.setFeet(which); });
    };
    addOne(FootNumbers::scores, tr("Scores"),
           tr("Writes the score at the foot of each key: how far the foot is from the origin, times |q|"));
    addOne(FootNumbers::scaled_scores, tr("Scaled scores"),
           tr("Writes the scaled score at the foot of each key"));
    addOne(FootNumbers::none, tr("No numbers"), tr("Writes no numbers at the feet of keys"));
}

void GeometryControls::setQuery(Index query) {
    m_query = query;
    refresh();
}

void GeometryControls::setTip(const Tip& tip) {
    if (std::exchange(m_tip, tip) != tip)
        refresh();
}

GivesWay GeometryControls::wayOf(const Tip& tip) const {
    const std::vector<GivesWay> ways = ways_to_move(m_document.experiment(), tip);
    const auto chosen = m_choices.givesWay();
    return chosen && std::ranges::find(ways, *chosen) != ways.end() ? *chosen : ways.front();
}

void GeometryControls::setZoomed(bool zoomed) {
    m_whole->setVisible(zoomed);
}

void GeometryControls::refresh() {
    const Experiment& experiment = m_document.experiment();
    for (const auto& [which, pill] : m_feet)
        pill->setChecked(which == m_choices.feet());
    m_regions->setChecked(m_choices.regions());
    if (is_empty(experiment))
        return;
    const Dimensions d = dimensions(experiment);
    const Labels labels = axisLabels(experiment, Axis::query_token, d.n_q);
    m_queries->setText(tr("query %1").arg(quoted(labels, std::min(m_query, d.n_q - 1))));
    m_axes->setText(nameOfAxes(geometryView(experiment).geometry.axes));
    if (m_tip.head >= d.H || m_tip.row >= length(info(m_tip.stage).rows, d))
        m_tip = {StageId::queries, 0, std::min(m_query, d.n_q - 1)}; // it was of another document
    const GivesWay way = wayOf(m_tip);
    m_way->setText(tr("drag: %1").arg(nameOfWay(experiment, m_tip, way)));
    m_way->setToolTip(tr("What gives way when the tip of a vector is dragged. %1")
                          .arg(whatFollows(experiment, m_tip, way)));
}

void GeometryControls::fillQueries() {
    QMenu& menu = *m_queries->menu();
    menu.clear();
    const Experiment& experiment = m_document.experiment();
    const Index count = dimensions(experiment).n_q;
    const Labels labels = axisLabels(experiment, Axis::query_token, count);
    for (Index query = 0; query < std::min(count, mostInGeometryMenu); ++query) {
        QAction* action = menu.addAction(menuEntry(labels.quoted(query), QString::number(query + 1)));
        action->setCheckable(true);
        action->setChecked(query == m_query);
        connect(action, &QAction::triggered, this, [this, query] { emit queryChosen(query); });
    }
}

void GeometryControls::fillWays() {
    QMenu& menu = *m_way->menu();
    menu.clear();
    const Experiment& experiment = m_document.experiment();
    for (const GivesWay way : ways_to_move(experiment, m_tip)) {
        QAction* action = menu.addAction(nameOfWay(experiment, m_tip, way));
        action->setToolTip(whatFollows(experiment, m_tip, way));
        action->setCheckable(true);
        action->setChecked(way == wayOf(m_tip));
        connect(action, &QAction::triggered, this, [this, way] { m_choices.setGivesWay(way); });
    }
}

void GeometryControls::choose(const std::function<void(PlaneChoice&)>& change) {
    GeometryView geometry = geometryView(m_document.experiment()).geometry;
    PlaneChoice axes = geometry.axes.value_or(PlaneChoice{});
    change(axes);
    geometry.axes = axes;
    setGeometryView(m_document, geometry);
}

void GeometryControls::fillAxes() {
    QMenu& menu = *m_axes->menu();
    menu.clear();
    const auto axes = geometryView(m_document.experiment()).geometry.axes;
    const auto addOne = [&](QMenu& to, const QString& text, bool isChosen,
                            const std::function<void()>& chosen) {
        QAction* action = to.addAction(text);
        action->setCheckable(true);
        action->setChecked(isChosen);
        connect(action, &QAction::triggered, this, chosen);
    };
    const auto is = [&](PlaneChoice::Kind kind) { return axes && axes->kind == kind; };
    addOne(menu, tr("Automatic"), !axes, [this] {
        GeometryView geometry = geometryView(m_document.experiment()).geometry;
        geometry.axes.reset();
        setGeometryView(m_document, geometry);
    });
    addOne(menu, tr("Principal components"), is(PlaneChoice::Kind::components),
           [this] { choose([](PlaneChoice& to) { to.kind = PlaneChoice::Kind::components; }); });
    addOne(menu, tr("Query and most attended key"), is(PlaneChoice::Kind::best),
           [this] { choose([](PlaneChoice& to) { to.kind = PlaneChoice::Kind::best; }); });
    menu.addSeparator();
    const Dimensions d = dimensions(m_document.experiment());
    const Index features = std::min(std::max(d.d_k, d.d_v), mostInGeometryMenu);
    const auto addFeatures = [&](const QString& title, Index PlaneChoice::*which, Index PlaneChoice::*other) {
        QMenu* list = menu.addMenu(title);
        for (Index feature = 0; feature < features; ++feature) {
            addOne(*list, tr("d%1").arg(feature + 1),
                   is(PlaneChoice::Kind::features) && (*axes).*which == feature,
                   [this, which, other, feature] {
                       choose([&](PlaneChoice& to) {
                           to.kind = PlaneChoice::Kind::features;
                           if (to.*other == feature)
                               to.*other = to.*which;
                           to.*which = feature;
                       });
                   });
        }
    };
    addFeatures(tr("First axis"), &PlaneChoice::first, &PlaneChoice::second);
    addFeatures(tr("Second axis"), &PlaneChoice::second, &PlaneChoice::first);
}

} // namespace lab
