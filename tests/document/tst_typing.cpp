// SPDX-License-Identifier: GPL-3.0-or-later
//
// Typing a sentence: letters merge into one undo step until a pause, and incomplete words leave no vectors
// behind.
#include "core/edits/sentence.h"
#include "core/experiment/is_same.h"
#include "core/io/experiment_json.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/lab_document.h"

#include <QTest>

using namespace lab;
using namespace lab::test;

class TestTyping : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void lettersMerge();
    void backIsNoEdit();
    void leavesNoLitter();
    void inFrontOfAWord();
    void inBothSentences();
    void sourceByHand();
    void otherFields();
};

void TestTyping::lettersMerge() {
    LabDocument document;
    document.setText("sky is blu");
    document.setText("sky is bl");
    document.setText("sky is b");
    QCOMPARE(document.undoStack().count(), 1);
    QTest::qWait(1100); // longer than the merge interval
    document.setText("sky is bi");
    document.setText("sky is big");
    QCOMPARE(document.undoStack().count(), 2);
    document.undo();
    QCOMPARE(document.experiment().sequence.text, std::string("sky is b"));
    document.undo();
    QCOMPARE(document.experiment().sequence.text, std::string("sky is blue"));
    QVERIFY(!document.isModified());
    document.redo();
    document.redo();
    QCOMPARE(document.experiment().sequence.text, std::string("sky is big"));

    // The pause is measured from the last letter, not from the first.
    for (const char* text : {"sky is bigg", "sky is bigge"}) {
        QTest::qWait(600);
        document.setText(text);
    }
    QCOMPARE(document.undoStack().count(), 2);

    // Another edit in between ends a step too.
    setCausal(document, true);
    document.setText("sky is bigger");
    QCOMPARE(document.undoStack().count(), 4);
}

void TestTyping::backIsNoEdit() {
    LabDocument document;
    const std::string before = write_experiment(document.experiment());
    document.setText("sky is blue!");
    QVERIFY(document.isModified());
    document.setText("sky is blue");
    QCOMPARE(document.undoStack().count(), 0);
    QVERIFY(!document.isModified());
    QCOMPARE(write_experiment(document.experiment()), before);

    // Typing back removes only the typing step. The earlier edit stays.
    setCausal(document, true);
    document.setText("sky is blue!");
    document.setText("sky is blue");
    QCOMPARE(document.undoStack().count(), 1);
    QCOMPARE(document.undoStack().undoText(), QStringLiteral("Causal mask"));
}

void TestTyping::leavesNoLitter() {
    LabDocument document;
    const auto entries = [&] { return document.experiment().embedding.table->entries().size(); };
    const std::size_t opened = entries();
    const QString sentence = QStringLiteral("an extraordinarily long sentence");
    for (int length = 1; length <= sentence.size(); ++length) {
        document.setText(sentence.left(length));
        // The current words, and those that came with the document.
        QCOMPARE(entries(), opened + distinct_tokens(document.experiment()).size());
    }
    // An edited vector is kept when its word is removed.
    document.setValue(ParameterId::E, 1, 0, 9);
    document.setText("sky is blue");
    QCOMPARE(entries(), opened + 1);
    QCOMPARE((*document.experiment().embedding.table->find("extraordinarily")->values)(0), 9.0);
}

/// Typing in front of a word, so that it changes for a moment, does not detach its data.
void TestTyping::inFrontOfAWord() {
    LabDocument document;
    document.setText("look");
    Experiment e = document.experiment();
    e.mask.padding = {0};
    e.overrides = {{StageId::inputs, 0, 0, 1, 7, nullptr}};
    document.replace(e, {});
    for (const char* text : {"tlook", "thlook", "thelook", "the look"})
        document.setText(text);
    QCOMPARE(document.undoStack().count(), 1);
    QCOMPARE(document.experiment().mask.padding, std::vector<TokenIndex>{1});
    QCOMPARE(document.experiment().overrides.size(), std::size_t{1});
    QCOMPARE(document.experiment().overrides[0].row, Index{1});
    document.undo();
    QVERIFY(is_same(document.experiment(), e));
}

/// Typing in the two sentences never merges into one step, however quickly one switches between them.
void TestTyping::inBothSentences() {
    LabDocument document;
    const Experiment opened = document.experiment();
    document.setSource(true);
    QCOMPARE(document.undoStack().undoText(), QStringLiteral("Second sentence added"));
    QCOMPARE(document.experiment().source->text, opened.sequence.text);
    const auto texts = [&] {
        const Experiment& e = document.experiment();
        return QString::fromStdString(e.sequence.text + "|" + e.source->text);
    };
    for (const char* text : {"sky i", "sky is b", "sky is"})
        document.setText(text, Side::source);
    for (const char* text : {"sky is bl", "sky is"})
        document.setText(text);
    document.setText("sky", Side::source);
    QCOMPARE(document.undoStack().count(), 4);
    const Experiment last = document.experiment();
    for (const char* before : {"sky is|sky is", "sky is blue|sky is", "sky is blue|sky is blue"}) {
        document.undo();
        QCOMPARE(texts(), QString(before));
    }
    document.undo();
    QVERIFY(is_same(document.experiment(), opened));
    for (int i = 0; i < 4; ++i)
        document.redo();
    QVERIFY(is_same(document.experiment(), last));
    document.setSource(false);
    QVERIFY(!document.experiment().source);
    document.undo();
    QVERIFY(is_same(document.experiment(), last));
}

void TestTyping::sourceByHand() {
    LabDocument document;
    document.setSource(true);
    document.setTokenizer(Tokenizer::manual, Side::source);
    QVERIFY(document.experiment().sequence.tokenizer == Tokenizer::whitespace);
    const Experiment before = document.experiment();
    std::optional<Side> refused;
    connect(&document, &LabDocument::textRefused, this, [&](const QString&, Side side) { refused = side; });
    document.setText("other", Side::source);
    QVERIFY(refused == Side::source);
    QVERIFY(is_same(document.experiment(), before));
    document.setText("other");
    QCOMPARE(document.experiment().sequence.text, std::string("other"));
}

void TestTyping::otherFields() {
    LabDocument document;
    setTitle(document, "Night");
    setDescription(document, "Look");
    QCOMPARE(document.undoStack().count(), 2);
    document.undo();
    QCOMPARE(document.experiment().title, std::string("Night"));
}

LAB_GUILESS_TEST(TestTyping)
#include "tst_typing.moc"
