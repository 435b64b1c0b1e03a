// SPDX-License-Identifier: GPL-3.0-or-later
//
// At any window and text size nothing is cut off or overlaps, and every control has a name and is reachable
// by keyboard.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/pages/links/links_page.h"
#include "ui/plots/links/links_plot.h"
#include "ui/selection/pull_of_inspected.h"
#include "ui/widgets/fold_header.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/strips/head_strip.h"
#include "ui/window/top_bar.h"

#include <QAccessible>
#include <QLabel>
#include <QToolButton>

#include <set>

using namespace lab;
using namespace lab::test;

namespace {

QString named(const QWidget& widget) {
    const auto* label = qobject_cast<const QLabel*>(&widget);
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    const QString text = label ? label->text() : button ? button->text() : widget.objectName();
    return QStringLiteral("%1 “%2” in %3 “%4”")
        .arg(widget.metaObject()->className(), text.left(40),
             widget.parentWidget()->metaObject()->className(), widget.parentWidget()->objectName());
}

/// The size that a label or button needs to show all of its text.
QSize needed(const QWidget& widget) {
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        if (label->text().isEmpty())
            return {};
        return label->wordWrap() ? QSize(0, label->heightForWidth(label->width())) : label->sizeHint();
    }
    if (const auto* tool = qobject_cast<const QToolButton*>(&widget))
        return tool->iconSize();
    if (qobject_cast<const FoldHeader*>(&widget)) // elides its title itself
        return widget.minimumSizeHint();
    if (widget.hasHeightForWidth()) // a button that wraps its text
        return {0, widget.heightForWidth(widget.width())};
    return widget.sizeHint();
}

QStringList cut_off(const QWidget& window) {
    QStringList problems;
    for (const QWidget* each : window.findChildren<QWidget*>()) {
        const bool speaks = qobject_cast<const QLabel*>(each) || qobject_cast<const QAbstractButton*>(each);
        if (!speaks || !each->isVisible() || each->inherits("QTableCornerButton"))
            continue;
        const QSize need = needed(*each);
        if (need.width() > each->width() || need.height() > each->height())
            problems += QStringLiteral("%1 needs %2 × %3 and has %4 × %5")
                            .arg(named(*each))
                            .arg(need.width())
                            .arg(need.height())
                            .arg(each->width())
                            .arg(each->height());
    }
    return problems;
}

QStringList overlaps(const QWidget& parent) {
    QStringList problems;
    QList<const QWidget*> seen;
    for (const QWidget* each : parent.findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
        if (!each->isVisible() || each->isWindow())
            continue;
        if (!parent.rect().contains(each->geometry()))
            problems += named(*each) + " reaches out of its parent";
        for (const QWidget* other : seen) {
            if (each->geometry().intersects(other->geometry()))
                problems += named(*each) + " lies on " + named(*other);
        }
        seen += each;
    }
    return problems;
}

} // namespace

class TestLayout : public WindowTest {
    Q_OBJECT

private slots:
    void nothingIsCutOff_data();
    void nothingIsCutOff();
    void linksAreNotCutOff_data() { nothingIsCutOff_data(); }
    void linksAreNotCutOff();
    void everyControlHasAName_data();
    void everyControlHasAName();
    void theKeyboardReachesEverything();
    void aCellInspectedByKeys();
    void lowWindowKeepsTheKeyboard();
};

void TestLayout::nothingIsCutOff_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    QTest::addColumn<bool>("raises"); // what would raise the inspected number
    for (const char* example : {"sky-is-blue", "two-heads"}) {
        for (const QSize size : {QSize(1024, 700), QSize(1600, 1000), QSize(480, 360)}) {
            for (const int scale : {80, 100, 300}) {
                for (const bool raises : {false, true})
                    QTest::addRow("%s, %d × %d at %d%s", example, size.width(), size.height(), scale,
                                  raises ? ", what raises it" : "")
                        << example << size << scale << raises;
            }
        }
    }
}

void TestLayout::nothingIsCutOff() {
    QFETCH(QString, example);
    QFETCH(QSize, size);
    QFETCH(int, scale);
    QFETCH(bool, raises);
    LabWindow& w = openWindow(size, scale);
    w.controller().openExample(example);
    w.selection().toggleInspected({StageId::weights, 0, 1, 1});
    w.pull().setOn(raises);
    QTest::qWait(20);
    QCOMPARE(w.size(), size);
    QStringList problems;
    const auto isInOrder = [&] {
        problems = cut_off(w);
        for (const TopBar* bar : w.findChildren<TopBar*>())
            problems += overlaps(*bar);
        problems += overlaps(w.heads());
        problems += overlaps(w.sentence());
        for (const StageCard* card : w.findChildren<StageCard*>()) {
            if (card->isVisible())
                problems += overlaps(*card);
        }
        return problems.isEmpty();
    };
    (void)QTest::qWaitFor(isInOrder, 3000); // a slow build is not at rest yet
    QVERIFY2(problems.isEmpty(), qPrintable("\n" + problems.join('\n')));
}

void TestLayout::linksAreNotCutOff() {
    QFETCH(QString, example);
    QFETCH(QSize, size);
    QFETCH(int, scale);
    QFETCH(bool, raises);
    LabWindow& w = openWindow(size, scale);
    w.controller().openExample(example);
    w.pages().open("pageLinks");
    w.selection().toggleInspectedToken({1});
    w.pull().setOn(raises);
    QTest::qWait(20);
    QStringList problems = cut_off(w);
    for (const QWidget* each : {w.links().widget(), w.links().plot().parentWidget()})
        problems += overlaps(*each);
    QVERIFY2(problems.isEmpty(), qPrintable("\n" + problems.join('\n')));
}

void TestLayout::everyControlHasAName_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("links");
    QTest::newRow("wide") << QSize(1440, 900) << false;
    QTest::newRow("narrow") << QSize(600, 700) << false;
    QTest::newRow("links") << QSize(1440, 900) << true;
}

void TestLayout::everyControlHasAName() {
    QFETCH(QSize, size);
    QFETCH(bool, links);
    LabWindow& w = openWindow(size);
    w.controller().openExample("two-heads");
    if (links)
        w.pages().open("pageLinks");
    int controls = 0;
    for (QWidget* each = w.nextInFocusChain(); each != &w; each = each->nextInFocusChain()) {
        const bool reached = each->isVisibleTo(&w) && each->isEnabled() &&
                             (each->focusPolicy() & Qt::TabFocus) && !each->focusProxy();
        if (!reached)
            continue;
        ++controls;
        const QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(each);
        QVERIFY2(accessible && !accessible->text(QAccessible::Name).isEmpty(), qPrintable(named(*each)));
    }
    QVERIFY(controls > 15);
}

void TestLayout::theKeyboardReachesEverything() {
    LabWindow& w = openWindow({2400, 1500}); // no card is folded, nor its controls
    w.controller().openExample("two-heads");
    w.sentence().line().setFocus();
    std::set<const QWidget*> reached;
    for (int i = 0; i < 200; ++i) {
        reached.insert(w.focusWidget());
        w.press_key(Qt::Key_Tab);
    }
    QVERIFY(reached.contains(&w.sentence().line()));
    for (const PillButton* chip : w.sentence().chips())
        QVERIFY2(reached.contains(chip), qPrintable(chip->text()));
    for (const ParameterId id : {ParameterId::E, ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V})
        QVERIFY2(reached.contains(&w.grid(id)), info(id).name.data());
    for (const StageInfo& stage : all_stages()) {
        const StageCard& card = *w.board().card(stage.id);
        if (card.isVisible())
            QVERIFY2(
                reached.contains(card.isThumbnail() ? static_cast<const QWidget*>(&card) : &card.heatmap()),
                stage.name.data());
    }
    QVERIFY(reached.contains(w.button(w, "Scale by 1/√dₖ")));
    for (const char* name : {"None", "Causal", "Window", "Padding", "Paint"})
        QVERIFY2(reached.contains(w.button(w, name)), name);
    // A group of choices is one tab stop. The arrow keys move inside it.
    QVERIFY(reached.contains(w.button(w, "Head 1")) || reached.contains(w.button(w, "Head 2")));
    w.button(w, "Head 1")->setFocus();
    w.press_key(Qt::Key_Right);
    QCOMPARE(w.selection().head(), 1);
    // And backwards.
    w.sentence().line().setFocus();
    w.press_key(Qt::Key_Tab);
    w.press_key(Qt::Key_Backtab, Qt::ShiftModifier);
    QCOMPARE(w.focusWidget(), &w.sentence().line());
}

void TestLayout::aCellInspectedByKeys() {
    LabWindow& w = openWindow({1800, 1300}); // all controls are there
    w.heatmap(StageId::weights).setFocus();
    w.press_key(Qt::Key_Down);
    w.press_key(Qt::Key_Right);
    const CellRef cell{StageId::weights, 0, 1, 1};
    QVERIFY(w.selection().hovered() == cell);
    w.press_key(Qt::Key_Return);
    QVERIFY(w.selection().inspected() == cell);
    w.press_key(Qt::Key_Escape);
    QVERIFY(!w.selection().isInspecting());
}

// In a low window the sentence scrolls with the board. Moving it must not take the focus away.
void TestLayout::lowWindowKeepsTheKeyboard() {
    LabWindow& w = window();
    w.sentence().line().setFocus();
    for (const int height : {400, 900}) {
        w.resize(1440, height);
        QCOMPARE(w.focusWidget(), &w.sentence().line());
    }
}

LAB_WINDOW_TEST(TestLayout)
#include "tst_layout.moc"
