// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scenes: what a document's view keeps of the window, and the lesson that scenes make. The window itself is
// played here by a value that is kept and shown.
#include "core/edits/snapshots.h"
#include "core/experiment/is_same.h"
#include "core/io/experiment_json.h"
#include "tests/support/document_files.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/examples.h"
#include "ui/document/lab_document.h"
#include "ui/document/scenes.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QTest>

using namespace lab;
using namespace lab::test;

namespace {

using Json = nlohmann::ordered_json;

JsonPtr json(const QString& text) {
    return text.isEmpty() ? nullptr : std::make_shared<const Json>(Json::parse(text.toStdString()));
}

QString text(const JsonPtr& json) {
    return json ? QString::fromStdString(json->dump()) : QString();
}

KeptView onPage(const char* page) {
    KeptView kept;
    kept.page = QString::fromLatin1(page);
    return kept;
}

/// A document whose window shows what is put into `shown`.
struct Class {
    LabDocument document;
    KeptView shown = onPage("explore");
    Scenes scenes{document, [this] { return shown; }};

    Class() {
        Experiment plain = document.experiment();
        plain.snapshots.clear();
        document.replace(plain, {});
        QObject::connect(&document, &LabDocument::placeWanted, &scenes, [this](const ScenePlace& place) {
            Experiment experiment = document.experiment();
            experiment.view = place.view;
            shown = keptView(experiment).kept;
        });
    }
    void keep(const char* page) {
        shown = onPage(page);
        takeScene(document, shown);
    }
    QStringList names() const {
        QStringList all;
        for (std::size_t i = 0; i < scenes.indices().size(); ++i)
            all += scenes.name(i);
        return all;
    }
    /// "explore 1/3": what is shown, and the current scene.
    QString at() const {
        const QString current =
            scenes.current() ? QString::number(*scenes.current() + 1) : QStringLiteral("-");
        return QStringLiteral("%1 %2/%3").arg(shown.page, current).arg(scenes.indices().size());
    }
    void next() { scenes.goTo(scenes.next().value()); }
    void previous() { scenes.goTo(scenes.previous().value()); }
};

} // namespace

class TestSceneOrder : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void keptAndRead_data();
    void keptAndRead();
    void wrongEntries_data();
    void wrongEntries();
    void otherEntriesStay();
    void whatIsScene();
    void names();
    void walks();
    void oneStepForTheNumbers();
    void noStepForTheView();
    void whatIsAnEdit_data();
    void whatIsAnEdit();
    void notes();
    void notesAmongOtherKeys();
    void movedRenamedDeleted();
    void currentIsDeleted();
    void updatedAndDropped();
    void savedAndOpened();
    void anotherDocument();
    void whatIsCovered_data();
    void whatIsCovered();
};

void TestSceneOrder::keptAndRead_data() {
    QTest::addColumn<KeptView>("kept");
    QTest::addColumn<QString>("view");
    const auto row = [](const char* view, auto change) {
        KeptView kept = onPage("links");
        change(kept);
        QTest::newRow(view) << kept << QString(view);
    };
    row(R"({"page":"links"})", [](KeptView&) {});
    row(R"({"page":"links","head":1})", [](KeptView& k) { k.head = 1; });
    row(R"({"page":"links","inspected":{"token":{"index":2}}})", [](KeptView& k) { k.token = {2}; });
    row(R"({"page":"links","inspected":{"cell":{"stage":"weights","head":1,"row":2,"column":0}}})",
        [](KeptView& k) {
            k.cell = {StageId::weights, 1, 2, 0};
        });
    row(R"({"page":"links","inspected":{"parameter":{"name":"W_Q","row":1,"column":3}}})", [](KeptView& k) {
        k.parameter = {ParameterId::W_Q, 1, 3};
    });
    row(R"({"page":"links","inspected":{"cell":{"stage":"output","row":0,"column":1},)"
        R"("parameter":{"name":"W_O","row":0,"column":0}}})",
        [](KeptView& k) {
            k.cell = {StageId::output, 0, 0, 1};
            k.parameter = {ParameterId::W_O, 0, 0};
        });
    row(R"({"page":"links","covered":[{"stage":"weights","row":1,"column":0,"rows":1,"columns":3},)"
        R"({"stage":"scores","head":1,"row":0,"column":0,"rows":3,"columns":3}]})",
        [](KeptView& k) {
            k.covered = {{StageId::weights, 0, {1, 0, 1, 3}}, {StageId::scores, 1, {0, 0, 3, 3}}};
        });
    row(R"({"page":"links","card":"weights"})", [](KeptView& k) { k.alone = StageId::weights; });
    row(R"({"film":{"order":"by_query","grain":"row","place":7},"page":"links"})", [](KeptView& k) {
        k.film = {FilmOrder::by_query, FilmGrain::row, 7};
    });
    row(R"({"film":{"place":96,"before":true},"page":"play"})", [](KeptView& k) {
        k.page = QStringLiteral("play");
        k.film = {FilmOrder::by_stage, {}, 96, true};
    });
}

/// Through a file, too.
void TestSceneOrder::keptAndRead() {
    QFETCH(KeptView, kept);
    QFETCH(QString, view);
    Experiment e = example(QStringLiteral("two-heads"));
    e.view = withKeptView(nullptr, kept);
    QCOMPARE(text(e.view), view);
    for (int round = 0; round < 2; ++round) {
        const ReadView read = keptView(e);
        QVERIFY(read.kept == kept);
        QCOMPARE(read.ignored, QStringList());
        e = read_experiment(write_experiment(e)).value();
    }
}

void TestSceneOrder::wrongEntries_data() {
    QTest::addColumn<QString>("view");
    QTest::addColumn<QStringList>("ignored");
    QTest::addColumn<KeptView>("kept");
    const auto row = [](const char* name, const char* view, const QStringList& ignored,
                        KeptView kept = onPage("links")) {
        QTest::newRow(name) << QString(R"({"page":"links",%1})").arg(view) << ignored << kept;
    };
    KeptView one = onPage("links");
    one.covered = {{StageId::weights, 0, {0, 0, 1, 1}}};
    KeptView cell = onPage("links");
    cell.cell = {StageId::weights, 0, 0, 0};
    row("head that is not there", R"("head":2)", {"head"});
    row("half a head", R"("head":0.5)", {"head"});
    row("head before the first", R"("head":-1)", {"head"});
    row("head as a text", R"("head":"1")", {"head"});
    row("card that is not there", R"("card":"source_inputs")", {"card"});
    row("card as a number", R"("card":3)", {"card"});
    row("inspected text", R"("inspected":"weights")", {"inspected"});
    row("inspected stage", R"("inspected":{"cell":{"stage":"wights","row":0,"column":0}})", {"inspected"});
    row("inspected row", R"("inspected":{"cell":{"stage":"weights","row":6,"column":0}})", {"inspected"});
    row("inspected without a row", R"("inspected":{"cell":{"stage":"weights","column":0}})", {"inspected"});
    row("inspected token", R"("inspected":{"token":{"index":6}})", {"inspected"});
    row("inspected second sentence", R"("inspected":{"token":{"index":0,"side":"source"}})", {"inspected"});
    row("inspected parameter", R"("inspected":{"parameter":{"name":"g_Q","row":0,"column":0}})",
        {"inspected"});
    row("one of two inspected",
        R"("inspected":{"cell":{"stage":"weights","row":0,"column":0},"parameter":{"name":"W_Q","row":99,"column":0}})",
        {"inspected"}, cell);
    row("covered object", R"("covered":{"stage":"weights"})", {"covered"});
    row("covered too much", R"("covered":[{"stage":"weights","row":0,"column":0,"rows":7,"columns":1}])",
        {"covered"});
    row("covered nothing", R"("covered":[{"stage":"weights","row":0,"column":0,"rows":0,"columns":1}])",
        {"covered"});
    row("covered huge", R"("covered":[{"stage":"weights","row":0,"column":0,"rows":1e300,"columns":1}])",
        {"covered"});
    row("one of two covered",
        R"("covered":[{"stage":"nothing","row":0,"column":0},{"stage":"weights","row":0,"column":0}])",
        {"covered"}, one);
    row("all of it", R"("head":9,"card":[],"inspected":[],"covered":1,"film":3)",
        {"head", "card", "inspected", "covered"});
    KeptView film = onPage("links");
    film.film.place = 5; // the rest of it is not of the kind that is read
    row("before a scene as a number", R"("film":{"place":5,"before":1})", {}, film);
    QTest::newRow("page that is none") << R"({"page":3})" << QStringList{"page"} << KeptView();
    QTest::newRow("no view") << QString() << QStringList() << KeptView();
}

void TestSceneOrder::wrongEntries() {
    QFETCH(QString, view);
    QFETCH(QStringList, ignored);
    QFETCH(KeptView, kept);
    Experiment e = example(QStringLiteral("two-heads"));
    e.view = json(view);
    const ReadView read = keptView(e);
    QCOMPARE(read.ignored, ignored);
    QVERIFY(read.kept == kept);
}

void TestSceneOrder::otherEntriesStay() {
    const JsonPtr before = json(R"({"later":{"a":1},"page":"play","head":1,"decimals":2,"film":{"b":2}})");
    QCOMPARE(text(withKeptView(before, onPage("heads"))),
             QString(R"({"later":{"a":1},"page":"heads","decimals":2,"film":{"b":2}})"));
    Class c;
    c.keep("play");
    Experiment e = c.document.experiment();
    Experiment state = *e.snapshots[0].experiment;
    state.view = before;
    e.snapshots[0].experiment = std::make_shared<const Experiment>(state);
    c.document.replace(e, {});
    updateScene(c.document, 0, onPage("heads"));
    QVERIFY(text(c.document.experiment().snapshots[0].experiment->view).contains(R"("later":{"a":1})"));
}

void TestSceneOrder::whatIsScene() {
    const auto isScene = [](const char* view) {
        Experiment state;
        state.view = json(view);
        return is_scene({"x", std::make_shared<const Experiment>(state), nullptr});
    };
    QVERIFY(isScene(R"({"page":"play"})"));
    QVERIFY(!isScene(""));
    QVERIFY(!isScene(R"({"decimals":2})"));
    QVERIFY(!isScene("{}"));
}

/// Each kind is counted on its own.
void TestSceneOrder::names() {
    Class c;
    QCOMPARE(takeScene(c.document, c.shown), QStringLiteral("Scene 1"));
    QCOMPARE(takeSnapshot(c.document), QStringLiteral("Snapshot 1"));
    QCOMPARE(takeScene(c.document, c.shown), QStringLiteral("Scene 2"));
    QCOMPARE(takeSnapshot(c.document), QStringLiteral("Snapshot 2"));
    QCOMPARE(c.names(), (QStringList{"Scene 1", "Scene 2"}));
    QCOMPARE(c.document.undoStack().undoText(), QStringLiteral("Snapshot “Snapshot 2”"));
    for (const char* name : {"Keys", "Keys (2)", "Keys (3)"})
        QCOMPARE(takeScene(c.document, c.shown, QStringLiteral("Keys")), QString::fromLatin1(name));
}

void TestSceneOrder::walks() {
    Class c;
    QVERIFY(!c.scenes.next() && !c.scenes.previous() && !c.scenes.current());
    c.keep("explore");
    takeSnapshot(c.document);
    c.keep("play");
    c.keep("links");
    QCOMPARE(c.at(), QStringLiteral("links 3/3")); // what is kept is where one is
    QVERIFY(!c.scenes.next());
    c.previous();
    QCOMPARE(c.at(), QStringLiteral("play 2/3"));
    c.previous();
    QCOMPARE(c.at(), QStringLiteral("explore 1/3"));
    QVERIFY(!c.scenes.previous());
    // An edit and another page do not change which scene is next.
    setCausal(c.document, true);
    c.shown = onPage("statistics");
    c.next();
    QCOMPARE(c.at(), QStringLiteral("play 2/3"));
    // Opened again, it begins with the first one.
    c.document.replace(Experiment(c.document.experiment()), {});
    QVERIFY(!c.scenes.current());
    c.next();
    QCOMPARE(c.at(), QStringLiteral("explore 1/3"));
}

/// Undo and redo of going to a scene bring what the window showed along.
void TestSceneOrder::oneStepForTheNumbers() {
    Class c;
    c.keep("explore");
    setCausal(c.document, true);
    c.keep("play");
    const int steps = c.document.undoStack().count();
    const Experiment before = c.document.experiment();
    c.shown.head = 0;
    c.shown.cell = {StageId::weights, 0, 1, 1};
    const KeptView shown = c.shown;
    c.previous();
    QCOMPARE(c.document.undoStack().count(), steps + 1);
    QCOMPARE(c.document.undoStack().undoText(), QStringLiteral("To scene “Scene 1”"));
    QVERIFY(!c.document.experiment().mask.causal);
    QCOMPARE(c.at(), QStringLiteral("explore 1/2"));
    c.document.undo();
    QVERIFY(is_same(c.document.experiment(), before));
    QVERIFY(c.shown == shown);
    QCOMPARE(c.at(), QStringLiteral("play 2/2"));
    c.document.redo();
    QVERIFY(!c.document.experiment().mask.causal);
    QCOMPARE(c.at(), QStringLiteral("explore 1/2"));
    c.document.undo();
    QVERIFY(c.shown == shown);
}

void TestSceneOrder::noStepForTheView() {
    Class c;
    c.keep("explore");
    c.keep("play");
    QTemporaryDir folder;
    QVERIFY(!save(c.document, folder.filePath("a.attn")));
    const int steps = c.document.undoStack().count();
    c.previous();
    QCOMPARE(c.at(), QStringLiteral("explore 1/2"));
    QCOMPARE(c.document.undoStack().count(), steps);
    QVERIFY(!c.document.isModified());
}

/// What is done in a document that is as it was saved, of three scenes with other numbers each; it then
/// stands at the third one, whose numbers are those of the document.
void TestSceneOrder::whatIsAnEdit_data() {
    QTest::addColumn<QString>("steps");
    QTest::addColumn<QString>("isChanged"); // after each of them: + or −
    // 1 to 3: to that scene; e, f: edits; a: e taken back by hand; u, r: undo and redo; s: save; R: revert
    for (const auto& [steps, isChanged] :
         {std::pair("123", "---"),  {"12u", "---"},         {"12ur", "----"},
          {"12uur3", "------"},     {"1e", "-+"},           {"1eu", "-+-"},
          {"1ea", "-++"},           {"3ea1u", "-+---"},     {"1e2", "-++"},
          {"1e3", "-++"},           {"1e3fu", "-++++"},     {"1e2u", "-+++"},
          {"1e2uu", "-+++-"},       {"1e2uur", "-+++-+"},   {"1e2uurr", "-+++-++"},
          {"1e2uurr3", "-+++-+++"}, {"1e2uu23", "-+++---"}, {"1e2s", "-++-"},
          {"1e2s31", "-++---"},     {"1e2su", "-++-+"},     {"1s", "--"},
          {"1su", "--+"},           {"1s2u", "----"},       {"1es", "-+-"},
          {"1es2", "-+--"},         {"1es2u", "-+---"},     {"1e2R", "-++-"},
          {"1e2R1", "-++--"},       {"1e2Ru", "-++-+"},     {"e1", "++"},
          {"e1u", "+++"},           {"e1uu", "+++-"}})
        QTest::newRow(steps) << QString::fromLatin1(steps) << QString::fromLatin1(isChanged);
}

void TestSceneOrder::whatIsAnEdit() {
    QFETCH(QString, steps);
    QFETCH(QString, isChanged);
    Class c;
    const auto set = [&](double value) { c.document.setValue(ParameterId::W_Q, 0, 0, value); };
    for (const double value : {0.5, 1.5, 2.5}) {
        set(value);
        c.keep("explore");
    }
    QTemporaryDir folder;
    const auto saved = [&] { QVERIFY(!save(c.document, folder.filePath("a.attn"))); };
    saved();
    QVERIFY(!test::open(c.document, folder.filePath("a.attn")));
    double before = 0;
    const auto now = [&] { return value_at(c.document.experiment(), ParameterId::W_Q, 0, 0); };
    for (qsizetype i = 0; i < steps.size(); ++i) {
        const char step = steps[i].toLatin1();
        if (step >= '1' && step <= '3')
            c.scenes.goTo(static_cast<std::size_t>(step - '1'));
        if (step == 'e')
            before = now();
        if (step == 'e' || step == 'f')
            set(step == 'e' ? 7 : 8);
        if (step == 'a')
            set(before);
        if (step == 'u')
            c.document.undo();
        if (step == 'r')
            c.document.redo();
        if (step == 's')
            saved();
        if (step == 'R')
            c.document.revertToOpened();
        const QString where = steps.first(i + 1) + QString::number(now());
        QVERIFY2(c.document.isModified() == (isChanged[i] == u'+'), qPrintable(where));
    }
}

void TestSceneOrder::notes() {
    Class c;
    c.keep("explore");
    c.keep("play");
    const auto notes = [&](std::size_t which) {
        return QString::fromStdString(notes_of(c.document.experiment().snapshots[which]));
    };
    for (const char* typed : {"A", "As", "Ask"})
        setNotes(c.document, 0, typed);
    setNotes(c.document, 1, "Wait");
    QCOMPARE(notes(0) + notes(1), QString("AskWait"));
    QVERIFY(c.scenes.current() == std::optional<std::size_t>(1)); // still that scene
    QTemporaryDir folder;
    QVERIFY(!save(c.document, folder.filePath("a.attn")));
    updateScene(c.document, 0, onPage("links"));
    QCOMPARE(notes(0), QString("Ask"));
    QVERIFY(!test::open(c.document, folder.filePath("a.attn")));
    QCOMPARE(notes(0) + notes(1), QString("AskWait"));
    setNotes(c.document, 0, "");
    QCOMPARE(notes(0), QString());
    QCOMPARE(c.document.undoStack().undoText(), QString("Notes of “Scene 1”"));
    c.document.undo();
    QCOMPARE(notes(0), QString("Ask"));
    QVERIFY(!c.document.isModified());
    setNotes(c.document, 0, "Ask");
    QVERIFY(!c.document.undoStack().canUndo());
}

/// What else a lesson holds stays, and an id is made once, other than those there are.
void TestSceneOrder::notesAmongOtherKeys() {
    Class c;
    c.keep("explore");
    c.keep("play");
    c.keep("links");
    Experiment e = c.document.experiment();
    e.snapshots[0].unknown_keys = json(R"({"later":1,"lesson":{"id":"scene-1","ask":[{"id":"q"}]}})");
    e.snapshots[2].unknown_keys = json(R"({"lesson":{"id":"abc","notes":7}})");
    const auto keys = [&](std::size_t which) { return text(e.snapshots[which].unknown_keys); };
    QVERIFY(notes_of(e.snapshots[0]).empty() && notes_of(e.snapshots[1]).empty() &&
            notes_of(e.snapshots[2]).empty());
    for (std::size_t i = 0; i < 3; ++i)
        e = with_notes(e, i, "x");
    QCOMPARE(keys(0), QString(R"({"later":1,"lesson":{"id":"scene-1","ask":[{"id":"q"}],"notes":"x"}})"));
    QCOMPARE(keys(1), QString(R"({"lesson":{"id":"scene-2","notes":"x"}})"));
    QCOMPARE(keys(2), QString(R"({"lesson":{"id":"abc","notes":"x"}})"));
    e = with_notes(e, 1, "");
    QCOMPARE(keys(1), QString(R"({"lesson":{"id":"scene-2"}})"));
}

void TestSceneOrder::movedRenamedDeleted() {
    Class c;
    for (const char* page : {"explore", "play", "links"})
        c.keep(page);
    const auto undoes = [&](const QStringList& now, const QString& undo) {
        QCOMPARE(c.names(), now);
        QCOMPARE(c.document.undoStack().undoText(), undo);
        c.document.undo();
        QCOMPARE(c.names(), (QStringList{"Scene 1", "Scene 2", "Scene 3"}));
        QVERIFY(c.scenes.current() == std::optional<std::size_t>(2));
    };
    moveSnapshot(c.document, 2, 0);
    QVERIFY(c.scenes.current() == std::optional<std::size_t>(0));
    undoes({"Scene 3", "Scene 1", "Scene 2"}, "“Scene 3” moved");
    moveSnapshot(c.document, 0, 1);
    undoes({"Scene 2", "Scene 1", "Scene 3"}, "“Scene 1” moved");
    QVERIFY(renameSnapshot(c.document, 2, "end").isEmpty());
    QVERIFY(c.scenes.current() == std::optional<std::size_t>(2));
    undoes({"Scene 1", "Scene 2", "end"}, "Renamed snapshot “Scene 3” to “end”");
    removeSnapshot(c.document, 0);
    QVERIFY(c.scenes.current() == std::optional<std::size_t>(1));
    undoes({"Scene 2", "Scene 3"}, "Snapshot “Scene 1” deleted");
    const int steps = c.document.undoStack().index();
    moveSnapshot(c.document, 1, 1);
    moveSnapshot(c.document, 0, 3);
    moveSnapshot(c.document, 0, std::size_t(-1));
    QCOMPARE(c.document.undoStack().index(), steps);
}

/// The scene that takes its place is the next one.
void TestSceneOrder::currentIsDeleted() {
    Class c;
    for (const char* page : {"explore", "play", "links"})
        c.keep(page);
    c.previous();
    removeSnapshot(c.document, 1);
    QVERIFY(!c.scenes.current());
    QVERIFY(c.scenes.previous() == std::optional<std::size_t>(0));
    c.next();
    QCOMPARE(c.at(), QStringLiteral("links 2/2"));
    removeSnapshot(c.document, 1);
    removeSnapshot(c.document, 0);
    QVERIFY(!c.scenes.next() && !c.scenes.previous());
}

void TestSceneOrder::updatedAndDropped() {
    Class c;
    c.keep("explore");
    takeSnapshot(c.document);
    setCausal(c.document, true);
    const auto kept = [&](std::size_t which) { return c.document.experiment().snapshots[which].experiment; };
    updateScene(c.document, 0, onPage("heads"));
    QVERIFY(kept(0)->mask.causal && kept(0)->snapshots.empty());
    QVERIFY(c.scenes.current() == std::optional<std::size_t>(0));
    QCOMPARE(c.document.undoStack().undoText(), QStringLiteral("“Scene 1” updated"));
    // A snapshot becomes a scene, and a scene a snapshot. The numbers stay.
    updateScene(c.document, 1, onPage("links"));
    QCOMPARE(c.names(), (QStringList{"Scene 1", "Snapshot 1"}));
    dropView(c.document, 0);
    QCOMPARE(c.names(), QStringList{"Snapshot 1"});
    QVERIFY(kept(0)->mask.causal && !kept(0)->view);
    QCOMPARE(c.document.undoStack().undoText(), QStringLiteral("“Scene 1” without its view"));
    c.document.undo();
    QCOMPARE(c.names(), (QStringList{"Scene 1", "Snapshot 1"}));
    c.document.undo();
    c.document.undo();
    QCOMPARE(c.names(), QStringList{"Scene 1"});
    QVERIFY(!kept(0)->mask.causal);
}

void TestSceneOrder::savedAndOpened() {
    Class c;
    c.keep("explore");
    c.shown.covered = {{StageId::weights, 0, {2, 0, 1, 3}}};
    c.shown.page = QStringLiteral("links");
    takeScene(c.document, c.shown);
    QTemporaryDir folder;
    QVERIFY(!save(c.document, folder.filePath("a.attn")));
    const KeptView kept = c.shown;
    c.shown = {};
    QVERIFY(!test::open(c.document, folder.filePath("a.attn")));
    QCOMPARE(c.at(), QStringLiteral(" -/2"));
    c.next();
    c.next();
    QVERIFY(c.shown == kept);
    // Keeping another view is a change that has to be saved.
    updateScene(c.document, 1, onPage("links"));
    QVERIFY(c.document.isModified());
}

void TestSceneOrder::anotherDocument() {
    Class c;
    c.keep("explore");
    QVERIFY(c.scenes.current());
    c.document.openExample("uniform");
    QVERIFY(!c.scenes.current() && !c.scenes.next() && c.scenes.indices().empty());
}

void TestSceneOrder::whatIsCovered_data() {
    QTest::addColumn<std::vector<CellRef>>("opened");
    QTest::addColumn<std::vector<StageBlock>>("left");
    const auto row = [](const char* name, const std::vector<std::pair<Index, Index>>& cells,
                        const std::vector<Block>& blocks) {
        std::vector<CellRef> opened;
        for (const auto& [r, c] : cells)
            opened.push_back({StageId::weights, 0, r, c});
        std::vector<StageBlock> left;
        for (const Block& each : blocks)
            left.push_back({StageId::weights, 0, each});
        QTest::newRow(name) << opened << left;
    };
    row("all", {}, {{0, 0, 3, 3}});
    row("the first", {{0, 0}}, {{0, 1, 1, 2}, {1, 0, 2, 3}});
    row("the middle", {{1, 1}}, {{0, 0, 1, 3}, {1, 0, 1, 1}, {1, 2, 1, 1}, {2, 0, 1, 3}});
    row("a row", {{1, 0}, {1, 1}, {1, 2}}, {{0, 0, 1, 3}, {2, 0, 1, 3}});
    row("a column", {{0, 2}, {1, 2}, {2, 2}}, {{0, 0, 3, 2}});
    row("nothing left", {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}}, {});
}

void TestSceneOrder::whatIsCovered() {
    QFETCH(std::vector<CellRef>, opened);
    QFETCH(std::vector<StageBlock>, left);
    LabDocument document;
    document.cover({{StageId::weights, 0, {0, 0, 3, 3}}});
    for (const CellRef& cell : opened)
        document.openCell(cell);
    QVERIFY(document.cover().left() == left);
    // Covered again from that, the same cells are.
    document.cover(left);
    QVERIFY(document.cover().left() == left);
}

LAB_GUILESS_TEST(TestSceneOrder)
#include "tst_scene_order.moc"
