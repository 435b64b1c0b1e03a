// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is wanted follows its words, as overrides of the same cells do, and undo brings it back exactly.
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/token_edits.h"
#include "ui/document/edits/wanted_edits.h"
#include "ui/document/examples.h"
#include "ui/document/lab_document.h"
#include "ui/document/view/learn_view.h"
#include "ui/document/view/view_json.h"

#include <QTest>

#include <random>
#include <set>
#include <tuple>

using namespace lab;
using namespace lab::test;

namespace {

using WantedPlaces = std::set<std::tuple<StageId, HeadIndex, Index, Index, double>>;

/// The same cells are wanted and overridden, of the weights and of the output.
Experiment with_marks(Experiment experiment, std::mt19937& random) {
    const Dimensions d = dimensions(experiment);
    experiment.overrides.clear();
    ViewJson wanted = ViewJson::array(), output = ViewJson::array();
    const auto draws = [&] { return random() % 3 == 0; };
    for (Index row = 0; row < d.n_q; ++row) {
        for (HeadIndex head = 0; head < d.H; ++head) {
            for (Index column = 0; column < d.n_k; ++column) {
                if (!draws())
                    continue;
                const double number = static_cast<double>(random() % 1000) / 1000;
                experiment.overrides.push_back({StageId::weights, head, row, column, number, nullptr});
                wanted.push_back({{"head", head}, {"row", row}, {"column", column}, {"weight", number}});
            }
        }
        for (Index column = 0; column < d.d_out; ++column) {
            if (!draws())
                continue;
            const double number = static_cast<double>(random() % 1000) - 500;
            experiment.overrides.push_back({StageId::output, 0, row, column, number, nullptr});
            output.push_back({{"row", row}, {"column", column}, {"number", number}});
        }
    }
    ViewJson view = objectOf(experiment.view.get());
    view["learn"] = {{"wanted", wanted}, {"output", output}, {"rate", 0.5}};
    experiment.view = viewOf(std::move(view));
    return experiment;
}

WantedPlaces overridden(const Experiment& experiment) {
    WantedPlaces places;
    for (const Override& each : experiment.overrides) {
        if (each.stage == StageId::weights || each.stage == StageId::output)
            places.emplace(each.stage, each.head, each.row, each.column, each.value);
    }
    return places;
}

WantedPlaces wanted(const Experiment& experiment) {
    WantedPlaces places;
    const ViewJson* learn = fieldOf(experiment.view.get(), "learn");
    const auto take = [&](const char* list, StageId stage, const char* number) {
        const ViewJson* cells = fieldOf(learn, list);
        for (const ViewJson& each : cells ? *cells : ViewJson::array())
            places.emplace(stage, each.value("head", HeadIndex(0)), each.at("row").get<Index>(),
                           each.at("column").get<Index>(), each.at(number).get<double>());
    };
    take("wanted", StageId::weights, "weight");
    take("output", StageId::output, "number");
    return places;
}

const QStringList some_words{"sky", "is", "blue", "the", "cat", ""};

/// Edits the sentence in one of the ways of the window.
void edit_words(LabDocument& document, std::mt19937& random) {
    const Experiment& experiment = document.experiment();
    const auto below = [&](std::size_t count) { return static_cast<TokenIndex>(random() % count); };
    const Side side = experiment.source && random() % 2 ? Side::source : Side::sentence;
    const std::size_t count = sequence_of(experiment, side).tokens.size();
    const QString word = some_words[static_cast<qsizetype>(random() % 6)];
    switch (count == 0 ? 4 : random() % 9) {
    case 0:
        return moveToken(document, side, below(count), below(count));
    case 1:
        return removeToken(document, side, below(count));
    case 2:
        return duplicateToken(document, side, below(count));
    case 3:
        return replaceToken(document, side, below(count), word);
    case 4:
        return document.setText("the sky is " + word, side);
    case 5:
        return document.setText(QString::fromStdString(sequence_of(experiment, side).text) + " " + word,
                                side);
    case 6:
        return document.setTokenizer(random() % 2 ? Tokenizer::characters : Tokenizer::whitespace, side);
    case 7:
        return document.setSource(!experiment.source);
    default:
        document.revertToOpened();
    }
}

} // namespace

class TestWantedFollows : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void follows_data();
    void follows();
    void typing();
    void wrongEntriesStay();
    void reverts();
};

void TestWantedFollows::follows_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<unsigned>("seed");
    for (const QString& name : exampleNames()) {
        for (unsigned seed = 1; seed <= 3; ++seed)
            QTest::addRow("%s %u", qPrintable(name), seed) << name << seed;
    }
}

void TestWantedFollows::follows() {
    QFETCH(QString, name);
    QFETCH(unsigned, seed);
    std::mt19937 random(seed);
    LabDocument document;
    document.replace(with_marks(example(name), random), {});
    const QUndoStack& stack = document.undoStack();
    std::vector<WantedPlaces> states{wanted(document.experiment())};
    QCOMPARE(states[0], overridden(document.experiment()));
    for (int step = 0; step < 40; ++step) {
        const auto before = static_cast<std::size_t>(stack.index());
        const unsigned what = random() % 8;
        what == 0 ? document.undo() : what == 1 ? document.redo() : edit_words(document, random);
        const auto index = static_cast<std::size_t>(stack.index());
        const WantedPlaces now = wanted(document.experiment());
        QCOMPARE(now, overridden(document.experiment()));
        QCOMPARE(fieldOf(fieldOf(document.experiment().view.get(), "learn"), "rate")->get<double>(), 0.5);
        if (what > 1 && index >= before) { // a new step, or one merged into the last
            states.resize(index + 1);
            states[index] = now;
        }
        QCOMPARE(now, states[index]);
    }
    while (stack.canUndo())
        document.undo();
    QCOMPARE(wanted(document.experiment()), states[0]);
    QVERIFY(!document.isModified());
}

/// A word that is typed anew within a moment keeps what is wanted of it.
void TestWantedFollows::typing() {
    LabDocument document;
    const std::vector<WantedCell> cells{{0, 1, 2, 0.9}, {0, 2, 0, 0.5}};
    setWanted(document, cells, "wanted");
    for (const char* text : {"sky is blu", "sky is bl", "sky is blu", "sky is blue"})
        document.setText(text);
    QCOMPARE(learnView(document.experiment()).learn.wanted, cells);
    document.setText("the sky is blue");
    QCOMPARE(learnView(document.experiment()).learn.wanted,
             (std::vector<WantedCell>{{0, 2, 3, 0.9}, {0, 3, 1, 0.5}}));
    document.undo();
    QCOMPARE(learnView(document.experiment()).learn.wanted, cells);
    document.redo();
    removeToken(document, Side::sentence, 3);
    QVERIFY(learnView(document.experiment()).learn.wanted.empty());
    document.undo();
    QCOMPARE(learnView(document.experiment()).learn.wanted.size(), 2U);
}

void TestWantedFollows::wrongEntriesStay() {
    LabDocument document;
    Experiment experiment = document.experiment();
    const ViewJson view = ViewJson::parse(
        R"({"learn": {"wanted": [null, 7, {"row": 1.5, "column": 0}, {"row": "x"}, {"row": 2, "column": 2, "weight": 1}],
                      "output": "none"}, "page": "learn"})");
    experiment.view = std::make_shared<const ViewJson>(view);
    document.replace(experiment, {});
    removeToken(document, Side::sentence, 0);
    QCOMPARE(
        QString::fromStdString(document.experiment().view->at("learn").dump()),
        QString(
            R"({"wanted":[null,7,{"row":1.5,"column":0},{"row":"x"},{"row":1,"column":1,"weight":1}],"output":"none"})"));
}

/// Revert brings back what was wanted when the document was opened.
void TestWantedFollows::reverts() {
    LabDocument document;
    setWanted(document, {{0, 1, 2, 0.9}}, "wanted");
    QVERIFY(document.isModified());
    QVERIFY(document.revertToOpened());
    QVERIFY(learnView(document.experiment()).learn.wanted.empty());
    QVERIFY(!document.isModified());
    document.undo();
    QCOMPARE(learnView(document.experiment()).learn.wanted.size(), 1U);
    QVERIFY(!LabDocument().revertToOpened());
}

LAB_GUILESS_TEST(TestWantedFollows)
#include "tst_wanted_follows.moc"
