// SPDX-License-Identifier: GPL-3.0-or-later
//
// The page Geometry: which query and which plane it shows, what is pointed at here and elsewhere, and its
// table.
#include "tests/support/golden.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "tests/support/turned_wheel.h"
#include "ui/document/edits/geometry_edits.h"
#include "ui/document/kept_view.h"
#include "ui/pages/geometry/geometry_controls.h"
#include "ui/pages/geometry/geometry_page.h"
#include "ui/plots/geometry/plane_plot.h"
#include "ui/widgets/pill_button.h"

#include <QAccessible>
#include <QAccessibleTableInterface>
#include <QMenu>

#include <algorithm>

using namespace lab;
using namespace lab::test;

class TestGeometryPage : public WindowTest {
    Q_OBJECT

private slots:
    void followsTheQuery();
    void keepsTheQuery();
    void pointedAtHere();
    void pointedAtElsewhere();
    void clicked();
    void byKeyboard();
    void zoomed();
    void numbersAtFeet();
    void axesAreChosen();
    void staysInPlanesDuringADrag();
    void keptWithScenes_data();
    void keptWithScenes();
    void besideOrBelow();
    void accessibleTable();
    void otherHead();
    void emptied();

private:
    GeometryPage& page() { return *window().findChild<GeometryPage*>(); }
    PlanePlot& scores() { return page().plot(PlaneKind::scores); }
    PlanePlot& output() { return page().plot(PlaneKind::output); }
    const PlaneContent& content() { return scores().scene().content; }
    LabWindow& openGeometry(const char* name = "sky-is-blue") {
        LabWindow& w = window();
        w.document().openExample(name);
        w.pages().open<GeometryPage>();
        QTest::qWait(20);
        return w;
    }
    QPoint pixelOf(PlanePlot& plot, std::size_t tip) {
        QCoreApplication::processEvents(); // what is around the plane may have changed its size
        return plot.scene().pixelOf(tip).toPoint();
    }
};

void TestGeometryPage::followsTheQuery() {
    LabWindow& w = openGeometry();
    QCOMPARE(content().query, 2); // the last one
    QCOMPARE(output().scene().content.query, 2);
    w.selection().setHoveredToken(InspectedToken{0, Side::sentence});
    QCOMPARE(content().query, 0);
    QCOMPARE(output().scene().content.query, 0);
    w.selection().setHoveredToken(std::nullopt);
    QCOMPARE(content().query, 2);
    w.selection().setHovered(CellRef{StageId::weights, 0, 1, 0});
    QCOMPARE(content().query, 1);
    w.selection().setHovered(CellRef{StageId::keys, 0, 0, 0}); // no query's
    QCOMPARE(content().query, 2);
    w.selection().setHovered(std::nullopt);
    QVERIFY(page().controls().queries().text().contains("blue"));
}

/// An inspected query is shown until another one is, or is chosen from the menu.
void TestGeometryPage::keepsTheQuery() {
    LabWindow& w = openGeometry();
    w.selection().inspect(CellRef{StageId::scores, 0, 1, 2});
    QCOMPARE(content().query, 1);
    w.selection().clearInspected();
    QCOMPARE(content().query, 1);
    QVERIFY(!w.document().isModified());
    emit page().controls().queryChosen(0);
    QCOMPARE(content().query, 0);
    QCOMPARE(geometryView(w.document().experiment()).geometry.query, std::optional<TokenIndex>(0));
}

void TestGeometryPage::pointedAtHere() {
    LabWindow& w = openGeometry();
    QTest::mouseMove(&scores(), pixelOf(scores(), 2));
    QCOMPARE(w.selection().hovered(), std::optional(CellRef{StageId::scores, 0, 2, 1}));
    QCOMPARE(output().marks().key, std::optional<TokenIndex>(1));
    QCOMPARE(scores().marks().key, std::optional<TokenIndex>(1));
    QTest::mouseMove(&output(), pixelOf(output(), 1));
    QCOMPARE(w.selection().hovered(), std::optional(CellRef{StageId::weights, 0, 2, 0}));
    QCOMPARE(scores().marks().key, std::optional<TokenIndex>(0));
    QTest::mouseMove(&scores(), pixelOf(scores(), 0));
    QCOMPARE(w.selection().hoveredToken(), std::optional(InspectedToken{2, Side::sentence}));
    QTest::mouseMove(&scores(), QPoint(scores().width() - 2, 2));
    QVERIFY(!w.selection().hovered() && !w.selection().hoveredToken());
    QVERIFY(!scores().marks().key);
}

void TestGeometryPage::pointedAtElsewhere() {
    LabWindow& w = openGeometry();
    w.selection().setHovered(CellRef{StageId::values, 0, 1, 0});
    QCOMPARE(scores().marks().key, std::optional<TokenIndex>(1));
    QCOMPARE(output().marks().key, std::optional<TokenIndex>(1));
    w.selection().setHovered(std::nullopt);
    QVERIFY(!scores().marks().key);
    w.selection().inspect(CellRef{StageId::weights, 0, 2, 0});
    QCOMPARE(output().marks().key, std::optional<TokenIndex>(0));
}

void TestGeometryPage::clicked() {
    LabWindow& w = openGeometry();
    QTest::mouseClick(&scores(), Qt::LeftButton, {}, pixelOf(scores(), 1));
    QCOMPARE(w.selection().inspected(), std::optional(CellRef{StageId::scores, 0, 2, 0}));
    QTest::mouseClick(&output(), Qt::LeftButton, {}, pixelOf(output(), 3));
    QCOMPARE(w.selection().inspected(), std::optional(CellRef{StageId::weights, 0, 2, 2}));
    QTest::mouseClick(&scores(), Qt::LeftButton, {}, pixelOf(scores(), 0));
    QCOMPARE(w.selection().inspectedToken(), std::optional(InspectedToken{2, Side::sentence}));
}

/// Along the tips, from the query on, each said in words.
void TestGeometryPage::byKeyboard() {
    LabWindow& w = openGeometry();
    scores().setFocus(Qt::TabFocusReason);
    QCOMPARE(scores().cursor(), std::optional<std::size_t>(0));
    QVERIFY(scores().accessibleDescription().startsWith("query of “blue”"));
    w.press_key(Qt::Key_Down);
    w.press_key(Qt::Key_Right);
    QCOMPARE(scores().cursor(), std::optional<std::size_t>(2));
    QVERIFY2(scores().accessibleDescription().startsWith("key of “is”"),
             qPrintable(scores().accessibleDescription()));
    QCOMPARE(w.selection().hovered(), std::optional(CellRef{StageId::scores, 0, 2, 1}));
    w.press_key(Qt::Key_End);
    QCOMPARE(scores().cursor(), std::optional<std::size_t>(3));
    w.press_key(Qt::Key_Right);
    QCOMPARE(scores().cursor(), std::optional<std::size_t>(3));
    w.press_key(Qt::Key_Up);
    w.press_key(Qt::Key_Return);
    QCOMPARE(w.selection().inspected(), std::optional(CellRef{StageId::scores, 0, 2, 1}));
    w.press_key(Qt::Key_Home);
    QCOMPARE(scores().cursor(), std::optional<std::size_t>(0));
    output().setFocus(Qt::OtherFocusReason);
    QVERIFY(!scores().cursor());
}

/// What is under the pointer stays there; one button shows everything again.
void TestGeometryPage::zoomed() {
    openGeometry();
    const double unit = scores().scene().part.unit;
    const QPoint at = pixelOf(scores(), 1);
    turn_wheel(scores(), at, {0, 120}, Qt::ControlModifier);
    QVERIFY(scores().isZoomed());
    QVERIFY(scores().scene().part.unit < unit);
    QVERIFY(QLineF(scores().scene().pixelOf(1), at).length() < 2);
    const QPointF before = scores().scene().pixelOf(1);
    QTest::mousePress(&scores(), Qt::MiddleButton, {}, {50, 50});
    QTest::mouseMove(&scores(), {80, 70});
    QTest::mouseRelease(&scores(), Qt::MiddleButton, {}, {80, 70});
    QVERIFY(QLineF(scores().scene().pixelOf(1), before + QPointF(30, 20)).length() < 1);
    QVERIFY(page().controls().whole().isVisible());
    QVERIFY(LabWindow::press(&page().controls().whole()));
    QVERIFY(!scores().isZoomed());
    QCOMPARE(scores().scene().part.unit, unit);
    QVERIFY(!page().controls().whole().isVisible());
    turn_wheel(scores(), at, {0, 120});
    QVERIFY(!scores().isZoomed());
}

void TestGeometryPage::numbersAtFeet() {
    LabWindow& w = openGeometry();
    QCOMPARE(scores().scene().numbers, FootNumbers::scores);
    const auto numbers = [&] {
        return std::ranges::count_if(scores().scene().labels, &PlaneScene::Label::isNumber);
    };
    QVERIFY(numbers() > 0);
    QVERIFY(LabWindow::press(w.button(page(), "No numbers")));
    QCOMPARE(numbers(), 0);
    QVERIFY(LabWindow::press(w.button(page(), "Scaled scores")));
    QCOMPARE(scores().scene().numbers, FootNumbers::scaled_scores);
    QCOMPARE(std::get<GeometryFigure>(*page().figure()).numbers, FootNumbers::scaled_scores);
}

void TestGeometryPage::axesAreChosen() {
    LabWindow& w = openGeometry();
    const auto choose = [&](const QString& entry) {
        QMenu& menu = *page().controls().axes().menu();
        emit menu.aboutToShow();
        for (QAction* action : menu.actions()) {
            if (action->text() == entry)
                return action->trigger();
        }
        QFAIL(qPrintable(entry));
    };
    choose("Principal components");
    QVERIFY(content().axisName(0).contains("principal component"));
    QVERIFY(!w.document().isModified());
    QCOMPARE(page().controls().axes().text(), QString("axes: principal components"));
    choose("Query and most attended key");
    QVERIFY(content().axisName(0).contains("query"));
    choose("Automatic");
    QCOMPARE(content().axisName(0), QString("feature 1"));
    QVERIFY(geometryView(w.document().experiment()).geometry == GeometryView{});
}

/// Neither the plane nor the part of it that is seen moves under the pointer.
void TestGeometryPage::staysInPlanesDuringADrag() {
    LabWindow& w = openGeometry();
    setGeometryView(w.document(), {PlaneChoice{PlaneChoice::Kind::components}, {}});
    const auto direction = [&] { return RowVector(content().plane.axes[0].direction); };
    const RowVector before = direction();
    const double unit = scores().scene().part.unit;
    const QPointF tip = content().own().at;
    w.document().preview(ParameterId::W_Q, 0, 0, 0.3);
    QVERIFY(direction() == before);
    QCOMPARE(scores().scene().part.unit, unit);
    QVERIFY(content().own().at != tip);
    w.document().preview(ParameterId::W_Q, 0, 0, 40); // out of sight, were the plane not wider now
    QVERIFY(direction() == before);
    QVERIFY(scores().scene().part.unit > unit);
    QVERIFY(scores().scene().area.contains(scores().scene().pixelOf(0).toPoint()));
    w.document().commitPreview();
    QVERIFY(direction() != before);
    QVERIFY(scores().scene().part.unit != unit);
}

void TestGeometryPage::keptWithScenes_data() {
    QTest::addColumn<QString>("entry");
    QTest::addColumn<bool>("right");
    QTest::newRow("both") << R"({"query": 1, "axes": "2,1"})" << true;
    QTest::newRow("components") << R"({"axes": "pca"})" << true;
    QTest::newRow("no such query") << R"({"query": 3})" << false;
    QTest::newRow("half a query") << R"({"query": 0.5})" << false;
    QTest::newRow("no such feature") << R"({"axes": "1,9"})" << false;
    QTest::newRow("a feature twice") << R"({"axes": "1,1"})" << false;
    QTest::newRow("a number") << R"({"axes": 1})" << false;
    QTest::newRow("a list") << "[1]" << false;
}

/// A scene keeps the query and the axes, and what is wrong of it is left out and said.
void TestGeometryPage::keptWithScenes() {
    QFETCH(QString, entry);
    QFETCH(bool, right);
    Experiment experiment = load_golden("sky-is-blue").experiment;
    const std::string text = R"({"page": "geometry", "geometry": )" + entry.toStdString() + "}";
    experiment.view = std::make_shared<const nlohmann::ordered_json>(nlohmann::ordered_json::parse(text));
    const ReadView read = keptView(experiment);
    QCOMPARE(read.ignored.contains("geometry"), !right);
    QVERIFY(read.kept.geometry.has_value());
    Experiment again = experiment;
    again.view = withKeptView(nullptr, read.kept);
    QCOMPARE(keptView(again).kept.geometry == read.kept.geometry, true);
    QCOMPARE(read.kept.geometry != GeometryView{}, right);
}

void TestGeometryPage::besideOrBelow() {
    openWindow({1400, 900});
    openGeometry();
    QVERIFY(page().isAbreast());
    QCOMPARE(scores().mapTo(&page(), QPoint()).y(), output().mapTo(&page(), QPoint()).y());
    window().resize(500, 900);
    QTRY_VERIFY(!page().isAbreast());
    QVERIFY(scores().mapTo(&page(), QPoint()).y() < output().mapTo(&page(), QPoint()).y());
}

void TestGeometryPage::accessibleTable() {
    openGeometry();
    QAccessibleInterface* plane = QAccessible::queryAccessibleInterface(&scores());
    QVERIFY(plane);
    QCOMPARE(plane->role(), QAccessible::Table);
    auto* table = plane->tableInterface();
    QVERIFY(table);
    QCOMPARE(table->rowCount(), 4);
    QCOMPARE(table->columnCount(), 6);
    QCOMPARE(table->rowDescription(1), QString("k sky"));
    QCOMPARE(table->columnDescription(3), QString("score"));
    QCOMPARE(table->cellAt(1, 0)->text(QAccessible::Name), content().describe(1));
    QCOMPARE(table->cellAt(1, 3)->text(QAccessible::Value), content().entry(1, 2));
    QVERIFY(!table->cellAt(4, 0));
}

void TestGeometryPage::otherHead() {
    LabWindow& w = openGeometry("two-heads");
    const QPointF first = content().own().at;
    w.selection().setHead(1);
    QVERIFY(content().own().at != first);
    QCOMPARE(content().head, 1);
    QCOMPARE(std::get<GeometryFigure>(*page().figure()).head, 1);
}

void TestGeometryPage::emptied() {
    LabWindow& w = openGeometry();
    w.type_sentence({});
    QVERIFY(!scores().isVisible());
    w.type_sentence("sky is");
    QVERIFY(scores().isVisible());
    QCOMPARE(content().query, 1);
    QCOMPARE(content().tips.size(), 3U);
}

LAB_WINDOW_TEST(TestGeometryPage)
#include "tst_geometry_page.moc"
