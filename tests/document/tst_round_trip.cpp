// SPDX-License-Identifier: GPL-3.0-or-later
//
// Documents with any option of the format survive an edit, saving and undo unchanged.
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "tests/support/compare.h"
#include "tests/support/document_files.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/lab_document.h"

#include <QTemporaryDir>
#include <QTest>

using namespace lab;
using namespace lab::test;

class TestRoundTrip : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void editedSavedAndUndone();
    void givenTokensAreNotTyped();
    void tooLongIsRefused_data();
    void tooLongIsRefused();

private:
    QString file() const { return m_folder.filePath(QStringLiteral("document.attn")); }
    void open(LabDocument& document, const Experiment& experiment) const {
        QVERIFY(!write_file(file().toStdString(), write_experiment(experiment)));
        const auto error = test::open(document, file());
        QVERIFY2(!error, error ? error->message().c_str() : "");
    }

    QTemporaryDir m_folder;
};

void TestRoundTrip::editedSavedAndUndone() {
    RandomExperiments random(11);
    int typed = 0;
    for (int i = 0; i < many_experiments / 2; ++i) {
        const Experiment experiment = random.next();
        LabDocument document;
        open(document, experiment);
        const Experiment opened = document.experiment();
        const bool manual = experiment.sequence.tokenizer == Tokenizer::manual;
        if (manual) {
            setCausal(document, !experiment.mask.causal);
        } else {
            document.setText(QString::fromStdString(experiment.sequence.text + " word"));
            ++typed;
        }
        QCOMPARE(document.undoStack().count(), 1);
        const Experiment edited = document.experiment();
        QVERIFY(difference(edited, opened));
        QCOMPARE(edited.snapshots.size(), opened.snapshots.size());
        QCOMPARE(edited.overrides.size(), opened.overrides.size());
        QCOMPARE(edited.mask.padding, opened.mask.padding);
        QCOMPARE(bool(edited.mask.custom), bool(opened.mask.custom));
        QCOMPARE(edited.inactive_projections.size(), opened.inactive_projections.size());
        QVERIFY(edited.view == opened.view);
        QVERIFY(edited.unknown_keys == opened.unknown_keys);

        QVERIFY(!save(document, file()));
        LabDocument reopened;
        QVERIFY(!test::open(reopened, file()));
        const auto differs = difference(reopened.experiment(), edited);
        QVERIFY2(!differs, differs ? differs->c_str() : "");

        document.undo();
        const auto undone = difference(document.experiment(), opened);
        QVERIFY2(!undone, undone ? undone->c_str() : "");
    }
    QVERIFY(typed > many_experiments / 6);
}

void TestRoundTrip::givenTokensAreNotTyped() {
    RandomExperiments random(5);
    Experiment experiment = random.next();
    while (experiment.sequence.tokenizer != Tokenizer::manual)
        experiment = random.next();
    LabDocument document;
    open(document, experiment);
    const Experiment opened = document.experiment();
    QString reason;
    connect(&document, &LabDocument::textRefused, this, [&](const QString& text) { reason = text; });
    document.setText(QStringLiteral("something else"));
    QVERIFY2(reason.contains("listed in the document"), qPrintable(reason));
    QVERIFY(!difference(document.experiment(), opened));
    QCOMPARE(document.undoStack().count(), 0);
}

// Both exceed the computation limit, the second because its custom mask would grow with the sentence.
void TestRoundTrip::tooLongIsRefused_data() {
    QTest::addColumn<bool>("masked");
    QTest::addColumn<int>("tokens");
    QTest::newRow("many heads") << false << 18000;
    QTest::newRow("a custom mask") << true << 19000;
}

void TestRoundTrip::tooLongIsRefused() {
    QFETCH(bool, masked);
    QFETCH(int, tokens);
    Experiment experiment;
    experiment.sequence = {Tokenizer::whitespace, "a", {"a"}};
    experiment.projection.kind = ProjectionKind::identity;
    experiment.embedding.dimension = experiment.heads.count = experiment.heads.kv_count = masked ? 1 : 64;
    EmbeddingTable table;
    table.set("a",
              {std::make_shared<const RowVector>(RowVector::Ones(experiment.embedding.dimension)), false});
    experiment.embedding.table = std::make_shared<const EmbeddingTable>(table);
    if (masked)
        experiment.mask.custom = share(Matrix::Ones(1, 1));
    LabDocument document;
    open(document, experiment);
    QString reason;
    int changes = 0;
    connect(&document, &LabDocument::textRefused, this, [&](const QString& text) { reason = text; });
    connect(&document, &LabDocument::changed, this, [&] { ++changes; });
    document.setText(QStringLiteral("a ").repeated(tokens));
    QVERIFY2(reason.contains(QString::number(tokens)) && reason.contains("GiB"), qPrintable(reason));
    QVERIFY(!difference(document.experiment(), experiment));
    QCOMPARE(document.undoStack().count(), 0);
    QCOMPARE(changes, 0);
    document.setText(QStringLiteral("a b"));
    QCOMPARE(changes, 1);
}

LAB_GUILESS_TEST(TestRoundTrip)
#include "tst_round_trip.moc"
