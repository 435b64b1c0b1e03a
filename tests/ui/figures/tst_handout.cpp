// SPDX-License-Identifier: GPL-3.0-or-later
//
// The handout: what is on its pages, that it fits on two of them, and where it is offered.
#include "core/edits/sentence.h"
#include "core/experiment/parameter.h"
#include "core/io/document_file.h"
#include "tests/support/figures.h"
#include "tests/support/golden.h"
#include "tests/support/lab_window.h"
#include "tests/support/menu_click.h"
#include "tests/support/random_experiments.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"
#include "tests/ui/figures/svg_elements.h"
#include "ui/document/examples.h"
#include "ui/document/fixed_stages.h"
#include "ui/document/lab_document.h"
#include "ui/figures/draw_figure.h"
#include "ui/figures/figure_dialog.h"
#include "ui/figures/figure_file.h"
#include "ui/figures/figure_preview.h"
#include "ui/figures/handout/handout_text.h"
#include "ui/plots/heatmap/colour_bar.h"
#include "ui/plots/heatmap/heatmap_content.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/plots/shared/colour_scale.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/selection/selection.h"
#include "ui/window/menu/actions.h"

#include <QFormLayout>
#include <QPushButton>
#include <QToolButton>

using namespace lab;
using namespace lab::test;

namespace {

/// A sentence of that many words.
Experiment with_words(Experiment e, int count) {
    e.sequence.tokenizer = Tokenizer::manual;
    const std::vector<std::string> words = e.sequence.tokens;
    while (int(e.sequence.tokens.size()) < count)
        e.sequence.tokens.push_back(words[e.sequence.tokens.size() % words.size()]);
    return e;
}

/// Every text that the figure draws, in one line.
QString texts_of(const FigureDrawing& drawing) {
    return read_svg(svg_of(drawing)).texts.join(' ').simplified();
}

FigureDrawing handout_of(const Experiment& experiment, HeadIndex head = 0, const FigureLook& look = {}) {
    FixedStages stages(experiment);
    return drawingOf(stages, HandoutFigure{head}, look);
}

/// So many tokens, heads and features, with biases.
Experiment of_size(int tokens, HeadIndex heads, Index width) {
    Experiment e = with_words(example("sky-is-blue"), tokens);
    e.heads = {heads, heads};
    e.embedding.inputs = InputKind::rows;
    e.embedding.X = share(Matrix::Random(Index(e.sequence.tokens.size()), width));
    e.embedding.dimension = width;
    EmbeddingTable table;
    for (const std::string& token : distinct_tokens(e))
        table.set(token, {std::make_shared<const RowVector>(RowVector::Random(width)), false});
    e.embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
    for (const ParameterId id : {ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V, ParameterId::W_O})
        projection_matrix(e.projection, id) = share(Matrix::Random(width, width));
    for (const ParameterId id : {ParameterId::b_Q, ParameterId::b_K, ParameterId::b_V, ParameterId::b_O})
        projection_matrix(e.projection, id) = share(Matrix::Random(1, width));
    return e;
}

/// Whether the row of the dialog that has this label is shown.
bool hasRow(const FigureDialog& dialog, const QString& name) {
    for (const QLabel* label : dialog.findChildren<QLabel*>()) {
        if (label->text() == name)
            return label->isVisible();
    }
    return false;
}

} // namespace

class TestHandout : public WindowTest {
    Q_OBJECT

private slots:
    void contents_data();
    void contents();
    void words_data();
    void words();
    void fits_data();
    void fits();
    void readable_data();
    void readable();
    void description();
    void stripsOfWideMatrices();
    void coloursOfTheWindow();
    void someStages();
    void onOnePage_data();
    void onOnePage();
    void boxesToWriteIn();
    void chosenInItsDialog();
    void tooSmallToRead();
    void longSentence();
    void sameBytes();
    void pagesAreA4();
    void fromTheMenu();
    void onlyPdf();
    void lightOnPaper();
    void addedMinusInfinity();
    void addedScoresOfEveryHead();
    void itsDialog();
};

void TestHandout::contents_data() {
    QTest::addColumn<QString>("name");
    for (const QString& name : exampleNames())
        QTest::newRow(qPrintable(name)) << name;
}

/// The title, each stage, each parameter; in both notations.
void TestHandout::contents() {
    QFETCH(QString, name);
    Experiment e = example(name);
    for (const Notation notation : {Notation::rows, Notation::columns}) {
        e.notation = notation;
        const FigureDrawing drawing = handout_of(e);
        const QString texts = texts_of(drawing);
        const auto has = [&](const QString& text) {
            // A word may be drawn in pieces, with a subscript between them.
            QVERIFY2(texts.contains(text.simplified()), qPrintable(text + " in " + texts));
        };
        has(handoutTitle(e).section(' ', 0, 0));
        has("Page 1 of " + QString::number(drawing.pages));
        for (const StageId id : boardStages(e))
            has(stageTitle(id));
        for (const ParameterInfo& each : all_parameters()) {
            if (is_read(e, each.id) && parameter(e, each.id))
                has(QString::fromUtf8(each.title.data()));
        }
        for (HeadIndex head = 0; e.heads.count > 1 && head < e.heads.count; ++head)
            has(QStringLiteral("Head %1").arg(head + 1));
    }
}

void TestHandout::words_data() {
    QTest::addColumn<std::function<void(Experiment&)>>("change");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, std::function<void(Experiment&)> change, const char* says) {
        QTest::newRow(name) << std::move(change) << QString::fromUtf8(says);
    };
    row(
        "sizes", [](Experiment&) {}, "6 tokens, 2 heads, d<sub>model</sub> = ");
    row(
        "scale", [](Experiment& e) { e.scores.scale = 0.5; }, "scale × 0.5");
    row(
        "softcap", [](Experiment& e) { e.scores.softcap = 30; }, "softcap 30");
    row(
        "no softcap", [](Experiment&) {}, "<b>Scores</b>&nbsp; scale 1/√d<sub>k</sub>");
    row(
        "rotary", [](Experiment& e) { e.scores.rotary = true; },
        "rotary positions (base 10000, interleaved layout)");
    row(
        "halves",
        [](Experiment& e) {
            e.scores.rotary = true;
            e.scores.rotary_layout = RotaryLayout::half;
        },
        "half layout");
    row(
        "norm",
        [](Experiment& e) {
            e.scores.qk_norm = QkNorm{QkNormKind::rms, 0.5};
        },
        "queries and keys normalised (RMS, ε = 0.5)");
    row(
        "a small number",
        [](Experiment& e) {
            e.scores.qk_norm = QkNorm{QkNormKind::rms, 1e-6};
        },
        "ε = 0.000001)");
    row(
        "a large number", [](Experiment& e) { e.scores.softcap = 2.5e10; }, "softcap 2.5 × 10¹⁰");
    row(
        "ALiBi", [](Experiment& e) { e.scores.bias = ScoreBias::alibi; }, ", ALiBi");
    row(
        "mask", [](Experiment& e) { e.mask.causal = true; }, "<b>Mask</b>&nbsp; causal");
    row(
        "temperature", [](Experiment& e) { e.normalization.temperature = 2; }, "softmax, temperature 2");
    row(
        "sink", [](Experiment& e) { e.normalization.sink = share(Matrix::Constant(1, 1, 3)); },
        "a sink of 3");
    row(
        "a sink that is not used",
        [](Experiment& e) {
            e.normalization.kind = NormalizationKind::sparsemax;
            e.normalization.sink = share(Matrix::Constant(1, 1, 3));
        },
        "<b>Weights</b>&nbsp; sparsemax");
    row(
        "dropout",
        [](Experiment& e) {
            e.dropout = Dropout{0.25, 7};
        },
        "dropout of 0.25, seed 7");
    row(
        "override",
        [](Experiment& e) {
            e.overrides.push_back({StageId::weights, 0, 1, 1, 0.5, {}});
        },
        "1 cell overridden: ");
    row(
        "no positions", [](Experiment&) {}, ", no positions added, ");
    row(
        "positions", [](Experiment& e) { e.embedding.position.kind = PositionKind::sinusoidal; },
        ", sinusoidal positions added, ");
    row(
        "one query",
        [](Experiment& e) {
            e.source = e.sequence;
            e.sequence.tokenizer = Tokenizer::manual;
            e.sequence.tokens.resize(1);
        },
        "1 query, 6 keys, 2 heads");
    row(
        "offset", [](Experiment& e) { e.sequence.offset = 9; }, "<sub>10</sub>");
}

void TestHandout::words() {
    QFETCH(std::function<void(Experiment&)>, change);
    QFETCH(QString, says);
    Experiment e = example("two-heads");
    change(e);
    const QString text = (handoutTokens(e) + handoutSettings(e, 0)).join('\n');
    QVERIFY2(text.contains(says), qPrintable(text));
}

void TestHandout::fits_data() {
    QTest::addColumn<Experiment>("experiment");
    std::size_t index = 0;
    for (const QString& name : exampleNames()) {
        if (in_sample(index++, 2))
            QTest::newRow(qPrintable(name)) << example(name);
    }
    const std::vector<std::string> names = golden_names();
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (in_sample(i, 3))
            QTest::newRow(("golden " + names[i]).c_str()) << load_golden(names[i]).experiment;
    }
    QTest::newRow("long") << with_words(example("sky-is-blue"), 200);
    QTest::newRow("long, two heads") << with_words(example("two-heads"), 60);
    RandomExperiments random(5);
    for (int i = 0; i < (is_exhaustive ? 20 : 6); ++i)
        QTest::addRow("random %d", i) << random.next();
}

void TestHandout::fits() {
    QFETCH(Experiment, experiment);
    const FigureDrawing drawing = handout_of(experiment, experiment.heads.count - 1);
    QVERIFY2(drawing.pages <= 2, qPrintable(QString::number(drawing.pages)));
    QCOMPARE(figureFile(drawing, FigureFormat::pdf, 1).value().count("/Type /Page\n"), drawing.pages);
}

void TestHandout::readable_data() {
    QTest::addColumn<Experiment>("experiment");
    QTest::addColumn<double>("asked");
    std::size_t index = 0;
    for (const int tokens : {1, 3, 6, 24, 60}) {
        for (const HeadIndex heads : {1, 2, 12}) {
            if (in_sample(index++, 2))
                QTest::addRow("%d tokens, %d heads", tokens, int(heads)) << of_size(tokens, heads, 24) << 9.0;
        }
    }
    QTest::newRow("small letters asked for") << example("two-heads") << 4.0;
    QTest::newRow("large letters asked for") << example("two-heads") << 30.0;
    QTest::newRow("many heads") << of_size(6, 120, 120) << 9.0;
}

/// Two pages, no letter below 6 pt, and a line that says what is left out; in both notations.
void TestHandout::readable() {
    QFETCH(Experiment, experiment);
    QFETCH(double, asked);
    FigureLook look;
    look.fontSize = asked;
    for (const Notation notation : {Notation::rows, Notation::columns}) {
        experiment.notation = notation;
        const FigureDrawing drawing = handout_of(experiment, 0, look);
        QVERIFY2(drawing.pages <= 2, qPrintable(QString::number(drawing.pages)));
        QVERIFY(drawing.fontSize >= 6);
        const SvgElements svg = read_svg(svg_of(drawing));
        QVERIFY(!svg.font_sizes.isEmpty());
        for (qsizetype i = 0; i < svg.font_sizes.size(); ++i)
            QVERIFY2(svg.font_sizes[i] > 5.95 || svg.texts[i].isEmpty(),
                     qPrintable(QStringLiteral("%1: %2 pt").arg(svg.texts[i]).arg(svg.font_sizes[i])));
        QCOMPARE(svg.texts.join(' ').contains("left out where they would be too small"),
                 drawing.numbersLeftOut);
    }
}

/// Whole where it fits, else as much as does, and "…".
void TestHandout::description() {
    Experiment e = example("sky-is-blue");
    e.description = "Beginning <b> & end.\nTry: something.";
    QVERIFY(texts_of(handout_of(e)).contains("Beginning <b> & end. Try: something."));
    e.description.clear();
    for (int i = 0; i < 3000; ++i)
        e.description += "word" + std::to_string(i) + ' ';
    const FigureDrawing drawing = handout_of(e);
    const QString texts = texts_of(drawing);
    QVERIFY(texts.contains("word0 word1 ") && !texts.contains("word2999"));
    QVERIFY2(texts.contains(QRegularExpression("word\\d+…")), qPrintable(texts));
    QVERIFY(texts.contains("Page 1 of 2"));
}

/// One row of 24 numbers has all of them, in several lines.
void TestHandout::stripsOfWideMatrices() {
    for (const Notation notation : {Notation::rows, Notation::columns}) {
        Experiment e = of_size(1, 12, 24);
        e.notation = notation;
        Matrix bias(1, 24);
        for (Index i = 0; i < 24; ++i)
            bias(0, i) = 0.5 + 0.01 * double(i);
        projection_matrix(e.projection, ParameterId::b_Q) = share(bias);
        const QString texts = ' ' + texts_of(handout_of(e)) + ' ';
        for (Index i = 0; i < 24; ++i)
            QVERIFY2(texts.contains(QString::number(bias(0, i), 'f', 2)), qPrintable(texts));
    }
}

/// Those of the window, however small the weights are.
void TestHandout::coloursOfTheWindow() {
    LabDocument document;
    document.replace(of_size(60, 1, 4), {});
    const auto ends = [&](StageId id, WeightRange range) {
        HeatmapContent content = stageContent(document, id, 0, false);
        content.style.weightRange = range;
        const auto scale = ColourScale::of(content.kind, content.summary->finite, content.style);
        return barEnd(scale, true);
    };
    const QStringList texts = read_svg(svg_of(drawingOf(document, HandoutFigure{0}, {}))).texts;
    QCOMPARE(ends(StageId::weights, WeightRange::unit), QString("1"));
    for (const StageId id : {StageId::weights, StageId::scores}) {
        const QString end = ends(id, WeightRange::unit);
        QVERIFY2(texts.contains(end), qPrintable(end + " in " + texts.join(' ')));
    }
    QVERIFY(!texts.contains(ends(StageId::weights, WeightRange::largest)));
}

void TestHandout::someStages() {
    const Experiment e = example("two-heads");
    FixedStages stages(e);
    HandoutFigure figure{0};
    const auto texts = [&] { return texts_of(drawingOf(stages, figure, {})); };
    const QString all = texts();
    QVERIFY(all.contains("Stages, head 1") && all.contains("Weights of every head"));
    figure.leftOut = {StageId::weights, StageId::queries};
    const QString some = texts();
    QVERIFY(!some.contains(stageTitle(StageId::weights)) && !some.contains(stageTitle(StageId::queries)) &&
            !some.contains("Weights of every head"));
    QVERIFY(some.contains(stageTitle(StageId::keys)) && some.contains("Parameters"));
    figure.leftOut = boardStages(e);
    QVERIFY(!texts().contains("Stages, head"));
}

void TestHandout::onOnePage_data() {
    QTest::addColumn<Experiment>("experiment");
    QTest::addColumn<bool>("fits");
    QTest::newRow("two heads") << example("two-heads") << true;
    QTest::newRow("twelve words") << of_size(12, 2, 8) << true;
    QTest::newRow("many heads") << of_size(6, 96, 96) << false;
}

/// Smaller than otherwise, but never too small to read.
void TestHandout::onOnePage() {
    QFETCH(Experiment, experiment);
    QFETCH(bool, fits);
    FigureLook look;
    look.onePage = true;
    const FigureDrawing drawing = handout_of(experiment, 0, look);
    QCOMPARE(drawing.pages == 1, fits);
    QVERIFY(drawing.fontSize >= (fits ? 4 : 6));
}

/// White, with a border and without “?”; the others as they are.
void TestHandout::boxesToWriteIn() {
    LabDocument document;
    document.replace(example("two-heads"), {});
    HandoutFigure figure{0};
    figure.leftOut = boardStages(document.experiment());
    std::erase(figure.leftOut, StageId::scores);
    const auto svg = [&] { return svg_of(drawingOf(document, figure, {})); };
    const auto boxes = [&] { return svg().count("fill=\"#ffffff\" fill-opacity=\"1\" stroke=\""); };
    const qsizetype before = boxes();
    document.coverCells({StageId::scores, 0, {0, 0, 2, 3}});
    QCOMPARE(boxes() - before, qsizetype(6));
    const SvgElements drawn = read_svg(svg());
    QVERIFY2(!drawn.texts.contains("?"), qPrintable(drawn.texts.join(' ')));
    QVERIFY(!svg().contains(coveredColour().name().toUtf8()));
    // Other figures show “?”.
    QVERIFY(read_svg(svg_of(drawingOf(document, StageFigure{StageId::scores, 0}, {}))).texts.contains("?"));
}

/// Which stages, how many pages, and how many of them are wanted, before anything is written.
void TestHandout::chosenInItsDialog() {
    LabWindow& w = window();
    w.controller().openExample("journey-trainable");
    w.actions()[ActionId::export_handout].trigger();
    auto* dialog = w.findChild<FigureDialog*>();
    QVERIFY(dialog);
    const auto says = [&](const QString& start) {
        for (const QLabel* label : dialog->findChildren<QLabel*>()) {
            if (label->isVisible() && label->text().startsWith(start))
                return true;
        }
        return false;
    };
    const auto isShown = [&](StageId id) { return texts_of(dialog->drawing()).contains(stageTitle(id)); };
    QCOMPARE(dialog->windowTitle(), QString("Handout of “%1”").arg(dialog->drawing().title));
    QVERIFY(says(QStringLiteral("%1 pages of 210 × 297 mm").arg(dialog->drawing().pages)));
    QVERIFY(isShown(StageId::values));
    QAbstractButton* values = LabWindow::button(*dialog, stageTitle(StageId::values));
    QVERIFY(values && values->isChecked() && LabWindow::press(values));
    QVERIFY(!values->isChecked() && !isShown(StageId::values) && isShown(StageId::weights));
    QVERIFY(LabWindow::press(values) && values->isChecked() && isShown(StageId::values));
    QAbstractButton* one = LabWindow::button(*dialog, "fit on one page");
    QVERIFY(one);
    one->click();
    QCOMPARE(dialog->drawing().pages, 1);
    QVERIFY(says("1 page of 210 × 297 mm") && dialog->settings().onePage);
    one->click();
    QVERIFY(dialog->drawing().pages > 1);
}

/// What is smaller than 6 pt is not called readable, and the dialog says what helps.
void TestHandout::tooSmallToRead() {
    LabWindow& w = window();
    w.document().replace(of_size(12, 2, 8), {});
    w.actions()[ActionId::export_handout].trigger();
    auto* dialog = w.findChild<FigureDialog*>();
    QVERIFY(dialog);
    const auto says = [&](const QString& text) {
        const QList<QLabel*> labels = dialog->findChildren<QLabel*>();
        return std::ranges::any_of(
            labels, [&](const QLabel* each) { return each->isVisible() && each->text().contains(text); });
    };
    const QString advice("leave out stages, or let it have several pages");
    QVERIFY(!says("too small to read") && !says(advice));
    LabWindow::button(*dialog, "fit on one page")->click();
    QCOMPARE(dialog->drawing().pages, 1);
    QVERIFY(dialog->drawing().fontSize < 6);
    const QString size = QString::number(dialog->drawing().fontSize, 'f', 1);
    QVERIFY(says(QString("Letters of %1 pt are too small to read: %2.").arg(size, advice)));
    QVERIFY(!says("can be read"));
    LabWindow::button(*dialog, "fit on one page")->click();
    QVERIFY(dialog->drawing().pages > 1 && dialog->drawing().fontSize >= 6);
    QVERIFY(!says("too small to read"));
}

void TestHandout::longSentence() {
    const QStringList tokens = handoutTokens(with_words(example("sky-is-blue"), 1248));
    QVERIFY2(tokens.constFirst().endsWith("… and 1,200 more tokens"), qPrintable(tokens.constFirst()));
    QVERIFY(
        handoutTokens(with_words(example("sky-is-blue"), 49)).constFirst().endsWith("… and 1 more token"));
    QVERIFY(!handoutTokens(with_words(example("sky-is-blue"), 48)).constFirst().contains("more"));
}

void TestHandout::sameBytes() {
    const auto bytes = [] {
        return figureFile(handout_of(example("two-heads")), FigureFormat::pdf, 1).value();
    };
    QVERIFY(bytes() == bytes());
}

/// Whatever width, shape or letters are asked for.
void TestHandout::pagesAreA4() {
    FigureLook look;
    look.width = 100;
    look.shape = 1;
    for (const double size : {4.0, 9.0, 30.0}) {
        look.fontSize = size;
        const FigureDrawing drawing = handout_of(example("sky-is-blue"), 0, look);
        QVERIFY(std::abs(drawing.size.width() - 595.28) < 0.01);
        QVERIFY(std::abs(drawing.size.height() / drawing.pages - 841.89) < 0.01);
    }
}

void TestHandout::fromTheMenu() {
    LabWindow& w = window();
    w.controller().openExample("two-heads");
    w.selection().setHead(1);
    w.actions()[ActionId::export_handout].trigger();
    auto* dialog = w.findChild<FigureDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    QVERIFY(dialog->file().endsWith("handout.pdf"));
    QVERIFY2(dialog->windowTitle().contains("Handout, head 2"), qPrintable(dialog->windowTitle()));
    dialog->fileLine().setText(path("handout.pdf"));
    QTest::keyClick(&dialog->fileLine(), Qt::Key_Return);
    QTRY_VERIFY(!w.findChild<FigureDialog*>());
    QFile file(path("handout.pdf"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll() ==
            figureFile(handout_of(w.document().experiment(), 1), FigureFormat::pdf, 1).value());
    // The format of other figures stays as it was.
    w.actions()[ActionId::export_figure].trigger();
    QVERIFY(w.findChild<FigureDialog*>()->file().endsWith(".png"));
}

void TestHandout::onlyPdf() {
    LabWindow& w = window();
    w.actions()[ActionId::export_handout].trigger();
    auto* dialog = w.findChild<FigureDialog*>();
    QVERIFY(dialog);
    dialog->fileLine().setText(path("handout.png"));
    dialog->accept();
    QVERIFY(dialog->isVisible());
    bool said = false;
    for (const QLabel* label : dialog->findChildren<QLabel*>())
        said = said || label->text() == "A handout has pages: it is saved as PDF";
    QVERIFY(said);
    QVERIFY(!QFile::exists(path("handout.png")));
}

/// Whatever the window is.
void TestHandout::lightOnPaper() {
    LabWindow& w = window();
    w.controller().openExample("sky-is-blue");
    theme().setMode(ColourMode::dark);
    w.actions()[ActionId::export_handout].trigger();
    auto* dialog = w.findChild<FigureDialog*>();
    QVERIFY(dialog);
    const QImage page = dialog->findChild<FigurePreview*>()->image();
    QCOMPARE(page.pixelColor(3, 3), QColor(Qt::white));
}

/// It is put there to hide a key, and does not look as an overflow does.
void TestHandout::addedMinusInfinity() {
    Experiment e = example("sky-is-blue");
    const auto tokens = static_cast<Index>(e.sequence.tokens.size());
    const auto added = [&](double number) {
        Matrix all = Matrix::Zero(tokens, tokens);
        all(0, 1) = number;
        e.scores.additive = {lab::share(std::move(all))};
        return svg_of(handout_of(e));
    };
    const auto wrong = notFiniteColour().name().toUtf8();
    QVERIFY(!added(-HUGE_VAL).contains(wrong));
    e.projection.W_Q = lab::share(Matrix(1e200 * *e.projection.W_Q));
    e.projection.W_K = lab::share(Matrix(1e200 * *e.projection.W_K));
    QVERIFY(added(0).contains(wrong));
}

/// The weights of every head are printed, so what they are made from is, too.
void TestHandout::addedScoresOfEveryHead() {
    Experiment e = of_size(3, 2, 4);
    const auto scores = [] { return lab::share(Matrix(Matrix::Random(3, 3))); };
    e.scores.additive = {scores(), scores()};
    const QString texts = texts_of(handout_of(e));
    QVERIFY2(texts.contains("Added scores, head 1") && texts.contains("Added scores, head 2"),
             qPrintable(texts));
    e.scores.additive.pop_back();
    QCOMPARE(texts_of(handout_of(e)).count("Added scores"), 1);
}

/// Shows one page at a time, and no controls that pages take no notice of.
void TestHandout::itsDialog() {
    LabWindow& w = window();
    w.controller().openExample("two-heads");
    w.actions()[ActionId::export_handout].trigger();
    auto* dialog = w.findChild<FigureDialog*>();
    QVERIFY(dialog);
    for (const char* name : {"Size for", "Width", "Shape", "Background", "Clipboard"})
        QVERIFY2(!hasRow(*dialog, name), name);
    for (const char* name : {"Stages", "Pages", "Font size", "Include"})
        QVERIFY2(hasRow(*dialog, name), name);
    QVERIFY(!dialog->scaleBox().isVisible());
    const auto* preview = dialog->findChild<FigurePreview*>();
    QVERIFY(preview);
    const QImage first = preview->image();
    QVERIFY(first.height() > first.width());
    for (auto* button : preview->findChildren<QToolButton*>()) {
        if (button->accessibleName() == "Next page")
            button->click();
    }
    QVERIFY(preview->image() != first);
    QCOMPARE(preview->image().size(), first.size());
}

LAB_WINDOW_TEST(TestHandout)
#include "tst_handout.moc"
