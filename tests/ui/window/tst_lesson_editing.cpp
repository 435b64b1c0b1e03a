// SPDX-License-Identifier: GPL-3.0-or-later
//
// Making a lesson in the window, with mouse and keyboard: each kind of question is made and played, undo
// takes each act back exactly, faults are said at once, and what nobody edits stays as it was.
#include "core/io/experiment_json.h"
#include "core/lesson/lesson_faults.h"
#include "tests/support/document_bytes.h"
#include "tests/support/lab_window.h"
#include "tests/support/lessons.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/override_edits.h"
#include "ui/document/examples.h"
#include "ui/document/lesson/lesson_editor.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/document/lesson/mistake_choices.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/panels/lesson/formula_bar.h"
#include "ui/panels/lesson/lesson_edit_panel.h"
#include "ui/panels/lesson/lesson_panel.h"
#include "ui/panels/lesson/lesson_text_view.h"
#include "ui/panels/lesson/name_pills.h"
#include "ui/panels/lesson/option_button.h"
#include "ui/panels/lesson/optional_number_field.h"
#include "ui/panels/lesson/question_card.h"
#include "ui/panels/lesson/question_edit_card.h"
#include "ui/panels/lesson/step_dots.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/lesson/lesson_editing.h"
#include "ui/window/lesson_guide.h"
#include "ui/window/menu/actions.h"
#include "ui/window/present/presentation.h"
#include "ui/window/strips/snapshot_strip.h"

#include <nlohmann/json.hpp>

#include <QCheckBox>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

using namespace lab;
using namespace lab::test;

using LessonSteps = std::vector<LessonJson>;

class TestLessonEditing : public WindowTest {
    Q_OBJECT

private slots:
    void firstStep();
    void idsAreMadeOnce();
    void numberQuestion();
    void matrixQuestion();
    void cellQuestions_data();
    void cellQuestions();
    void goalQuestions_data();
    void goalQuestions();
    void goalToBeTheLargest();
    void mistakeQuestion();
    void keyboardAlone();
    void choiceQuestion();
    void textQuestion();
    void texts_data();
    void texts();
    void formulas();
    void order();
    void pills();
    void faultsAtOnce();
    void otherNumbers();
    void plainSnapshots();
    void trialKeepsNothing();
    void fromTheStrip();
    void fromThePlayer();
    void undoWhileTyping();
    void presented();
    void shippedLessons_data();
    void shippedLessons();
    void everyKindStays();
    void hostile_data();
    void hostile();

private:
    LabWindow& edit(const Experiment& document);
    LabWindow& editPlain();
    LessonEditPanel& panel() { return *window().lessonEditing().panel(); }
    QuestionEditCard& card(std::size_t which) { return *panel().cards().at(which); }
    LessonEditor& editor() { return window().lessonEditing().editor(); }
    std::string bytes() { return saved_bytes(window().document()); }
    LessonStep step() { return read_lesson(window().document().experiment()).steps.at(0); }
    void settle() { QTRY_VERIFY(editor().isChecked()); }
    void choose(StageId id, std::optional<StoredCell> cell, const QStringList& path);
    void chooseIn(QMenu* menu, const QStringList& path);
    QuestionCard& tried();
    void settleAnswer() { QTRY_VERIFY(!window().lesson().isJudging()); }
    void backToEditing();
    /// Does something, and sees that undo takes it back to the last byte and redo brings it again.
    void inOneStep(const std::function<void()>& act);
    double number(StageId stage, Index row, Index column) {
        return *window().document().numberUnder({stage, 0, row, column});
    }
};

/// Edits its lesson.
LabWindow& TestLessonEditing::edit(const Experiment& document) {
    LabWindow& w = window();
    w.document().replace(document, {});
    w.press_key(Qt::Key_F12, Qt::ShiftModifier);
    return w;
}

/// A document of three words with one step, which asks nothing.
LabWindow& TestLessonEditing::editPlain() {
    LabWindow& w = edit(with_steps({}));
    QTest::mouseClick(&panel().makeStepButton(), Qt::LeftButton);
    return w;
}

void TestLessonEditing::chooseIn(QMenu* menu, const QStringList& path) {
    QVERIFY(menu);
    QAction* chosen = nullptr;
    const QMenu* in = menu;
    for (const QString& text : path) {
        QVERIFY2(in, qPrintable(text));
        const QList<QAction*> all = in->actions();
        const auto found =
            std::ranges::find_if(all, [&](const QAction* each) { return each->text().startsWith(text); });
        QVERIFY2(found != all.end(), qPrintable(text));
        chosen = *found;
        in = chosen->menu();
    }
    QVERIFY(chosen->isEnabled());
    menu->close();
    window().activateWindow(); // some platforms leave it to the menu that was open
    QTRY_VERIFY(window().isActiveWindow());
    chosen->trigger();
    QCoreApplication::processEvents();
}

/// By a right click on a cell, or on the card.
void TestLessonEditing::choose(StageId id, std::optional<StoredCell> cell, const QStringList& path) {
    if (window().board().card(id)->isThumbnail())
        window().board().reveal(id);
    StageCard* on = window().board().card(id);
    const MatrixHeatmap& heatmap = on->heatmap();
    const QPoint at = cell ? heatmap.mapTo(on, heatmap.cellRect(*cell).center().toPoint()) : QPoint(4, 4);
    QContextMenuEvent asks(QContextMenuEvent::Mouse, at, on->mapToGlobal(at));
    QCoreApplication::sendEvent(on, &asks);
    chooseIn(qobject_cast<QMenu*>(QApplication::activePopupWidget()), path);
}

/// The open question of the step, which is tried.
QuestionCard& TestLessonEditing::tried() {
    QTest::mouseClick(&panel().tryButton(), Qt::LeftButton);
    return *window().lessonGuide().panel()->cards().at(0);
}

void TestLessonEditing::backToEditing() {
    QTest::mouseClick(&window().lessonGuide().panel()->closeButton(), Qt::LeftButton);
    QVERIFY(!window().lesson().isOn() && panel().isVisible());
}

void TestLessonEditing::inOneStep(const std::function<void()>& act) {
    LabWindow& w = window();
    QTest::qWait(0);
    const std::string before = bytes();
    const int steps = w.document().undoStack().index();
    act();
    const std::string after = bytes();
    QVERIFY(before != after);
    QCOMPARE(w.document().undoStack().index(), steps + 1);
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY2(bytes() == before, "undo leads back exactly");
    w.press_key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY2(bytes() == after, "redo leads there again");
}

void TestLessonEditing::firstStep() {
    LabWindow& w = edit(with_steps({}));
    QVERIFY(panel().isVisible() && !editor().current() && !panel().tryButton().isEnabled());
    inOneStep([&] { QTest::mouseClick(&panel().makeStepButton(), Qt::LeftButton); });
    const ReadLesson lesson = read_lesson(w.document().experiment());
    QCOMPARE(lesson.steps.size(), std::size_t(1));
    QVERIFY(lesson.faults.empty());
    for (const std::string& id : {lesson.identity.id, lesson.steps[0].id}) {
        QCOMPARE(id.size(), std::size_t(16));
        QVERIFY(std::ranges::all_of(id, [](char each) { return each >= 'a' && each <= 'z'; }));
    }
    QVERIFY(lesson.identity.id != lesson.steps[0].id);
    QCOMPARE(editor().current(), std::optional<std::size_t>(0));
    inOneStep([&] {
        panel().name().setFocus();
        panel().name().selectAll();
        QTest::keyClicks(&panel().name(), "What a score is");
        QTest::keyClick(&panel().name(), Qt::Key_Return);
    });
    QCOMPARE(w.document().experiment().snapshots.back().name, std::string("What a score is"));
    inOneStep([&] { QTest::mouseClick(&panel().newStepButton(), Qt::LeftButton); });
    QCOMPARE(editor().current(), std::optional<std::size_t>(1));
    QTest::mouseClick(&panel().dots(), Qt::LeftButton, {}, panel().dots().rectOf(0).center());
    QCOMPARE(editor().current(), std::optional<std::size_t>(0));
    w.press_key(Qt::Key_PageDown, Qt::AltModifier);
    QCOMPARE(editor().current(), std::optional<std::size_t>(1));
    w.press_key(Qt::Key_F12, Qt::ShiftModifier);
    QVERIFY(!panel().isVisible());
}

void TestLessonEditing::idsAreMadeOnce() {
    LabWindow& w = editPlain();
    const ReadLesson first = read_lesson(w.document().experiment());
    choose(StageId::scores, StoredCell{0, 1}, {"Ask about this number"});
    const std::string asked = step().ask[0].id;
    QCOMPARE(asked.size(), std::size_t(16));
    choose(StageId::scores, StoredCell{0, 1}, {"Ask for all of it"});
    QTest::mouseClick(&panel().newStepButton(), Qt::LeftButton);
    const ReadLesson now = read_lesson(w.document().experiment());
    QVERIFY(now.faults.empty());
    QCOMPARE(now.identity.id, first.identity.id);
    QCOMPARE(now.steps[0].id, first.steps[0].id);
    QCOMPARE(now.steps[0].ask[0].id, asked);
    QVERIFY(now.steps[0].ask[1].id != asked && now.steps[1].id != now.steps[0].id);
}

void TestLessonEditing::numberQuestion() {
    LabWindow& w = editPlain();
    inOneStep([&] { choose(StageId::scores, StoredCell{2, 0}, {"Ask about this number"}); });
    QVERIFY(step().ask[0].cell == (CellRef{StageId::scores, 0, 2, 0}));
    QVERIFY2(card(0).about().startsWith("Scores: "), qPrintable(card(0).about()));
    inOneStep([&] {
        card(0).takeKeyboard();
        QTest::keyClicks(&card(0).text().field(), "How large is it?");
    });
    inOneStep([&] {
        card(0).tolerance()->setFocus();
        QTest::keyClicks(card(0).tolerance(), "0.01");
        QTest::keyClick(card(0).tolerance(), Qt::Key_Return);
    });
    QCOMPARE(step().ask[0].text, std::string("How large is it?"));
    QCOMPARE(step().ask[0].tolerance, std::optional(0.01));
    const double right = number(StageId::scores, 2, 0);
    QuestionCard& asked = tried();
    QVERIFY(w.lesson().isTrial() && !panel().isVisible());
    QTest::keyClicks(asked.field(), QString::number(right + 3, 'f', 4));
    QTest::keyClick(asked.field(), Qt::Key_Return);
    settleAnswer();
    QVERIFY(!w.lesson().isDone(0));
    asked.field()->selectAll();
    QTest::keyClicks(asked.field(), QString::number(right + 0.005, 'f', 4));
    QTest::keyClick(asked.field(), Qt::Key_Return);
    settleAnswer();
    QVERIFY(w.lesson().isDone(0));
    backToEditing();
}

void TestLessonEditing::matrixQuestion() {
    LabWindow& w = editPlain();
    inOneStep([&] { choose(StageId::scores, std::nullopt, {"Ask for all of it"}); });
    QString right;
    for (Index row = 0; row < 3; ++row) {
        for (Index column = 0; column < 3; ++column)
            right += QString::number(number(StageId::scores, row, column), 'f', 4) + QLatin1Char(' ');
        right += QLatin1Char('\n');
    }
    QuestionCard& asked = tried();
    const auto paste = [&](const QString& numbers) {
        QGuiApplication::clipboard()->setText(numbers);
        asked.text()->selectAll();
        asked.text()->paste();
    };
    paste("1 2 3\n4 5 6\n7 8 9");
    QTest::mouseClick(&asked.checkButton(), Qt::LeftButton);
    settleAnswer();
    QVERIFY(!w.lesson().isDone(0));
    paste(right);
    QTest::mouseClick(&asked.checkButton(), Qt::LeftButton);
    settleAnswer();
    QVERIFY(w.lesson().isDone(0));
}

void TestLessonEditing::cellQuestions_data() {
    QTest::addColumn<QString>("entry");
    QTest::addColumn<int>("rule");
    QTest::newRow("largest") << "The largest" << int(CellRule::largest_of_row);
    QTest::newRow("smallest") << "The smallest" << int(CellRule::smallest_of_row);
    QTest::newRow("hidden") << "A hidden" << int(CellRule::hidden);
    QTest::newRow("this one") << "This one" << int(CellRule::place);
}

void TestLessonEditing::cellQuestions() {
    QFETCH(QString, entry);
    QFETCH(int, rule);
    LabWindow& w = edit([] {
        Experiment e = with_steps({});
        e.mask.causal = true;
        return e;
    }());
    QTest::mouseClick(&panel().makeStepButton(), Qt::LeftButton);
    inOneStep([&] { choose(StageId::weights, StoredCell{1, 0}, {"Ask which cell", entry}); });
    const Question question = step().ask[0];
    QCOMPARE(question.kind, QuestionKind::cell);
    QCOMPARE(int(question.rule), rule);
    const double a = number(StageId::weights, 1, 0), b = number(StageId::weights, 1, 1);
    // In the second row, whose last cell is hidden and so the smallest.
    const std::map<CellRule, int> right{{CellRule::largest_of_row, a > b ? 0 : 1},
                                        {CellRule::smallest_of_row, 2},
                                        {CellRule::hidden, 2},
                                        {CellRule::place, 0}};
    const int column = right.at(CellRule(rule));
    tried();
    w.click(StageId::weights, {1, column == 1 ? 0 : 1});
    settleAnswer();
    QVERIFY(!w.lesson().isDone(0));
    w.click(StageId::weights, {1, column});
    settleAnswer();
    QVERIFY(w.lesson().isDone(0));
    backToEditing();
    auto* part = static_cast<CellEditPart*>(card(0).part());
    inOneStep([&] {
        emit part->rule().menu()->aboutToShow();
        part->rule().menu()->actions()[rule == int(CellRule::largest_of_row) ? 1 : 0]->trigger();
    });
    settle();
    QVERIFY(card(0).fault().isEmpty());
}

void TestLessonEditing::goalQuestions_data() {
    QTest::addColumn<QString>("entry");
    QTest::addColumn<double>("wrong");
    QTest::addColumn<double>("right");
    QTest::newRow("at least") << "At least" << -1000.0 << 1000.0;
    QTest::newRow("at most") << "At most" << 1000.0 << -1000.0;
}

void TestLessonEditing::goalQuestions() {
    QFETCH(QString, entry);
    QFETCH(double, wrong);
    QFETCH(double, right);
    LabWindow& w = editPlain();
    inOneStep([&] { choose(StageId::queries, StoredCell{0, 0}, {"A goal for this number", entry}); });
    settle();
    QVERIFY2(card(0).fault().isEmpty(), qPrintable(card(0).fault()));
    auto* part = static_cast<GoalEditPart*>(card(0).part());
    OptionalNumberField& field = entry == "At least" ? part->least() : part->most();
    inOneStep([&] {
        field.setFocus();
        field.selectAll();
        QTest::keyClicks(&field, entry == "At least" ? "50" : "-50");
        QTest::keyClick(&field, Qt::Key_Return);
    });
    const double of_embedding = w.value(ParameterId::E, 0, 0);
    QVERIFY(of_embedding != 0);
    const double sign = of_embedding > 0 ? 1 : -1;
    tried();
    QTRY_VERIFY(w.lesson().isChecked());
    w.document().setValue(ParameterId::W_Q, 0, 0, sign * wrong);
    QTest::qWait(0);
    QVERIFY(!w.lesson().isDone(0));
    w.document().setValue(ParameterId::W_Q, 0, 0, sign * right);
    QTRY_VERIFY(w.lesson().isDone(0));
}

/// Which is no goal for a number that is the largest already.
void TestLessonEditing::goalToBeTheLargest() {
    LabWindow& w = editPlain();
    const Matrix weights = *w.document().view(StageId::weights).matrix;
    Index largest = 0;
    weights.row(0).maxCoeff(&largest);
    const Index other = largest == 0 ? 1 : 0;
    inOneStep([&] {
        choose(StageId::weights, StoredCell{0, other}, {"A goal for this number", "The largest"});
    });
    settle();
    QVERIFY2(card(0).fault().isEmpty(), qPrintable(card(0).fault()));
    QVERIFY(static_cast<GoalEditPart*>(card(0).part())->largest().isChecked());
    tried();
    QTRY_VERIFY(w.lesson().isChecked());
    const auto override = [&](double value) {
        previewOverride(w.document(), {StageId::weights, 0, 0, other}, value);
        w.document().commitPreview();
        QTest::qWait(0);
    };
    override(0.01);
    QVERIFY(!w.lesson().isDone(0));
    override(0.99);
    QTRY_VERIFY(w.lesson().isDone(0));
    backToEditing();
    inOneStep([&] { static_cast<GoalEditPart*>(card(0).part())->largest().click(); });
    settle();
    QVERIFY2(card(0).fault().contains("goal"), qPrintable(card(0).fault()));
}

/// Everything can be reached without a mouse, in the order in which one reads.
void TestLessonEditing::keyboardAlone() {
    LabWindow& w = editPlain();
    w.selection().inspect(CellRef{StageId::scores, 0, 1, 0});
    emit panel().questionButton().menu()->aboutToShow();
    const QList<QAction*> offered = panel().questionButton().menu()->actions();
    const auto about = std::ranges::find(offered, QString("Ask about this number"), &QAction::text);
    QVERIFY(about != offered.end());
    (*about)->trigger();
    QVERIFY(card(0).text().field().hasFocus());
    QCOMPARE(step().ask[0].cell, (CellRef{StageId::scores, 0, 1, 0}));
    panel().name().setFocus();
    const std::vector<QWidget*> order{
        &panel().text().field(), &card(0).removeButton(),  &card(0).text().field(),
        card(0).tolerance(),     &card(0).hintButton(),    &panel().questionButton(),
        &panel().hint().field(), &panel().notes().field(), &panel().allow().all()};
    for (std::size_t i = 0; i < order.size(); ++i) {
        int steps = 0;
        while (w.focusWidget() != order[i] && ++steps < 20)
            w.press_key(Qt::Key_Tab);
        QVERIFY2(w.focusWidget() == order[i], qPrintable(QString::number(i)));
    }
}

void TestLessonEditing::mistakeQuestion() {
    LabWindow& w = editPlain();
    inOneStep([&] { choose(StageId::weights, std::nullopt, {"A student’s mistake"}); });
    settle();
    QVERIFY2(card(0).fault().contains("mistake"), qPrintable(card(0).fault()));
    auto* part = static_cast<MistakeEditPart*>(card(0).part());
    QTRY_VERIFY(part->choices().isKnown());
    const MistakeChoices::Choice* wanted = part->choices().find(MistakeKind::not_scaled);
    QVERIFY(wanted && wanted->numbers);
    const QString name = wanted->name;
    inOneStep([&] {
        emit part->mistake().menu()->aboutToShow();
        for (QAction* each : part->mistake().menu()->actions()) {
            if (each->text() == name)
                return each->trigger();
        }
    });
    settle();
    QVERIFY2(card(0).fault().isEmpty(), qPrintable(card(0).fault()));
    const Question question = step().ask[0];
    QCOMPARE(question.mistake, MistakeKind::not_scaled);
    QCOMPARE(question.mistakes.size(), std::size_t(4));
    QTRY_VERIFY(part->numbers().isVisible());
    QCOMPARE(part->numbers().content().matrix, part->choices().find(MistakeKind::not_scaled)->numbers);
    const auto right = static_cast<std::size_t>(std::ranges::find(question.mistakes, question.mistake) -
                                                question.mistakes.begin());
    QuestionCard& asked = tried();
    QTest::mouseClick(asked.options()[right == 0 ? 1 : 0], Qt::LeftButton);
    settleAnswer();
    QVERIFY(!w.lesson().isDone(0));
    QTest::mouseClick(asked.options()[right], Qt::LeftButton);
    settleAnswer();
    QVERIFY(w.lesson().isDone(0));
}

void TestLessonEditing::choiceQuestion() {
    LabWindow& w = editPlain();
    const auto add = [&](int entry) {
        emit panel().questionButton().menu()->aboutToShow();
        panel().questionButton().menu()->actions()[entry]->trigger();
    };
    inOneStep([&] { add(0); });
    settle();
    QVERIFY2(card(0).fault().contains("right"), qPrintable(card(0).fault()));
    auto* part = static_cast<ChoiceEditPart*>(card(0).part());
    QCOMPARE(part->options().size(), std::size_t(2));
    inOneStep([&] { QTest::mouseClick(&part->addButton(), Qt::LeftButton); });
    QCOMPARE(part->options().size(), std::size_t(3));
    inOneStep([&] {
        part->options()[2].text->field().setFocus();
        QTest::keyClicks(&part->options()[2].text->field(), "The third");
    });
    inOneStep([&] {
        part->options()[0].why->field().setFocus();
        QTest::keyClicks(&part->options()[0].why->field(), "Not that one.");
    });
    inOneStep([&] { part->options()[2].right->click(); });
    settle();
    QVERIFY2(card(0).fault().isEmpty(), qPrintable(card(0).fault()));
    inOneStep([&] { QTest::mouseClick(part->options()[1].remove, Qt::LeftButton); });
    inOneStep([&] {
        QTest::mouseClick(&card(0).whyButton(), Qt::LeftButton);
        QTest::keyClicks(&card(0).why().field(), "It is the last.");
    });
    QuestionCard& asked = tried();
    QCOMPARE(asked.options().size(), std::size_t(2));
    QTest::mouseClick(asked.options()[0], Qt::LeftButton);
    settleAnswer();
    QVERIFY(!w.lesson().isDone(0));
    QVERIFY2(asked.said().contains("Not that one."), qPrintable(asked.said()));
    QTest::mouseClick(asked.options()[1], Qt::LeftButton);
    settleAnswer();
    QVERIFY(w.lesson().isDone(0));
    QVERIFY2(asked.said().contains("It is the last."), qPrintable(asked.said()));
}

void TestLessonEditing::textQuestion() {
    LabWindow& w = editPlain();
    inOneStep([&] {
        emit panel().questionButton().menu()->aboutToShow();
        panel().questionButton().menu()->actions()[1]->trigger();
    });
    QuestionCard& asked = tried();
    QVERIFY(asked.text());
    asked.text()->setFocus();
    QTest::keyClicks(asked.text(), "It looks at the sky.");
    QTest::mouseClick(&asked.checkButton(), Qt::LeftButton);
    settleAnswer();
    QVERIFY(w.lesson().isDone(0));
}

void TestLessonEditing::texts_data() {
    QTest::addColumn<int>("field");
    QTest::addColumn<QString>("text");
    for (int field = 0; field < 3; ++field) {
        QTest::addRow("%d plain", field) << field << "A score is a dot product.";
        QTest::addRow("%d formulas", field) << field << "**Read** $q \\cdot k$ and `code`";
        QTest::addRow("%d hostile", field) << field
                                           << QString::fromUtf8("<script>x</script> ![a](file:///etc/passwd) "
                                                                "$\\frac{ 𝒜 \u202e\u200b \"\\u0000\" \\");
    }
}

/// What is typed is kept as it is typed, in one step of undo, and shown as the player shows it.
void TestLessonEditing::texts() {
    QFETCH(int, field);
    QFETCH(QString, text);
    LabWindow& w = editPlain();
    LessonTextField& typed = field == 0 ? panel().text() : field == 1 ? panel().hint() : panel().notes();
    inOneStep([&] {
        typed.field().setFocus();
        for (const char32_t letter : text.toStdU32String())
            QTest::sendKeyEvent(QTest::Click, &typed.field(), Qt::Key_unknown, QString::fromUcs4(&letter, 1),
                                Qt::NoModifier);
    });
    const LessonStep now = step();
    const std::string kept = field == 0 ? now.text : field == 1 ? now.hint : now.notes;
    QCOMPARE(QString::fromStdString(kept), text);
    QCOMPARE(typed.preview().isVisible(), text.contains('*') || text.contains('<'));
    if (field == 0 && w.lesson().hasLesson()) {
        QTest::mouseClick(&panel().tryButton(), Qt::LeftButton);
        QCOMPARE(w.lessonGuide().panel()->text().plainText(),
                 typed.preview().isHidden() ? text : typed.preview().plainText());
    }
    const auto again = read_experiment(bytes());
    QVERIFY(again);
}

void TestLessonEditing::formulas() {
    editPlain();
    QPlainTextEdit& field = panel().text().field();
    field.setFocus();
    QVERIFY(!panel().formulas().buttons().empty());
    QTest::keyClicks(&field, "See ");
    for (PillButton* each : panel().formulas().buttons()) {
        QTest::mouseClick(each, Qt::LeftButton);
        QVERIFY(field.hasFocus());
        field.moveCursor(QTextCursor::End);
        QTest::keyClicks(&field, " ");
    }
    // Every form is one that the player knows: what it does not know is shown as typed.
    QVERIFY2(!panel().text().preview().plainText().contains('$'),
             qPrintable(panel().text().preview().plainText()));
    QVERIFY(!panel().text().preview().plainText().contains('\\'));
    // What is selected goes into it, and inside of a formula there is no other.
    field.selectAll();
    QTest::keyClicks(&field, "abc");
    field.selectAll();
    QTest::mouseClick(panel().formulas().buttons()[5], Qt::LeftButton);
    QCOMPARE(field.toPlainText(), QString("$\\sqrt{abc}$"));
    QTest::mouseClick(panel().formulas().buttons()[2], Qt::LeftButton);
    QCOMPARE(field.toPlainText(), QString("$\\sqrt{abc^T}$"));
}

void TestLessonEditing::order() {
    LabWindow& w = editPlain();
    choose(StageId::scores, StoredCell{0, 0}, {"Ask about this number"});
    choose(StageId::scores, StoredCell{1, 1}, {"Ask for all of it"});
    choose(StageId::weights, StoredCell{2, 2}, {"Ask about this number"});
    const auto kinds = [&] {
        QStringList all;
        for (const Question& each : step().ask)
            all += QString::fromUtf8(name_of(each.kind).data());
        return all.join(QLatin1Char(' '));
    };
    QVERIFY(!card(0).upButton().isEnabled() && !card(2).downButton().isEnabled());
    inOneStep([&] { QTest::mouseClick(&card(1).upButton(), Qt::LeftButton); });
    QCOMPARE(kinds(), QString("matrix number number"));
    inOneStep([&] { QTest::mouseClick(&card(0).downButton(), Qt::LeftButton); });
    QCOMPARE(kinds(), QString("number matrix number"));
    inOneStep([&] { QTest::mouseClick(&card(1).removeButton(), Qt::LeftButton); });
    QCOMPARE(kinds(), QString("number number"));
    QCOMPARE(panel().cards().size(), std::size_t(2));
    inOneStep([&] { QTest::mouseClick(&card(0).removeButton(), Qt::LeftButton); });
    inOneStep([&] { QTest::mouseClick(&card(0).removeButton(), Qt::LeftButton); });
    QVERIFY(panel().cards().empty() && w.lesson().hasLesson());
}

void TestLessonEditing::pills() {
    LabWindow& w = editPlain();
    const auto press = [](PillButton* pill) { QTest::mouseClick(pill, Qt::LeftButton); };
    QVERIFY(!step().allow && !step().show && panel().allow().all().isChecked());
    inOneStep([&] { press(&panel().allow().all()); });
    QVERIFY(step().allow && step().allow->empty());
    inOneStep([&] { press(panel().allow().pill("W_Q")); });
    inOneStep([&] { press(panel().allow().pill("mask")); });
    QCOMPARE(*step().allow, (std::vector<std::string>{"W_Q", "mask"}));
    inOneStep([&] { press(panel().allow().pill("W_Q")); });
    QCOMPARE(*step().allow, (std::vector<std::string>{"mask"}));
    QVERIFY(!panel().allow().all().isChecked() && panel().allow().pill("mask")->isChecked());
    inOneStep([&] { press(panel().cardsShown().pill("scores")); });
    inOneStep([&] { press(panel().cardsShown().pill("weights")); });
    QCOMPARE(*step().show, (std::vector<StageId>{StageId::scores, StageId::weights}));
    QTest::mouseClick(&panel().tryButton(), Qt::LeftButton);
    QVERIFY(w.document().locks("W_Q") && !w.document().locks("mask"));
    QVERIFY(w.board().shows(StageId::scores) && !w.board().shows(StageId::queries));
    backToEditing();
    QVERIFY(!w.document().locks("W_Q") && w.board().shows(StageId::queries));
    inOneStep([&] { press(&panel().allow().all()); });
    inOneStep([&] { press(&panel().cardsShown().all()); });
    QVERIFY(!step().allow && !step().show);
}

/// The sentences are those of `attention-lab lesson`.
void TestLessonEditing::faultsAtOnce() {
    LabWindow& w = editPlain();
    choose(StageId::queries, StoredCell{0, 0}, {"A goal for this number", "At least"});
    auto* part = static_cast<GoalEditPart*>(card(0).part());
    part->least().setFocus();
    part->least().selectAll();
    QTest::keyClicks(&part->least(), "-1000");
    QTest::keyClick(&part->least(), Qt::Key_Return);
    settle();
    QVERIFY2(card(0).fault().contains("holds already"), qPrintable(card(0).fault()));
    ReadLesson lesson = read_lesson(w.document().experiment());
    const auto faults = all_faults(w.document().experiment(), lesson);
    QCOMPARE(faults.size(), std::size_t(1));
    QCOMPARE(card(0).fault().toStdString(), text_of(faults[0].what));
    part->least().selectAll();
    QTest::keyClicks(&part->least(), "nonsense");
    QTest::keyClick(&part->least(), Qt::Key_Return);
    QVERIFY2(card(0).fault().contains('\n'), "what is typed is no number, and the goal holds");
    QTest::keyClick(&part->least(), Qt::Key_Escape);
    part->least().selectAll();
    QTest::keyClicks(&part->least(), "1000");
    QTest::keyClick(&part->least(), Qt::Key_Return);
    settle();
    QVERIFY2(card(0).fault().isEmpty(), qPrintable(card(0).fault()));
    card(0).text().field().setFocus();
    card(0).text().field().selectAll();
    QTest::keyClick(&card(0).text().field(), Qt::Key_Delete);
    settle();
    QVERIFY2(card(0).fault().contains("text"), qPrintable(card(0).fault()));
    // A name that another snapshot has.
    QTest::mouseClick(&panel().newStepButton(), Qt::LeftButton);
    const std::string taken = w.document().experiment().snapshots.front().name;
    panel().name().setFocus();
    panel().name().selectAll();
    QTest::keyClicks(&panel().name(), QString::fromStdString(taken));
    QTest::keyClick(&panel().name(), Qt::Key_Return);
    QVERIFY2(panel().problem().contains("named"), qPrintable(panel().problem()));
}

/// A step is what its scene holds: that the board has other numbers by now is said.
void TestLessonEditing::otherNumbers() {
    LabWindow& w = editPlain();
    QVERIFY(!panel().keepNumbersButton().isVisible());
    w.document().setValue(ParameterId::W_Q, 0, 0, 9);
    QVERIFY(panel().keepNumbersButton().isVisible());
    inOneStep([&] { QTest::mouseClick(&panel().keepNumbersButton(), Qt::LeftButton); });
    QVERIFY(!panel().keepNumbersButton().isVisible());
    QCOMPARE(value_at(*w.document().experiment().snapshots[0].experiment, ParameterId::W_Q, 0, 0), 9.0);
    QVERIFY(!step().id.empty());
}

/// A step may be a snapshot that is no scene: it stays the one that is edited.
void TestLessonEditing::plainSnapshots() {
    LabWindow& w = edit(with_steps({{{"id", "a"}}, {{"id", "b"}}}, {{"id", "abcdefghijklmnop"}}));
    w.document().setValue(ParameterId::W_Q, 0, 0, 5);
    QTest::mouseClick(&panel().newStepButton(), Qt::LeftButton);
    QCOMPARE(editor().current(), std::optional<std::size_t>(2));
    QTest::mouseClick(&panel().dots(), Qt::LeftButton, {}, panel().dots().rectOf(1).center());
    QVERIFY(editor().current() == std::size_t(1) && w.value(ParameterId::W_Q) != 5);
    panel().text().field().setFocus();
    QTest::keyClicks(&panel().text().field(), "Second.");
    QCOMPARE(editor().current(), std::optional<std::size_t>(1));
    QCOMPARE(read_lesson(w.document().experiment()).steps[1].text, std::string("Second."));
    if (!w.snapshotStrip() || !w.snapshotStrip()->isVisible())
        w.press_key(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QTest::mouseClick(w.snapshotStrip()->pills()[2], Qt::LeftButton);
    QCOMPARE(editor().current(), std::optional<std::size_t>(2));
    QVERIFY(w.value(ParameterId::W_Q) == 5);
}

void TestLessonEditing::trialKeepsNothing() {
    LabWindow& w = edit(with_steps(
        {{{"id", "first"}, {"ask", LessonJson::array({{{"id", "q"}, {"kind", "text"}, {"text", "Why?"}}})}},
         {{"id", "second"}}},
        {{"id", "abcdefghijklmnop"}}));
    const std::string before = bytes();
    for (const bool isLast : {false, true}) {
        QuestionCard& asked = tried();
        QVERIFY(w.lesson().isTrial());
        asked.text()->setFocus();
        QTest::keyClicks(asked.text(), "Because.");
        QTest::mouseClick(&asked.checkButton(), Qt::LeftButton);
        QVERIFY(w.lesson().isDone(0));
        w.document().setValue(ParameterId::W_Q, 0, 0, 77);
        LessonPanel& played = *w.lessonGuide().panel();
        if (isLast) {
            QTest::mouseClick(&played.nextButton(), Qt::LeftButton);
            QTest::mouseClick(&played.nextButton(), Qt::LeftButton);
        } else {
            w.lesson().startAgain();
            QVERIFY(w.lesson().isTrial());
            QTest::mouseClick(&played.closeButton(), Qt::LeftButton);
        }
        QVERIFY(!w.lesson().isOn() && !w.lesson().isTrial() && panel().isVisible());
        QVERIFY2(bytes() == before, "no answer is in the document");
        QVERIFY(!w.lesson().isBegun() && !w.document().isModified());
    }
    // Played in earnest, the answer is kept.
    w.press_key(Qt::Key_F12);
    QTRY_VERIFY(w.lesson().isOn() && !panel().isVisible() && !editor().isOn());
    QVERIFY(!w.lesson().isTrial());
}

void TestLessonEditing::fromTheStrip() {
    LabWindow& w = window();
    w.document().replace(with_steps({}), {});
    w.press_key(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    w.press_key(Qt::Key_Escape);
    PillButton* pill = w.snapshotStrip()->pills()[0];
    const QPoint at = pill->rect().center();
    const auto ask = [&](const QString& entry) {
        QContextMenuEvent asks(QContextMenuEvent::Mouse, at, pill->mapToGlobal(at));
        QApplication::sendEvent(pill, &asks);
        chooseIn(qobject_cast<QMenu*>(QApplication::activePopupWidget()), {entry});
    };
    ask("Make it a step");
    QVERIFY(panel().isVisible() && editor().current() == std::size_t(0));
    QTest::mouseClick(&panel().closeButton(), Qt::LeftButton);
    QVERIFY(!panel().isVisible());
    const std::string before = bytes();
    ask("Edit this step");
    QVERIFY(panel().isVisible() && bytes() == before);
}

void TestLessonEditing::fromThePlayer() {
    LabWindow& w = window();
    w.controller().openExample(lessonNames()[1]);
    QTRY_VERIFY(w.lesson().isOn());
    QVERIFY(w.lesson().move(1));
    w.press_key(Qt::Key_F12, Qt::ShiftModifier);
    QVERIFY(!w.lesson().isOn() && panel().isVisible());
    QCOMPARE(editor().current(), std::optional<std::size_t>(1));
    w.click(StageId::weights, {0, 0}); // is inspected for the scene, and not explained
    QTest::qWait(0);
    QVERIFY(panel().isVisible() && !w.explanation().isVisible());
    w.press_key(Qt::Key_F8);
    QTRY_VERIFY(w.explanation().isVisible() && !panel().isVisible());
    w.press_key(Qt::Key_F8);
    QTRY_VERIFY(panel().isVisible());
}

/// What is typed for a question that undo takes away is lost with it, and changes no other.
void TestLessonEditing::undoWhileTyping() {
    LabWindow& w = editPlain();
    choose(StageId::scores, StoredCell{0, 0}, {"Ask about this number"});
    const std::string one = bytes();
    QTest::qWait(0);
    choose(StageId::scores, StoredCell{1, 0}, {"Ask about this number"});
    card(1).tolerance()->setFocus();
    QTest::keyClicks(card(1).tolerance(), "0.5");
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(bytes() == one);
    card(0).tolerance()->setFocus();
    QTest::keyClicks(card(0).tolerance(), "0.25");
    w.document().openExample(exampleNames()[1]);
    QVERIFY(!editor().isOn() && !panel().isVisible());
    QCOMPARE(w.document().isModified(), false);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

void TestLessonEditing::presented() {
    LabWindow& w = editPlain();
    panel().notes().field().setFocus();
    QTest::keyClicks(&panel().notes().field(), "Nobody sees this.");
    w.press_key(Qt::Key_F5);
    QTRY_VERIFY(w.presentation().isRunning());
    QVERIFY(!panel().isVisible());
    w.press_key(Qt::Key_F5);
    QTRY_VERIFY(!w.presentation().isRunning());
    QVERIFY(panel().isVisible());
}

void TestLessonEditing::shippedLessons_data() {
    QTest::addColumn<QString>("name");
    for (const QString& each : lessonNames())
        QTest::newRow(qPrintable(each)) << each;
}

/// Opened for editing, and gone through step by step, a lesson stays what it was.
void TestLessonEditing::shippedLessons() {
    QFETCH(QString, name);
    LabWindow& w = window();
    w.document().openExample(name);
    // Without what somebody has answered, which is not edited here.
    const auto written = [&] { return write_experiment(w.document().experiment()); };
    const std::string before = written();
    w.press_key(Qt::Key_F12, Qt::ShiftModifier);
    QCOMPARE(editor().current(), std::optional<std::size_t>(0));
    for (std::size_t i = 0; i < editor().stepCount(); ++i) {
        editor().goTo(i);
        QCOMPARE(editor().current(), std::optional(i));
        settle();
        QVERIFY2(panel().fault().isEmpty(), qPrintable(panel().fault()));
        QCOMPARE(panel().cards().size(), editor().step()->ask.size());
        for (const QuestionEditCard* each : panel().cards())
            QVERIFY2(each->fault().isEmpty(), qPrintable(each->fault()));
        QVERIFY(!panel().keepNumbersButton().isVisible());
    }
    editor().goTo(0);
    while (w.document().undoStack().canUndo())
        w.document().undo();
    QVERIFY(!w.document().isModified());
    QVERIFY(written() == before);
}

/// What one edit does not mean stays as it was, unknown keys too.
void TestLessonEditing::everyKindStays() {
    Experiment document = lesson_document();
    auto keys = *document.snapshots[0].unknown_keys;
    keys["lesson"]["of_mine"] = {{"a", 1}};
    if (!keys["lesson"]["ask"].empty())
        keys["lesson"]["ask"][0]["also_mine"] = "b";
    keys["beside"] = true;
    document.snapshots[0].unknown_keys = std::make_shared<const LessonJson>(keys);
    LabWindow& w = edit(document);
    editor().goTo(0);
    inOneStep([&] {
        panel().text().field().setFocus();
        panel().text().field().moveCursor(QTextCursor::End);
        QTest::keyClicks(&panel().text().field(), " More.");
    });
    LessonJson expected = keys;
    expected["lesson"]["text"] = keys["lesson"].value("text", std::string()) + " More.";
    QCOMPARE(w.document().experiment().snapshots[0].unknown_keys->dump(), expected.dump());
    for (std::size_t i = 1; i < document.snapshots.size(); ++i)
        QCOMPARE(w.document().experiment().snapshots[i].unknown_keys, document.snapshots[i].unknown_keys);
}

void TestLessonEditing::hostile_data() {
    QTest::addColumn<LessonSteps>("steps");
    const auto asks = [](const LessonJson& question) {
        return LessonSteps{{{"id", "s"}, {"ask", LessonJson::array({question})}}};
    };
    QTest::newRow("a riddle") << asks({{"id", "q"}, {"kind", "riddle"}});
    QTest::newRow("a question that is a number") << asks(7);
    QTest::newRow("a question that is null") << asks(nullptr);
    QTest::newRow("questions that are a text") << LessonSteps{{{"id", "s"}, {"ask", "why?"}}};
    QTest::newRow("a step that is a number") << LessonSteps{LessonJson(7)};
    QTest::newRow("a step that is null") << LessonSteps{LessonJson(nullptr), {{"id", "s"}}};
    QTest::newRow("options of numbers")
        << asks({{"id", "q"}, {"kind", "choice"}, {"text", "?"}, {"options", {1, "two", nullptr}}});
    QTest::newRow("options that are a text")
        << asks({{"id", "q"}, {"kind", "choice"}, {"text", "?"}, {"options", "all"}});
    QTest::newRow("rows beyond") << asks(
        {{"id", "q"}, {"kind", "number"}, {"text", "?"}, {"stage", "scores"}, {"row", 99}, {"column", 0}});
    QTest::newRow("a head beyond") << asks(
        {{"id", "q"}, {"kind", "mistake"}, {"text", "?"}, {"stage", "scores"}, {"head", 5}});
    QTest::newRow("a mistake that is none") << asks({{"id", "q"},
                                                     {"kind", "mistake"},
                                                     {"text", "?"},
                                                     {"stage", "scores"},
                                                     {"mistake", 3},
                                                     {"options", 4}});
    QTest::newRow("names that are none")
        << LessonSteps{{{"id", "s"}, {"allow", {"W_Q", "<b>", 3}}, {"show", {"scores", "none"}}}};
    QTest::newRow("texts of other types") << LessonSteps{
        {{"id", "s"}, {"text", 3}, {"hint", {{"a", 1}}}, {"notes", nullptr}, {"allow", "all"}, {"show", 0}}};
    QTest::newRow("the same id") << LessonSteps{
        {{"id", "s"}, {"ask", LessonJson::array({{{"id", "s"}, {"kind", "text"}, {"text", "?"}}})}},
        {{"id", "s"}}};
    QTest::newRow("a text of 5 MB") << LessonSteps{{{"id", "s"}, {"text", std::string(5'000'000, '-')}}};
    QTest::newRow("a cell in two ways") << asks({{"id", "q"},
                                                 {"kind", "cell"},
                                                 {"text", "?"},
                                                 {"stage", "scores"},
                                                 {"hidden", true},
                                                 {"row", 0},
                                                 {"column", 0}});
}

/// What cannot be read is said, stays until it is edited, and can be taken out.
void TestLessonEditing::hostile() {
    QFETCH(LessonSteps, steps);
    LabWindow& w = edit(with_steps(steps, {{"id", "abcdefghijklmnop"}}));
    const std::string before = bytes();
    settle();
    for (std::size_t i = 0; i < editor().stepCount(); ++i) {
        editor().goTo(i);
        settle();
        for (const QuestionEditCard* each : panel().cards()) {
            if (auto* mistake = qobject_cast<MistakeEditPart*>(each->part()))
                QTRY_VERIFY(mistake->choices().isKnown());
        }
    }
    QVERIFY(bytes() == before);
    if (editor().stepCount() == 0)
        return;
    editor().goTo(0);
    choose(StageId::scores, StoredCell{0, 0}, {"Ask about this number"});
    settle();
    while (!panel().cards().empty()) {
        QTest::mouseClick(&card(0).removeButton(), Qt::LeftButton);
        settle();
    }
    while (w.document().undoStack().canUndo())
        w.document().undo();
    QVERIFY(bytes() == before);
}

LAB_WINDOW_TEST(TestLessonEditing)
#include "tst_lesson_editing.moc"
