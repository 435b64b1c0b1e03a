// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scenes in the window: kept, gone to by keys, and arranged in the strip of snapshots, with mouse and
// keyboard.
#include "core/covered.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/examples.h"
#include "ui/document/exercise.h"
#include "ui/document/film_view.h"
#include "ui/pages/links/links_page.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/statistics/statistics_page.h"
#include "ui/selection/selection.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/actions.h"
#include "ui/window/page_stack.h"
#include "ui/window/scenes/window_view.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/snapshot_strip.h"

#include <nlohmann/json.hpp>

#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>

using namespace lab;
using namespace lab::test;

class TestScenes : public WindowTest {
    Q_OBJECT

private slots:
    void keptAndGoneTo();
    void whileTyping();
    void covered();
    void undone();
    void nothingThere();
    void wrongEntries();
    void examples_data();
    void examples();
    void named();
    void title();
    void cardAlone();
    void editsMeanwhile();
    void stripOpensAndCloses();
    void clicked();
    void dragged_data();
    void dragged();
    void dragCancelled();
    void movedByKeys();
    void alongTheStrip();
    void renamed();
    void deleted();
    void menu();
    void manyScroll();
    void rememberedStrip();

private:
    LabWindow& plain(QSize size = {1400, 900});
    LabDocument& document() { return window().document(); }
    SnapshotStrip& strip() { return *window().snapshotStrip(); }
    PillButton& pill(std::size_t which) { return *strip().pills()[which]; }
    void next() { window().press_key(Qt::Key_PageDown, Qt::AltModifier); }
    void previous() { window().press_key(Qt::Key_PageUp, Qt::AltModifier); }
    void keep() {
        window().press_key(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        window().press_key(Qt::Key_Escape); // it keeps its name
    }
    /// Three scenes: on Explore, Play and Links.
    void keepThree();
    QString page() { return window().pages().pageName(); }
    QString said() { return window().status().text(); }
    QStringList names() {
        QStringList all;
        for (const Snapshot& each : document().experiment().snapshots)
            all += QString::fromStdString(each.name);
        return all;
    }
    QStringList shown() {
        QStringList all;
        for (const PillButton* each : strip().pills())
            all += each->badge() + QStringLiteral(" ") + each->text();
        return all;
    }
    void choose(std::size_t which, const QString& entry);
};

/// Without the scenes of the first example.
LabWindow& TestScenes::plain(QSize size) {
    LabWindow& w = openWindow(size);
    Experiment e = w.document().experiment();
    e.snapshots.clear();
    w.document().replace(e, {});
    w.pages().currentWidget()->setFocus();
    return w;
}

void TestScenes::keepThree() {
    plain();
    keep();
    window().press_key(Qt::Key_2, Qt::ControlModifier);
    keep();
    window().press_key(Qt::Key_3, Qt::ControlModifier);
    keep();
    QCOMPARE(names(), (QStringList{"Explore", "Inputs", "Links"}));
    for (std::size_t i = 0; i < 3; ++i)
        QVERIFY(renameSnapshot(document(), i, QStringLiteral("Scene %1").arg(i + 1)).isEmpty());
    QVERIFY(strip().isVisible());
    QCoreApplication::processEvents();
}

void TestScenes::keptAndGoneTo() {
    LabWindow& w = plain();
    document().openExample("two-heads");
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    for (int i = 0; i < 3; ++i)
        w.press_key(Qt::Key_Right);
    const FilmView film = filmView(document().experiment());
    QCOMPARE(film.place, FilmPlace(3));
    w.selection().setHead(1);
    const FilmPlace place = filmView(document().experiment()).place;
    keep();
    QVERIFY2(said().contains("“Inputs” kept"), qPrintable(said()));
    w.press_key(Qt::Key_3, Qt::ControlModifier);
    w.selection().setHead(0);
    w.selection().toggleInspectedToken({2});
    keep();
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    w.click(StageId::weights, {1, 0});
    keep();
    previous();
    QCOMPARE(page(), QString("pageLinks"));
    QVERIFY(w.selection().inspectedToken() == InspectedToken{2} && !w.selection().inspected());
    QVERIFY2(said().contains("Scene 2 of 3: Links"), qPrintable(said()));
    previous();
    QCOMPARE(page(), QString("pagePlay"));
    QCOMPARE(w.selection().head(), HeadIndex(1));
    QCOMPARE(filmView(document().experiment()).place, place);
    QVERIFY(!w.selection().isInspecting());
    next();
    next();
    QCOMPARE(page(), QString("pageExplore"));
    QVERIFY(w.selection().inspected() == (CellRef{StageId::weights, 0, 1, 0}));
    next();
    QVERIFY2(said().contains("This is the last scene"), qPrintable(said()));
    QCOMPARE(page(), QString("pageExplore"));
}

/// The keys work in a text field, which keeps the keyboard, and take what was typed there.
void TestScenes::whileTyping() {
    keepThree();
    window().press_key(Qt::Key_1, Qt::ControlModifier);
    QLineEdit& line = window().sentence().line();
    line.setFocus();
    QTest::keyClick(&line, Qt::Key_End);
    QTest::keyClicks(&line, " now");
    QCOMPARE(document().experiment().sequence.text, std::string("sky is blue now"));
    previous();
    QCOMPARE(page(), QString("pagePlay"));
    QVERIFY(line.hasFocus());
    QCOMPARE(line.text(), QString("sky is blue"));
    document().undo();
    QCOMPARE(line.text(), QString("sky is blue now"));
}

/// Covered again when the scene is gone to, whatever was opened. The keyboard stays where it is.
void TestScenes::covered() {
    LabWindow& w = plain();
    const auto isCovered = [&](Index row, Index column) {
        return is_covered((*w.heatmap(StageId::weights).content().matrix)(row, column));
    };
    ask(document(), StageId::weights, 0, {1, 0, 1, 3});
    keep();
    document().uncover();
    keep();
    QWidget* focused = w.board().card(StageId::scores);
    w.heatmap(StageId::scores).setFocus();
    focused = w.focusWidget();
    previous();
    QVERIFY(isCovered(1, 0) && isCovered(1, 2) && !isCovered(0, 0));
    QCOMPARE(w.focusWidget(), focused);
    document().openCell({StageId::weights, 0, 1, 0});
    QVERIFY(!isCovered(1, 0));
    next();
    QVERIFY(!isCovered(1, 1) && document().cover().isEmpty());
    previous();
    QVERIFY(isCovered(1, 0) && isCovered(1, 2));
}

void TestScenes::undone() {
    LabWindow& w = plain();
    keep();
    setCausal(document(), true);
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    keep();
    w.press_key(Qt::Key_3, Qt::ControlModifier);
    previous();
    QCOMPARE(page(), QString("pageExplore"));
    QVERIFY(!document().experiment().mask.causal);
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(page(), QString("pageLinks"));
    QVERIFY(document().experiment().mask.causal);
    QVERIFY(w.view().lesson().current() == std::optional<std::size_t>(1));
}

void TestScenes::nothingThere() {
    plain();
    next();
    QVERIFY2(said().contains("There is no scene yet"), qPrintable(said()));
    previous();
    QVERIFY2(said().contains("There is no scene yet"), qPrintable(said()));
    window().press_key(Qt::Key_T, Qt::ControlModifier); // no scene
    next();
    QVERIFY2(said().contains("There is no scene yet"), qPrintable(said()));
}

void TestScenes::wrongEntries() {
    plain();
    Experiment e = document().experiment();
    Experiment state = e;
    state.view = std::make_shared<const nlohmann::ordered_json>(nlohmann::ordered_json::parse(
        R"({"page":"slides","head":7,"covered":[{"stage":"weights","row":0,"column":0}],"later":1})"));
    e.snapshots.push_back({"odd", std::make_shared<const Experiment>(state), nullptr});
    document().replace(e, {});
    next();
    QCOMPARE(page(), QString("pageExplore"));
    QVERIFY(document().cover().covers({StageId::weights, 0, 0, 0}));
    QVERIFY2(said().contains("Scene 1 of 1: odd. ") &&
                 said().contains("could not be shown, because it is not there: the head, the page"),
             qPrintable(said()));
    QCOMPARE(document().experiment().snapshots[0].experiment->view->at("later"), 1);
}

void TestScenes::examples_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QList<FilmStep>>("steps");
    QTest::addColumn<Index>("row");
    const auto cell = [](StageId stage, Index row, Index column) {
        return FilmStep{{stage}, {row, 1}, {column, 1}};
    };
    const auto all = [](StageId stage, Index row, Index rows, Index columns) {
        return FilmStep{{stage}, {row, rows}, {0, columns}};
    };
    QTest::newRow("sky") << "sky-is-blue"
                         << QList<FilmStep>{cell(StageId::queries, 0, 0), cell(StageId::keys, 0, 0),
                                            cell(StageId::scores, 2, 0), all(StageId::weights, 2, 1, 3),
                                            cell(StageId::head_outputs, 2, 0)}
                         << Index(2);
    QTest::newRow("journey") << "journey-trainable"
                             << QList<FilmStep>{cell(StageId::queries, 1, 0), all(StageId::keys, 0, 6, 2),
                                                cell(StageId::scores, 1, 0), all(StageId::weights, 1, 1, 6),
                                                all(StageId::head_outputs, 1, 1, 2)}
                             << Index(1);
}

/// Five scenes each, with these steps of the film, which change no number: a lesson leaves nothing to save.
void TestScenes::examples() {
    QFETCH(QString, name);
    QFETCH(QList<FilmStep>, steps);
    QFETCH(Index, row);
    LabWindow& w = openWindow({1400, 900});
    document().openExample(name);
    QCOMPARE(w.view().lesson().scenes().size(), std::size_t(5));
    for (int i = 1; i <= 5; ++i) {
        next();
        QVERIFY2(said().contains(QStringLiteral("Scene %1 of 5").arg(i)), qPrintable(said()));
        QVERIFY2(!said().contains("could not be shown"), qPrintable(said()));
        QCOMPARE(document().cover().covers({StageId::weights, 0, row, 0}), i == 4);
        QCOMPARE(page(), QString("pagePlay"));
        const FilmPlayer& player = w.pages().get<PlayPage>().player();
        QVERIFY2(player.film()->step(player.place()) == steps[i - 1], qPrintable(said()));
        QCOMPARE(w.view().title(), w.view().lesson().name(static_cast<std::size_t>(i - 1)));
    }
    QVERIFY(!document().isModified() && !document().undoStack().canUndo());
}

/// After what it shows, until another name is typed. The keyboard comes back then.
void TestScenes::named() {
    LabWindow& w = plain();
    const auto keepAs = [&](const char* name) {
        QWidget* before = w.focusWidget();
        w.press_key(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(strip().nameLine().hasFocus());
        QTest::keyClicks(&strip().nameLine(), name);
        QTest::keyClick(&strip().nameLine(), Qt::Key_Return);
        QCOMPARE(w.focusWidget(), before);
    };
    w.click(StageId::scores, {1, 0});
    keepAs("");
    w.press_key(Qt::Key_Escape);
    w.board().showAlone(StageId::weights);
    keepAs("");
    w.board().showAll();
    ask(document(), StageId::weights, 0, {1, 0, 1, 3});
    keepAs("");
    document().uncover();
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    w.press_key(Qt::Key_End);
    keepAs("The end");
    QCOMPARE(names(), (QStringList{"Scores", "Attention weights", "Attention weights (2)", "The end"}));
    QTest::mouseDClick(&pill(0), Qt::LeftButton);
    QVERIFY(strip().nameLine().hasFocus());
    QTest::keyClicks(&strip().nameLine(), "Who fits?");
    QTest::keyClick(&strip().nameLine(), Qt::Key_Return);
    QCOMPARE(names().front(), QString("Who fits?"));
}

/// The name of the current scene, as long as what it is about is shown.
void TestScenes::title() {
    LabWindow& w = openWindow({1400, 900});
    document().openExample("sky-is-blue");
    const auto title = [&] { return w.view().title(); };
    QCOMPARE(title(), QString());
    next();
    const QString first = w.view().lesson().name(0);
    QCOMPARE(title(), first);
    FilmPlayer& player = w.pages().get<PlayPage>().player();
    player.step(1); // another query
    QCOMPARE(title(), first);
    player.step(10); // keys
    QCOMPARE(title(), QString());
    player.step(-10);
    QCOMPARE(title(), first);
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(title(), QString());
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    QCOMPARE(title(), first);
    QVERIFY(renameSnapshot(document(), 0, "Questions").isEmpty());
    QCOMPARE(title(), QString("Questions"));
    removeSnapshot(document(), 0);
    QCOMPARE(title(), QString());
    document().undo();
    QCOMPARE(title(), QString("Questions"));
}

void TestScenes::cardAlone() {
    LabWindow& w = plain();
    w.board().showAlone(StageId::scores);
    keep();
    const auto isShown = [&] { return w.view().title() == "Scores"; };
    QVERIFY(isShown());
    w.board().showAll();
    QVERIFY(!isShown());
    keep();
    previous();
    QVERIFY(w.board().alone() == StageId::scores && isShown());
    next();
    QVERIFY(!w.board().alone());
}

/// What was edited is in no scene: going to one says how it comes back, once. The numbers of now can be taken
/// into every scene, whose views may then ask for what is no longer there.
void TestScenes::editsMeanwhile() {
    LabWindow& w = plain();
    w.click(StageId::scores, {2, 0});
    keep();
    w.press_key(Qt::Key_Escape);
    keep();
    const QString undo = "Undo brings yours back";
    previous();
    QVERIFY2(!said().contains(undo), qPrintable(said()));
    document().setText("sky is");
    next();
    QVERIFY2(said().contains(undo), qPrintable(said()));
    QCOMPARE(document().experiment().sequence.text, std::string("sky is blue"));
    previous();
    QVERIFY2(!said().contains(undo), qPrintable(said()));
    document().undo();
    QCOMPARE(document().experiment().sequence.text, std::string("sky is"));
    QVERIFY2(!said().contains(undo), qPrintable(said()));
    choose(0, "Take the numbers of now into every scene");
    for (const Snapshot& each : document().experiment().snapshots)
        QCOMPARE(each.experiment->sequence.text, std::string("sky is"));
    QVERIFY(w.view().lesson().current() == std::optional<std::size_t>(0));
    next();
    QVERIFY2(said().endsWith(": Explore"), qPrintable(said()));
    previous();
    QVERIFY2(said().endsWith("it is not there: what is inspected"), qPrintable(said()));
    document().undo();
    for (const Snapshot& each : document().experiment().snapshots)
        QCOMPARE(each.experiment->sequence.text, std::string("sky is blue"));
}

/// Folded away where there are no snapshots, and until it is wanted.
void TestScenes::stripOpensAndCloses() {
    LabWindow& w = plain();
    w.press_key(Qt::Key_T, Qt::ControlModifier);
    QVERIFY(!w.snapshotStrip());
    w.press_key(Qt::Key_F6);
    QVERIFY(strip().isVisible() && pill(0).hasFocus());
    document().undo();
    QVERIFY(!strip().isVisible());
    QVERIFY(w.focusWidget() && !strip().isAncestorOf(w.focusWidget()));
    document().redo();
    QVERIFY(strip().isVisible());
    w.press_key(Qt::Key_F6);
    QVERIFY(!strip().isVisible());
    keep();
    QVERIFY(strip().isVisible());
    QCOMPARE(shown(), (QStringList{" Snapshot 1", "1 Explore"}));
    QVERIFY(LabWindow::press(LabWindow::button(strip(), "✕")));
    QVERIFY(!strip().isVisible() && !w.actions()[ActionId::snapshot_strip].isChecked());
    w.press_key(Qt::Key_F6);
    QVERIFY(LabWindow::press(LabWindow::button(strip(), "+ Scene")));
    QCOMPARE(shown(), (QStringList{" Snapshot 1", "1 Explore", "2 Explore (2)"}));
}

void TestScenes::clicked() {
    keepThree();
    QVERIFY(pill(2).isChecked() && !pill(0).isChecked());
    QTest::mouseClick(&pill(1), Qt::LeftButton);
    QCOMPARE(page(), QString("pagePlay"));
    QVERIFY(pill(1).isChecked() && !pill(2).isChecked());
    QTest::mouseClick(&pill(1), Qt::LeftButton); // there already
    QVERIFY(pill(1).isChecked());
    // Of a snapshot, only the numbers come back.
    takeSnapshot(document());
    setCausal(document(), true);
    QTest::mouseClick(&pill(3), Qt::LeftButton);
    QVERIFY(!document().experiment().mask.causal && !pill(3).isChecked());
    QCOMPARE(page(), QString("pagePlay"));
    QVERIFY2(said().contains("Back to “Snapshot 1”"), qPrintable(said()));
}

void TestScenes::dragged_data() {
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    QTest::addColumn<QStringList>("order");
    QTest::newRow("to the end") << 0 << 2 << QStringList{"Scene 2", "Scene 3", "Scene 1"};
    QTest::newRow("to the front") << 2 << 0 << QStringList{"Scene 3", "Scene 1", "Scene 2"};
    QTest::newRow("one on") << 0 << 1 << QStringList{"Scene 2", "Scene 1", "Scene 3"};
    QTest::newRow("nowhere") << 1 << 1 << QStringList{"Scene 1", "Scene 2", "Scene 3"};
}

void TestScenes::dragged() {
    QFETCH(int, from);
    QFETCH(int, to);
    QFETCH(QStringList, order);
    keepThree();
    const int steps = document().undoStack().count();
    PillButton& dragged = pill(std::size_t(from));
    const PillButton& target = pill(std::size_t(to));
    const QPoint begin = dragged.rect().center();
    const int beside = to > from ? target.width() / 4 : to < from ? -target.width() / 4 : 20;
    const QPoint end = dragged.mapFromGlobal(target.mapToGlobal(target.rect().center() + QPoint(beside, 0)));
    QTest::mousePress(&dragged, Qt::LeftButton, {}, begin);
    QTest::mouseMove(&dragged, begin + (end - begin) / 2);
    QTest::mouseMove(&dragged, end);
    QTest::mouseRelease(&dragged, Qt::LeftButton, {}, end);
    QCOMPARE(names(), order);
    QCOMPARE(document().undoStack().count(), steps + (from == to ? 0 : 1));
    QCOMPARE(page(), QString("pageLinks")); // a drag is not a click
    QVERIFY(document().scene() ==
            document().experiment().snapshots[std::size_t(order.indexOf("Scene 3"))].experiment);
    if (from != to)
        document().undo();
    QCOMPARE(names(), (QStringList{"Scene 1", "Scene 2", "Scene 3"}));
}

void TestScenes::dragCancelled() {
    keepThree();
    PillButton& dragged = pill(0);
    dragged.setFocus();
    const QPoint end = dragged.mapFromGlobal(pill(2).mapToGlobal(pill(2).rect().center() + QPoint(9, 0)));
    QTest::mousePress(&dragged, Qt::LeftButton, {}, dragged.rect().center());
    QTest::mouseMove(&dragged, end / 2);
    QTest::mouseMove(&dragged, end);
    QTest::keyClick(&dragged, Qt::Key_Escape);
    QTest::mouseRelease(&dragged, Qt::LeftButton, {}, end);
    QCOMPARE(names(), (QStringList{"Scene 1", "Scene 2", "Scene 3"}));
    QCOMPARE(page(), QString("pageLinks"));
}

void TestScenes::movedByKeys() {
    keepThree();
    pill(0).setFocus();
    window().press_key(Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(names(), (QStringList{"Scene 2", "Scene 1", "Scene 3"}));
    QVERIFY(pill(1).hasFocus());
    window().press_key(Qt::Key_Right, Qt::AltModifier);
    window().press_key(Qt::Key_Right, Qt::AltModifier); // is last already
    QCOMPARE(names(), (QStringList{"Scene 2", "Scene 3", "Scene 1"}));
    QVERIFY(pill(2).hasFocus());
    window().press_key(Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(names(), (QStringList{"Scene 2", "Scene 1", "Scene 3"}));
    QCOMPARE(shown(), (QStringList{"1 Scene 2", "2 Scene 1", "3 Scene 3"}));
    QCOMPARE(document().undoStack().undoText(), QString("“Scene 1” moved"));
}

/// Tab reaches one of them, the arrow keys the others. Enter goes there.
void TestScenes::alongTheStrip() {
    keepThree();
    const auto stops = [&] {
        return std::ranges::count_if(strip().pills(), [](const PillButton* each) {
            return (each->focusPolicy() & Qt::TabFocus) == Qt::TabFocus;
        });
    };
    window().press_key(Qt::Key_F6);
    window().press_key(Qt::Key_F6);
    QVERIFY(pill(2).hasFocus());
    QCOMPARE(stops(), 1);
    window().press_key(Qt::Key_Left);
    QVERIFY(pill(1).hasFocus());
    QCOMPARE(page(), QString("pageLinks"));
    window().press_key(Qt::Key_Home);
    QVERIFY(pill(0).hasFocus());
    window().press_key(Qt::Key_Left);
    QVERIFY(pill(0).hasFocus());
    window().press_key(Qt::Key_Return);
    QCOMPARE(page(), QString("pageExplore"));
    QVERIFY(pill(0).hasFocus());
    window().press_key(Qt::Key_End);
    QVERIFY(pill(2).hasFocus());
    QCOMPARE(stops(), 1);
    window().press_key(Qt::Key_Space);
    QCOMPARE(page(), QString("pageLinks"));
}

void TestScenes::renamed() {
    keepThree();
    pill(1).setFocus();
    const auto type = [&](const char* name, Qt::Key key) {
        window().press_key(Qt::Key_F2);
        QVERIFY(strip().nameLine().hasFocus());
        QTest::keyClicks(&strip().nameLine(), name);
        QTest::keyClick(&strip().nameLine(), key);
    };
    type("Softmax", Qt::Key_Return);
    QCOMPARE(names(), (QStringList{"Scene 1", "Softmax", "Scene 3"}));
    QVERIFY(pill(1).hasFocus() && pill(1).isVisible() && !strip().nameLine().isVisible());
    type("x", Qt::Key_Escape);
    QCOMPARE(names(), (QStringList{"Scene 1", "Softmax", "Scene 3"}));
    QVERIFY(pill(1).hasFocus());
    type("Scene 3", Qt::Key_Return); // refused: the line stays open
    QVERIFY2(said().contains("Another snapshot is named “Scene 3”; the name is unchanged"),
             qPrintable(said()));
    QVERIFY(strip().nameLine().hasFocus());
    QTest::keyClicks(&strip().nameLine(), "!");
    window().pages().currentWidget()->setFocus(); // leaving it takes the name
    QCOMPARE(names(), (QStringList{"Scene 1", "Scene 3!", "Scene 3"}));
    QCOMPARE(shown(), (QStringList{"1 Scene 1", "2 Scene 3!", "3 Scene 3"}));
    document().undo();
    document().undo();
    QCOMPARE(names(), (QStringList{"Scene 1", "Scene 2", "Scene 3"}));
    // Its snapshot goes while a name is typed.
    pill(0).setFocus();
    window().press_key(Qt::Key_F2);
    removeSnapshot(document(), 0);
    QVERIFY(!strip().nameLine().isVisible() && pill(0).isVisible());
    QCOMPARE(names(), (QStringList{"Scene 2", "Scene 3"}));
}

void TestScenes::deleted() {
    keepThree();
    pill(2).setFocus();
    window().press_key(Qt::Key_Delete);
    QCOMPARE(names(), (QStringList{"Scene 1", "Scene 2"}));
    QVERIFY(pill(1).hasFocus());
    pill(0).setFocus();
    window().press_key(Qt::Key_Delete);
    QCOMPARE(names(), QStringList{"Scene 2"});
    QVERIFY(pill(0).hasFocus());
    window().press_key(Qt::Key_Delete);
    QVERIFY(!strip().isVisible());
    for (int i = 0; i < 3; ++i)
        document().undo();
    QCOMPARE(shown(), (QStringList{"1 Scene 1", "2 Scene 2", "3 Scene 3"}));
}

void TestScenes::choose(std::size_t which, const QString& entry) {
    const QPoint at = pill(which).rect().center();
    QContextMenuEvent asks(QContextMenuEvent::Mouse, at, pill(which).mapToGlobal(at));
    QApplication::sendEvent(&pill(which), &asks);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu);
    QAction* chosen = nullptr;
    for (QAction* each : menu->actions()) {
        if (each->text().startsWith(entry))
            chosen = each;
    }
    QVERIFY2(chosen, qPrintable(entry));
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(chosen).center());
    QVERIFY(!QApplication::activePopupWidget());
}

void TestScenes::menu() {
    keepThree();
    choose(0, "Go to this scene");
    QCOMPARE(page(), QString("pageExplore"));
    choose(0, "Move to the right");
    QCOMPARE(names(), (QStringList{"Scene 2", "Scene 1", "Scene 3"}));
    choose(1, "Move to the left");
    QCOMPARE(names(), (QStringList{"Scene 1", "Scene 2", "Scene 3"}));
    setCausal(document(), true);
    window().press_key(Qt::Key_6, Qt::ControlModifier);
    choose(0, "Replace with what is shown now");
    QVERIFY(document().experiment().snapshots[0].experiment->mask.causal);
    choose(2, "Go to");
    choose(0, "Go to");
    QCOMPARE(page(), QString("pageStatistics"));
    choose(1, "Keep the numbers only");
    QCOMPARE(shown(), (QStringList{"1 Scene 1", " Scene 2", "2 Scene 3"}));
    choose(1, "Replace with what is shown now, as a scene");
    QCOMPARE(shown(), (QStringList{"1 Scene 1", "2 Scene 2", "3 Scene 3"}));
    choose(1, "Delete");
    QCOMPARE(names(), (QStringList{"Scene 1", "Scene 3"}));
    choose(1, "Rename…");
    QVERIFY(strip().nameLine().hasFocus());
}

/// They stay in one row, which the arrows, the wheel and the keyboard scroll.
void TestScenes::manyScroll() {
    plain({1024, 700});
    for (int i = 0; i < 30; ++i)
        takeScene(document(), window().view().now());
    keep();
    QCoreApplication::processEvents();
    const int height = strip().height();
    QVERIFY2(height < 50, qPrintable(QString::number(height)));
    QVERIFY(strip().width() <= window().width());
    const auto isInSight = [&](std::size_t which) {
        const QWidget* area = strip().findChild<QScrollArea*>()->viewport();
        const QPoint at = pill(which).mapTo(area, pill(which).rect().center());
        return area->rect().contains(at);
    };
    window().press_key(Qt::Key_F6);
    window().press_key(Qt::Key_F6);
    QVERIFY(pill(30).hasFocus() && isInSight(30) && !isInSight(0));
    window().press_key(Qt::Key_Home);
    QVERIFY(isInSight(0) && !isInSight(30));
    QScrollBar* bar = strip().findChild<QScrollArea*>()->horizontalScrollBar();
    QVERIFY(LabWindow::press(LabWindow::button(strip(), "›")));
    QVERIFY(bar->value() > 0);
    const int before = bar->value();
    QVERIFY(!LabWindow::button(strip(), "‹")->visibleRegion().isEmpty());
    QVERIFY(LabWindow::press(LabWindow::button(strip(), "‹")));
    QVERIFY(bar->value() < before);
    // No arrows where all have room.
    while (document().experiment().snapshots.size() > 2)
        removeSnapshot(document(), 0);
    QCoreApplication::processEvents();
    QVERIFY(!LabWindow::button(strip(), "›"));
}

void TestScenes::rememberedStrip() {
    Preferences preferences;
    QVERIFY(!preferences.snapshotStrip);
    preferences.snapshotStrip = true;
    preferences.save();
    QVERIFY(Preferences::load().snapshotStrip);
    openWindow({1400, 900}, 100, preferences);
    QVERIFY(strip().isVisible());
    QCOMPARE(strip().pills().size(), std::size_t(5)); // of the first example
}

LAB_WINDOW_TEST(TestScenes)
#include "tst_scenes.moc"
