// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every door of the window, and whatever the desktop may hand over at it: files that are none, drops and
// clipboards without anything in them. What can be read is taken; of everything else it is said what is
// wrong, and nothing changes. A door at which anything else may arrive belongs here.
#include "core/experiment/is_same.h"
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "tests/support/odd_files.h"
#include "tests/support/test_program.h"
#include "tests/ui/window/doors_by_hand.h"
#include "ui/document/files/file_tasks.h"
#include "ui/window/strips/banner.h"

#include <QMimeData>
#include <QSignalSpy>

#include <filesystem>

using namespace lab;
using namespace lab::test;
namespace fs = std::filesystem;

using P = ParameterId;

namespace {

/// Says what it has, and then has nothing, as a source that has gone.
class GoneData : public QMimeData {
public:
    explicit GoneData(QStringList formats) : m_formats(std::move(formats)) {}
    QStringList formats() const override { return m_formats; }

protected:
    QVariant retrieveData(const QString&, QMetaType) const override { return {}; }

private:
    QStringList m_formats;
};

using MimePtr = std::shared_ptr<QMimeData>;

MimePtr data_of(const QString& format, const QByteArray& bytes) {
    auto data = std::make_shared<QMimeData>();
    data->setData(format, bytes);
    return data;
}

MimePtr text_data(const QString& text) {
    auto data = std::make_shared<QMimeData>();
    data->setText(text);
    return data;
}

MimePtr image_data() {
    auto data = std::make_shared<QMimeData>();
    QImage image(8, 8, QImage::Format_RGB32);
    image.fill(Qt::red);
    data->setImageData(image);
    return data;
}

/// The same on the clipboard, which owns what it gets.
void put_on_clipboard(const QMimeData& data) {
    auto* copy = new QMimeData;
    for (const QString& format : data.formats())
        copy->setData(format, data.data(format));
    if (data.hasImage())
        copy->setImageData(data.imageData());
    QGuiApplication::clipboard()->setMimeData(copy);
}

} // namespace

class TestEveryDoor : public WindowTest {
    Q_OBJECT

private slots:
    void read_data();
    void read();
    void dropped_data();
    void dropped();
    void pasted_data();
    void pasted();
    void saved_data();
    void saved();

private:
    /// The odd files of that extension, newly made.
    std::vector<OddFile> oddFiles(const std::string& extension);
    fs::path folder() const { return path("odd").toStdString(); }
    /// All sentences in sight.
    QStringList said();
    /// Whether one of them contains `reason` in words that anybody can read.
    bool isSaid(const QString& reason);
    /// Makes a change that can be undone, and waits until it is shown.
    void edit();
    /// Whether events are handled soon after what has just been done.
    bool answers();
    /// What must be as before: the document, its file, and what can be undone.
    struct State {
        std::string document;
        QString file;
        int steps;
        bool isModified;
        bool operator==(const State&) const = default;
    };
    State state();

    std::error_code m_ignored;
};

std::vector<OddFile> TestEveryDoor::oddFiles(const std::string& extension) {
    fs::remove_all(folder());
    fs::create_directory(folder());
    return odd_files(folder(), extension, good_bytes(extension));
}

QStringList TestEveryDoor::said() {
    LabWindow& w = window();
    QStringList all{w.banner().text(), w.status().text()};
    if (const CheckPanel* panel = w.numberCheck().panel())
        all += panel->said();
    for (QWidget* each : QApplication::allWidgets()) {
        const auto* label = qobject_cast<QLabel*>(each);
        if (label && label->isVisible())
            all += label->text();
    }
    return all;
}

bool TestEveryDoor::isSaid(const QString& reason) {
    const QStringList all = said();
    for (const QString& each : all) {
        if (!each.contains(reason))
            continue;
        for (const char* internal :
             {"%1", "%2", "std::", "basic_", "filesystem error", "errno", "bad_alloc"}) {
            if (each.contains(QLatin1String(internal)))
                return false;
        }
        return true;
    }
    return false;
}

void TestEveryDoor::edit() {
    LabWindow& w = window();
    QSignalSpy refreshed(&w.board(), &Board::refreshed);
    w.document().setText("the sea");
    QTRY_VERIFY(!refreshed.isEmpty());
    w.status().say("edited"); // nothing else is going to be said
}

bool TestEveryDoor::answers() {
    bool answered = false;
    QTimer::singleShot(0, &window(), [&answered] { answered = true; });
    QCoreApplication::processEvents();
    return answered;
}

TestEveryDoor::State TestEveryDoor::state() {
    const LabDocument& document = window().document();
    return {write_experiment(document.experimentToSave()), document.file(), document.undoStack().index(),
            window().isWindowModified()};
}

void TestEveryDoor::read_data() {
    QTest::addColumn<std::size_t>("door");
    for (std::size_t i = 0; i < reading_doors().size(); ++i)
        QTest::newRow(reading_doors()[i].name) << i;
}

void TestEveryDoor::read() {
    QFETCH(std::size_t, door);
    const ReadingDoor& by = reading_doors()[door];
    const std::vector<OddFile> files = oddFiles(by.extension);
    const auto before = all_in(folder());
    const QString good = files.front().path;
    const bool readsParts =
        by.extension == std::string(".npz"); // and not a pipe from its beginning to its end
    for (const OddFile& each : files) {
        LabWindow& w = openWindow({2000, 1400});
        edit();
        const State mine = state();
        by.hand(w, each.path);
        if (QTest::currentTestFailed())
            return;
        QVERIFY2(answers(), each.what);
        if (each.isSilent && !readsParts) {
            QVERIFY2(state() == mine && !by.hasTaken(w), each.what);
            w.document().setValue(P::W_K, 0, 0, 3); // it can be worked with meanwhile
            w.document().undo();
            QVERIFY(state() == mine);
            by.hand(w, good); // and left for another file
            QTRY_VERIFY2(by.hasTaken(w), each.what);
            QTRY_VERIFY2(!FileTasks::areLeft(), each.what);
            continue;
        }
        if (each.unread.isEmpty()) {
            QTRY_VERIFY2(by.hasTaken(w), each.what);
            QVERIFY2(w.document().file().isEmpty() || w.document().file() == each.path, each.what);
            continue;
        }
        QTRY_VERIFY2(isSaid(each.unread), qPrintable(each.what + ("\n" + said().join('\n'))));
        QVERIFY2(state() == mine && !by.hasTaken(w), each.what);
        QTRY_VERIFY2(!FileTasks::areLeft(), each.what);
    }
    QCOMPARE(all_in(folder()), before);
}

void TestEveryDoor::dropped_data() {
    QTest::addColumn<MimePtr>("data");
    QTest::addColumn<QString>("message"); ///< empty: the drop is not taken, or is text in a text field
    const auto gone = [](const char* format) { return MimePtr(new GoneData({QLatin1String(format)})); };
    QList<QUrl> many;
    for (int i = 0; i < 1000; ++i)
        many += QUrl::fromLocalFile(path("%1.attn").arg(i));
    const auto urls = [](const QList<QUrl>& list) {
        auto data = std::make_shared<QMimeData>();
        data->setUrls(list);
        return data;
    };
    const auto list = [](const QByteArray& bytes) { return data_of("text/uri-list", bytes); };
    const char* nothing = "No file arrived: what you dropped was empty, or is no longer there.";
    QTest::newRow("nothing") << std::make_shared<QMimeData>() << "";
    QTest::newRow("an empty list") << list({}) << nothing;
    QTest::newRow("empty lines") << list("\r\n\r\n") << nothing;
    QTest::newRow("a comment") << list("# a comment\r\n") << nothing;
    QTest::newRow("no address") << list("file://[\r\n") << nothing;
    QTest::newRow("a comment and no address") << list("# a comment\r\nfile://[\r\n") << nothing;
    QTest::newRow("a list that has gone") << gone("text/uri-list") << nothing;
    QTest::newRow("NUL as an address") << list(QByteArray(3, '\0')) << "is not a local file";
    QTest::newRow("a thousand") << MimePtr(urls(many)) << "You dropped 1000 files. Drop one at a time.";
    for (const char* each : {"http://example.org/a.attn", "smb://server/share/a.attn", "trash:///a.attn",
                             "file://server/share/a.attn", "data:,a.attn", "a.attn"})
        QTest::newRow(each) << list(each) << "“%1” is not a local file.";
    QTest::newRow("a name that is not UTF-8") << list("file:///tmp/caf%E9.attn") << "bytes that are not text";
    const char* here = "Can’t open this document. /none.attn: cannot be read";
    QTest::newRow("a file of this machine")
        << list("file://" + QSysInfo::machineHostName().toUtf8() + "/none.attn") << here;
    QTest::newRow("a file of localhost") << list("file://localhost/none.attn") << here;
    QTest::newRow("the root") << list("file:///") << "is not a document";
    QTest::newRow("a picture") << image_data() << "";
    QTest::newRow("a picture that has gone") << gone("application/x-qt-image") << "";
    QTest::newRow("an empty text") << text_data({}) << "";
    QTest::newRow("a text that has gone") << gone("text/plain") << "";
    QTest::newRow("NUL") << text_data(QString(3, QChar(0))) << "";
    QTest::newRow("a text with NUL") << text_data(QStringLiteral("the") + QChar(0) + "sea") << "";
    QTest::newRow("a long text") << text_data(QString(5'000'000, QLatin1Char('7'))) << "";
    QTest::newRow("something else") << data_of("application/octet-stream", QByteArray(1000, '\xff')) << "";
}

/// Anywhere in the window.
void TestEveryDoor::dropped() {
    QFETCH(MimePtr, data);
    QFETCH(QString, message);
    LabWindow& w = window();
    const State mine = state();
    const QString expected = message.contains("%1")
                                 ? message.arg(QString::fromUtf8(data->data("text/uri-list").trimmed()))
                                 : message;
    const std::vector<QWidget*> places{&w,
                                       &w.sentence().line(),
                                       &w.sentence().tokens(),
                                       w.grid(P::W_Q).viewport(),
                                       &w.heatmap(StageId::weights),
                                       w.findChild<QPushButton*>("documentMenu")};
    for (QWidget* on : places) {
        w.banner().hide();
        const bool isTaken = drop_data(on, *data);
        QVERIFY(answers());
        if (expected.isEmpty()) {
            QVERIFY(!isTaken || on == &w.sentence().line());
            QVERIFY(!w.banner().isVisible());
        } else {
            QVERIFY(isTaken);
            QTRY_VERIFY2(isSaid(expected), qPrintable(w.banner().text()));
        }
        if (on == &w.sentence().line() && isTaken) // it is a text field
            w.document().undo();
        QVERIFY(state() == mine);
    }
}

void TestEveryDoor::pasted_data() {
    QTest::addColumn<MimePtr>("data");
    QTest::addColumn<QString>("inGrid");     ///< what is said there
    QTest::addColumn<QString>("inSentence"); ///< what is said there; empty: it is taken as text
    const char* none = "The clipboard has no numbers: copy some first";
    const char* no_numbers = "Can’t paste this as numbers.";
    const char* long_text = "This text has 5 MB, and at most 1 MB can be pasted at once.";
    const char* no_text = "The clipboard has no text: copy some first";
    const auto files = [](const QByteArray& list) { // as file managers do
        MimePtr data = data_of("text/uri-list", list);
        data->setText(QString::fromUtf8(list.trimmed()));
        return data;
    };
    QTest::newRow("nothing") << std::make_shared<QMimeData>() << none << no_text;
    QTest::newRow("a picture") << image_data() << none << no_text;
    QTest::newRow("an empty list") << data_of("text/uri-list", {}) << none << no_text;
    QTest::newRow("a file") << files("file:///tmp/a.csv\r\n") << no_numbers << "";
    QTest::newRow("an empty text") << text_data({}) << none << no_text;
    QTest::newRow("NUL") << text_data(QString(3, QChar(0))) << no_numbers << "";
    QTest::newRow("a text with NUL") << text_data(QStringLiteral("1") + QChar(0) + "2") << no_numbers << "";
    QTest::newRow("half a character") << text_data(QString(QChar(0xd800))) << no_numbers << "";
    QTest::newRow("a long text") << text_data(QString(5'000'000, QLatin1Char('7'))) << long_text << long_text;
    QTest::newRow("something else") << data_of("application/octet-stream", QByteArray(1000, '\xff')) << none
                                    << no_text;
}

void TestEveryDoor::pasted() {
    QFETCH(MimePtr, data);
    QFETCH(QString, inGrid);
    QFETCH(QString, inSentence);
    LabWindow& w = window();
    const State mine = state();
    const auto paste = [&] {
        w.status().say("nothing");
        put_on_clipboard(*data);
        w.press_key(Qt::Key_V, Qt::ControlModifier);
        QGuiApplication::clipboard()->clear();
        QVERIFY(answers());
    };
    select_cell(w, P::W_Q);
    paste();
    QVERIFY2(isSaid(inGrid), qPrintable(w.status().text()));
    QVERIFY(state() == mine);
    QLineEdit& line = w.sentence().line();
    line.setFocus();
    line.selectAll();
    paste();
    if (!inSentence.isEmpty()) {
        QVERIFY2(isSaid(inSentence), qPrintable(w.status().text()));
        QCOMPARE(line.selectedText(), QStringLiteral("sky is blue"));
    } else {
        QVERIFY(line.text() != QStringLiteral("sky is blue"));
        const Experiment& taken = w.document().experiment();
        QCOMPARE(taken.sequence.text, line.text().toStdString());
        QVERIFY(is_same(read_experiment(write_experiment(taken)).value(), taken));
        w.document().undo();
    }
    QVERIFY(state() == mine);
}

void TestEveryDoor::saved_data() {
    QTest::addColumn<std::size_t>("door");
    for (std::size_t i = 0; i < writing_doors().size(); ++i)
        QTest::newRow(writing_doors()[i].name) << i;
}

/// What is there keeps its kind and its rights, links are followed, and nothing else is left in the folder.
void TestEveryDoor::saved() {
    QFETCH(std::size_t, door);
    const WritingDoor& by = writing_doors()[door];
    for (const OddFile& each : oddFiles(by.extension)) {
        const fs::path file = each.path.toStdString();
        LabWindow& w = openWindow({2000, 1400});
        edit();
        const State mine = state();
        const auto before = all_in(folder());
        const std::string kind = kind_of(file), target = kind_of(fs::canonical(file, m_ignored));
        by.hand(w, each.path);
        QVERIFY2(answers(), each.what);
        const bool isBelow = !fs::is_directory(file.parent_path(), m_ignored);
        const QString unwritten = isBelow ? by.noFolder : each.unwritten;
        if (!unwritten.isEmpty()) {
            QTRY_VERIFY2(isSaid(unwritten), qPrintable(each.what + ("\n" + said().join('\n'))));
            QVERIFY2(all_in(folder()) == before && state() == mine, each.what);
            QTRY_VERIFY2(!FileTasks::areLeft(), each.what);
            continue;
        }
        QTRY_VERIFY2(isSaid("Saved "), qPrintable(each.what + ("\n" + said().join('\n'))));
        QVERIFY2(kind.empty() || kind_of(file) == kind, each.what);
        QVERIFY2(target.empty() || kind_of(fs::canonical(file)) == target, each.what);
        QCOMPARE(all_in(folder()).size(), before.size() + (target.empty() ? 1 : 0));
        QVERIFY2(by.isGood(read_file(file).value()), each.what);
        if (by.extension == std::string(".attn"))
            QVERIFY2((state() == State{mine.document, each.path, mine.steps, false}), each.what);
        else
            QVERIFY2(state() == mine, each.what);
    }
}

LAB_WINDOW_TEST(TestEveryDoor)
#include "tst_every_door.moc"
