// SPDX-License-Identifier: GPL-3.0-or-later
//
// Figures with problematic tokens, titles and names: every SVG is well-formed XML, and every PDF and PNG can
// be opened. Tests a sample, or everything if LAB_EXHAUSTIVE is set.
#include "core/edits/sentence.h"
#include "core/edits/snapshots.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"
#include "ui/document/lab_document.h"
#include "ui/figures/draw_figure.h"
#include "ui/figures/figure_drawing.h"
#include "ui/figures/figure_file.h"

#include <QApplication>
#include <QImage>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <random>

using namespace lab;

namespace {

struct HostileText {
    const char* name;
    QString text;
};

QString units(std::initializer_list<char16_t> all) {
    return QString::fromUtf16(all.begin(), static_cast<qsizetype>(all.size()));
}

QString controls() {
    QString text;
    for (char16_t each = 0; each < 0xa0; ++each) {
        if (each < 0x20 || each > 0x7e)
            text += QChar(each);
    }
    return text;
}

std::vector<HostileText> hostile_texts() {
    return {
        {"controls", controls()},
        {"zero", units({u'a', 0, u'b'})},
        {"escape sequence", "\x1b[31mred\x1b]0;title\x07"},
        {"markup", "<script>\"&amp;'</text></svg>]]>"},
        {"comment", "<!-- --> <?xml?> <![CDATA["},
        {"entities", "&#0; &#xFFFE; &lt &nbsp;"},
        {"quotes", "\"'`“”«»\\"},
        {"PDF strings", "(\\)) endobj %%EOF stream"},
        {"overrides", units({u'a', 0x202e, u'b', 0x202c, 0x2066, u'c', 0x2069})},
        {"separators", units({u'a', 0x2028, u'b', 0x2029, u'c', 0x85})},
        {"noncharacters", units({0xfffe, 0xffff, 0xfdd0, 0xd83f, 0xdffe})},
        {"lone surrogates", units({u'a', 0xd800, u'b', 0xdc00, u'c', 0xd83d})},
        {"byte order marks", units({0xfeff, u'a', 0xfeff})},
        {"combining", "Z" + QString(5'000, QChar(0x0301))},
        {"emoji", QString::fromUtf8("👩‍👩‍👧‍👦🏳️‍🌈🇫🇷👍🏽")},
        {"right to left", QString::fromUtf8("שלום עולم")},
        {"both directions", QString::fromUtf8("abc שלום 123 مرحبا")},
        {"widest", QString(200, QChar(0xfdfd))},
        {"private", units({0xe000, 0xf8ff, 0xdb80, 0xdc00})},
        {"tags", QString::fromUtf8("\U000E0041\U000E007F")},
        {"spaces", units({0x3000, 0x2003, 0xa0})},
        {"long", QString(100'000, QLatin1Char('w'))},
        {"long in pairs", QString::fromUtf8("🙂").repeated(50'000)},
        {"long from the right", QString(100'000, QChar(0x05d0))},
        {"long controls", QString(10'000, QChar(1))},
    };
}

/// Two sentences containing the text, which is also the title, the description and the name of a snapshot.
Experiment with_text_everywhere(const QString& text) {
    Experiment experiment = example("two-heads");
    const std::string hostile = text.toStdString();
    experiment =
        with_sequence(experiment, Side::sentence,
                      {Tokenizer::manual, {}, {"sky", hostile, "is", hostile + "2"}}, {0, -1, 1, -1});
    experiment.title = hostile;
    experiment.description = hostile;
    experiment = with_snapshot(experiment);
    experiment.snapshots.back().name = hostile;
    return experiment;
}

Figure with_snapshot_of(Figure view, const Experiment& experiment) {
    if (auto* compare = std::get_if<CompareFigure>(&view))
        compare->against = experiment.snapshots.back();
    return view;
}

} // namespace

class TestHostileFigures : public QObject {
    Q_OBJECT
private slots:
    void wellFormed_data();
    void wellFormed();
    void pictures();

private:
    void isXml(const QByteArray& svg);
    void isPdf(const QByteArray& pdf);

    QTemporaryDir m_folder;
};

void TestHostileFigures::wellFormed_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<std::size_t>("view");
    constexpr unsigned seed = 19;
    constexpr int one_of = 12;
    std::mt19937 generator(seed);
    const bool all = qEnvironmentVariableIsSet("LAB_EXHAUSTIVE");
    const std::vector<Figure> views = allFigures();
    for (const HostileText& each : hostile_texts()) {
        // Test each text at least with the weights, whose two axes contain it.
        for (std::size_t view = 0; view < views.size(); ++view) {
            if (all || figureName(views[view]) == "weights" || generator() % one_of == 0)
                QTest::addRow("%s, %s", each.name, qPrintable(figureName(views[view]))) << each.text << view;
        }
    }
}

void TestHostileFigures::isXml(const QByteArray& svg) {
    QXmlStreamReader reader(svg);
    int texts = 0;
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::StartElement)
            texts += reader.name() == QLatin1String("text");
    }
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    QVERIFY(texts > 0);
    // Checks that QXmlStreamReader does not make but other readers do.
    const QString text = QString::fromUtf8(svg);
    QCOMPARE(text.toUtf8(), svg);
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char16_t unit = text[i].unicode();
        QVERIFY(unit >= 0x20 || unit == '\n' || unit == '\t' || unit == '\r');
        QVERIFY(unit != 0xfffe && unit != 0xffff);
    }
}

void TestHostileFigures::isPdf(const QByteArray& pdf) {
    QVERIFY(pdf.startsWith("%PDF-1."));
    QVERIFY(pdf.trimmed().endsWith("%%EOF"));
    const QString info = QStandardPaths::findExecutable("pdfinfo");
    if (info.isEmpty())
        return;
    QFile file(m_folder.filePath("figure.pdf"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(pdf) == pdf.size());
    file.close();
    QProcess process;
    process.start(info, {"-enc", "UTF-8", file.fileName()});
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.readAllStandardError(), QByteArray());
    QCOMPARE(process.exitCode(), 0);
    const QByteArray said = process.readAllStandardOutput();
    QVERIFY(said.contains("Pages:           1") || said.contains("Pages:           2")); // a handout
}

void TestHostileFigures::wellFormed() {
    QFETCH(QString, text);
    QFETCH(std::size_t, view);
    const Experiment experiment = with_text_everywhere(text);
    const Figure drawn = with_snapshot_of(allFigures()[view], experiment);
    if (!hasFigure(experiment, drawn))
        return; // the document does not have this stage
    LabDocument document;
    document.replace(experiment, {});
    FigureLook look;
    look.title = text;
    const FigureDrawing drawing = drawingOf(document, drawn, look);
    isXml(figureFile(drawing, FigureFormat::svg, 1).value());
    isPdf(figureFile(drawing, FigureFormat::pdf, 1).value());
    constexpr double scale = 0.25; // small enough to read even the widest figure
    if (scaleProblem(drawing, FigureFormat::png, scale))
        return; // refused with a message when exporting
    const QImage image = QImage::fromData(figureFile(drawing, FigureFormat::png, scale).value(), "PNG");
    QVERIFY(!image.isNull());
}

/// A control character of a token is shown as its escape, as wherever tokens are named, and one of other text
/// as its control picture. The text next to that may use another font, and so another element.
void TestHostileFigures::pictures() {
    LabDocument document;
    document.replace(with_text_everywhere("a\x1b"
                                          "b"),
                     {});
    FigureLook look;
    look.title = QStringLiteral("c\x01<d>&");
    const FigureDrawing drawing = drawingOf(document, StageFigure{}, look);
    const QString svg = QString::fromUtf8(figureFile(drawing, FigureFormat::svg, 1).value());
    QVERIFY(svg.contains(QStringLiteral("a\\x1Bb")));
    QVERIFY(svg.contains(QString::fromUtf8("␁")));
    QVERIFY(svg.contains(QStringLiteral("&lt;d&gt;&amp;")));
}

LAB_WINDOW_TEST(TestHostileFigures)
#include "tst_hostile_figures.moc"
