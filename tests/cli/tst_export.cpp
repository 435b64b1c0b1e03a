// SPDX-License-Identifier: GPL-3.0-or-later
//
// Figures from the command line, and the errors when none can be drawn.
#include "core/analysis/variants.h"
#include "core/edits/sentence.h"
#include "core/experiment/stage.h"
#include "core/io/document_file.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/lessons.h"
#include "tests/support/process.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"

#include <QFile>
#include <QImage>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace lab;
using namespace lab::test;

class TestExport : public QObject {
    Q_OBJECT
private slots:
    void init() { make_messages_fatal(); }
    void everyStageOfEveryExample_data();
    void everyStageOfEveryExample();
    void scaleAndTheme_data();
    void scaleAndTheme();
    void asTheDocumentSays();
    void linksOfEveryExample_data() { everyStageOfEveryExample_data(); }
    void linksOfEveryExample();
    void statistics_data();
    void statistics();
    void vectorFiles_data() { everyStageOfEveryExample_data(); }
    void vectorFiles();
    void refusals_data();
    void refusals();
    void looks_data();
    void looks();
    void remarks_data();
    void remarks();
    void labelsOfLongSentences();
    void manyCells();
    void tooSmallToRead();
    void lessons();
    void compares_data();
    void compares();

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    QString exampleFile(const QString& name) const {
        QFile file(path(name + ".attn"));
        if (file.open(QIODevice::WriteOnly))
            file.write(exampleText(name));
        return file.fileName();
    }
    QString withSnapshots();

    QTemporaryDir m_folder;
};

void TestExport::everyStageOfEveryExample_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<std::size_t>("number");
    std::size_t number = 0;
    for (const QString& name : exampleNames())
        QTest::newRow(qPrintable(name)) << name << number++;
}

void TestExport::everyStageOfEveryExample() {
    QFETCH(QString, name);
    QFETCH(std::size_t, number);
    const Experiment experiment = example(name);
    const QString out = path("picture.png");
    for (const StageInfo& stage : all_stages()) {
        if (!in_sample(number++, 4))
            continue;
        QFile::remove(out);
        const QString view = QString::fromUtf8(stage.name.data(), qsizetype(stage.name.size()));
        const Run run = run_program({"export", exampleFile(name), "--view", view, "-o", out, "--scale", "1"});
        QCOMPARE(run.out, QByteArray());
        if (has_stage(experiment, stage.id)) {
            QCOMPARE(run.err, QByteArray());
            QCOMPARE(run.code, 0);
            QVERIFY(!QImage(out).isNull());
        } else {
            QCOMPARE(run.code, 1);
            QVERIFY(run.err.contains("stage " + view.toUtf8() + ": not computed for this document"));
            QVERIFY(!QFile::exists(out));
        }
    }
}

void TestExport::linksOfEveryExample() {
    QFETCH(QString, name);
    QFETCH(std::size_t, number);
    if (!in_sample(number, 1))
        return;
    const QString out = path("links.png");
    QFile::remove(out);
    const Run run = run_program({"export", exampleFile(name), "--view", "links", "-o", out, "--scale", "1"});
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(run.out, QByteArray());
    QCOMPARE(run.code, 0);
    const QImage picture(out);
    QVERIFY2(picture.width() > 300 && picture.width() < 900 && picture.height() > 100,
             qPrintable(QStringLiteral("%1 × %2").arg(picture.width()).arg(picture.height())));
    // There are lines: enough pixels in the head's blue between the words.
    int coloured = 0;
    for (int x = 0; x < picture.width(); ++x) {
        for (int y = 0; y < picture.height(); ++y) {
            const QColor pixel = picture.pixelColor(x, y);
            coloured += pixel.hslSaturation() > 100 && pixel.blue() > pixel.red() + 20;
        }
    }
    QVERIFY2(coloured > 300, qPrintable(QString::number(coloured)));
}

void TestExport::looks_data() {
    QTest::addColumn<QStringList>("view");
    QTest::addColumn<QStringList>("option");
    const auto row = [](const QStringList& view, const QStringList& option) {
        QTest::newRow(qPrintable((view + option).join(' '))) << view << option;
    };
    const QStringList weights{"--view", "weights"}, scores{"--view", "scores"}, heads{"--view", "heads"},
        links{"--view", "links"}, board{"--view", "board"};
    row(weights, {"--no-colour-bar"});
    row(weights, {"--no-axis-labels"});
    row(weights, {"--palette", "grey"});
    row(weights, {"--weight-range", "logarithmic"});
    row(weights, {"--weight-range", "0.2"});
    row(heads, {"--weight-range", "0.2"});
    row(scores, {"--palette", "purple_orange"});
    row(scores, {"--range", "20"});
    row(board, {"--range", "shared"});
    row(heads, {"--heads", "1"});
    row(heads, {"--heads", "1,0"});
    row(links, {"--mark", "1,"});
    row(links, {"--mark", ",0"});
    row(links, {"--mark", "1,0"});
}

/// Each option changes the picture, the same way each time.
void TestExport::looks() {
    QFETCH(QStringList, view);
    QFETCH(QStringList, option);
    const auto drawn = [&](const QStringList& options, const char* name) {
        const Run run = run_program(QStringList{"export", exampleFile("two-heads")} + view + options +
                                    QStringList{"-o", path(name), "--scale", "1"});
        return run.err.isEmpty() && run.code == 0 ? QImage(path(name)) : QImage();
    };
    const QImage plain = drawn({}, "plain.png"), first = drawn(option, "first.png"),
                 second = drawn(option, "second.png");
    QVERIFY(!plain.isNull() && !first.isNull());
    QVERIFY(plain != first);
    QCOMPARE(first, second);
}

void TestExport::remarks_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const QStringList& options, const char* said) {
        QTest::newRow(qPrintable(options.join(' '))) << options << QByteArray(said);
    };
    row({"--view", "weights", "--head", "1"}, "");
    row({"--view", "heads", "--head", "1"},
        "--head changes nothing: heads has all heads, and --heads chooses some");
    row({"--view", "output", "--head", "1"}, "--head changes nothing: output belongs to no head");
    row({"--view", "statistics", "--width-mm", "300"}, "");
    row({"--view", "weights", "--width-mm", "20"},
        "mm wide, more than asked for: letters of 9.0 pt need that");
    row({"--view", "weights", "--width-mm", "120"}, "");
}

/// What an option does not do is said, and the figure is drawn.
void TestExport::remarks() {
    QFETCH(QStringList, options);
    QFETCH(QByteArray, said);
    QFile::remove(path("remarks.png"));
    const Run run =
        run_program(QStringList{"export", exampleFile("two-heads"), "-o", path("remarks.png")} + options);
    QCOMPARE(run.code, 0);
    QVERIFY2(said.isEmpty() ? run.err.isEmpty() : run.err.contains(said), run.err.constData());
    QVERIFY(QFile::exists(path("remarks.png")));
}

/// Labels shrink where all fit then; where some are left out, that is said.
void TestExport::labelsOfLongSentences() {
    QStringList words;
    for (int i = 0; i < 60; ++i)
        words += QStringLiteral("w%1").arg(i);
    Experiment e = load_experiment(exampleFile("sky-is-blue").toStdString()).value();
    e = with_text(e, words.join(' ').toStdString());
    QVERIFY(!save_experiment(path("long.attn").toStdString(), e));
    const auto labels = [&](const char* width, QByteArray& said) {
        const Run run = run_program({"export", path("long.attn"), "--view", "weights", "--width-mm", width,
                                     "-o", "-", "--format", "svg"});
        said = run.err;
        int count = 0;
        for (const QString& word : words)
            count += run.out.contains(QStringLiteral(">%1<").arg(word).toUtf8());
        return count;
    };
    QByteArray said;
    QCOMPARE(labels("180", said), 60);
    QCOMPARE(said, QByteArray());
    QVERIFY(labels("60", said) < 60);
    QVERIFY2(said.contains("not every label fits, so some are left out"), said.constData());
}

void TestExport::statistics_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("begins");
    QTest::newRow("PNG") << "statistics.png" << QByteArray("\x89PNG");
    QTest::newRow("SVG") << "statistics.svg" << QByteArray("<?xml");
    QTest::newRow("PDF") << "statistics.pdf" << QByteArray("%PDF-");
}

/// The variances that the notebook prints before and after scaling, as text.
void TestExport::statistics() {
    QFETCH(QString, file);
    QFETCH(QByteArray, begins);
    const Run run = run_program(
        {"export", exampleFile("numeric-encoder"), "--view", "statistics", "--head", "0", "-o", path(file)});
    QCOMPARE(run.err, QByteArray());
    QCOMPARE(run.code, 0);
    QFile read(path(file));
    QVERIFY(read.open(QIODevice::ReadOnly));
    const QByteArray bytes = read.readAll();
    QVERIFY(bytes.startsWith(begins));
    if (!file.endsWith(".svg"))
        return;
    QVERIFY(!bytes.contains("<image"));
    for (const char* text : {">6.837565<", ">0.854696<", ">Scaled scores<", ">entropy, bits<", ">unscaled<"})
        QVERIFY2(bytes.contains(text), text);
    // Without numbers only the plots are drawn.
    const Run plots = run_program({"export", exampleFile("numeric-encoder"), "--view", "statistics",
                                   "--no-numbers", "--width-mm", "120", "-o", path(file)});
    QCOMPARE(plots.code, 0);
    read.close();
    QVERIFY(read.open(QIODevice::ReadOnly));
    const QByteArray bare = read.readAll();
    QVERIFY(!bare.contains(">0.854696<") && bare.contains(">unscaled<"));
}

/// Vector files, with all appearance options.
void TestExport::vectorFiles() {
    QFETCH(QString, name);
    QFETCH(std::size_t, number);
    for (const QString& view : {QStringLiteral("weights"), QStringLiteral("output"), QStringLiteral("links"),
                                QStringLiteral("heads"), QStringLiteral("board")}) {
        if (!in_sample(number++, 3))
            continue;
        const auto file = [&](const QString& kind) {
            const QString out = path("figure." + kind);
            QFile::remove(out);
            const Run run = run_program({"export", exampleFile(name), "--view", view, "-o", out, "--width-mm",
                                         "85", "--font-size", "8", "--no-numbers", "--title", "The figure",
                                         "--theme", "transparent"});
            QFile read(out);
            const bool isDrawn = run.code == 0; // what does not fit is said
            return isDrawn && read.open(QIODevice::ReadOnly) ? read.readAll() : run.err;
        };
        const QByteArray svg = file("svg");
        static const QRegularExpression width("<svg width=\"([0-9.]+)mm\"");
        const double millimetres = width.match(QString::fromUtf8(svg)).captured(1).toDouble();
        // Links have a minimum width, and so do headings with formulas.
        const bool hasRoom = view == "links" || view == "board";
        QVERIFY2(std::abs(millimetres - 85) < 0.001 || (hasRoom && millimetres > 85),
                 svg.left(300).constData());
        QVERIFY(svg.contains("The figure") && !svg.contains("<image"));
        QVERIFY(file("pdf").startsWith("%PDF-"));
    }
}

/// Written all the same, and said on standard error.
void TestExport::tooSmallToRead() {
    const QString file = path("long.attn");
    const Experiment words = with_text(example("two-heads"), "a b c d e f g h i j k l");
    QVERIFY(!save_experiment(file.toStdString(), words));
    const QString out = path("handout.pdf");
    const QStringList handout{"export", file, "--view", "handout", "-o", out};
    const Run two = run_program(handout);
    QCOMPARE(two.code, 0);
    QCOMPARE(two.err, QByteArray());
    const Run one = run_program(handout + QStringList{"--one-page"});
    QCOMPARE(one.code, 0);
    QVERIFY(QFile::exists(out));
    const QRegularExpression said("handout\\.pdf: letters of ([45]\\.\\d) pt are too small to read; --stages "
                                  "leaves stages out, and without --one-page it has several pages\n$");
    QVERIFY2(said.match(QString::fromUtf8(one.err)).hasMatch(), one.err.constData());
    const Run few = run_program({"export", exampleFile("sky-is-blue"), "--view", "handout", "-o", out,
                                 "--one-page", "--stages", "weights"});
    QCOMPARE(few.code, 0);
    QCOMPARE(few.err, QByteArray());
}

/// The sheet and its solution.
void TestExport::lessons() {
    const QString file = QString::fromStdString(lesson_path());
    QByteArray before;
    for (const QStringList& more : {QStringList(), QStringList{"--solution"}}) {
        const QString out = path("lesson.pdf");
        const Run run =
            run_program(QStringList{"export", file, "--view", "handout", "--lesson", "-o", out} + more);
        QCOMPARE(run.err, QByteArray());
        QCOMPARE(run.code, 0);
        QFile pdf(out);
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        const QByteArray bytes = pdf.readAll();
        QVERIFY(bytes.startsWith("%PDF-") && bytes != before);
        before = bytes;
    }
}

/// A vector file with this many rectangles is written, with a warning about its size.
void TestExport::manyCells() {
    QStringList tokens;
    for (int i = 0; i < 129; ++i)
        tokens += QStringLiteral("a");
    QFile document(path("many.attn"));
    QVERIFY(document.open(QIODevice::WriteOnly));
    document.write(
        R"({"format": "attention-lab", "version": 1, "sequence": {"tokenizer": "whitespace", "text": ")" +
        tokens.join(' ').toUtf8() +
        R"("}, "embedding": {"dimension": 1, "table": {"a": [1]}}, "projection": {"kind": "identity"}})");
    document.close();
    for (const QString& kind : {QStringLiteral("svg"), QStringLiteral("png")}) {
        const QString out = path("many." + kind);
        const Run run = run_program({"export", document.fileName(), "--view", "weights", "-o", out});
        QCOMPARE(run.code, 0);
        QCOMPARE(run.err.contains("16641 rectangles"), kind == "svg");
        QVERIFY(QFile::exists(out));
    }
}

void TestExport::scaleAndTheme_data() {
    QTest::addColumn<QString>("view");
    QTest::newRow("a stage") << "weights";
    QTest::newRow("links") << "links";
}

void TestExport::scaleAndTheme() {
    QFETCH(QString, view);
    const auto draw = [&](const QStringList& options) {
        const QString out = path("picture.png");
        const Run run =
            run_program(QStringList{"export", exampleFile("two-heads"), "--view", view, "-o", out} + options);
        return run.code == 0 ? QImage(out) : QImage();
    };
    const QImage plain = draw({});
    QCOMPARE(draw({"--head", "0", "--scale", "2", "--theme", "light"}), plain);
    const QSize twice = draw({"--scale", "1"}).size() * 2; // rounded to whole pixels
    QVERIFY(twice.width() - plain.width() <= 1 && twice.height() - plain.height() <= 1);
    QVERIFY(twice.width() >= plain.width() && twice.height() >= plain.height());
    QVERIFY(draw({"--head", "1"}) != plain);
    QCOMPARE(plain.pixelColor(0, 0), QColor(Qt::white));
    QVERIFY(draw({"--theme", "dark"}).pixelColor(0, 0).lightness() < 64);
    QCOMPARE(draw({"--theme", "transparent"}).pixelColor(0, 0).alpha(), 0);
}

/// Colours, their range and the decimals follow the document's view settings.
void TestExport::asTheDocumentSays() {
    const auto draw = [&](const QByteArray& shown, const QString& stage) {
        QFile file(path("viewed.attn"));
        if (file.open(QIODevice::WriteOnly))
            file.write(R"({"format": "attention-lab", "version": 1, "mask": {"causal": true},
                           "sequence": {"tokenizer": "whitespace", "text": "sky is"},
                           "embedding": {"table": {"sky": [1, 0], "is": [0.5, 0.25]}},
                           "projection": {"kind": "identity"})" +
                       shown + "}");
        file.close();
        const QString out = path("picture.png");
        const Run run = run_program({"export", file.fileName(), "--view", stage, "-o", out});
        return run.code == 0 ? QImage(out) : QImage();
    };
    const auto has = [](const QImage& image, QRgb colour) {
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixel(x, y) == colour)
                    return true;
            }
        }
        return false;
    };
    const QImage plain = draw({}, "weights"); // the first weight is 1
    QVERIFY(has(plain, 0xfffde725));
    const QImage cividis = draw(R"(, "view": {"palette": {"weights": "cividis"}, "decimals": 6})", "weights");
    QVERIFY(has(cividis, 0xfffee838) && !has(cividis, 0xfffde725));
    QVERIFY(cividis.width() > plain.width());
    QCOMPARE(draw(R"(, "view": {"palette": "none", "decimals": 9, "mode": 1})", "weights"), plain);
    const auto scores = [&](const QByteArray& range) {
        return draw(R"(, "view": {"range": )" + range + "}", "scores");
    };
    QVERIFY(has(scores(R"("per_matrix")"), 0xffb2182b)); // the maximum has the last colour
    QCOMPARE(scores(R"("shared")"), scores("1"));        // 1 is the largest number
    QVERIFY(scores("2") != scores("1"));
    QVERIFY(has(scores("1e-9"), 0xffb2182b));
}

void TestExport::refusals_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("message");
    const QStringList good{"export", "FILE", "--view", "weights", "-o", "FOLDER/OUT.png"};
    QTest::newRow("no view") << QStringList{"export", "FILE", "-o", "FOLDER/OUT.png"} << 2 << "--view NAME";
    QTest::newRow("no output") << QStringList{"export", "FILE", "--view", "weights"} << 2 << "-o OUT";
    QTest::newRow("unknown view") << QStringList{"export",  "FILE", "--view",
                                                 "wieghts", "-o",   "FOLDER/OUT.png"}
                                  << 2
                                  << "there is no view \"wieghts\"; there are inputs, source_inputs, queries";
    QTest::newRow("other picture") << QStringList{"export",  "FILE", "--view",
                                                  "weights", "-o",   "FOLDER/OUT.gif"}
                                   << 2 << "does not end with .png, .svg or .pdf";
    QTest::newRow("links of a head not there")
        << QStringList{"export", "FILE", "--view", "links", "-o", "FOLDER/OUT.png", "--head", "2"} << 1
        << "head 2: not in this document, expected 0 to 1";
    QTest::newRow("huge links") << QStringList{"export", "FILE",           "--view",  "links",
                                               "-o",     "FOLDER/OUT.png", "--scale", "1000"}
                                << 1 << "view links: a picture of";
    QTest::newRow("head is a word") << good + QStringList{"--head", "one"} << 2 << "--head \"one\"";
    QTest::newRow("negative head") << good + QStringList{"--head", "-1"} << 2 << "--head \"-1\"";
    QTest::newRow("head not there") << good + QStringList{"--head", "2"} << 1
                                    << "head 2: not in this document, expected 0 to 1";
    QTest::newRow("no scale") << good + QStringList{"--scale", "0"} << 2 << "--scale \"0\"";
    QTest::newRow("huge scale") << good + QStringList{"--scale", "1000"} << 1 << "too large";
    QTest::newRow("small letters") << good + QStringList{"--font-size", "1"} << 2
                                   << "--font-size \"1\" is no number from 4 to 72";
    QTest::newRow("letters in words")
        << good + QStringList{"--font-size", "ten"} << 2 << "--font-size \"ten\"";
    QTest::newRow("narrow") << good + QStringList{"--width-mm", "1"} << 2
                            << "--width-mm \"1\" is no number from 10 to 5000";
    QTest::newRow("unknown preset") << good + QStringList{"--preset", "poster"} << 2
                                    << "--preset \"poster\" is none of column, page, slide, square";
    for (const char* mark : {"", ",", "1", "a,b", "1,2,3", "-1,0", "1.5,0"})
        QTest::addRow("mark %s", mark)
            << good + QStringList{"--mark", mark} << 2 << "is neither R,C nor R, nor ,C";
    QTest::newRow("mark of a row not there")
        << good + QStringList{"--mark", "1000,"} << 1 << "row 1000: not in this document, expected 0 to ";
    QTest::newRow("mark of a column not there")
        << good + QStringList{"--mark", "0,1000"} << 1 << "column 1000: not in this document, expected 0 to ";
    QTest::newRow("handout as picture")
        << QStringList{"export", "FILE", "--view", "handout", "-o", "FOLDER/OUT.png"} << 2
        << "does not end with .pdf, which a handout needs";
    QTest::newRow("width of a handout")
        << QStringList{"export", "FILE", "--view", "handout", "-o", "FOLDER/OUT.pdf", "--width-mm", "85"} << 2
        << "--width-mm does not go with a handout, whose pages are A4";
    const QStringList handout{"export", "FILE", "--view", "handout", "-o", "FOLDER/OUT.pdf"};
    QTest::newRow("unknown stage of a handout") << handout + QStringList{"--stages", "scores,wieghts"} << 2
                                                << "there is no stage \"wieghts\"; there are inputs";
    QTest::newRow("stage not on a handout") << handout + QStringList{"--stages", "dropped_weights"} << 1
                                            << "stage dropped_weights: not computed for this document";
    QTest::newRow("no lesson") << handout + QStringList{"--lesson"} << 1
                               << "snapshots: no step of a lesson, expected a snapshot with “lesson”";
    QTest::newRow("solution of no lesson")
        << handout + QStringList{"--solution"} << 2 << "--solution goes with --lesson alone";
    QTest::newRow("lesson of a figure")
        << good + QStringList{"--lesson"} << 2 << "--lesson goes with --view handout";
    QTest::newRow("lesson as picture")
        << QStringList{"export", "FILE", "--view", "handout", "--lesson", "-o", "FOLDER/OUT.svg"} << 2
        << "does not end with .pdf, which a handout needs";
    QTest::newRow("stages of a lesson")
        << handout + QStringList{"--lesson", "--stages", "scores"} << 2
        << "--stages does not go with --lesson, whose steps say what is shown";
    QTest::newRow("head of a lesson")
        << handout + QStringList{"--lesson", "--head", "1"} << 2 << "--head does not go with --lesson";
    QTest::newRow("lesson of numbers")
        << QStringList{"export", "FILE", "--data", "weights", "--lesson", "-o", "FOLDER/OUT.csv"} << 2
        << "--lesson goes with --view";
    QTest::newRow("stages of a figure")
        << good + QStringList{"--stages", "scores"} << 2 << "--stages goes with --view handout";
    QTest::newRow("pages of a figure")
        << good + QStringList{"--one-page"} << 2 << "--one-page goes with --view handout";
    QTest::newRow("mark of bars")
        << QStringList{"export", "FILE", "--view", "statistics", "--mark", "0,0", "-o", "FOLDER/OUT.png"} << 2
        << "--mark goes with views of matrices and with links, which statistics is not";
    QTest::newRow("no such query of links")
        << QStringList{"export", "FILE", "--view", "links", "--mark", "9,", "-o", "FOLDER/OUT.png"} << 1
        << "query 9: not in this document, expected 0 to ";
    const QStringList plane{"export", "FILE", "--view", "geometry-scores", "-o", "FOLDER/OUT.png"};
    QTest::newRow("no such query of a plane")
        << plane + QStringList{"--query", "9"} << 1 << "query 9: not in this document, expected 0 to ";
    QTest::newRow("half a query") << plane + QStringList{"--query", "0.5"} << 2
                                  << "--query \"0.5\" is no whole number from 0";
    QTest::newRow("no such plane") << plane + QStringList{"--axes", "1"} << 2 << "--axes: \"1\", expected ";
    QTest::newRow("no such feature") << plane + QStringList{"--axes", "1,99"} << 1 << "--axes: ";
    QTest::newRow("regions of an output")
        << QStringList{"export", "FILE", "--view", "geometry-output", "--regions", "-o", "FOLDER/OUT.png"}
        << 2 << "--regions goes with --view geometry-scores";
    QTest::newRow("regions of weights") << good + QStringList{"--regions"} << 2
                                        << "--regions goes with --view geometry-scores and geometry-output";
    QTest::newRow("a query of weights") << good + QStringList{"--query", "0"} << 2
                                        << "--query goes with --view geometry-scores and geometry-output";
    QTest::newRow("axes of weights") << good + QStringList{"--axes", "pca"} << 2
                                     << "--axes goes with --view geometry-scores and geometry-output";
    QTest::newRow("unknown palette") << good + QStringList{"--palette", "jet"} << 2
                                     << "--palette \"jet\" is none of viridis, cividis, grey";
    QTest::newRow("unknown range of weights") << good + QStringList{"--weight-range", "0"} << 2
                                              << "--weight-range \"0\" is neither a number above 0 nor unit, "
                                                 "largest, logarithmic";
    QTest::newRow("a range of 0") << good + QStringList{"--range", "0"} << 2
                                  << "--range \"0\" is neither a number above 0 nor shared";
    QTest::newRow("heads of one") << good + QStringList{"--heads", "0,1"} << 2
                                  << "--heads goes with --view heads";
    QTest::newRow("a head twice") << QStringList{"export",  "FILE", "--view", "heads",
                                                 "--heads", "0,0",  "-o",     "FOLDER/OUT.png"}
                                  << 2 << "--heads \"0,0\" is no list of different heads, as 0,3,5";
    QTest::newRow("a head that is not there")
        << QStringList{"export", "FILE", "--view", "heads", "--heads", "0,7", "-o", "FOLDER/OUT.png"} << 1
        << "head 7: not in this document, expected 0 to 1";
    QTest::newRow("unknown theme") << good + QStringList{"--theme", "pink"} << 2 << "--theme \"pink\"";
    QTest::newRow("unknown option") << good + QStringList{"--colour"} << 2 << "Unknown option 'colour'";
    const QStringList compare{"export", "FILE", "--view", "compare", "-o", "FOLDER/OUT.png"};
    QTest::newRow("compare with nothing") << compare << 2 << "--view compare needs --against SNAPSHOT";
    QTest::newRow("against without compare")
        << good + QStringList{"--against", "before"} << 2 << "--against goes with --view compare";
    QTest::newRow("no snapshots") << compare + QStringList{"--against", "before"} << 1
                                  << "snapshot \"before\": not in this document, expected a document with "
                                     "snapshots";
    QTest::newRow("no such folder") << QStringList{"export",  "FILE", "--view",
                                                   "weights", "-o",   "FOLDER/no/OUT.png"}
                                    << 1 << "cannot be written";
    QTest::newRow("no such file") << QStringList{"export",  "none", "--view",
                                                 "weights", "-o",   "FOLDER/OUT.png"}
                                  << 1 << "none: cannot be read";
}

void TestExport::refusals() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, message);
    arguments.replaceInStrings("FILE", exampleFile("two-heads"));
    arguments.replaceInStrings("FOLDER", m_folder.path());
    const Run run = run_program(arguments);
    QCOMPARE(run.code, code);
    QCOMPARE(run.out, QByteArray());
    QVERIFY2(run.err.contains(message.toUtf8()), run.err.constData());
    QCOMPARE(run.err.count('\n'), code); // one line, plus a hint after a usage error
    QVERIFY(!QFile::exists(path("OUT.png")));
}

/// A document with three snapshots, only one of which is comparable.
QString TestExport::withSnapshots() {
    const Result<Experiment> read = load_experiment(exampleFile("two-heads").toStdString());
    Experiment e = read.value();
    e.snapshots.clear();
    Experiment before = e;
    before.mask.causal = !before.mask.causal;
    Experiment one = variants_of(e, Variation::heads).list.front().experiment;
    Experiment other = with_text(e, "nothing in common");
    for (const auto& [name, kept] :
         {std::pair("before", before), std::pair("one head", one), std::pair("other words", other)})
        e.snapshots.push_back({name, std::make_shared<const Experiment>(kept), nullptr});
    const QString file = path("snapshots.attn");
    if (save_experiment(file.toStdString(), e))
        return {};
    return file;
}

void TestExport::compares_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("message");
    QTest::newRow("weights") << QStringList{"--against", "before"} << 0 << "";
    QTest::newRow("dark, wide") << QStringList{"--against", "before", "--theme", "dark", "--width-mm", "180"}
                                << 0 << "";
    QTest::newRow("second head") << QStringList{"--against", "before", "--head", "1"} << 0 << "";
    QTest::newRow("unknown") << QStringList{"--against", "after"} << 1
                             << "snapshot \"after\": not in this document, expected \"before\", \"one "
                                "head\", \"other words\"";
    QTest::newRow("fewer heads") << QStringList{"--against", "one head", "--head", "1"} << 1
                                 << "snapshot \"one head\": “one head” has no head 2";
    QTest::newRow("other words")
        << QStringList{"--against", "other words"} << 1
        << "snapshot \"other words\": No word of “other words” is in the document too";
}

void TestExport::compares() {
    QFETCH(QStringList, options);
    QFETCH(int, code);
    QFETCH(QString, message);
    const QString file = withSnapshots();
    const QString out = path("compared.svg");
    QFile::remove(out);
    const Run run = run_program(QStringList{"export", file, "--view", "compare", "-o", out} + options);
    QCOMPARE(run.code, code);
    QVERIFY2(run.err.contains(message.toUtf8()), run.err.constData());
    QCOMPARE(QFile::exists(out), code == 0);
    if (code != 0)
        return;
    QFile drawn(out);
    QVERIFY(drawn.open(QIODevice::ReadOnly));
    const QByteArray svg = drawn.readAll();
    for (const char* text : {"before", "Now", "Difference", "Largest changes: "})
        QVERIFY2(svg.contains(text), text);
}

LAB_GUILESS_TEST(TestExport)
#include "tst_export.moc"
