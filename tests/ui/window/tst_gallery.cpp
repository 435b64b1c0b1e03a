// SPDX-License-Identifier: GPL-3.0-or-later
//
// The examples as cards: in the document menu and where there is no sentence.
#include "core/edits/snapshots.h"
#include "core/engine/pipeline.h"
#include "core/experiment/masks.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/examples.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/gallery/example_card.h"
#include "ui/gallery/gallery.h"
#include "ui/gallery/gallery_popup.h"
#include "ui/gallery/weights_picture.h"
#include "ui/pages/links/links_page.h"
#include "ui/plots/shared/colour_scale.h"
#include "ui/window/menu/actions.h"
#include "ui/window/page_stack.h"

#include <QAccessible>
#include <QPushButton>
#include <QScrollBar>

using namespace lab;
using namespace lab::test;

class TestGallery : public WindowTest {
    Q_OBJECT

private slots:
    void everyExample();
    void longSentence();
    void nameAndScenes();
    void progress();
    void pictures_data();
    void pictures();
    void onlyWhenShown();
    void fromTheMenu();
    void onItsPage_data();
    void onItsPage();
    void byKeyboard();
    void withoutSentence_data();
    void withoutSentence();
    void otherEmptyDocuments();
    void newDocument();
    void fromTheTop();
    void fits_data();
    void fits();

private:
    /// Opens the gallery from the document menu.
    GalleryPopup* openPopup() {
        window().findChild<QAction*>("examples")->trigger();
        return qobject_cast<GalleryPopup*>(QApplication::activePopupWidget());
    }
    QList<Gallery*> galleries() { return window().findChildren<Gallery*>(); }
    Gallery* visibleGallery() {
        for (Gallery* each : galleries()) {
            if (each->isVisible())
                return each;
        }
        return nullptr;
    }
};

/// Each lesson and each example once, the lessons first, with a line about it.
void TestGallery::everyExample() {
    QStringList sorted = galleryNames(), all = lessonNames() + exampleNames();
    QCOMPARE(sorted.first(lessonNames().size()), lessonNames());
    QCOMPARE(sorted[lessonNames().size()], exampleNames().first());
    sorted.sort();
    all.sort();
    QCOMPARE(sorted, all);
    QStringList promises;
    for (const QString& name : all)
        promises += promiseOf(name);
    for (const QString& promise : promises) {
        QVERIFY2(promise.size() > 10 && promise.size() <= 64, qPrintable(promise));
        QCOMPARE(promises.count(promise), 1);
    }
    QCOMPARE(promiseOf("my-own"), QString());
}

/// A sentence takes two lines, and no more.
void TestGallery::longSentence() {
    const ExampleCard brief(theme(), "uniform"), two(theme(), "two-heads-about-it");
    const int width = theme().px(290);
    const int line = QFontMetrics(theme().font(TextRole::body)).lineSpacing();
    QVERIFY(two.heightForWidth(width) > brief.heightForWidth(width));
    QVERIFY(two.heightForWidth(width) < brief.heightForWidth(width) + 2 * line);
}

/// A card can be found by its name, and says how many scenes its document has.
void TestGallery::nameAndScenes() {
    const auto linesOf = [&](const QString& name) {
        const ExampleCard card(theme(), name);
        QStringList lines;
        for (const ExampleCard::Line& each : card.placesIn(theme().px(290)).lines)
            lines += each.text;
        return lines;
    };
    QStringList titles;
    for (const QString& name : exampleNames()) {
        const Experiment experiment = example(name);
        const auto scenes = std::ranges::count_if(experiment.snapshots, is_scene);
        const QStringList lines = linesOf(name);
        titles += QString::fromStdString(experiment.title);
        QCOMPARE(lines.first(), titles.last());
        QVERIFY(lines.contains(promiseOf(name)));
        QCOMPARE(lines.size(), scenes > 0 ? 4 : 3);
        if (scenes > 0)
            QCOMPARE(lines.last(), QString("%1 scenes").arg(scenes));
    }
    QCOMPARE(linesOf("sky-is-blue").last(), QString("5 scenes"));
    QCOMPARE(linesOf("what-attention-computes").last(), QString("Lesson · 10 steps"));
    QCOMPARE(titles.removeDuplicates(), 0);
}

/// Where somebody has come stands on the card of a lesson, each time the gallery is shown.
void TestGallery::progress() {
    const QString name = lessonNames().constFirst();
    const auto lineOf = [&]() {
        const auto& cards = visibleGallery()->cards();
        const auto card =
            std::ranges::find_if(cards, [&](const ExampleCard* each) { return each->name() == name; });
        return (*card)->placesIn(theme().px(290)).lines.back().text;
    };
    GalleryPopup* popup = openPopup();
    QCOMPARE(lineOf(), QString("Lesson · 10 steps"));
    popup->close();
    window().controller().openExample(name);
    QTRY_VERIFY(window().lesson().isOn());
    while (window().lesson().question())
        window().lesson().show();
    QVERIFY(window().lesson().move(1));
    popup = openPopup();
    QTRY_COMPARE(lineOf(), QString("Lesson · 1 of 10 steps done"));
    popup->close();
}

void TestGallery::pictures_data() {
    QTest::addColumn<qreal>("ratio");
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << 1.0 << false;
    QTest::newRow("dark, on a fine screen") << 2.0 << true;
}

/// The weights in their colours, the first cell at the top left, hidden ones apart.
void TestGallery::pictures() {
    QFETCH(qreal, ratio);
    QFETCH(bool, dark);
    const QColor hidden = (dark ? darkColours() : lightColours()).hidden;
    for (const QString& name : exampleNames()) {
        const Experiment experiment = example(name);
        const int side = 64;
        const QPixmap pixmap = weightsPicture(weightCells(experiment, hidden), side, ratio);
        QCOMPARE(pixmap.deviceIndependentSize(), QSizeF(side, side));
        const QImage picture = pixmap.toImage();
        const Matrix weights = compute(experiment).value().stage(StageId::weights);
        const int cell = picture.width() / int(std::max(weights.rows(), weights.cols()));
        const auto pixel = [&](Index index, Index count) { // of what is centred
            return (picture.width() - cell * int(count)) / 2 + int(index) * cell + cell / 2;
        };
        const auto colour = [&](Index row, Index column) {
            const bool transposed = experiment.notation == Notation::columns;
            const int along = pixel(column, weights.cols()), down = pixel(row, weights.rows());
            return picture.pixelColor(transposed ? down : along, transposed ? along : down);
        };
        const ColourScale scale = ColourScale::of(ColourScale::Kind::sequential, {});
        const Matrix masked = compute(experiment).value().stage(StageId::masked_scores);
        const auto expected = [&](Index row, Index column) {
            return is_hidden(masked(row, column)) ? hidden : scale.colour(weights(row, column));
        };
        const Index last = weights.rows() - 1;
        QCOMPARE(colour(last, 0), expected(last, 0));
        QCOMPARE(colour(0, 0), expected(0, 0));
        QCOMPARE(colour(0, last), expected(0, last));
    }
}

/// Reading and computing all examples would delay the start.
void TestGallery::onlyWhenShown() {
    window().pages().open<LinksPage>();
    QVERIFY(galleries().isEmpty());
    openPopup();
    QCOMPARE(galleries().size(), 1);
}

void TestGallery::fromTheMenu() {
    LabWindow& w = window();
    const auto* menu = w.findChild<QPushButton*>("documentMenu")->menu();
    QVERIFY(menu->actions().contains(w.findChild<QAction*>("examples")));
    GalleryPopup* popup = openPopup();
    QVERIFY(popup);
    QCOMPARE(popup->gallery().cards().size(), std::size_t(galleryNames().size()));
    const qsizetype which = lessonNames().size() + 3;
    ExampleCard* card = popup->gallery().cards()[static_cast<std::size_t>(which)];
    QTest::mouseClick(card, Qt::LeftButton);
    QVERIFY(!popup->isVisible());
    QCOMPARE(w.document().exampleName(), galleryNames()[which]);
    // A changed example can be had back.
    w.document().setValue(ParameterId::W_Q, 0, 0, 2);
    QCOMPARE(openPopup(), popup);
    QTest::mouseClick(popup->gallery().cards()[0], Qt::LeftButton);
    QCOMPARE(w.document().exampleName(), galleryNames()[0]);
    QCOMPARE(w.controller().changedExamples().entries().size(), std::size_t(1));
    QVERIFY(openPopup());
    QTest::keyClick(popup, Qt::Key_Escape);
    QVERIFY(!popup->isVisible());
}

void TestGallery::onItsPage_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("page");
    QTest::newRow("uniform") << "uniform"
                             << "pageExplore";
    QTest::newRow("twelve-heads") << "twelve-heads"
                                  << "pageHeads";
}

/// An example opens on the page that shows what it is about, scrolled to its beginning, whatever was shown
/// before.
void TestGallery::onItsPage() {
    QFETCH(QString, name);
    QFETCH(QString, page);
    LabWindow& w = openWindow({900, 600});
    for (const Qt::Key before : {Qt::Key_6, Qt::Key_4, Qt::Key_1}) {
        w.press_key(before, Qt::ControlModifier);
        QCoreApplication::processEvents();
        auto* area = qobject_cast<QScrollArea*>(w.pages().currentWidget());
        area->verticalScrollBar()->setValue(area->verticalScrollBar()->maximum());
        w.controller().openExample(name);
        QCoreApplication::processEvents();
        QCOMPARE(w.pages().pageName(), page);
        area = qobject_cast<QScrollArea*>(w.pages().currentWidget());
        QCOMPARE(area->verticalScrollBar()->value(), 0);
        QCOMPARE(area->horizontalScrollBar()->value(), 0);
    }
}

void TestGallery::byKeyboard() {
    LabWindow& w = openWindow({1440, 900});
    GalleryPopup* popup = openPopup();
    const auto& cards = popup->gallery().cards();
    const auto at = [&] {
        const auto found =
            std::ranges::find_if(cards, [](const ExampleCard* card) { return card->hasFocus(); });
        return found - cards.begin();
    };
    const auto press = [&](Qt::Key key) { QTest::keyClick(cards[std::size_t(at())], key); };
    QCOMPARE(at(), 0);
    int columns = 0; // cards in the first row
    while (cards[std::size_t(columns)]->y() == cards[0]->y())
        ++columns;
    QVERIFY(columns > 1);
    const int last = int(cards.size()) - 1;
    const auto steps = {std::pair(Qt::Key_Left, 0),   {Qt::Key_Up, 0},         {Qt::Key_Right, 1},
                        {Qt::Key_Down, 1 + columns},  {Qt::Key_Left, columns}, {Qt::Key_Up, 0},
                        {Qt::Key_End, last},          {Qt::Key_Down, last},    {Qt::Key_Right, last},
                        {Qt::Key_Up, last - columns}, {Qt::Key_Down, last},    {Qt::Key_Home, 0},
                        {Qt::Key_Down, columns}};
    for (const auto& [key, expected] : steps) {
        press(key);
        QCOMPARE(at(), expected);
        const QRect card(cards[std::size_t(at())]->mapTo(popup, QPoint()), cards[std::size_t(at())]->size());
        QVERIFY(popup->rect().contains(card)); // it scrolls along
        for (const ExampleCard* each : cards)  // one stop for Tab
            QCOMPARE(each->focusPolicy(), each->hasFocus() ? Qt::TabFocus : Qt::NoFocus);
    }
    press(Qt::Key_Return);
    QVERIFY(!popup->isVisible());
    QCOMPARE(w.document().exampleName(), galleryNames()[columns]);
}

void TestGallery::withoutSentence_data() {
    QTest::addColumn<QString>("page");
    QTest::newRow("explore") << "pageExplore";
    QTest::newRow("links") << "pageLinks";
    QTest::newRow("heads") << "pageHeads";
    QTest::newRow("statistics") << "pageStatistics";
}

/// On every page, and gone with the first letter.
void TestGallery::withoutSentence() {
    QFETCH(QString, page);
    LabWindow& w = window();
    w.pages().open(page);
    w.type_sentence({});
    Gallery* gallery = visibleGallery();
    QVERIFY(gallery);
    QCoreApplication::processEvents();
    QCOMPARE(gallery->height(), gallery->heightForWidth(gallery->width()));
    w.press_key(Qt::Key_B);
    QVERIFY(!visibleGallery());
    w.type_sentence({});
    QCOMPARE(visibleGallery(), gallery);
    QCoreApplication::processEvents();
    QTest::mouseClick(gallery->cards()[1], Qt::LeftButton);
    QCOMPARE(w.document().exampleName(), galleryNames()[1]);
    QVERIFY(!visibleGallery());
}

/// With a sentence, examples are no help: what is missing is the second one.
void TestGallery::otherEmptyDocuments() {
    LabWindow& w = window();
    w.document().setSource(true);
    w.document().setText("", Side::source);
    QVERIFY(is_empty(w.document().experiment()));
    QVERIFY(!visibleGallery());
}

void TestGallery::newDocument() {
    LabWindow& w = window();
    w.actions()[ActionId::create].trigger();
    QVERIFY(visibleGallery());
    QCOMPARE(w.focusWidget(), static_cast<QWidget*>(&w.sentence().line()));
    // Tab reaches the cards, and Enter opens one.
    ExampleCard* first = visibleGallery()->cards().front();
    for (int i = 0; i < 100 && w.focusWidget() != first; ++i)
        w.press_key(Qt::Key_Tab);
    QCOMPARE(w.focusWidget(), static_cast<QWidget*>(first));
    w.press_key(Qt::Key_Right);
    w.press_key(Qt::Key_Enter);
    QCOMPARE(w.document().exampleName(), galleryNames()[1]);
}

/// Wherever the page was.
void TestGallery::fromTheTop() {
    LabWindow& w = openWindow({1024, 700}, 300);
    QScrollBar& bar = *w.board().verticalScrollBar();
    bar.setValue(bar.maximum());
    QVERIFY(bar.value() > 0);
    w.actions()[ActionId::create].trigger();
    QCoreApplication::processEvents();
    QVERIFY(bar.maximum() > 0);
    QCOMPARE(bar.value(), 0);
}

void TestGallery::fits_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    for (const QSize size : {QSize(1440, 900), QSize(1024, 700), QSize(480, 360)}) {
        for (const int scale : {80, 100, 300})
            QTest::addRow("%d %d %%", size.width(), scale) << size << scale;
    }
}

/// The last card can be scrolled to, no text is cut, and each card says what it is.
void TestGallery::fits() {
    QFETCH(QSize, size);
    QFETCH(int, scale);
    LabWindow& w = openWindow(size, 100);
    GalleryPopup* popup = openPopup();
    theme().setScale(scale); // while it is open
    const Gallery& shown = popup->gallery();
    QTRY_COMPARE(shown.height(), shown.heightForWidth(shown.width())); // layouts settle
    const QRect place(w.mapFromGlobal(popup->pos()), popup->size());
    QVERIFY(w.rect().contains(place));
    const auto& cards = popup->gallery().cards();
    for (const ExampleCard* card : cards) {
        QVERIFY(popup->gallery().rect().contains(card->geometry()));
        QVERIFY(card->height() >= card->heightForWidth(card->width()));
        const auto* accessible = QAccessible::queryAccessibleInterface(const_cast<ExampleCard*>(card));
        QCOMPARE(accessible->role(), QAccessible::PushButton);
        QCOMPARE(accessible->text(QAccessible::Name), QString::fromStdString(example(card->name()).title));
        QVERIFY(accessible->text(QAccessible::Description).contains(promiseOf(card->name())));
    }
    popup->gallery().setFocus(); // the window took it when it laid out anew
    QTest::keyClick(cards.front(), Qt::Key_End);
    const QRect last(cards.back()->mapTo(popup, QPoint()), cards.back()->size());
    QVERIFY(popup->rect().intersects(last));
    QVERIFY(last.bottom() <= popup->height() || last.top() <= 0 || last.height() > popup->height() - 20);
    popup->close();
    w.type_sentence({});
    QCoreApplication::processEvents();
    Gallery* gallery = visibleGallery();
    QVERIFY(gallery && gallery != &popup->gallery());
    QVERIFY(gallery->width() <= w.board().viewport()->width());
    QVERIFY(w.board().widget()->rect().contains(
        QRect(gallery->mapTo(w.board().widget(), QPoint()), gallery->size())));
}

LAB_WINDOW_TEST(TestGallery)
#include "tst_gallery.moc"
