// SPDX-License-Identifier: GPL-3.0-or-later
//
// A document as a program: only what it uses appears, lines are found by what they compute, and pieces of a
// line join to it. That the programs are right is in tests/cli/tst_exported_programs.cpp.
#include "core/base/python.h"
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/stage.h"
#include "core/script/script_file.h"
#include "tests/support/golden.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <set>

using namespace lab;
using namespace lab::test;

Q_DECLARE_METATYPE(lab::PythonKind)

class TestScript : public QObject {
    Q_OBJECT

private slots:
    void onlyWhatIsUsed_data();
    void onlyWhatIsUsed();
    void pieces_data();
    void pieces();
    void piecesJoin();
    void stagesAreFound();
    void parametersAreFound();
    void sharedOrForEachHead();
    void numbers();
    void strings_data();
    void strings();
    void longRows();
    void hostileTitle();
    void notebook();
    void tooLarge();
};

namespace {

Script script_of(const Experiment& experiment, ScriptLibrary library = ScriptLibrary::numpy) {
    return make_script(experiment, library).value();
}

Experiment golden(const char* name) {
    return load_golden(name).experiment;
}

QString text_of(const Experiment& experiment, ScriptLibrary library = ScriptLibrary::numpy) {
    return QString::fromStdString(script_text(script_of(experiment, library), ScriptFormat::python));
}

} // namespace

void TestScript::onlyWhatIsUsed_data() {
    QTest::addColumn<std::string>("name");
    for (const std::string& name : golden_names())
        QTest::newRow(name.c_str()) << name;
}

/// A program has each of these words exactly where its document asks for it.
void TestScript::onlyWhatIsUsed() {
    QFETCH(std::string, name);
    Experiment e = load_golden(name).experiment;
    e.title.clear();
    const Dimensions d = dimensions(e);
    const bool isLinear = e.projection.kind == ProjectionKind::linear;
    const bool masksByPosition = std::ranges::any_of(rules_of(e.mask), &MaskRule::reads_positions);
    const bool turns = e.scores.rotary && d.d_k > 1;
    const bool hasAlibi = e.scores.bias == ScoreBias::alibi;
    const bool isSum = e.normalization.kind == NormalizationKind::sum;
    const bool isSigmoid = e.normalization.kind == NormalizationKind::sigmoid;
    const auto position = e.embedding.position.kind;
    const std::vector<std::pair<const char*, bool>> words{
        {"embedding", has_inputs(e) && !has_given_inputs(e)},
        {"X_source =", has_given_inputs(e) && e.source},
        {"W_Q =", isLinear},
        {"b_K =", isLinear && e.projection.b_K},
        {"Q = np", e.projection.kind == ProjectionKind::direct || isLinear},
        {"W_O =", e.projection.W_O != nullptr},
        {"b_O =", e.projection.b_O != nullptr},
        {"source_tokens", e.source.has_value()},
        {"H =", d.H > 1},
        {"G =", d.H != d.G},
        {"np.repeat", d.H != d.G},
        {"rotated", turns},
        {"sinusoids", has_inputs(e) && position == PositionKind::sinusoidal},
        {"position =", has_inputs(e) && position == PositionKind::learned},
        {"query_positions",
         turns || hasAlibi || masksByPosition || (has_inputs(e) && position != PositionKind::none)},
        {"normalised", e.scores.qk_norm.has_value()},
        {"g_Q", e.scores.qk_norm && e.scores.qk_norm->g_Q},
        {"softcap", e.scores.softcap.has_value()},
        {"slopes", hasAlibi},
        {"additive", !e.scores.additive.empty()},
        {"visible", has_mask(e.mask)},
        {"# causal", e.mask.causal},
        {"window", e.mask.window.has_value()},
        {"# padding", !e.mask.padding.empty()},
        {"mask == 1", e.mask.custom != nullptr},
        {"temperature", e.normalization.temperature != 1 && !isSum},
        {"sink", sink_of(e.normalization, 0).has_value()},
        {"support", e.normalization.kind == NormalizationKind::sparsemax},
        {"bias =", isSigmoid && e.normalization.bias != 0},
        {"kept", e.dropout.has_value()},
        {"# overridden", !e.overrides.empty()},
    };
    const QString text = text_of(e);
    for (const auto& [word, isUsed] : words)
        QVERIFY2(text.contains(word) == isUsed, word);
}

void TestScript::pieces_data() {
    using Kinds = QList<PythonKind>;
    using enum PythonKind;
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QList<QByteArray>>("texts");
    QTest::addColumn<Kinds>("kinds");
    const auto row = [](const char* line, const QList<QByteArray>& texts, const Kinds& kinds) {
        QTest::newRow(line) << QByteArray(line) << texts << kinds;
    };
    row("import numpy as np", {"import", " ", "numpy", " ", "as", " ", "np"},
        {keyword, plain, name, plain, keyword, plain, name});
    row("x = -1e-06 + 2", {"x", " = -", "1e-06", " + ", "2"}, {name, plain, number, plain, number});
    row("a[..., 0:4:2]", {"a", "[..., ", "0", ":", "4", ":", "2", "]"},
        {name, plain, number, plain, number, plain, number, plain});
    row("t = [\"a # \\\" b\"]  # \"c\"", {"t", " = [", "\"a # \\\" b\"", "]  ", "# \"c\""},
        {name, plain, string, plain, comment});
    row("W_Q2 = b1", {"W_Q2", " = ", "b1"}, {name, plain, name});
    row("\"open\\", {"\"open\\"}, {string});
    row("visible[:, [1]] = False", {"visible", "[:, [", "1", "]] = ", "False"},
        {name, plain, number, plain, keyword});
    row("", {}, {});
}

void TestScript::pieces() {
    QFETCH(QByteArray, line);
    QFETCH(QList<QByteArray>, texts);
    QFETCH(QList<PythonKind>, kinds);
    const std::string held = line.toStdString();
    QList<QByteArray> foundTexts;
    QList<PythonKind> foundKinds;
    for (const PythonPiece& piece : pieces_of(held)) {
        foundTexts += QByteArray(piece.text.data(), static_cast<qsizetype>(piece.text.size()));
        foundKinds += piece.kind;
    }
    QCOMPARE(foundTexts, texts);
    QVERIFY(foundKinds == kinds);
}

void TestScript::piecesJoin() {
    RandomExperiments random(7);
    for (int left = many_experiments / 10; left > 0; --left) {
        const Experiment experiment = random.next();
        for (const ScriptLibrary library : {ScriptLibrary::numpy, ScriptLibrary::pytorch}) {
            for (const std::string& line : python_lines(script_of(experiment, library))) {
                std::string joined;
                for (const PythonPiece& piece : pieces_of(line))
                    joined += piece.text;
                QCOMPARE(joined, line);
            }
        }
    }
}

/// A stage's lines are those that assign it, and no other stage's do.
void TestScript::stagesAreFound() {
    RandomExperiments random(8);
    for (int left = many_experiments / 10; left > 0; --left) {
        const Experiment experiment = random.next();
        const Script script = script_of(experiment);
        const std::vector<std::string> lines = python_lines(script);
        std::set<std::size_t> seen;
        for (const StageInfo& stage : all_stages()) {
            const ScriptLines found = lines_about(script, stage.id);
            QCOMPARE(found.count > 0, has_stage(experiment, stage.id));
            const std::string start = std::string(stage.name) + " = ";
            for (std::size_t i = 0; i < lines.size(); ++i) {
                const bool isInside = i >= found.first && i < found.first + found.count;
                if (lines[i].starts_with(start))
                    QVERIFY(isInside);
                if (isInside)
                    QVERIFY(seen.insert(i).second);
            }
            if (found.count > 0) {
                QVERIFY(lines[found.first - 1].starts_with("# "));
                QVERIFY(found.first + found.count == lines.size() ||
                        lines[found.first + found.count].empty());
            }
        }
    }
}

void TestScript::parametersAreFound() {
    const Experiment experiment = golden("everything");
    const Script script = script_of(experiment);
    const std::vector<std::string> lines = python_lines(script);
    for (const ParameterInfo& each : all_parameters()) {
        const ScriptLines found = lines_about(script, each.id);
        QCOMPARE(found.count > 0, is_read(experiment, each.id) && parameter(experiment, each.id) != nullptr);
        if (found.count > 0)
            QVERIFY(lines[found.first].starts_with(std::string(each.name) + " = "));
    }
    QVERIFY(lines_about(script, std::monostate()) == ScriptLines());
}

/// The comments on scores that are added, and on a sink, say whether all heads share them.
void TestScript::sharedOrForEachHead() {
    const auto comments = [](const Experiment& e, ParameterId id) {
        const Script script = script_of(e);
        const ScriptLines found = lines_about(script, id);
        const std::vector<std::string> lines = python_lines(script);
        const std::string& last = lines[found.first + found.count - 1];
        return QString::fromStdString(lines[found.first - 1] +
                                      last.substr(std::min(last.find("  #"), last.size())));
    };
    Experiment e = golden("additive-heads-cross");
    QCOMPARE(comments(e, ParameterId::additive),
             QString("# For each head, scores that are added to the scaled ones.  # (H, n_q, n_k)"));
    e.scores.additive.resize(1);
    QCOMPARE(comments(e, ParameterId::additive),
             QString("# Scores that are added to the scaled ones.  # (n_q, n_k)"));
    e.normalization.sink = share(Matrix{{0.5, -1}});
    QVERIFY(comments(e, ParameterId::sink).startsWith("# The score of each head's sink:"));
    e.normalization.sink = share(Matrix{{0.5}});
    QVERIFY(comments(e, ParameterId::sink).startsWith("# The score of the sink:"));
    QVERIFY(text_of(e).contains("sink = np.array(0.5)"));
}

void TestScript::numbers() {
    for (const double value : {0.1, 1.0, -0.0, 1e300, 5e-324, 1.0 / 3, 1e22, -123456.0}) {
        const std::string text = number_literal(value, "np");
        QCOMPARE(std::strtod(text.c_str(), nullptr), value);
        QVERIFY2(text.find_first_of(".e") != std::string::npos, text.c_str()); // else it would be an int
    }
    constexpr double infinity = std::numeric_limits<double>::infinity();
    QCOMPARE(number_literal(infinity, "np").c_str(), "np.inf");
    QCOMPARE(number_literal(-infinity, "torch").c_str(), "-torch.inf");
    QCOMPARE(number_literal(std::numeric_limits<double>::quiet_NaN(), "torch").c_str(), "torch.nan");
}

void TestScript::strings_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("literal");
    QTest::newRow("word") << "sky"
                          << "\"sky\"";
    QTest::newRow("quotes") << "\"a\\"
                            << "\"\\\"a\\\\\"";
    QTest::newRow("lines") << "a\nb\r\t"
                           << "\"a\\nb\\r\\t\"";
    QTest::newRow("escapes") << "a\\n"
                             << "\"a\\\\n\"";
    QTest::newRow("control") << QString("a%1%2").arg(QChar(0)).arg(QChar(0x1b)) << "\"a\\x00\\x1B\"";
    QTest::newRow("direction") << QString("a%1").arg(QChar(0x202e)) << "\"a\\u202E\"";
    QTest::newRow("emoji") << "Größe 🙂"
                           << "\"Größe 🙂\"";
}

void TestScript::strings() {
    QFETCH(QString, text);
    QFETCH(QString, literal);
    QCOMPARE(QString::fromStdString(string_literal(text.toStdString())), literal);
}

/// One row a line; a long one goes on, further in.
void TestScript::longRows() {
    const std::vector<std::string> short_row = list_literal({"1.0", "2.0"}, 4);
    QCOMPARE(short_row.size(), std::size_t(1));
    QCOMPARE(short_row.front().c_str(), "    [1.0, 2.0]");
    const std::vector<std::string> row = list_literal(std::vector<std::string>(40, "0.125"), 4, "a = ");
    QVERIFY(row.size() > 1);
    for (const std::string& line : row)
        QVERIFY(line.size() <= 100 && line.back() != ' ');
    QVERIFY(row.front().starts_with("    a = [") && row[1].starts_with("     0.125,"));
    QCOMPARE(list_literal({}, 0).front().c_str(), "[]");
}

/// Python would read an encoding from a comment in the first two lines, and a line break would end the
/// comment.
void TestScript::hostileTitle() {
    Experiment experiment = golden("sky-is-blue");
    experiment.title = "-*- coding: cp500 -*-\nimport os\r\f" + std::string(5000, 'x');
    experiment.notation = Notation::columns;
    const Script script = script_of(experiment);
    const std::vector<std::string> lines = python_lines(script);
    for (const std::size_t line : {std::size_t{0}, std::size_t{1}})
        QVERIFY(lines[line].find("coding") == std::string::npos);
    for (const std::string& line : lines) {
        QVERIFY(line.find_first_of("\n\r\f") == std::string::npos);
        QVERIFY(!line.starts_with("import os"));
    }
    QVERIFY(text_of(experiment).contains("the document shows them as columns"));
    QVERIFY(!text_of(golden("sky-is-blue")).contains("shows them"));
}

void TestScript::notebook() {
    const Script script = script_of(golden("everything"));
    const auto json = nlohmann::json::parse(script_text(script, ScriptFormat::notebook));
    QCOMPARE(json.at("nbformat").get<int>(), 4);
    QCOMPARE(json.at("nbformat_minor").get<int>(), 5);
    const auto& cells = json.at("cells");
    QCOMPARE(cells.size(), 2 * script.blocks.size());
    std::set<std::string> ids;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        QVERIFY(ids.insert(cells[i].at("id").get<std::string>()).second);
        QCOMPARE(cells[i].at("cell_type").get<std::string>(), i % 2 == 0 ? "markdown" : "code");
        std::string source;
        for (const auto& line : cells[i].at("source"))
            source += line.get<std::string>();
        QVERIFY(!source.empty() && !source.ends_with("\n"));
        if (i % 2 == 0)
            continue;
        std::string expected;
        for (const std::string& line : script.blocks[i / 2].lines)
            expected += (expected.empty() ? "" : "\n") + line;
        QCOMPARE(source, expected);
    }
}

void TestScript::tooLarge() {
    Experiment experiment = golden("sky-is-blue");
    const auto problem = [&] {
        const auto script = make_script(experiment, ScriptLibrary::numpy);
        return script ? QString() : QString::fromStdString(script.error().message());
    };
    QCOMPARE(problem(), QString());
    Projection& p = experiment.projection;
    p.W_O = share(Matrix::Zero(2, 50'000));
    QVERIFY2(problem().contains(" numbers, expected at most 100,000 in a program"), qPrintable(problem()));
    p.W_O = nullptr;
    p.W_Q = p.W_K = share(Matrix::Zero(2, 20'000)); // 80,000
    QCOMPARE(problem(), QString());
    p.W_O = nullptr;
    experiment.heads = {20'000, 20'000};
    p.W_V = p.W_Q;
    QVERIFY(problem().contains("numbers"));
    experiment.sequence.tokens.assign(4000, "sky");
    experiment.heads = {1, 1};
    QVERIFY2(problem().contains("16,000,000 attention weights, expected at most 10,000,000 in a program"),
             qPrintable(problem()));
}

LAB_APPLESS_TEST(TestScript)
#include "tst_script.moc"
