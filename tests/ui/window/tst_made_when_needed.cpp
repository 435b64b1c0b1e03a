// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the first window does not show is made later: it must then be as if it had always been there.
#include "tests/support/lab_window.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"
#include "tests/ui/panels/parameters_by_hand.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/film_view.h"
#include "ui/pages/links/links_page.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/statistics/statistics_page.h"
#include "ui/panels/sentence/sentence_line.h"
#include "ui/widgets/fold_header.h"
#include "ui/window/menu/actions.h"
#include "ui/window/page_stack.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/title_strip.h"

#include <QClipboard>
#include <QSignalSpy>

using namespace lab;
using namespace lab::test;

namespace {

/// The place in the tab order of the first control inside `widget`.
int tabPlace(const QWidget& window, const QWidget& widget) {
    int place = 0;
    for (const QWidget* each = window.nextInFocusChain(); each != &window; each = each->nextInFocusChain()) {
        ++place;
        const bool isStop = (each->focusPolicy() & Qt::TabFocus) && !each->focusProxy();
        if (isStop && (each == &widget || widget.isAncestorOf(each)))
            return place;
    }
    return -1;
}

/// Counts how often the pages get another size.
class Resizes : public QObject {
public:
    Resizes() { QApplication::instance()->installEventFilter(this); }
    int count() const { return m_count; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Resize && qobject_cast<PageStack*>(watched))
            ++m_count;
        return false;
    }

private:
    int m_count = 0;
};

} // namespace

class TestMadeWhenNeeded : public WindowTest {
    Q_OBJECT

private slots:
    void pages_data();
    void pages();
    void asIfMadeEarly_data();
    void asIfMadeEarly();
    void placeOfTheFilm();
    void keysAtOnce();
    void figureOfAnUnseenPage();
    void tabOrder();
    void sections();
    void titleAndDescription();
    void secondSentence();
    void laidOutOnce_data();
    void laidOutOnce();

private:
    QImage shown(const QString& page, QSize size, bool madeEarly);
};

void TestMadeWhenNeeded::pages_data() {
    QTest::addColumn<int>("index");
    for (int i = 1; i < window().actions().pages().size(); ++i)
        QTest::newRow(window().actions().pages()[i]->text().toLatin1().constData()) << i;
}

void TestMadeWhenNeeded::pages() {
    QFETCH(int, index);
    LabWindow& w = window();
    const QSignalSpy made(&w.pages(), &PageStack::pageMade);
    QCOMPARE(w.findChildren<Page*>().size(), 1);
    QVERIFY(w.board().isVisible());
    for (int times = 0; times < 2; ++times) {
        w.press_key(Qt::Key(Qt::Key_1 + index), Qt::ControlModifier);
        QCOMPARE(made.size(), 1);
        QCOMPARE(w.findChildren<Page*>().size(), 2);
        QVERIFY(w.pages().page().isVisible() && &w.pages().page() != &w.board());
        w.press_key(Qt::Key_1, Qt::ControlModifier);
        QVERIFY(w.board().isVisible());
    }
}

void TestMadeWhenNeeded::asIfMadeEarly_data() {
    QTest::addColumn<QString>("page");
    QTest::addColumn<QSize>("size");
    std::size_t index = 0;
    for (const PageInfo& each : allPages()) {
        const QString name = each.name;
        const QByteArray text = each.name;
        if (in_sample(index++, 2))
            QTest::addRow("%s", text.constData()) << name << QSize(1440, 900);
        if (in_sample(index++, 2))
            QTest::addRow("%s, below the explanation", text.constData()) << name << QSize(1000, 700);
        if (in_sample(index++, 2))
            QTest::addRow("%s, with the sentence on it", text.constData()) << name << QSize(900, 400);
    }
}

QImage TestMadeWhenNeeded::shown(const QString& page, QSize size, bool madeEarly) {
    theme().setMode(ColourMode::light);
    LabWindow& w = openWindow(size);
    w.document().openExample("two-heads");
    takeSnapshot(w.document());
    if (madeEarly) {
        w.pages().open(page);
        w.pages().open("pageExplore");
    }
    theme().setMode(ColourMode::dark);
    theme().setScale(110);
    setCausal(w.document(), true);
    w.selection().setHead(1);
    w.selection().toggleInspected({StageId::weights, 1, 1, 0});
    setFilmView(w.document(), {FilmOrder::by_stage, {}, 5});
    w.pages().open(page);
    const auto picture = [&w] { return w.pages().currentWidget()->grab().toImage(); };
    QImage last = picture();
    for (int same = 0; same < 10; ++same) { // numbers may come from a thread
        QTest::qWait(30);
        if (const QImage now = picture(); now != last) {
            last = now;
            same = 0;
        }
    }
    return last;
}

/// What was changed before a page is first shown is seen on it: theme, size of texts, document, head, what is
/// inspected, what covers the page and what scrolls with it.
void TestMadeWhenNeeded::asIfMadeEarly() {
    QFETCH(QString, page);
    QFETCH(QSize, size);
    QImage early, late;
    // On a busy machine a picture can look as if it were at rest; what differs, differs again.
    for (int attempt = 0; attempt < 3 && (early.isNull() || late != early); ++attempt) {
        early = shown(page, size, true);
        late = shown(page, size, false);
    }
    QVERIFY(!early.isNull());
    QCOMPARE(late, early);
}

void TestMadeWhenNeeded::placeOfTheFilm() {
    LabWindow& w = window();
    setFilmView(w.document(), {FilmOrder::by_query, {}, 7});
    const Experiment stopped = w.document().experiment();
    LabWindow& later = openWindow({1200, 900});
    later.document().replace(stopped, {});
    later.press_key(Qt::Key_2, Qt::ControlModifier);
    const FilmPlayer& player = later.pages().get<PlayPage>().player();
    QCOMPARE(player.place(), FilmPlace(7));
    QCOMPARE(player.order(), FilmOrder::by_query);
}

/// Right after the start, with no time for anything between the keys.
void TestMadeWhenNeeded::keysAtOnce() {
    LabWindow& w = openWindow({1200, 900});
    const QList<QAction*> tabs = w.actions().pages();
    // Heads pressed again shows links, and comes back with them.
    const std::vector<std::pair<int, QString>> pressed{
        {5, "pageStatistics"}, {1, "pagePlay"},  {4, "pageCompare"},    {3, "pageHeads"}, {0, "pageExplore"},
        {3, "pageHeads"},      {3, "pageLinks"}, {5, "pageStatistics"}, {3, "pageLinks"}, {3, "pageHeads"},
        {0, "pageExplore"},    {6, "pageLearn"}, {2, "pageGeometry"},   {3, "pageHeads"}, {1, "pagePlay"}};
    for (const auto& [index, name] : pressed) {
        w.press_key(Qt::Key(Qt::Key_1 + index), Qt::ControlModifier);
        QCOMPARE(w.pages().pageName(), name);
        QVERIFY(tabs[index]->isChecked());
        QCOMPARE(static_cast<const QWidget*>(&w.pages().page()), w.pages().currentWidget());
        QVERIFY(w.pages().page().isVisible());
    }
    QCOMPARE(w.findChildren<Page*>().size(), std::ssize(allPages()));
}

void TestMadeWhenNeeded::figureOfAnUnseenPage() {
    LabWindow& w = window();
    QApplication::clipboard()->clear();
    w.actions()[ActionId::copy_links].trigger();
    QVERIFY(!QApplication::clipboard()->image().isNull());
    QVERIFY(w.board().isVisible() && !w.links().isVisible());
    QCOMPARE(w.pages().pageName(), QStringLiteral("pageExplore"));
}

/// Not behind everything else.
void TestMadeWhenNeeded::tabOrder() {
    LabWindow& w = window();
    const int board = tabPlace(w, w.board()), status = tabPlace(w, w.status());
    QVERIFY(board > 0 && status > board);
    for (const QWidget* page :
         {static_cast<QWidget*>(&w.links()), static_cast<QWidget*>(&w.pages().get<StatisticsPage>())}) {
        QVERIFY2(tabPlace(w, *page) > tabPlace(w, w.parameters()), page->metaObject()->className());
        QVERIFY2(tabPlace(w, *page) < status, page->metaObject()->className());
    }
    // A heading comes before what is below it, and the switches of a card before the next card.
    const ParameterSection& section = *w.parameters().section(ParameterId::W_K);
    QVERIFY(tabPlace(w, *section.findChild<FoldHeader*>()) < tabPlace(w, section.grid()));
    for (const StageId id : {StageId::scaled_scores, StageId::masked_scores, StageId::weights}) {
        const StageCard& card = *w.board().card(id);
        const StageCard& next = *w.board().card(static_cast<StageId>(static_cast<int>(id) + 1));
        const int controls = tabPlace(w, *card.findChild<ControlRow*>());
        QVERIFY(controls > tabPlace(w, card.heatmap()) && controls < tabPlace(w, next));
    }
}

void TestMadeWhenNeeded::sections() {
    LabWindow& w = window();
    const auto names = [&w] {
        QStringList found;
        std::map<int, QString> visible;
        for (const ParameterSection* each : w.parameters().findChildren<ParameterSection*>()) {
            if (each->isVisible())
                visible[each->y()] = each->objectName();
        }
        for (const auto& [y, name] : visible)
            found += name;
        return found;
    };
    w.document().openExample("two-heads");
    QCOMPARE(names(), QStringList({"E", "W_Q", "W_K", "W_V", "W_O"}));
    QCOMPARE(w.parameters().findChildren<ParameterSection*>().size(), 5);
    w.press(&w.parameters().shape().allHeads());
    choose_kind(w, "Direct");
    QTRY_COMPARE(names(), QStringList({"Q", "K", "V", "W_O"}));
    QVERIFY(w.parameters().section(ParameterId::K)->model().allHeads());
    QVERIFY(tabPlace(w, w.parameters().shape()) < tabPlace(w, w.grid(ParameterId::Q)));
    QVERIFY(tabPlace(w, w.grid(ParameterId::Q)) < tabPlace(w, w.grid(ParameterId::K)));
    QVERIFY(tabPlace(w, w.grid(ParameterId::K)) < tabPlace(w, w.grid(ParameterId::W_O)));
    w.document().undo();
    QTRY_COMPARE(names(), QStringList({"E", "W_Q", "W_K", "W_V", "W_O"}));
    QVERIFY(!w.parameters().section(ParameterId::position)->isVisible()); // asked for, but not read
}

void TestMadeWhenNeeded::titleAndDescription() {
    LabWindow& w = window();
    QVERIFY(!w.findChild<TitleStrip*>());
    theme().setScale(150);
    w.actions()[ActionId::describe].trigger();
    QTRY_VERIFY(w.titleStrip().isVisible() && w.titleStrip().height() > 0);
    QTRY_COMPARE(w.titleStrip().geometry().bottom() + 1, w.sentence().geometry().top());
    QVERIFY(w.titleStrip().title().hasFocus());
    QVERIFY(tabPlace(w, w.titleStrip()) < tabPlace(w, w.sentence()));
}

void TestMadeWhenNeeded::secondSentence() {
    LabWindow& w = window();
    QCOMPARE(w.findChildren<SentenceLine*>().size(), 1);
    w.document().setSource(true);
    QCOMPARE(w.findChildren<SentenceLine*>().size(), 2);
    QTRY_VERIFY(w.sentence().source().y() > w.sentence().line().parentWidget()->y());
    QVERIFY(w.sentence().source().isVisible() && w.sentence().removeSource().isVisible());
}

void TestMadeWhenNeeded::laidOutOnce_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("wide") << QSize(1440, 900);
    QTest::newRow("narrow") << QSize(790, 760); // the status line is lower there
}

/// The window has its shape when it is first laid out: a second time would cost as much again.
void TestMadeWhenNeeded::laidOutOnce() {
    QFETCH(QSize, size);
    const Resizes resizes;
    openWindow(size);
    QTest::qWait(50);
    QCOMPARE(resizes.count(), 1);
}

LAB_WINDOW_TEST(TestMadeWhenNeeded)
#include "tst_made_when_needed.moc"
