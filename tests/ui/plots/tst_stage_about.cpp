// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said about a stage: of every document something, and only of what is switched on.
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/rotation.h"
#include "core/experiment/stage.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"
#include "ui/plots/shared/stage_about.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace lab;
using namespace lab::test;

class TestStageAbout : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void everyDocument();
    void onlyWhatIsOn_data();
    void onlyWhatIsOn();
    void ofEachMaskRule();

private:
    static QString all(const StageAbout& about) { return about.lead + ' ' + about.rest.join(' '); }
};

using IsOn = bool (*)(const Experiment&);

namespace {

/// All that is said of all stages.
QString saidOf(const Experiment& experiment) {
    QString text;
    for (const StageInfo& stage : all_stages()) {
        if (!has_stage(experiment, stage.id))
            continue;
        const StageAbout about = stageAbout(experiment, stage.id);
        text += about.lead + ' ' + about.rest.join(' ') + ' ';
    }
    return text;
}

} // namespace

/// A whole sentence first, in words of the notation, and nothing of the file's syntax.
void TestStageAbout::everyDocument() {
    example("sky-is-blue"); // loads the resources
    RandomExperiments random(41);
    for (int i = 0; i < many_experiments / 4; ++i) {
        const Experiment e = random.next();
        for (const StageInfo& stage : all_stages()) {
            if (!has_stage(e, stage.id))
                continue;
            const StageAbout about = stageAbout(e, stage.id);
            QVERIFY2(about.lead.endsWith('.') && about.lead.size() > 15, stage.name.data());
            const QString text = all(about);
            QVERIFY2(!text.contains(QRegularExpression("[{}<>*]|  |SPDX")), qPrintable(text));
            for (const QString& paragraph : about.rest)
                QVERIFY2(paragraph.endsWith('.'), qPrintable(paragraph));
            const bool isRows = e.notation == Notation::rows;
            if (stage.id != StageId::concat)
                QVERIFY2(!text.contains(isRows ? "column" : " row"), qPrintable(text));
        }
    }
}

void TestStageAbout::onlyWhatIsOn_data() {
    QTest::addColumn<QString>("word");
    QTest::addColumn<IsOn>("isOn");
    const auto row = [](const char* word, IsOn isOn) { QTest::newRow(word) << word << isOn; };
    row("A softcap", [](const Experiment& e) { return e.scores.softcap.has_value(); });
    row("ALiBi", [](const Experiment& e) { return e.scores.bias == ScoreBias::alibi; });
    row("Added scores", [](const Experiment& e) { return !e.scores.additive.empty(); });
    row("The causal mask", [](const Experiment& e) { return e.mask.causal; });
    row("The window", [](const Experiment& e) { return e.mask.window.has_value(); });
    row("Padding", [](const Experiment& e) { return !e.mask.padding.empty(); });
    row("Painted", [](const Experiment& e) { return e.mask.custom != nullptr; });
    row("there is no mask", [](const Experiment& e) { return !has_mask(e.mask); });
    row("A mask would hide", [](const Experiment& e) { return !has_mask(e.mask); });
    row("A norm", [](const Experiment& e) { return e.scores.qk_norm.has_value(); });
    row("pairs of its numbers are turned", [](const Experiment& e) { return Rotation(e).pairs() > 0; });
    row("dropped with probability", [](const Experiment& e) { return e.dropout.has_value(); });
    row("The sink is", [](const Experiment& e) { return sink_of(e.normalization, 0).has_value(); });
    row("Softmax raises", [](const Experiment& e) { return normalizer(e).raises_e; });
    row("Sparsemax",
        [](const Experiment& e) { return e.normalization.kind == NormalizationKind::sparsemax; });
    row("computed alone",
        [](const Experiment& e) { return e.normalization.kind == NormalizationKind::sigmoid; });
    row("so that the heads are mixed",
        [](const Experiment& e) { return e.projection.W_O && e.heads.count > 1; });
    row("b_O", [](const Experiment& e) { return e.projection.b_O != nullptr; });
    row("W_Q", [](const Experiment& e) { return e.projection.kind == ProjectionKind::linear; });
    row("divided by √d_k", [](const Experiment& e) { return !e.scores.scale; });
}

void TestStageAbout::onlyWhatIsOn() {
    QFETCH(QString, word);
    QFETCH(IsOn, isOn);
    example("sky-is-blue");
    RandomExperiments random(42);
    int on = 0, off = 0;
    for (int i = 0; i < 120; ++i) {
        const Experiment e = random.next();
        const QString said = saidOf(e);
        ++(isOn(e) ? on : off);
        QVERIFY2(said.contains(word) == isOn(e), qPrintable(said));
    }
    QVERIFY(on > 2 && off > 2);
}

/// A sentence that is shown just if the rule is set.
void TestStageAbout::ofEachMaskRule() {
    example("sky-is-blue");
    QFile file(":/explanations/masked_scores.md");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll());
    for (const MaskRule& rule : mask_rules())
        QVERIFY2(text.contains(QStringLiteral("{%1} ").arg(rule.name.data())), rule.name.data());
}

LAB_APPLESS_TEST(TestStageAbout)
#include "tst_stage_about.moc"
