// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sheets of a document: which numbers and formulas they hold, what these refer to, and what is said where
// there is no formula. That formulas give those numbers: tests/cli/tst_spreadsheets.cpp.
#include "core/engine/pipeline.h"
#include "core/experiment/overrides.h"
#include "core/io/document_file.h"
#include "core/spreadsheet/sheet_phrases.h"
#include "core/spreadsheet/spreadsheet.h"
#include "tests/support/golden.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <zip.h>

#include <cmath>
#include <functional>
#include <map>

using namespace lab;
using namespace lab::test;

class TestSpreadsheet : public QObject {
    Q_OBJECT

private slots:
    void numbersAndFormulas_data();
    void numbersAndFormulas();
    void refersToNumbers_data() { numbersAndFormulas_data(); }
    void refersToNumbers();
    void options_data();
    void options();
    void places_data();
    void places();
    void file();
    void tooLarge();
};

namespace {

Experiment sheet_example(const QString& name) {
    const QString file = LAB_SOURCE_DIR "/resources/examples/" + name + ".attn";
    return load_experiment(file.toStdString()).value();
}

Experiment document_of(const QString& name) {
    return name.startsWith("golden ") ? load_golden(name.mid(7).toStdString()).experiment
                                      : sheet_example(name);
}

/// The sheet of a stage.
const Sheet& sheet_of(const Workbook& workbook, StageId stage) {
    return *std::ranges::find(workbook.sheets, std::string(info(stage).symbol), &Sheet::name);
}

/// The matrix of a head, which is the one that has the stage's size and stands below what leads to it.
std::vector<const SheetBlock*> matrices_of(const Workbook& workbook, const Experiment& experiment,
                                           StageId stage) {
    const Sheet& sheet = sheet_of(workbook, stage);
    const auto heads = static_cast<std::size_t>(info(stage).per_head ? experiment.heads.count : 1);
    std::vector<const SheetBlock*> matrices;
    const std::size_t step = sheet.blocks.size() / heads;
    for (std::size_t head = 1; head <= heads; ++head)
        matrices.push_back(&sheet.blocks[head * step - 1]);
    return matrices;
}

/// Everything that a member of a ZIP file holds.
std::string zip_member(const std::string& bytes, const char* name) {
    zip_error_t error;
    zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
    zip_t* zip = zip_open_from_source(source, ZIP_RDONLY, &error);
    zip_stat_t stat;
    std::string text;
    if (zip_stat(zip, name, 0, &stat) == 0) {
        text.resize(stat.size);
        zip_file_t* file = zip_fopen(zip, name, 0);
        zip_fread(file, text.data(), stat.size);
        zip_fclose(file);
    }
    zip_discard(zip);
    return text;
}

} // namespace

void TestSpreadsheet::numbersAndFormulas_data() {
    QTest::addColumn<QString>("name");
    for (const QString& file : QDir(LAB_SOURCE_DIR "/resources/examples").entryList({"*.attn"}))
        QTest::addRow("%s", qPrintable(file)) << file.chopped(5);
    for (const std::string& name : golden_names())
        QTest::addRow("golden %s", name.c_str()) << "golden " + QString::fromStdString(name);
}

/// Every number is that of the trace; every cell has a formula unless it is overridden, or its sheet says why
/// none of them has.
void TestSpreadsheet::numbersAndFormulas() {
    QFETCH(QString, name);
    const Experiment e = document_of(name);
    const Workbook workbook = make_workbook(e).value();
    const Trace trace = compute(e).value();
    for (const StageInfo& stage : all_stages()) {
        if (!has_stage(e, stage.id))
            continue;
        const std::vector<std::string>& notes = sheet_of(workbook, stage.id).notes;
        const bool is_fixed = std::ranges::any_of(
            notes, [](const std::string& note) { return note.starts_with("Numbers only: "); });
        HeadIndex head = 0;
        for (const SheetBlock* block : matrices_of(workbook, e, stage.id)) {
            const Matrix& expected = trace.stage(stage.id, head);
            QCOMPARE(block->rows(), expected.rows());
            QCOMPARE(block->columns(), expected.cols());
            for (Index row = 0; row < expected.rows(); ++row) {
                for (Index column = 0; column < expected.cols(); ++column) {
                    const SheetCell& cell = block->cell(row, column);
                    const double number = expected(row, column);
                    QVERIFY(cell.value == number || (std::isnan(cell.value) && std::isnan(number)));
                    const bool is_overridden = override_of(e, {stage.id, head, row, column}) != nullptr;
                    QCOMPARE(cell.mark, is_overridden ? SheetMark::overridden
                                        : is_fixed    ? SheetMark::fixed
                                                      : SheetMark::computed);
                    QCOMPARE(cell.formula.empty(), is_overridden || is_fixed);
                }
            }
            ++head;
        }
    }
}

/// A formula reads numbers of sheets before its own, or of its own, and settings.
void TestSpreadsheet::refersToNumbers() {
    QFETCH(QString, name);
    const Workbook workbook = make_workbook(document_of(name)).value();
    QSet<QString> names{"SUM",    "MAX", "SUMSQ", "SUMPRODUCT", "MMULT", "IF",
                        "ISTEXT", "EXP", "SQRT",  "TANH",       "SIN",   "COS"};
    for (const SheetSetting& setting : workbook.settings)
        names += QString::fromStdString(setting.name);
    const QRegularExpression place("(?:(\\w+)!)?\\b([A-Z]{1,3}\\d+)\\b");
    QSet<QString> known; // cells of sheets before, and of this one
    for (const Sheet& sheet : workbook.sheets) {
        const QString own = QString::fromStdString(sheet.name);
        for (const SheetBlock& block : sheet.blocks) {
            for (Index row = 0; row < block.rows(); ++row) {
                for (Index column = 0; column < block.columns(); ++column)
                    known += own + "!" + QString::fromStdString(place_name(place_of(block, row, column)));
            }
        }
        for (const SheetBlock& block : sheet.blocks) {
            for (const SheetCell& cell : block.cells) {
                QString formula = QString::fromStdString(cell.formula);
                QVERIFY(formula.size() <= 8192); // Excel's limit
                QString last = own;              // the end of a range is on the sheet of its beginning
                for (auto each = place.globalMatch(formula); each.hasNext();) {
                    const QRegularExpressionMatch match = each.next();
                    const bool ends_range =
                        match.capturedStart() > 0 && formula[match.capturedStart() - 1] == ':';
                    last = !match.captured(1).isEmpty() ? match.captured(1) : ends_range ? last : own;
                    QVERIFY2(known.contains(last + "!" + match.captured(2)), qPrintable(formula));
                }
                formula.remove(place).remove("\"−∞\"");
                for (auto each = QRegularExpression("[A-Za-z_]\\w*").globalMatch(formula); each.hasNext();)
                    QVERIFY2(names.contains(each.next().captured()), cell.formula.c_str());
            }
        }
    }
}

void TestSpreadsheet::options_data() {
    QTest::addColumn<std::function<void(Experiment&)>>("change");
    QTest::addColumn<std::vector<StageId>>("fixed"); // the stages that are numbers only
    QTest::addColumn<QString>("why");                // the note of the first
    using S = StageId;
    const auto row = [](const char* name, std::function<void(Experiment&)> change,
                        std::vector<StageId> fixed = {}, const QString& why = {}) {
        QTest::newRow(name) << std::move(change) << std::move(fixed) << why;
    };
    const std::vector<StageId> from_scores{S::scores,       S::scaled_scores, S::masked_scores, S::weights,
                                           S::head_outputs, S::concat,        S::output};
    std::vector<StageId> all{S::inputs, S::queries, S::keys, S::values};
    all.insert(all.end(), from_scores.begin(), from_scores.end());
    row("plain", [](Experiment&) {});
    row("scale", [](Experiment& e) { e.scores.scale = 2; });
    row("softcap", [](Experiment& e) { e.scores.softcap = 5; });
    row("rotary frequencies", [](Experiment& e) {
        e.scores.rotary = true;
        for (Index pair = 0; pair < dimensions(e).d_k / 2; ++pair)
            e.scores.rotary_frequencies.push_back(0.75 - static_cast<double>(pair));
    });
    row("alibi", [](Experiment& e) { e.scores.bias = ScoreBias::alibi; });
    row("rotary", [](Experiment& e) { e.scores.rotary = true; });
    row("norm", [](Experiment& e) { e.scores.qk_norm = QkNorm{QkNormKind::l2, 1e-6}; });
    row("positions", [](Experiment& e) { e.embedding.position.kind = PositionKind::sinusoidal; });
    row("window", [](Experiment& e) { e.mask.window = 2; });
    row("temperature", [](Experiment& e) { e.normalization.temperature = 3; });
    row("naive", [](Experiment& e) { e.normalization.kind = NormalizationKind::softmax_naive; });
    row("sum", [](Experiment& e) { e.normalization.kind = NormalizationKind::sum; });
    row("sigmoid", [](Experiment& e) { e.normalization.kind = NormalizationKind::sigmoid; });
    row("sink", [](Experiment& e) { e.normalization.sink = share(Matrix::Ones(1, 1)); });
    row("dropout", [](Experiment& e) { e.dropout = Dropout{0.5, 3}; });
    row("columns", [](Experiment& e) { e.notation = Notation::columns; });
    row("override", [](Experiment& e) { e.overrides.push_back({S::weights, 0, 1, 1, 0.5, {}}); });
    row("hidden by hand", [](Experiment& e) {
        e.overrides.push_back({S::masked_scores, 0, 1, 1, -HUGE_VAL, {}});
    });
    row(
        "sparsemax", [](Experiment& e) { e.normalization.kind = NormalizationKind::sparsemax; }, {S::weights},
        sheet_phrase::no_sparsemax);
    row(
        "not finite",
        [](Experiment& e) { e.projection.W_Q = e.projection.W_K = share(Matrix::Constant(2, 2, 1e200)); },
        from_scores, sheet_phrase::not_finite);
    row(
        "−∞ among scores",
        [](Experiment& e) {
            e.overrides.push_back({S::scores, 0, 0, 0, -HUGE_VAL, {}});
        },
        from_scores, sheet_phrase::not_finite);
    row(
        "too large on the way",
        [](Experiment& e) {
            e.scores.scale = 1e308;
            e.scores.softcap = 2;
            e.projection.W_Q = share(Matrix::Constant(2, 2, 1000));
        },
        {S::scaled_scores}, sheet_phrase::step_not_finite);
    row(
        "far away",
        [](Experiment& e) {
            e.embedding.position.kind = PositionKind::sinusoidal;
            e.sequence.offset = 200'000'000;
        },
        {S::inputs}, sheet_phrase::step_not_finite);
    row(
        "too many tokens", [](Experiment& e) { e.sequence.tokens.assign(65, e.sequence.tokens.front()); },
        all, "Numbers only: with more than 64 tokens (65), no formulas are written");
    row(
        "too many heads",
        [](Experiment& e) {
            e.heads = {5, 5};
            for (MatrixPtr* each : {&e.projection.W_Q, &e.projection.W_K, &e.projection.W_V})
                *each = share(Matrix::Ones(2, 5));
        },
        all, "Numbers only: with more than 4 heads (5), no formulas are written");
}

/// A stage without formulas says why, and the first sheet names it.
void TestSpreadsheet::options() {
    QFETCH(std::function<void(Experiment&)>, change);
    QFETCH(std::vector<StageId>, fixed);
    QFETCH(QString, why);
    Experiment e = sheet_example("sky-is-blue");
    change(e);
    const Workbook workbook = make_workbook(e).value();
    std::vector<StageId> found;
    for (const StageInfo& stage : all_stages()) {
        if (!has_stage(e, stage.id))
            continue;
        const Sheet& sheet = sheet_of(workbook, stage.id);
        const bool has_formula = std::ranges::any_of(
            sheet.blocks.back().cells, [](const SheetCell& cell) { return !cell.formula.empty(); });
        if (has_formula)
            continue;
        if (found.empty())
            QCOMPARE(QString::fromStdString(sheet.notes.back()), why);
        found.push_back(stage.id);
        const std::string& last = workbook.lines.back();
        QVERIFY(fixed.size() == all_stages().size() - 2 || last.find(stage.title) != std::string::npos);
    }
    QVERIFY(found == fixed);
}

void TestSpreadsheet::places_data() {
    QTest::addColumn<Index>("column");
    QTest::addColumn<QString>("name");
    for (const auto& [column, name] :
         {std::pair(0, "A7"), std::pair(25, "Z7"), std::pair(26, "AA7"), std::pair(701, "ZZ7"),
          std::pair(702, "AAA7"), std::pair(16'383, "XFD7")})
        QTest::newRow(name) << Index(column) << name;
}

void TestSpreadsheet::places() {
    QFETCH(Index, column);
    QFETCH(QString, name);
    QCOMPARE(QString::fromStdString(place_name({6, column})), name);
}

/// Twice the same bytes; the numbers beside formulas are those of the trace to the 16 digits that are
/// written.
void TestSpreadsheet::file() {
    const Experiment e = sheet_example("sky-is-blue");
    const std::string bytes = spreadsheet_file(e, {}).value();
    QVERIFY(bytes == spreadsheet_file(e, {}).value());
    const QString sheet = QString::fromStdString(zip_member(bytes, "xl/worksheets/sheet7.xml"));
    const Matrix queries = compute(e).value().stage(StageId::queries);
    const QRegularExpression cell(R"x(<c r="([A-Z])(\d+)" s="\d+"><f>([^<]+)</f><v>([^<]+)</v>)x");
    Index count = 0;
    for (auto each = cell.globalMatch(sheet); each.hasNext(); ++count) {
        const QRegularExpressionMatch match = each.next();
        const Index column = match.captured(1)[0].unicode() - 'B', row = match.captured(2).toInt() - 5;
        QVERIFY(std::abs(match.captured(4).toDouble() - queries(row, column)) <= 1e-15);
        QVERIFY(match.captured(3).contains("W_Q!"));
    }
    QCOMPARE(count, queries.size());
    QVERIFY(zip_member(bytes, "xl/workbook.xml").find("name=\"temperature\">About!$B$") != std::string::npos);
}

void TestSpreadsheet::tooLarge() {
    Experiment e = sheet_example("sky-is-blue");
    e.projection.W_O = share(Matrix::Zero(2, 20'000));
    QCOMPARE(QString::fromStdString(make_workbook(e).error().message()),
             QStringLiteral("a matrix of 20,000 columns, expected at most 16,000 in a spreadsheet"));
    e.projection.W_O = share(Matrix::Zero(2, 300'000));
    QCOMPARE(QString::fromStdString(spreadsheet_file(e, {}).error().message()),
             QStringLiteral("1,500,090 numbers, expected at most 1,000,000 in a spreadsheet"));
}

LAB_GUILESS_TEST(TestSpreadsheet)
#include "tst_spreadsheet.moc"
