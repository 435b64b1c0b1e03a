// SPDX-License-Identifier: GPL-3.0-or-later
//
// View settings of a document: invalid values are tolerated, unknown ones are written back, and changes are
// neither undone nor count as unsaved.
#include "tests/support/test_program.h"
#include "ui/document/view_settings.h"

#include "core/io/experiment_json.h"
#include "tests/support/document_files.h"
#include "tests/support/fatal_messages.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/files/recovery.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace lab;
using namespace lab::test;
using namespace std::chrono_literals;

namespace {

using DocumentStep = std::function<void(LabDocument&)>;

Experiment with_view(const QString& json) {
    Experiment experiment;
    if (!json.isEmpty())
        experiment.view =
            std::make_shared<const nlohmann::ordered_json>(nlohmann::ordered_json::parse(json.toStdString()));
    return experiment;
}

QString view_of(const Experiment& experiment) {
    return experiment.view ? QString::fromStdString(experiment.view->dump()) : QString();
}

ViewSettings some_settings() {
    ViewSettings settings;
    settings.weights = Palette::cividis;
    settings.range = ColourRange::fixed;
    settings.colourLimit = 2.5;
    settings.decimals = 5;
    return settings;
}

} // namespace

class TestViewSettings : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void read_data();
    void read();
    void written_data();
    void written();
    void thereAndBack();
    void saidOnce();
    void survivesEdits_data();
    void survivesEdits();
    void typingBackIsNoStep();
    void savedAndOpened();
    void changedWhileItIsSaved();
    void anotherDocumentHasItsOwn();
    void recovered();
};

void TestViewSettings::read_data() {
    QTest::addColumn<QString>("view");
    QTest::addColumn<ViewSettings>("expected");
    const auto row = [](const char* view, const std::function<void(ViewSettings&)>& expected) {
        ViewSettings settings;
        expected(settings);
        QTest::newRow(*view ? view : "none") << QString(view) << settings;
    };
    const auto usual = [](ViewSettings&) {};
    using S = ViewSettings;
    row("", usual);
    row(R"({})", usual);
    row(R"({"mode": "heads"})", usual);
    row(R"({"palette": {"weights": "grey"}})", [](S& s) { s.weights = Palette::grey; });
    row(R"({"palette": {"weights": "cividis", "signed": "purple_orange"}})", [](S& s) {
        s.weights = Palette::cividis;
        s.ofSigned = Palette::purple_orange;
    });
    row(R"({"palette": {"weights": "blue_red", "signed": "viridis"}})", usual); // each in the other's place
    row(R"({"palette": {"weights": "magma", "signed": 3}})", usual);
    row(R"({"palette": "cividis"})", usual);
    row(R"({"range": "shared"})", [](S& s) { s.range = ColourRange::shared; });
    row(R"({"range": 0.5})", [](S& s) {
        s.range = ColourRange::fixed;
        s.colourLimit = 0.5;
    });
    row(R"({"range": 0})", usual);
    row(R"({"range": -1})", usual);
    row(R"({"range": "rows"})", usual);
    row(R"({"range": [1]})", usual);
    row(R"({"decimals": 0})", [](S& s) { s.decimals = 0; });
    row(R"({"decimals": 8})", [](S& s) { s.decimals = 8; });
    row(R"({"decimals": 3.0})", [](S& s) { s.decimals = 3; });
    row(R"({"decimals": 9})", usual);
    row(R"({"decimals": -1})", usual);
    row(R"({"decimals": 2.5})", usual);
    row(R"({"decimals": "2"})", usual);
    row(R"({"decimals": null})", usual);
    row(R"({"decimals": 1e300})", usual);
}

void TestViewSettings::read() {
    QFETCH(QString, view);
    QFETCH(ViewSettings, expected);
    QVERIFY(viewSettings(with_view(view)) == expected);
}

void TestViewSettings::written_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<ViewSettings>("settings");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, const char* before, const ViewSettings& settings,
                        const char* after) {
        QTest::newRow(name) << QString(before) << settings << QString(after);
    };
    const char* some = R"({"decimals":5,"range":2.5,"palette":{"weights":"cividis"}})";
    row("from nothing", "", some_settings(), some);
    row("the same again", some, some_settings(), some);
    row("back to nothing", some, {}, "");
    row("keys of others stay", R"({"mode":"heads","decimals":5,"palette":{"links":"x","weights":"grey"}})",
        {}, R"({"mode":"heads","palette":{"links":"x"}})");
    row("what is not known here stays where nothing else is chosen",
        R"({"range":"rows","palette":{"weights":"magma"},"decimals":12})", {},
        R"({"range":"rows","palette":{"weights":"magma"},"decimals":12})");
    row("and gives way where it is", R"({"range":"rows","palette":"magma","decimals":12})", some_settings(),
        R"({"range":2.5,"palette":{"weights":"cividis"},"decimals":5})");
}

void TestViewSettings::written() {
    QFETCH(QString, before);
    QFETCH(ViewSettings, settings);
    QFETCH(QString, after);
    Experiment experiment = with_view(before);
    experiment.view = withViewSettings(experiment, settings);
    QCOMPARE(view_of(experiment), after);
}

void TestViewSettings::thereAndBack() {
    for (const Palette weights : weightPalettes()) {
        for (const Palette ofSigned : signedPalettes()) {
            for (const ColourRange range :
                 {ColourRange::per_matrix, ColourRange::shared, ColourRange::fixed}) {
                for (int decimals = -1; decimals <= mostShownDecimals; ++decimals) {
                    ViewSettings settings{
                        .weights = weights, .ofSigned = ofSigned, .range = range, .decimals = {}};
                    settings.weightRange = static_cast<WeightRange>((decimals + 1) % 5);
                    if (settings.weightRange == WeightRange::fixed)
                        settings.weightLimit = 0.3;
                    if (range == ColourRange::fixed)
                        settings.colourLimit = 0.1 + decimals * 1e-9 + 1;
                    if (decimals >= 0)
                        settings.decimals = decimals;
                    LabDocument document;
                    setViewSettings(document, settings);
                    const auto read = read_experiment(write_experiment(document.experiment()));
                    QVERIFY(viewSettings(read.value()) == settings);
                }
            }
        }
    }
}

void TestViewSettings::saidOnce() {
    LabDocument document;
    const QSignalSpy viewed(&document, &LabDocument::viewChanged);
    const QSignalSpy changed(&document, &LabDocument::changed);
    setViewSettings(document, {});
    QCOMPARE(viewed.count(), 0);
    setViewSettings(document, some_settings());
    QCOMPARE(viewed.count(), 1);
    setViewSettings(document, some_settings());
    QCOMPARE(viewed.count(), 1);
    QCOMPARE(changed.count(), 0);
    QVERIFY(!document.isModified());
    QCOMPARE(document.undoStack().count(), 0);
}

void TestViewSettings::survivesEdits_data() {
    QTest::addColumn<DocumentStep>("before");
    QTest::addColumn<DocumentStep>("after");
    const auto row = [](const char* name, const DocumentStep& before, const DocumentStep& after) {
        QTest::newRow(name) << before << after;
    };
    using D = LabDocument;
    const DocumentStep edit = [](D& d) { setCausal(d, true); };
    const DocumentStep undo = [](D& d) { d.undo(); };
    const DocumentStep preview = [](D& d) { d.preview(ParameterId::W_Q, 0, 0, 4); };
    const DocumentStep type = [](D& d) { d.setText("sky is red"); };
    row(
        "an edit", [](D&) {}, edit);
    row("undo", edit, undo);
    row(
        "redo",
        [](D& d) {
            setCausal(d, true);
            d.undo();
        },
        [](D& d) { d.redo(); });
    row("reset", edit, [](D& d) { d.revertToOpened(); });
    row(
        "undone reset",
        [](D& d) {
            setCausal(d, true);
            d.revertToOpened();
        },
        undo);
    row("under the hand", preview, preview);
    row("kept", preview, [](D& d) { d.commitPreview(); });
    row("kept and undone", preview, [](D& d) {
        d.commitPreview();
        d.undo();
    });
    row("taken back", preview, [](D& d) { d.cancelPreview(); });
    row("typing goes on", type, [](D& d) { d.setText("sky is re"); });
    row("typing undone", type, undo);
}

void TestViewSettings::survivesEdits() {
    QFETCH(DocumentStep, before);
    QFETCH(DocumentStep, after);
    LabDocument document;
    before(document);
    const int steps = document.undoStack().count();
    const bool modified = document.isModified();
    setViewSettings(document, some_settings());
    QCOMPARE(document.undoStack().count(), steps);
    QCOMPARE(document.isModified(), modified);
    after(document);
    QVERIFY(viewSettings(document.experiment()) == some_settings());
    while (document.undoStack().canUndo() || document.isPreviewing())
        document.undo();
    QVERIFY(viewSettings(document.experiment()) == some_settings());
    QVERIFY(!document.isModified());
}

// Typing back to the original text leaves no step, even if the view changed meanwhile.
void TestViewSettings::typingBackIsNoStep() {
    LabDocument document;
    const QString text = QString::fromStdString(document.experiment().sequence.text);
    document.setText(text + " x");
    setViewSettings(document, some_settings());
    document.setText(text);
    QCOMPARE(document.undoStack().count(), 0);
    document.revertToOpened();
    QCOMPARE(document.undoStack().count(), 0);
    QVERIFY(viewSettings(document.experiment()) == some_settings());
}

void TestViewSettings::savedAndOpened() {
    QTemporaryDir folder;
    const QString file = folder.filePath("viewed.attn");
    LabDocument document;
    QVERIFY(!save(document, file));
    setViewSettings(document, some_settings());
    QVERIFY(!document.isModified());
    QVERIFY(!save(document, file));
    LabDocument reopened;
    QVERIFY(!test::open(reopened, file));
    QVERIFY(viewSettings(reopened.experiment()) == some_settings());
}

void TestViewSettings::changedWhileItIsSaved() {
    LabDocument document;
    setCausal(document, true);
    const Experiment written = document.experimentToSave();
    setViewSettings(document, some_settings());
    document.noteSaved(written, "viewed.attn");
    QVERIFY(!document.isModified());
}

void TestViewSettings::anotherDocumentHasItsOwn() {
    LabDocument document;
    setViewSettings(document, some_settings());
    Experiment other = document.experiment();
    other.view = with_view(R"({"decimals": 1})").view;
    document.replace(other, {});
    QCOMPARE(viewSettings(document.experiment()).decimals, std::optional(1));
    document.openExample("two-heads");
    QVERIFY(viewSettings(document.experiment()) == ViewSettings{});
}

/// A recovery copy includes the view settings. Changing only the view does not create one.
void TestViewSettings::recovered() {
    QTemporaryDir folder;
    const auto files = [&] { return QDir(folder.path()).entryList({"*.recovery"}).size(); };
    {
        LabDocument document;
        Recovery recovery(document, nullptr, folder.path(), 20ms);
        setViewSettings(document, some_settings());
        QTest::qWait(100);
        QCOMPARE(files(), 0);
        setViewSettings(document, {});
        setCausal(document, true);
        QTRY_COMPARE(files(), 1);
        QTest::qWait(100); // wait until it has been written
        setViewSettings(document, some_settings());
        QTest::qWait(300);
    }
    const auto left = RecoveryFile::abandoned(folder.path());
    QCOMPARE(left.size(), 1U);
    QVERIFY(viewSettings(left.front()->read().value()) == some_settings());
}

LAB_GUILESS_TEST(TestViewSettings)
#include "tst_view_settings.moc"
