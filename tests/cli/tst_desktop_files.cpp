// SPDX-License-Identifier: GPL-3.0-or-later
//
// What desktops read of the program: each file is valid, they agree about the version, and what they start is
// there.
#include "tests/support/fatal_messages.h"
#include "tests/support/help_text.h"
#include "tests/support/test_program.h"
#include "tests/support/tool.h"
#include "ui/document/examples.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QMimeDatabase>
#include <QPainter>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

using namespace lab;
using namespace lab::test;

namespace {

const QString desktop_folder = QStringLiteral(LAB_SOURCE_DIR "/resources/linux/");
const QString icon_folder = QStringLiteral(LAB_SOURCE_DIR "/resources/icon/");
const QString metainfo_name = QStringLiteral("org.attention_lab.attention_lab.metainfo.xml");
const QString own_type = QStringLiteral("application/x-attention-lab");

QByteArray bytes_in(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The first group of the first match.
QString captured(const QString& pattern, const QByteArray& text) {
    const QRegularExpression expression(pattern, QRegularExpression::MultilineOption);
    return expression.match(QString::fromUtf8(text)).captured(1);
}

/// A line "key=value" of a desktop file's section.
QString entry(const QByteArray& text, const QString& section, const QString& key) {
    const QString whole = QString::fromUtf8(text);
    const QString part =
        whole.section(QStringLiteral("[%1]\n").arg(section), 1).section(QStringLiteral("\n["), 0, 0);
    return captured(QStringLiteral("^%1=(.*)$").arg(key), part.toUtf8());
}

} // namespace

#define VERIFY_QUIET(run)                                                                                    \
    do {                                                                                                     \
        const Run each = (run);                                                                              \
        QVERIFY2(each.code == 0 && each.err.isEmpty(), (each.out + each.err).constData());                   \
    } while (false)

class TestDesktopFiles : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { make_messages_fatal(); }
    void oneVersion();
    void entryIsValid();
    void entryStartsWhatThereIs();
    void metainfoIsValid();
    void xmlIsWellFormed();
    void fileType_data();
    void fileType();
    void thumbnailerTakesIt();
    void icons();
    void manualPageIsQuiet();
    void manualPageSaysWhatHelpSays();
    void beginnings_data();
    void beginnings();
    void installs();

private:
    QTemporaryDir m_data; ///< a folder of data as desktops have it, with our file type alone
};

void TestDesktopFiles::initTestCase() {
    QVERIFY(QDir(m_data.path()).mkpath(QStringLiteral("mime/packages")));
    QVERIFY(QFile::copy(desktop_folder + "attention-lab.xml",
                        m_data.filePath(QStringLiteral("mime/packages/attention-lab.xml"))));
    qputenv("XDG_DATA_DIRS", m_data.path().toUtf8());
    qputenv("XDG_DATA_HOME", m_data.filePath(QStringLiteral("none")).toUtf8());
}

void TestDesktopFiles::oneVersion() {
    const QString version = captured(QStringLiteral("^project\\(attention-lab VERSION ([0-9.]+)"),
                                     bytes_in(QStringLiteral(LAB_SOURCE_DIR "/CMakeLists.txt")));
    QVERIFY(!version.isEmpty());
    QCOMPARE(run_program({"--version"}).out, ("attention-lab " + version + '\n').toUtf8());
    const QByteArray changes = bytes_in(QStringLiteral(LAB_SOURCE_DIR "/CHANGELOG.md"));
    const QByteArray metainfo = bytes_in(desktop_folder + metainfo_name);
    QCOMPARE(captured(QStringLiteral("^## ([^ ]+) "), changes), version);
    QCOMPARE(captured(QStringLiteral("<release version=\"([^\"]+)\""), metainfo), version);
    const QString day = captured(QStringLiteral("^## [^ ]+ \\((\\d{4}-\\d\\d-\\d\\d)\\)"), changes);
    QVERIFY(!day.isEmpty());
    QCOMPARE(captured(QStringLiteral("<release [^>]*date=\"([^\"]+)\""), metainfo), day);
    QCOMPARE(captured(QStringLiteral("^\\.TH .*\"Attention Lab ([^\"]+)\""), run_program({"man-page"}).out),
             version);
}

void TestDesktopFiles::entryIsValid() {
    VERIFY_QUIET(
        run_tool(QStringLiteral("desktop-file-validate"), {desktop_folder + "attention-lab.desktop"}));
}

/// The actions of the entry are options that the program takes, and examples that it has, by their titles.
void TestDesktopFiles::entryStartsWhatThereIs() {
    const QByteArray text = bytes_in(desktop_folder + "attention-lab.desktop");
    const QString main = QStringLiteral("Desktop Entry");
    QCOMPARE(entry(text, main, "Exec"), QString("attention-lab %f"));
    QCOMPARE(entry(text, main, "MimeType"), own_type + ';');
    QVERIFY(QFile::exists(icon_folder + entry(text, main, "Icon") + ".svg"));
    const QStringList actions = entry(text, main, "Actions").split(';', Qt::SkipEmptyParts);
    QCOMPARE(actions.size(), qsizetype(4));
    for (const QString& action : actions) {
        const QString section = QStringLiteral("Desktop Action ") + action;
        const QStringList call = entry(text, section, "Exec").split(' ');
        QCOMPARE(call.value(0), QString("attention-lab"));
        QVERIFY2(helped_options().contains(call.value(1)), qPrintable(call.value(1)));
        if (action == QLatin1String("new"))
            continue;
        QCOMPARE(call.mid(1), QStringList({"--example", action}));
        QVERIFY(exampleNames().contains(action));
        QCOMPARE(entry(text, section, "Name"), "Example: " + QString::fromStdString(example(action).title));
    }
}

/// As it is, and with the addresses of screenshots, whose files must be there.
void TestDesktopFiles::metainfoIsValid() {
    QTemporaryDir folder;
    for (const QString& pictures : {QString(), QStringLiteral("https://example.org/pictures")}) {
        const QString made = folder.filePath(metainfo_name);
        VERIFY_QUIET(run_tool(QStringLiteral("cmake"),
                              {"-DIN=" + desktop_folder + metainfo_name, "-DOUT=" + made,
                               "-DPICTURES=" + pictures, "-P", desktop_folder + "metainfo.cmake"}));
        VERIFY_QUIET(run_tool(QStringLiteral("appstreamcli"), {"validate", "--no-net", made}));
        int found = 0;
        for (const auto& match :
             QRegularExpression(QStringLiteral("<image>https://example.org/pictures/([^<]+)<"))
                 .globalMatch(QString::fromUtf8(bytes_in(made)))) {
            QVERIFY(QFile::exists(QStringLiteral(LAB_SOURCE_DIR "/resources/pictures/") + match.captured(1)));
            ++found;
        }
        QCOMPARE(found > 0, !pictures.isEmpty());
    }
    const QByteArray text = bytes_in(desktop_folder + metainfo_name);
    QVERIFY(text.contains("<launchable type=\"desktop-id\">attention-lab.desktop</launchable>"));
    QVERIFY(text.contains(("<mediatype>" + own_type + "</mediatype>").toUtf8()));
}

void TestDesktopFiles::xmlIsWellFormed() {
    for (const QString& folder : {desktop_folder, icon_folder}) {
        for (const QString& name : QDir(folder).entryList({"*.xml", "*.svg"}, QDir::Files))
            VERIFY_QUIET(run_tool(QStringLiteral("xmllint"), {"--noout", "--nonet", folder + name}));
    }
}

void TestDesktopFiles::fileType_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isOurs");
    const QByteArray document = exampleText(QStringLiteral("sky-is-blue"));
    QTest::newRow("document") << "sky.attn" << document << true;
    QTest::newRow("another ending") << "sky" << document << true;
    QTest::newRow("on one line") << "sky" << QByteArray(R"({"format":"attention-lab","version":1})") << true;
    QTest::newRow("ending alone") << "sky.attn" << QByteArray() << true;
    QTest::newRow("result") << "result" << QByteArray(R"({"format": "attention-lab-result", "version": 1})")
                            << false;
    QTest::newRow("other JSON") << "other" << QByteArray(R"({"format": "npm", "name": "attention-lab"})")
                                << false;
    QTest::newRow("named in a text") << "text" << QByteArray("\"format\": \"attention-lab\"") << false;
    QTest::newRow("other ending") << "package.json" << QByteArray(R"({"name": "attention-lab"})") << false;
}

void TestDesktopFiles::fileType() {
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    QFETCH(bool, isOurs);
    const QMimeDatabase types;
    const QMimeType type = bytes.isEmpty() ? types.mimeTypeForFile(name, QMimeDatabase::MatchExtension)
                                           : types.mimeTypeForFileNameAndData(name, bytes);
    QCOMPARE(type.name() == own_type, isOurs);
    if (isOurs) {
        QVERIFY(type.inherits(QStringLiteral("application/json")));
        QVERIFY(QFile::exists(icon_folder + type.iconName() + ".svg"));
    }
}

/// Every document that comes with the program is known by its content alone.
void TestDesktopFiles::thumbnailerTakesIt() {
    const QMimeDatabase types;
    for (const QString& name : exampleNames() + lessonNames())
        QCOMPARE(types.mimeTypeForData(exampleText(name)).name(), own_type);
    const QByteArray text = bytes_in(desktop_folder + "attention-lab.thumbnailer");
    const QString section = QStringLiteral("Thumbnailer Entry");
    QCOMPARE(entry(text, section, "MimeType"), own_type + ';');
    QStringList call = entry(text, section, "Exec").split(' ');
    QCOMPARE(call.takeFirst(), QString("attention-lab"));
    QTemporaryDir folder;
    const QString document = folder.filePath(QStringLiteral("a b.attn"));
    QCOMPARE(run_program({"examples", "sky-is-blue", "-o", document}).code, 0);
    call.replaceInStrings(QStringLiteral("%i"), document);
    call.replaceInStrings(QStringLiteral("%o"), folder.filePath(QStringLiteral("out.png")));
    call.replaceInStrings(QStringLiteral("%s"), QStringLiteral("128"));
    QCOMPARE(run_program(call).code, 0);
    QVERIFY(QFile::exists(folder.filePath(QStringLiteral("out.png"))));
}

/// The icon is drawn, its corners are clear, and at 16 pixels every cell is one colour: its edges are on
/// whole pixels.
void TestDesktopFiles::icons() {
    for (const QString name : {"attention-lab", "application-x-attention-lab"}) {
        QSvgRenderer renderer(icon_folder + name + ".svg");
        QVERIFY(renderer.isValid());
        for (const int side : {16, 512}) {
            QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::transparent);
            QPainter painter(&image);
            renderer.render(&painter);
            painter.end();
            QVERIFY(qAlpha(image.pixel(0, 0)) < 128);
            QCOMPARE(qAlpha(image.pixel(side / 2, side / 2)), 255);
        }
    }
    QImage small(16, 16, QImage::Format_ARGB32_Premultiplied);
    small.fill(Qt::transparent);
    QPainter painter(&small);
    QSvgRenderer(icon_folder + "attention-lab.svg").render(&painter);
    painter.end();
    for (const QPoint cell :
         {QPoint(1, 1), QPoint(1, 6), QPoint(6, 6), QPoint(1, 11), QPoint(6, 11), QPoint(11, 11)}) {
        const QRgb colour = small.pixel(cell + QPoint(1, 1));
        for (const QPoint inside : {QPoint(1, 0), QPoint(0, 1), QPoint(2, 3), QPoint(3, 2)})
            QCOMPARE(small.pixel(cell + inside), colour);
    }
}

void TestDesktopFiles::manualPageIsQuiet() {
    QTemporaryDir folder;
    QFile page(folder.filePath(QStringLiteral("attention-lab.1")));
    QVERIFY(page.open(QIODevice::WriteOnly));
    page.write(run_program({"man-page"}).out);
    page.close();
    const Run shown =
        run_tool(QStringLiteral("man"), {"--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page.fileName()});
    QVERIFY2(shown.code == 0 && shown.err.isEmpty(), shown.err.constData());
    QVERIFY(!shown.out.isEmpty());
}

/// The page has a section for each subcommand with the options that its help lists, and no others.
void TestDesktopFiles::manualPageSaysWhatHelpSays() {
    const QString page = QString::fromUtf8(run_program({"man-page"}).out);
    static const QRegularExpression bold(QStringLiteral("\\\\fB(.*?)\\\\fR"));
    const auto options_of = [](const QString& section) {
        QStringList options;
        const QStringList lines = section.split('\n');
        for (qsizetype i = 1; i < lines.size(); ++i) {
            if (lines[i - 1] != QLatin1String(".TP"))
                continue;
            for (const auto& match : bold.globalMatch(lines[i]))
                options += match.captured(1).replace(QLatin1String("\\-"), QLatin1String("-"));
        }
        return options;
    };
    QStringList sections = page.split(QStringLiteral("\n.SS "));
    QCOMPARE(options_of(sections.takeFirst()), helped_options());
    QStringList commands;
    sections.last() = sections.last().section(QStringLiteral("\n.SH "), 0, 0);
    for (const QString& section : sections) {
        QString name = section.section('\n', 0, 0);
        name.replace(QLatin1String("\\-"), QLatin1String("-"));
        commands += name;
        QVERIFY(!helped_options(name).isEmpty());
        QCOMPARE(options_of(section), helped_options(name));
    }
    QCOMPARE(commands, helped_commands());
    const QString manual =
        QString::fromUtf8(bytes_in(QStringLiteral(LAB_SOURCE_DIR "/resources/manual/command-line.md")));
    for (const QString& command : commands)
        QVERIFY2(manual.contains(QStringLiteral("| `%1` |").arg(command)), qPrintable(command));
}

void TestDesktopFiles::beginnings_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("says");
    const QByteArray one = "three ways to begin";
    QTest::newRow("new") << QStringList{"--new"} << 1 << QByteArray("display: none");
    QTest::newRow("example") << QStringList{"--example", "word-order"} << 1 << QByteArray("display: none");
    QTest::newRow("lesson") << QStringList{"--example", "why-softmax"} << 1 << QByteArray("display: none");
    QTest::newRow("no example") << QStringList{"--example", "sky"} << 1
                                << QByteArray("example: \"sky\", expected a name that");
    QTest::newRow("both") << QStringList{"--new", "--example", "word-order"} << 2 << one;
    QTest::newRow("new and a file") << QStringList{"--new", "a.attn"} << 2 << one;
    QTest::newRow("example and a file") << QStringList{"--example", "word-order", "a.attn"} << 2 << one;
}

/// What the entry's actions say is understood, up to the window, which needs a display.
void TestDesktopFiles::beginnings() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QByteArray, says);
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        qunsetenv(name);
    const Run run = run_program(arguments);
    QVERIFY2(run.err.contains(says), run.err.constData());
    QCOMPARE(run.code, code);
}

/// Every file comes to where desktops and shells look for it, pictures in their sizes, texts as the program
/// prints them.
void TestDesktopFiles::installs() {
    QTemporaryDir folder;
    const Run run = run_tool(QStringLiteral("cmake"), {"--install", LAB_BUILD_DIR, "--component", "desktop",
                                                       "--prefix", folder.path()});
    QVERIFY2(run.code == 0 && run.err.isEmpty(), run.err.constData());
    const QString share = folder.filePath(QStringLiteral("share/"));
    const QStringList copied{"applications/attention-lab.desktop", "mime/packages/attention-lab.xml",
                             "thumbnailers/attention-lab.thumbnailer"};
    for (const QString& name : copied)
        QCOMPARE(bytes_in(share + name), bytes_in(desktop_folder + name.section('/', -1)));
    QVERIFY(QFile::exists(share + "metainfo/" + metainfo_name));
    QCOMPARE(bytes_in(share + "bash-completion/completions/attention-lab"),
             run_program({"completion", "bash"}).out);
    QCOMPARE(bytes_in(share + "zsh/vendor-completions/_attention-lab"),
             run_program({"completion", "zsh"}).out);
    QCOMPARE(bytes_in(share + "fish/vendor_completions.d/attention-lab.fish"),
             run_program({"completion", "fish"}).out);
    QVERIFY(QFile::exists(share + "man/man1/attention-lab.1.gz") ||
            QFile::exists(share + "man/man1/attention-lab.1"));
    for (const QString icon : {"apps/attention-lab", "mimetypes/application-x-attention-lab"}) {
        QVERIFY(QFile::exists(share + "icons/hicolor/scalable/" + icon + ".svg"));
        for (const int side : {16, 22, 24, 32, 48, 64, 128, 256, 512}) {
            const QString name = QStringLiteral("icons/hicolor/%1x%1/").arg(side) + icon + ".png";
            QCOMPARE(QImage(share + name).size(), QSize(side, side));
        }
    }
}

LAB_GUILESS_TEST(TestDesktopFiles)
#include "tst_desktop_files.moc"
