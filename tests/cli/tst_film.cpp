// SPDX-License-Identifier: GPL-3.0-or-later
//
// The film from the command line: a page, a frame or a picture a step, and what it refuses.
#include "core/film/film.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/process.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"
#include "ui/look/theme.h"

#include <QDir>
#include <QFile>
#include <QImageReader>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace lab;
using namespace lab::test;

Q_DECLARE_METATYPE(lab::FilmSettings)
Q_DECLARE_METATYPE(lab::FilmGrain)

class TestFilm : public QObject {
    Q_OBJECT
private slots:
    void init() { make_messages_fatal(); }
    void oneForEachStep_data();
    void oneForEachStep();
    void equalFiles_data();
    void equalFiles();
    void toStandardOutput();
    void steps();
    void motion_data();
    void motion();
    void looks_data();
    void looks();
    void refused_data();
    void refused();
    void nothingIsLeft();

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    QByteArray bytes(const QString& name) const {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QString exampleFile(const QString& name) const {
        QFile file(path(name + ".attn"));
        if (file.open(QIODevice::WriteOnly))
            file.write(exampleText(name));
        return file.fileName();
    }
    /// Runs `film` on an example, which must succeed without a word.
    bool draw(const QString& name, const QString& out, const QString& options) const {
        const Run run = run_program(QStringList{"film", exampleFile(name), "-o", path(out)} +
                                    options.split(' ', Qt::SkipEmptyParts));
        if (run.code != 0 || !run.err.isEmpty() || !run.out.isEmpty())
            qWarning("%d %s", run.code, run.err.constData());
        return run.code == 0 && run.err.isEmpty() && run.out.isEmpty();
    }
    QStringList pictures(const QString& name) const {
        return QDir(m_folder.path()).entryList({name + "-*.png"}, QDir::Files, QDir::Name);
    }
    int pages(const QString& name) const { return static_cast<int>(bytes(name).count("/Type /Page\n")); }
    QList<QImage> frames(const QString& name, QList<int>* hundredths = nullptr) const {
        QImageReader reader(path(name));
        QList<QImage> images;
        for (QImage image = reader.read(); !image.isNull(); image = reader.read()) {
            images += image.convertToFormat(QImage::Format_RGB32);
            if (hundredths)
                *hundredths += reader.nextImageDelay() / 10;
        }
        return images;
    }

    /// How many pixels have clearly other colours. A GIF has 255 colours for all frames.
    static int different(const QImage& one, const QImage& other) {
        constexpr int clearly = 60;
        int count = 0;
        for (int y = 0; y < one.height(); ++y) {
            for (int x = 0; x < one.width(); ++x) {
                const QColor a = one.pixelColor(x, y), b = other.pixelColor(x, y);
                count += std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) +
                             std::abs(a.blue() - b.blue()) >
                         clearly;
            }
        }
        return count;
    }

    QTemporaryDir m_folder;
};

void TestFilm::oneForEachStep_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<QString>("options");
    QTest::addColumn<FilmSettings>("settings");
    const auto row = [](const char* example, const char* options, const FilmSettings& settings) {
        QTest::addRow("%s %s", example, options) << example << options << settings;
    };
    row("journey-trainable", "", {});
    row("two-heads", "--order query", {.order = FilmOrder::by_query});
    row("two-heads", "--head 1 --grain stage", {.grain = FilmGrain::stage, .head = 1});
    row("numeric-decoder", "--grain cell", {.grain = FilmGrain::cell});
    row("sky-is-blue", "--grain term --query 2 --order query",
        {.order = FilmOrder::by_query, .grain = FilmGrain::term, .query = 2});
    row("sky-is-blue", "--stage scores --stage weights --grain cell",
        {.grain = FilmGrain::cell, .stages = {StageId::scores, StageId::weights}});
    row("column-vectors-with-biases", "--grain stage", {.grain = FilmGrain::stage});
}

void TestFilm::oneForEachStep() {
    QFETCH(QString, example);
    QFETCH(QString, options);
    QFETCH(FilmSettings, settings);
    const auto steps = static_cast<int>(Film(lab::example(example), settings).size());
    for (const QString& old : pictures("film"))
        QFile::remove(path(old));
    for (const char* end : {"pdf", "gif", "png"})
        QVERIFY(draw(example, QString("film.") + end, options + " --width-px 240"));
    QCOMPARE(pages("film.pdf"), steps);
    QList<int> hundredths;
    const QList<QImage> moving = frames("film.gif", &hundredths);
    QCOMPARE(moving.size(), steps);
    QCOMPARE(hundredths.count(70), steps);
    const QStringList names = pictures("film");
    QCOMPARE(names.size(), steps);
    QCOMPARE(names.first(), QString("film-0001.png"));
    for (int i = 0; i < steps; i += std::max(1, steps / 8)) {
        const QImage picture = QImage(path(names[i])).convertToFormat(QImage::Format_RGB32);
        QCOMPARE(picture.size(), QSize(240, 150));
        const int others = different(picture, moving[i]);
        QVERIFY2(others < 240 * 150 / 500, qPrintable(QString("step %1: %2 pixels").arg(i + 1).arg(others)));
    }
}

void TestFilm::equalFiles_data() {
    QTest::addColumn<QString>("kind");
    for (const char* kind : {"pdf", "gif", "png"})
        QTest::newRow(kind) << kind;
}

/// Whenever and however often they are made.
void TestFilm::equalFiles() {
    QFETCH(QString, kind);
    const QString name = kind == "png" ? "film-0003.png" : "film." + kind;
    QByteArray before;
    for (int run = 0; run < 3; ++run) {
        QVERIFY(draw("two-heads-about-it", "film." + kind, "--grain stage --to 6 --width-px 400"));
        const QByteArray now = bytes(name);
        QVERIFY(!now.isEmpty());
        QVERIFY(run == 0 || now == before);
        before = now;
        QTest::qSleep(run == 1 ? 1100 : 0); // PDF counts seconds
    }
    QVERIFY(!before.contains("CreationDate"));
}

/// A part of the film has the pages that the whole has.
void TestFilm::toStandardOutput() {
    for (const char* format : {"pdf", "gif"}) {
        const QString file = QString("film.") + format;
        QVERIFY(draw("sky-is-blue", file, "--to 3"));
        const Run run =
            run_program({"film", exampleFile("sky-is-blue"), "-o", "-", "--format", format, "--to", "3"});
        QCOMPARE(run.code, 0);
        QVERIFY2(run.out == bytes(file), format);
    }
}

void TestFilm::steps() {
    QVERIFY(draw("sky-is-blue", "whole.png", ""));
    const auto count = pictures("whole").size();
    QVERIFY(draw("sky-is-blue", "part.png", "--from 4 --to 9"));
    QCOMPARE(pictures("part").size(), 6);
    for (int i = 0; i < 6; ++i)
        QCOMPARE(bytes(pictures("part")[i]), bytes(pictures("whole")[i + 3]));
    QVERIFY(draw("sky-is-blue", "last.png", QString("--from %1").arg(count)));
    QCOMPARE(pictures("last").size(), 1);
    QCOMPARE(bytes("last-0001.png"), bytes(pictures("whole").last()));
}

void TestFilm::motion_data() {
    QTest::addColumn<QString>("options");
    QTest::addColumn<FilmGrain>("grain");
    QTest::addColumn<double>("speed");
    QTest::newRow("cells") << "--grain cell" << FilmGrain::cell << 1.0;
    QTest::newRow("cells, fast") << "--grain cell --speed 8" << FilmGrain::cell << 8.0;
    QTest::newRow("rows, slowly") << "--speed 0.5" << FilmGrain::row << 0.5;
}

/// Lasts as long as the film in the window, ends with its last page, and moves between steps.
void TestFilm::motion() {
    QFETCH(QString, options);
    QFETCH(FilmGrain, grain);
    QFETCH(double, speed);
    QVERIFY(draw("sky-is-blue", "moves.gif", options + " --motion --width-px 400"));
    FilmSettings settings;
    settings.grain = grain;
    const Film film(example("sky-is-blue"), settings);
    double seconds = 0;
    FilmPlace place = 0, singles = 0;
    while (const auto beat = film.beat(place)) {
        seconds += beat->seconds / speed;
        singles += beat->next == place + 1;
        place = beat->next;
    }
    QList<int> hundredths;
    const QList<QImage> images = frames("moves.gif", &hundredths);
    const double lasts = std::accumulate(hundredths.begin(), hundredths.end(), 0.0) / 100;
    constexpr double ends = 0.7 + 2; // seconds in which nothing moves
    QVERIFY2(std::abs(lasts - seconds - ends) < 0.1,
             qPrintable(QString("%1 s, not %2 s").arg(lasts).arg(seconds + ends)));
    QVERIFY(hundredths.count(4) >= singles); // 25 frames a second
    QVERIFY(draw("sky-is-blue", "end.png",
                 QString("%1 --from %2 --width-px 400")
                     .arg(options.section(" --speed", 0, 0).section("--speed", 0, 0))
                     .arg(film.size())));
    // The caption may say besides that the other rows went the same way.
    const QRect scene(0, 0, 400, 205);
    QVERIFY(different(QImage(path("end-0001.png")).copy(scene), images.last().copy(scene)) < 400 * 205 / 500);
}

void TestFilm::looks_data() {
    QTest::addColumn<QString>("options");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QColor>("corner");
    QTest::newRow("as usual") << "" << QSize(800, 500) << lightColours().page;
    QTest::newRow("dark") << "--theme dark" << QSize(800, 500) << darkColours().page;
    QTest::newRow("transparent") << "--theme transparent" << QSize(800, 500) << QColor(Qt::transparent);
    QTest::newRow("wide") << "--width-px 1920" << QSize(1920, 1200) << lightColours().page;
    QTest::newRow("odd") << "--width-px 333" << QSize(333, 208) << lightColours().page;
}

void TestFilm::looks() {
    QFETCH(QString, options);
    QFETCH(QSize, size);
    QFETCH(QColor, corner);
    QVERIFY(draw("sky-is-blue", "look.png", "--from 1 --to 1 " + options));
    const QImage image(path("look-0001.png"));
    QCOMPARE(image.size(), size);
    QCOMPARE(image.pixelColor(1, 1), corner);
}

void TestFilm::refused_data() {
    QTest::addColumn<QString>("options");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* options, int code, const char* says) {
        QTest::newRow(options) << options << code << says;
    };
    row("", 2, "needs -o");
    row("-o -", 2, "-o - needs --format, as pdf or gif");
    row("-o - --format png", 2, "--format \"png\" is none of pdf, gif");
    row("-o f.pdf --format pdf", 2, "--format goes with -o -");
    row("-o film", 2, "does not end with .pdf, .gif or .png");
    row("-o film.svg", 2, "does not end with .pdf, .gif or .png");
    row("-o f.pdf --order row", 2, "none of stage, query");
    row("-o f.pdf --grain letter", 2, "none of stage, row, cell, term");
    row("-o f.pdf --stage Q", 2, "there is no stage \"Q\"");
    row("-o f.pdf --stage source_inputs", 1, "not computed for this document");
    row("-o f.pdf --head 2", 1, "head 2: not in this document, expected 0 to 1");
    row("-o f.pdf --head -1", 2, "no whole number from 0");
    row("-o f.pdf --query 99", 1, "query 99: not in this document");
    row("-o f.pdf --query x", 2, "no whole number from 0");
    row("-o f.pdf --from 0", 2, "no whole number from 1");
    row("-o f.pdf --from 3 --to 2", 2, "--from 3 is after --to 2");
    row("-o f.pdf --to 100000", 1, "step 100000: not in this film, expected 1 to ");
    row("-o f.pdf --motion", 2, "--motion goes with .gif");
    row("-o f.gif --speed 2", 2, "--speed goes with --motion");
    row("-o f.gif --motion --speed 0", 2, "no number from 0.25 to 8");
    row("-o f.gif --motion --speed nan", 2, "no number from 0.25 to 8");
    row("-o f.gif --theme transparent", 2, "goes with .pdf and .png");
    row("-o f.gif --theme pink", 2, "none of light, dark, transparent");
    row("-o f.pdf --width-px 0", 2, "no number from 160 to 3840");
    row("-o nowhere/f.pdf", 1, "nowhere/f.pdf");
    row("-o nowhere/f.png", 1, "nowhere/f-0001.png");
    row("-o f.pdf --nonsense", 2, "nonsense");
}

void TestFilm::refused() {
    QFETCH(QString, options);
    QFETCH(int, code);
    QFETCH(QString, says);
    const Run run =
        run_program(QStringList{"film", exampleFile("two-heads")} + options.split(' ', Qt::SkipEmptyParts));
    QCOMPARE(run.code, code);
    QVERIFY2(run.err.contains(says.toUtf8()), run.err.constData());
    QVERIFY(run.out.isEmpty());
}

/// Too many steps are refused before anything is drawn, with their number.
void TestFilm::nothingIsLeft() {
    QFile file(path("long.attn"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QByteArray text = exampleText("uniform");
    text.replace("all words count the same", QByteArray("all words count the same ").repeated(16));
    file.write(text);
    file.close();
    const Run run = run_program({"film", path("long.attn"), "--grain", "cell", "-o", path("long.pdf")});
    QCOMPARE(run.code, 1);
    QVERIFY2(run.err.contains("steps, expected at most 9999"), run.err.constData());
    QVERIFY(!QFile::exists(path("long.pdf")));
}

LAB_GUILESS_TEST(TestFilm)
#include "tst_film.moc"
