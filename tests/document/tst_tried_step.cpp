// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the examples ask: each question can be asked, none is answered as the example opens, and each is
// answered by what its text suggests. The step is neither in the document nor an edit of it.
#include "core/edits/dictionary.h"
#include "core/edits/next_word.h"
#include "core/edits/sentence.h"
#include "core/edits/tokens.h"
#include "core/experiment/is_same.h"
#include "core/lesson/goal.h"
#include "core/lesson/step_numbers.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/example_text.h"
#include "ui/document/examples.h"
#include "ui/document/lab_document.h"
#include "ui/document/lesson/example_questions.h"
#include "ui/document/lesson/tried_step.h"

#include <QSignalSpy>
#include <QTest>

#include <functional>
#include <map>

using namespace lab;
using namespace lab::test;

namespace {

using Doing = std::function<Experiment(const Experiment&)>;

Doing cell(ParameterId id, Index row, Index column, double value) {
    return [=](const Experiment& e) { return with_cell(e, id, row, column, value); };
}

Doing word(const std::string& text, Index feature, double value) {
    return [=](const Experiment& e) { return with_word_value(e, text, feature, value); };
}

Doing option(const std::function<void(Experiment&)>& set) {
    return [=](const Experiment& e) {
        Experiment next = e;
        set(next);
        return next;
    };
}

Doing moved(Side side, TokenIndex from, TokenIndex to) {
    return [=](const Experiment& e) { return with_token_moved(e, side, from, to); };
}

const Doing scaled = option([](Experiment& e) { e.scores.scale.reset(); });
const Doing placeless = [](const Experiment& e) { return with_position(e, PositionKind::none).value(); };

/// What reaches the goals of an example, by their ids; those of `undone` begin with the example as opened.
struct Deeds {
    std::map<std::string, Doing> edits;
    std::string undone = {};
};

std::map<QString, Deeds> allDeeds() {
    using enum ParameterId;
    return {
        {"sky-is-blue",
         {{{"drag", cell(W_Q, 0, 0, -2)}, {"causal", option([](Experiment& e) { e.mask.causal = true; })}}}},
        {"two-heads", {{{"drag-wo", cell(W_O, 0, 0, 1)}}}},
        {"journey-without-weights", {{{"scale", scaled}, {"vector", word("journey", 2, 2)}}}},
        {"journey-sum-normalised", {{{"negative", word("journey", 0, -3)}}}},
        {"journey-naive-softmax",
         {{{"overflow", word("journey", 2, 40)},
           {"softmax", option([](Experiment& e) { e.normalization.kind = NormalizationKind::softmax; })}}}},
        {"journey-trainable", {{{"key", cell(W_K, 0, 0, 5)}, {"value", cell(W_V, 0, 0, 5)}}}},
        {"journey-self-attention-v1", {{{"negative", cell(W_Q, 1, 0, -2)}}}},
        {"journey-self-attention-v2", {{{"sharp", cell(W_Q, 1, 1, 10)}}}},
        {"column-vectors-with-biases", {}},
        {"numeric-encoder", {{{"unscale", option([](Experiment& e) { e.scores.scale = 1; })}}}},
        {"numeric-decoder", {{{"unmask", option([](Experiment& e) { e.mask.causal = false; })}}}},
        {"uniform", {{{"ask", cell(W_Q, 0, 0, 1)}}}},
        {"same-word", {{{"no-cat", cell(W_K, 1, 1, 0)}}}},
        {"previous-word", {{{"no-position", placeless}, {"swap", moved(Side::sentence, 2, 1)}}, "swap"}},
        {"first-token-sink", {{{"wake", cell(b_Q, 0, 0, 0)}}}},
        {"saturated-softmax", {{{"scale", scaled}}}},
        {"two-heads-about-it", {{{"not-alive", word("animal", 4, 0)}}}},
        {"word-order", {{{"not-black", word("black", 2, 0)}, {"move", moved(Side::source, 2, 1)}}, "move"}},
        {"twelve-heads", {{{"no-position", placeless}}}},
        {"llama-head", {{{"no-rotary", option([](Experiment& e) { e.scores.rotary = false; })}}}},
        {"gemma-head", {{{"uncap", option([](Experiment& e) { e.scores.softcap.reset(); })}}}},
        {"cache-step", {{{"back", with_word_before}}}},
        {"learned-sink", {{{"no-sink", option([](Experiment& e) {
                                e.normalization.sink = share(Matrix::Constant(1, 1, 0));
                            })}}}},
        {"rotary-layouts",
         {{{"half", option([](Experiment& e) { e.scores.rotary_layout = RotaryLayout::half; })}}}},
        {"journey-dropout",
         {{{"seed", option([](Experiment& e) { e.dropout->seed = 1; })},
           {"no-dropout", option([](Experiment& e) { e.dropout->rate = 0; })}}}},
    };
}

} // namespace

class TestTriedStep : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void asked_data();
    void asked();
    void answered_data() { asked_data(); }
    void answered();
    void noEdit();
    void whileDragged();
    void wentBack();
    void offered();
    void again();
    void aside();
    void otherDocument();
    void words();

private:
    struct Tried {
        explicit Tried(const QString& name) { document.openExample(name); }
        LabDocument document;
        TriedStep step{document};
        QSignalSpy begun{&step, &TriedStep::begun};
        QSignalSpy ended{&step, &TriedStep::ended};

        void apply(const Doing& edit) { document.apply({edit(document.experiment()), {}, "edit"}); }
        void choose(bool right) {
            const auto& choices = step.question()->choices;
            const auto found = std::ranges::find(choices, right, &ChoiceOption::right);
            step.answer(ChosenOption{std::size_t(found - choices.begin())});
        }
        void click(bool right);
    };
};

/// The first cell that is right, or the first that is not.
void TestTriedStep::Tried::click(bool right) {
    const Question question = *step.question();
    const Experiment& now = document.experiment();
    const MatrixPtr stage = StepNumbers(now).stage(question.cell.stage, question.cell.head);
    for (Index i = 0; i < stage->size(); ++i) {
        const Index row = i / stage->cols(), column = i % stage->cols();
        if (is_asked_cell(now, question, *stage, row, column) == right) {
            step.answer(ClickedCell{row, column});
            return;
        }
    }
    QFAIL("there is none");
}

void TestTriedStep::asked_data() {
    QTest::addColumn<QString>("name");
    for (const QString& name : exampleNames())
        QTest::newRow(qPrintable(name)) << name;
}

/// By the numbers, too: no goal holds already, and each cell is there.
void TestTriedStep::asked() {
    QFETCH(QString, name);
    const Experiment opened = example(name);
    LessonStep step;
    step.ask = exampleQuestions(name);
    QVERIFY(!step.ask.empty() && step.ask.size() <= 3);
    for (const LessonFault& each : check_numbers(opened, step, 0))
        QFAIL(text_of(each).c_str());
    std::map<std::string, int> ids;
    for (const Question& each : step.ask) {
        QVERIFY2(!each.is_faulty, each.id.c_str());
        QVERIFY2(++ids[each.id] == 1, each.id.c_str());
        QVERIFY2(!each.text.empty() && !each.hint.empty(), each.id.c_str());
        QVERIFY2(each.kind == QuestionKind::choice || !each.why.empty(), each.id.c_str());
        for (const ChoiceOption& choice : each.choices)
            QVERIFY2(!choice.why.empty(), each.id.c_str());
        QCOMPARE(std::ranges::count(each.choices, true, &ChoiceOption::right),
                 std::ptrdiff_t(each.kind == QuestionKind::choice ? 1 : 0));
    }
    QVERIFY(opened.description.find("\nTry: ") != std::string::npos);
}

void TestTriedStep::answered() {
    QFETCH(QString, name);
    const std::map<QString, Deeds> all = allDeeds();
    const Deeds& deeds = all.at(name);
    Tried t(name);
    t.step.begin();
    QVERIFY(t.step.isOn());
    for (std::size_t i = 0; i < t.step.step().ask.size(); ++i) {
        QCOMPARE(t.step.openQuestion(), i);
        const std::string id = t.step.question()->id;
        const QuestionKind kind = t.step.question()->kind;
        if (kind == QuestionKind::goal) {
            while (id == deeds.undone && t.document.undoStack().canUndo())
                t.document.undo();
            QCOMPARE(t.step.openQuestion(), i);
            QVERIFY2(deeds.edits.contains(id), id.c_str());
            t.apply(deeds.edits.at(id));
        } else {
            for (const bool right : {false, true}) {
                kind == QuestionKind::choice ? t.choose(right) : t.click(right);
                QVERIFY2(t.step.replyTo(i) && t.step.replyTo(i)->right == right, id.c_str());
                QVERIFY(!t.step.replyTo(i)->text.isEmpty());
            }
        }
        QVERIFY2(t.step.openQuestion() > i, id.c_str());
        QVERIFY2(t.step.answerTo(i)->right == true && !t.step.replyTo(i)->text.isEmpty(), id.c_str());
    }
    QVERIFY(!t.step.question() && t.step.left() == 0);
}

/// Nothing of it is in the document, nor needs to be undone.
void TestTriedStep::noEdit() {
    Tried t("numeric-decoder");
    const Experiment before = t.document.experiment();
    QVERIFY(!t.step.isOn() && t.step.offered() == 3);
    t.step.begin();
    QCOMPARE(t.begun.count(), 1);
    t.click(true);
    t.choose(true);
    QVERIFY(!t.step.canShow()); // the goal is open
    QVERIFY(is_same(t.document.experiment(), before) && !t.document.isModified());
    QVERIFY(!t.document.undoStack().canUndo());
    t.step.leave();
    QCOMPARE(t.ended.count(), 1);
    QVERIFY(!t.step.isOn() && t.step.left() == 1);
}

void TestTriedStep::whileDragged() {
    Tried t("sky-is-blue");
    t.step.begin();
    t.step.show();
    QVERIFY(t.step.replyTo(0) && t.step.answerTo(0)->shown);
    QVERIFY(t.step.canHint() && !t.step.isHintShown());
    t.step.showHint();
    QVERIFY(t.step.isHintShown());
    QSignalSpy reached(&t.step, &TriedStep::goalReached);
    t.document.preview(ParameterId::W_Q, 0, 0, -0.5);
    QVERIFY(t.step.openQuestion() == 1 && reached.isEmpty());
    t.document.preview(ParameterId::W_Q, 0, 0, -2);
    QVERIFY(t.step.openQuestion() == 2 && reached.count() == 1 && !t.step.isHintShown());
    t.document.cancelPreview();
    QCOMPARE(t.step.openQuestion(), std::size_t(2)); // it has been seen
}

/// What was reached is undone, and the words are moved: what was answered stays so.
void TestTriedStep::wentBack() {
    Tried t("previous-word");
    t.step.begin();
    t.apply(placeless);
    QCOMPARE(t.step.openQuestion(), std::size_t(1));
    t.document.undo();
    t.apply(moved(Side::sentence, 4, 1));
    QVERIFY(t.step.openQuestion() == 1 && t.step.offered() > 0);
}

/// Other words, many other settings, a description of one's own or a file make it a document of its own.
void TestTriedStep::offered() {
    Tried t("sky-is-blue");
    QSignalSpy changed(&t.step, &TriedStep::offerChanged);
    const auto offeredAfter = [&](const std::function<void(Experiment&)>& change) {
        t.apply(option(change));
        const std::size_t count = t.step.offered();
        t.document.undo();
        return count;
    };
    QCOMPARE(offeredAfter([](Experiment& e) { e.mask.causal = true; }), std::size_t(3));
    QCOMPARE(offeredAfter([](Experiment& e) { e = with_text(e, "sky is grey"); }), std::size_t(0));
    QCOMPARE(offeredAfter([](Experiment& e) { e.description = "Mine."; }), std::size_t(0));
    QCOMPARE(t.step.offered(), std::size_t(3));
    QVERIFY(changed.count() > 0);
    t.document.noteSaved(t.document.experiment(), "sky.attn");
    QVERIFY(t.step.offered() == 0);
    t.step.begin();
    QVERIFY(!t.step.isOn());
}

void TestTriedStep::again() {
    Tried t("uniform");
    t.step.begin();
    t.choose(true);
    t.apply(cell(ParameterId::W_Q, 0, 0, 1));
    QVERIFY(t.step.left() == 0);
    t.step.leave();
    t.document.undo();
    t.step.begin(); // anew
    QVERIFY(t.step.openQuestion() == 0 && !t.step.replyTo(0));
    t.choose(true);
    t.step.leave();
    t.step.begin(); // goes on
    QCOMPARE(t.step.openQuestion(), std::size_t(1));
}

void TestTriedStep::aside() {
    Tried t("uniform");
    t.step.begin();
    t.step.setAside(true);
    QVERIFY(!t.step.isOn() && t.ended.count() == 1);
    t.step.begin();
    QVERIFY(!t.step.isOn() && t.begun.count() == 1);
    t.step.setAside(false);
    QVERIFY(t.step.isOn() && t.begun.count() == 2);
}

void TestTriedStep::otherDocument() {
    Tried t("uniform");
    t.step.begin();
    t.choose(true);
    t.document.openExample("uniform");
    QVERIFY(!t.step.isOn() && t.step.openQuestion() == 0 && t.step.offered() > 0);
    t.document.openExample("why-softmax");
    QVERIFY(t.step.offered() == 0);
    t.document.replace(example("uniform"), "own.attn");
    QVERIFY(t.step.offered() == 0);
    QVERIFY(exampleQuestions("my-own").empty() && exampleQuestions({}).empty());
}

/// Another order is the same words; another word is not, nor a second sentence.
void TestTriedStep::words() {
    const Experiment opened = example("sky-is-blue");
    QVERIFY(hasWordsOf(with_text(opened, "blue is sky"), opened));
    QVERIFY(!hasWordsOf(with_text(opened, "blue is"), opened));
    QVERIFY(!hasWordsOf(with_text(opened, "sky is red"), opened));
    QVERIFY(!hasWordsOf(with_source(opened, true), opened));
    const Experiment two = example("word-order");
    QVERIFY(hasWordsOf(with_text(two, "cat the black sleeps", Side::source), two));
    QVERIFY(!hasWordsOf(with_text(two, "the red cat sleeps", Side::source), two));
    const Experiment step = example("cache-step");
    const Experiment before = with_word_before(step);
    QVERIFY(hasWordsOf(before, step) && hasSettingsOf(before, step));
    QVERIFY(!hasWordsOf(with_whole_sentence(step), step));
    const auto typed = with_typed_word(step, "again");
    QVERIFY(typed && !hasWordsOf(*typed, step));
}

LAB_GUILESS_TEST(TestTriedStep)
#include "tst_tried_step.moc"
