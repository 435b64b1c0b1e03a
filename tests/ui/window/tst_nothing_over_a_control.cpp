// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts that float over the window, the hints of a first start and the bubble of a drag, lie over no control,
// no other text and no number: on every page, in every size, and beside what opens later.
#include "tests/support/sample.h"
#include "tests/support/test_program.h"
#include "tests/ui/panels/parameters_by_hand.h"
#include "ui/panels/parameters/random_form.h"
#include "ui/panels/sentence/attention_arcs.h"
#include "ui/plots/links/links_plot.h"
#include "ui/plots/statistics/statistics_plot.h"
#include "ui/window/all_pages.h"
#include "ui/window/drag/drag_bubble.h"
#include "ui/window/marks/callout.h"
#include "ui/window/marks/first_marks.h"
#include "ui/window/menu/actions.h"
#include "ui/window/page_stack.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QCursor>

#include <functional>
#include <span>

using namespace lab;
using namespace lab::test;

class TestNothingOverAControl : public WindowTest {
    Q_OBJECT

private slots:
    void hints();
    void hintsBesideForms();
    void hintsBesideAQuestion();
    void hintsBesideWhatOpens_data();
    void hintsBesideWhatOpens();
    void bubble();

private:
    /// As at a first start, with its hints.
    void openWithHints(QSize size);
    /// On all pages; returns how many are shown.
    int checkPages();
    /// In each of some sizes of the window and of its text.
    void eachLook(const std::function<void(QSize size, int scale)>& look);
    QString underBubble(QPoint pointer);
    static bool isFloating(const QWidget* widget);
    QRect inWindow(const QWidget& widget, const QRect& part);
    /// What it must not lie over; empty: nothing.
    QString whatIsUnder(const QRect& floating);
    /// What shows numbers there; empty: nothing.
    QString numbersUnder(const QRect& floating);
    /// The hints that are shown lie over nothing; counts them.
    int checkHints();
    FirstMarks& marks() { return *window().firstMarks(); }
    DragBubble& dragBubble() { return *window().findChild<DragBubble*>(); }
};

void TestNothingOverAControl::openWithHints(QSize size) {
    Preferences preferences;
    preferences.marksSeen = false;
    openWindow(size, 100, preferences);
    QVERIFY(QTest::qWaitFor([this] { return marks().callout(FirstMarks::type) != nullptr; }));
}

bool TestNothingOverAControl::isFloating(const QWidget* widget) {
    for (; widget; widget = widget->parentWidget()) {
        if (qobject_cast<const Callout*>(widget) || qobject_cast<const DragBubble*>(widget))
            return true;
    }
    return false;
}

/// In sight of it, in the window's coordinates.
QRect TestNothingOverAControl::inWindow(const QWidget& widget, const QRect& part) {
    return widget.visibleRegion().boundingRect().intersected(part).translated(
        widget.mapTo(&window(), QPoint()));
}

QString TestNothingOverAControl::whatIsUnder(const QRect& floating) {
    QSet<const QWidget*> close;
    for (const FirstMarks::Mark mark : {FirstMarks::drag, FirstMarks::click, FirstMarks::type}) {
        if (window().firstMarks() && marks().callout(mark))
            close += &marks().callout(mark)->closeButton();
    }
    for (const QWidget* each : window().findChildren<QWidget*>()) {
        if (!each->isVisible() || each->window() != &window() || isFloating(each) || close.contains(each))
            continue;
        const auto* label = qobject_cast<const QLabel*>(each);
        const auto* arcs = qobject_cast<const AttentionArcs*>(each);
        QRect part;
        if (label && !label->text().isEmpty() && !label->wordWrap())
            part = QStyle::alignedRect(Qt::LeftToRight, label->alignment(),
                                       label->sizeHint().boundedTo(label->size()), label->rect());
        else if (arcs)
            part = {0, 0, arcs->fontMetrics().horizontalAdvance(arcs->accessibleDescription()),
                    arcs->height()};
        else if ((label && !label->text().isEmpty()) || qobject_cast<const QAbstractButton*>(each) ||
                 qobject_cast<const QLineEdit*>(each) || qobject_cast<const QAbstractSpinBox*>(each) ||
                 qobject_cast<const QComboBox*>(each))
            part = each->rect();
        if (const QRect rect = inWindow(*each, part); !rect.isEmpty() && rect.intersects(floating))
            return QString("%1 “%2” %3")
                .arg(each->metaObject()->className(), label ? label->text() : each->accessibleName(),
                     each->toolTip());
    }
    return {};
}

QString TestNothingOverAControl::numbersUnder(const QRect& floating) {
    for (const QWidget* each : window().findChildren<QWidget*>()) {
        const auto* grid = qobject_cast<const MatrixGrid*>(each);
        const bool isFigure = qobject_cast<const QCustomPlot*>(each) ||
                              qobject_cast<const StatisticsPlot*>(each) ||
                              qobject_cast<const LinksPlot*>(each);
        if (!each->isVisible() || each->window() != &window() || !(grid || isFigure))
            continue;
        if (inWindow(*each, grid ? grid->cellsRect() : each->rect()).intersects(floating))
            return QString("%1 “%2”").arg(each->metaObject()->className(), each->accessibleName());
    }
    return {};
}

int TestNothingOverAControl::checkHints() {
    for (int i = 0; i < 5; ++i) // the hints follow what has moved, which other things may follow
        QCoreApplication::processEvents();
    int shown = 0;
    for (const FirstMarks::Mark mark : {FirstMarks::drag, FirstMarks::click, FirstMarks::type}) {
        const Callout* callout = marks().callout(mark);
        if (!callout || !callout->isVisible())
            continue;
        ++shown;
        const QRect box = callout->box().translated(window().centralWidget()->mapTo(&window(), QPoint()));
        const QString under = whatIsUnder(box) + numbersUnder(box);
        if (!under.isEmpty())
            QTest::qFail(qPrintable(callout->accessibleName() + " over " + under), __FILE__, __LINE__);
    }
    return shown;
}

void TestNothingOverAControl::eachLook(const std::function<void(QSize size, int scale)>& look) {
    std::size_t index = 0;
    for (const QSize size :
         {QSize(1440, 900), QSize(800, 600), QSize(1024, 700), QSize(1600, 1000), QSize(480, 360)}) {
        for (const int scale : {100, 150, 300}) {
            if (!in_sample(index++, 2))
                continue;
            theme().setScale(scale);
            window().resize(size);
            QCoreApplication::processEvents();
            look(size, scale);
        }
    }
}

int TestNothingOverAControl::checkPages() {
    int shown = 0;
    const std::span<const PageInfo> pages = allPages();
    for (auto each = pages.rbegin(); each != pages.rend(); ++each) {
        window().pages().open(each->name);
        shown += checkHints();
    }
    return shown;
}

void TestNothingOverAControl::hints() {
    openWithHints({1440, 900});
    eachLook([this](QSize size, int scale) {
        const int shown = checkPages();
        QVERIFY2(shown > 0 || scale > 100 || size.width() < 1024, qPrintable(QString::number(size.width())));
    });
}

/// A form opens below the hint's target, and the hint makes room by itself.
void TestNothingOverAControl::hintsBesideForms() {
    openWithHints({1440, 900});
    QVERIFY(checkHints() == 3);
    choose_for(window(), ParameterId::W_Q, "Random…");
    const auto* form = qobject_cast<RandomForm*>(window().parameters().section(ParameterId::W_Q)->form());
    QVERIFY(form && form->isVisible());
    const auto isFree = [&] {
        const Callout* hint = marks().callout(FirstMarks::drag);
        const QRect rect(form->mapTo(window().centralWidget(), QPoint()), form->size());
        return !hint->isVisible() || !hint->box().intersects(rect);
    };
    QTRY_VERIFY(isFree());
    checkHints();
}

void TestNothingOverAControl::hintsBesideAQuestion() {
    openWithHints({1440, 900});
    paste_into(window(), ParameterId::W_Q, "1 2 3\n4 5 6");
    QVERIFY(window().parameters().section(ParameterId::W_Q)->pasteStrip().isVisible());
    checkHints();
}

void TestNothingOverAControl::hintsBesideWhatOpens_data() {
    QTest::addColumn<QList<ActionId>>("actions");
    QTest::newRow("a message of an error") << QList<ActionId>();
    QTest::newRow("the check of numbers") << QList{ActionId::check_numbers};
    QTest::newRow("the strip of snapshots") << QList{ActionId::snapshot, ActionId::snapshot_strip};
    QTest::newRow("the line that finds tokens") << QList{ActionId::find_token};
    QTest::newRow("a description that is edited") << QList{ActionId::describe};
}

/// What takes room from the page moves what the hints point at.
void TestNothingOverAControl::hintsBesideWhatOpens() {
    QFETCH(QList<ActionId>, actions);
    openWithHints({1440, 900});
    if (actions.isEmpty())
        window().controller().openFile(path("missing.attn"));
    for (const ActionId each : actions)
        window().actions()[each].trigger();
    eachLook([this](QSize, int) { checkPages(); });
}

/// Empty, or what the bubble covers.
QString TestNothingOverAControl::underBubble(QPoint pointer) {
    const QRect box = dragBubble().geometry();
    if (!dragBubble().isVisible())
        return {};
    QString under = whatIsUnder(box);
    if (box.contains(pointer))
        under += " the pointer";
    for (const MatrixHeatmap* each : window().findChildren<MatrixHeatmap*>()) {
        const QRect cells = inWindow(*each, each->rect());
        if (each->isVisible() && cells.intersects(box) && !cells.contains(pointer))
            under += " a matrix";
    }
    return under;
}

/// While a number is dragged, and when it has been let go.
void TestNothingOverAControl::bubble() {
    openWindow({1440, 900}).document().openExample("sky-is-blue");
    double value = 2;
    eachLook([&](QSize size, int scale) {
        int shown = 0, tried = 0;
        for (const Qt::Key page : {Qt::Key_2, Qt::Key_1}) {
            window().press_key(page, Qt::ControlModifier);
            for (int y = 20; y < size.height(); y += size.height() / 5) {
                for (const int x : {30, size.width() / 8, size.width() / 2, size.width() - 20}) {
                    QCursor::setPos(window().mapToGlobal(QPoint(x, y)));
                    window().document().preview(ParameterId::W_Q, 0, 1, ++value);
                    ++tried;
                    shown += dragBubble().isVisible();
                    const QString during = underBubble({x, y});
                    window().document().commitPreview();
                    const QString after = underBubble({x, y});
                    QVERIFY2(during.isEmpty() && after.isEmpty(),
                             qPrintable(QString("%1 × %2 at %3 %, pointer at %4, %5: %6 %7")
                                            .arg(size.width())
                                            .arg(size.height())
                                            .arg(scale)
                                            .arg(x)
                                            .arg(y)
                                            .arg(during, after)));
                }
            }
        }
        QVERIFY2(scale > 100 || size.width() < 1024 || 2 * shown > tried,
                 qPrintable(QString("%1 of %2").arg(shown).arg(tried)));
    });
}

LAB_WINDOW_TEST(TestNothingOverAControl)
#include "tst_nothing_over_a_control.moc"
