// SPDX-License-Identifier: GPL-3.0-or-later
//
// A document with thousands of overrides: what the window says of them, it makes only as far as it is shown.
// What is counted is how many texts are made, of which each asks for a translation.
#include "core/edits/sentence.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/plots/shared/setting_texts.h"

#include <QTest>
#include <QTranslator>

using namespace lab;
using namespace lab::test;

namespace {

/// Counts what asks for a translation, and translates nothing.
class CountedTexts : public QTranslator {
public:
    CountedTexts() { QCoreApplication::installTranslator(this); }
    bool isEmpty() const override { return false; }
    QString translate(const char* /*context*/, const char* /*text*/, const char* /*remark*/,
                      int /*n*/) const override {
        ++m_count;
        return {};
    }
    /// Since the last call.
    int taken() { return std::exchange(m_count, 0); }

private:
    mutable int m_count = 0;
};

/// 60 tokens, and that many overrides of each of two stages.
Experiment with_overrides(Index count) {
    Experiment e;
    e.embedding.dimension = 2;
    e.projection.kind = ProjectionKind::identity;
    std::string text;
    constexpr Index tokens = 60;
    for (Index i = 0; i < tokens; ++i)
        text += "w" + std::to_string(i) + ' ';
    e = with_text(e, text);
    for (Index i = count; i-- > 0;) {
        for (const StageId stage : {StageId::scores, StageId::weights})
            e.overrides.push_back({stage, 0, i / tokens, i % tokens, 0.5, {}});
    }
    return e;
}

} // namespace

class TestManyOverrides : public WindowTest {
    Q_OBJECT

private slots:
    void settingTexts();
    void window();
};

void TestManyOverrides::settingTexts() {
    CountedTexts texts;
    const Experiment few = with_overrides(3), many = with_overrides(3000);
    texts.taken(); // Qt asks for the direction of the new language
    QCOMPARE(lab::settingTexts(few, StageId::weights, 0).join(' '),
             QString("3 cells overridden: “w0” → “w0” = 0.5, “w0” → “w1” = 0.5 and 1 more"));
    const int made = texts.taken();
    QCOMPARE(lab::settingTexts(many, StageId::weights, 0).join(' '),
             QString("3000 cells overridden: “w0” → “w0” = 0.5, “w0” → “w1” = 0.5 and 2998 more"));
    QCOMPARE(texts.taken(), made);
}

void TestManyOverrides::window() {
    // The list shows at most so many, each with a text or two.
    constexpr int listed = 1000, textsOfEach = 4;
    LabDocument& document = WindowTest::window().document();
    CountedTexts texts;
    const auto made = [&](Index count) {
        document.replace(with_overrides(count), {});
        QCoreApplication::processEvents();
        document.setValue(ParameterId::E, 0, 0, 0.25);
        QCoreApplication::processEvents();
        return texts.taken();
    };
    made(3);
    const int few = made(3), many = made(3000);
    QVERIFY2(many <= few + listed * textsOfEach, qPrintable(QString("%1, %2").arg(few).arg(many)));
}

LAB_WINDOW_TEST(TestManyOverrides)
#include "tst_many_overrides.moc"
