// SPDX-License-Identifier: GPL-3.0-or-later
//
// The manual: every page can be read and searched, and every link works.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/window/all_pages.h"
#include "ui/window/manual/manual_window.h"
#include "ui/window/menu/actions.h"
#include "ui/window/page_stack.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPointer>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextBrowser>

using namespace lab;
using namespace lab::test;

class TestManual : public WindowTest {
    Q_OBJECT

private slots:
    void opensOnce();
    void everyPage();
    void search();
    void aboutThePage();
    void escapeCloses();
    void concepts_data();
    void concepts();
    void links();
    void everyKey();
    void helpMenu();

private:
    ManualWindow& open() {
        window().press_key(Qt::Key_F1);
        return *window().findChild<ManualWindow*>();
    }
    static QStringList titles(const ManualWindow& manual) {
        QStringList titles;
        for (int row = 0; row < manual.pages().count(); ++row)
            titles += manual.pages().item(row)->text();
        return titles;
    }
};

void TestManual::opensOnce() {
    QVERIFY(!window().findChild<ManualWindow*>());
    ManualWindow& manual = open();
    QVERIFY(manual.isVisible());
    window().activateWindow();
    QCOMPARE(&open(), &manual);
    QCOMPARE(window().findChildren<ManualWindow*>().size(), qsizetype(1));
    QTest::keyClick(&manual, Qt::Key_Escape);
    QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(!window().findChild<ManualWindow*>());
    QVERIFY(open().isVisible());
}

/// Each file of the manual is listed by its heading and shown without Markdown syntax.
void TestManual::everyPage() {
    const ManualWindow& manual = open();
    QCOMPARE(manual.pages().count(), static_cast<int>(QDir(":/manual").entryList({"*.md"}).size()));
    for (int row = 0; row < manual.pages().count(); ++row) {
        manual.pages().setCurrentRow(row);
        const QString text = manual.text().toPlainText();
        const QString title = manual.pages().item(row)->text();
        QVERIFY2(!title.isEmpty() && text.startsWith(title), qPrintable(title));
        QVERIFY2(text.size() > 300, qPrintable(title));
        QVERIFY2(!text.contains("](") && !text.contains("\n#"), qPrintable(title));
    }
}

void TestManual::search() {
    const ManualWindow& manual = open();
    const QStringList all = titles(manual);
    QTest::keyClicks(&manual.searchField(), "clipboard");
    QVERIFY(manual.pages().count() > 0 && manual.pages().count() < all.size());
    QCOMPARE(manual.text().textCursor().selectedText().toLower(), QString("clipboard"));
    const int first = manual.text().textCursor().position();
    QTest::keyClick(&manual.searchField(),
                    Qt::Key_Return); // goes to the next match, wrapping around at the end
    QVERIFY(manual.text().textCursor().hasSelection());
    QVERIFY(manual.text().toPlainText().toLower().count("clipboard") == 1 ||
            manual.text().textCursor().position() != first);
    QTest::keyClicks(&manual.searchField(), "xyzzy");
    QCOMPARE(titles(manual), QStringList{"Not found"});
    manual.searchField().clear();
    QCOMPARE(titles(manual), all);
}

/// F1 opens the page about what has the keyboard, or else about what is shown.
void TestManual::aboutThePage() {
    for (const PageInfo& page : allPages()) {
        QVERIFY(window().pages().open(QLatin1String(page.name)));
        window().pages().currentWidget()->setFocus();
        window().press_key(Qt::Key_F1);
        const auto* manual = window().findChild<ManualWindow*>();
        QVERIFY(manual && manual->isVisible());
        const QString about = page.parts({}).manual;
        QFile text(":/manual/" + (about.isEmpty() ? QStringLiteral("index") : about) + ".md");
        QVERIFY2(text.open(QIODevice::ReadOnly), qPrintable(about));
        const QString title = QString::fromUtf8(text.readAll()).section("# ", 1).section('\n', 0, 0);
        QVERIFY2(manual->text().toPlainText().startsWith(title), qPrintable(title));
    }
    const auto opened = [this](QWidget& focused) {
        focused.setFocus();
        window().press_key(Qt::Key_F1);
        return window().findChild<ManualWindow*>()->text().toPlainText().section('\n', 0, 0);
    };
    QCOMPARE(opened(window().sentence().line()), QString("Sentence and tokens"));
    QCOMPARE(opened(window().grid(ParameterId::W_Q)), QString("Inputs and weights"));
    window().controller().openExample("what-attention-computes");
    QTRY_VERIFY(window().lesson().isOn());
    window().actions()[ActionId::manual].trigger();
    const QString text = window().findChild<ManualWindow*>()->text().toPlainText();
    QVERIFY2(text.startsWith("Lessons"), qPrintable(text.left(60)));
}

/// Also from the field, whatever it holds.
void TestManual::escapeCloses() {
    for (const char* text : {"", "softmax"}) {
        window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        window().press_key(Qt::Key_F1);
        QPointer<ManualWindow> manual = window().findChild<ManualWindow*>();
        QVERIFY(manual && manual->isVisible());
        manual->searchField().setFocus();
        QTest::keyClicks(&manual->searchField(), text);
        QTest::keyClick(&manual->searchField(), Qt::Key_Escape);
        QTRY_VERIFY(!manual);
    }
}

void TestManual::concepts_data() {
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<QString>("line"); // that is gone to
    QTest::newRow("query") << "query"
                           << "Query, Q: what a token looks for.";
    QTest::newRow("why softmax") << "why softmax"
                                 << "Why softmax";
    QTest::newRow("spaces") << "  why   softmax "
                            << "Why softmax";
    QTest::newRow("why 1/√d_k") << "why 1/√d_k"
                                << "Why 1/√d_k";
    QTest::newRow("trained or random") << "trained or random"
                                       << "Trained or random";
    QTest::newRow("glossary") << "Glossary"
                              << "Glossary";
    QTest::newRow("training") << "training"
                              << "Training: changing weights a little at a time so that a loss gets "
                                 "smaller; see Learn.";
}

/// A concept is found by its name: its part of the page, or its entry in the glossary.
void TestManual::concepts() {
    QFETCH(QString, wanted);
    QFETCH(QString, line);
    const ManualWindow& manual = open();
    manual.searchField().setText(wanted);
    QCOMPARE(titles(manual).constFirst(), QString("Concepts"));
    QCOMPARE(manual.pages().currentRow(), 0);
    const QTextCursor cursor = manual.text().textCursor();
    QCOMPARE(cursor.selectedText().toLower(), wanted.simplified().toLower());
    QCOMPARE(cursor.block().text(), line);
}

void TestManual::links() {
    const ManualWindow& manual = open();
    const QRegularExpression link(R"(\]\(([^)#]+)\))");
    int followed = 0;
    for (const QString& name : QDir(":/manual").entryList({"*.md"})) {
        QFile file(":/manual/" + name);
        QVERIFY(file.open(QIODevice::ReadOnly));
        for (const auto& match : link.globalMatch(QString::fromUtf8(file.readAll()))) {
            if (match.captured(1).contains("://"))
                continue;
            manual.text().setSource(QUrl("qrc:/manual/" + match.captured(1)));
            const QListWidgetItem* item = manual.pages().currentItem();
            QVERIFY2(item && manual.text().toPlainText().startsWith(item->text()),
                     qPrintable(match.captured()));
            QCOMPARE(item->data(Qt::UserRole).toString() + ".md", match.captured(1));
            ++followed;
        }
    }
    QVERIFY(followed > 0);
}

/// The manual lists the shortcuts of all actions, in its own notation: "Ctrl Shift Z".
void TestManual::everyKey() {
    QString all;
    for (const QString& name : QDir(":/manual").entryList({"*.md"})) {
        QFile file(":/manual/" + name);
        QVERIFY(file.open(QIODevice::ReadOnly));
        all += QString::fromUtf8(file.readAll());
    }
    int found = 0;
    for (const QAction* action : window().findChildren<QAction*>()) {
        QString keys = action->shortcut().toString(QKeySequence::PortableText);
        if (action->objectName().isEmpty() || keys.isEmpty())
            continue;
        const bool isPlus = keys.endsWith("++");
        keys = keys.left(keys.size() - (isPlus ? 2 : 0))
                   .replace('+', ' ')
                   .replace('-', "−")
                   .replace("Esc", "Escape")
                   .replace("Pg", "Page ") +
               (isPlus ? " +" : "");
        const QRegularExpression whole("(?<![^ |])" + QRegularExpression::escape(keys) + "(?=[ ,])");
        QVERIFY2(whole.match(all).hasMatch(), qPrintable(action->objectName() + ": " + keys));
        ++found;
    }
    QVERIFY(found > 20);
}

/// Help leads to the page about gestures and keys, whatever was searched for, and to the version.
void TestManual::helpMenu() {
    const ManualWindow& manual = open();
    manual.searchField().setText("xyzzy");
    window().actions()[ActionId::manual_keys].trigger();
    QVERIFY(manual.text().toPlainText().startsWith("Gestures and keys"));
    QCOMPARE(manual.pages().count(), static_cast<int>(QDir(":/manual").entryList({"*.md"}).size()));
    window().actions()[ActionId::about].trigger();
    auto* about = window().findChild<QMessageBox*>();
    QVERIFY(about && about->isVisible() && !about->isModal());
    QVERIFY(about->text().contains("GNU General Public License"));
    about->close();
}

LAB_WINDOW_TEST(TestManual)
#include "tst_manual.moc"
