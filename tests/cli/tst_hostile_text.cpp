// SPDX-License-Identifier: GPL-3.0-or-later
//
// A document whose every text is hostile: control characters, marks that turn the order of letters round, and
// what ends a comment or is markup elsewhere. Nothing of it reaches a terminal, a comment or a program as it
// is, and what is written to be read back has it exactly.
#include "core/describe/explained_rows.h"
#include "core/io/document_file.h"
#include "core/io/explanation_text.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/process.h"
#include "tests/support/python.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <nlohmann/json.hpp>

#include <map>

using namespace lab;
using namespace lab::test;

namespace {

using HostileJson = nlohmann::ordered_json;

/// Every character of these ranges.
std::string characters(std::initializer_list<std::pair<char32_t, char32_t>> ranges) {
    QString text;
    for (const auto& [first, last] : ranges) {
        for (char32_t each = first; each <= last; ++each)
            text += QString::fromUcs4(&each, 1);
    }
    return text.toStdString();
}

/// The tokens, of different kinds of harm.
const std::vector<std::string>& hostile_tokens() {
    static const std::vector<std::string> tokens{
        "a" + characters({{0, 0x1f}}) + "b",
        characters({{0x7f, 0x9f}, {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x2069}, {0xfeff, 0xfeff}}),
        "*/ --> ]]> \\end{document} % ` ``` <script>alert(1)</script> \"\"\" ''' | # [x](y) &lt; $x$ \\x1b",
    };
    return tokens;
}

std::string all_hostile_texts() {
    return hostile_tokens()[0] + "\r" + hostile_tokens()[1] + "\n# " + hostile_tokens()[2];
}

/// What can be in the name of a file.
QString hostile_name() {
    QString name = QString::fromStdString(hostile_tokens()[0]).remove(QChar(0)) +
                   QString::fromStdString(hostile_tokens()[1]) + QStringLiteral("%`<script>\"\"\"");
    return name;
}

/// What a terminal would obey, by its number; empty if there is nothing.
QString what_a_terminal_obeys(const QByteArray& bytes) {
    const QString text = QString::fromUtf8(bytes);
    if (text.toUtf8() != bytes)
        return QStringLiteral("no UTF-8");
    for (const char32_t each : text.toUcs4()) {
        const bool isControl = (each < 0x20 && each != '\n') || (each >= 0x7f && each <= 0x9f);
        const bool isSeparator = each == 0x2028 || each == 0x2029;
        const bool turns = each == 0x200e || each == 0x200f || (each >= 0x202a && each <= 0x202e) ||
                           (each >= 0x2066 && each <= 0x2069);
        if (isControl || isSeparator || turns)
            return QStringLiteral("U+%1").arg(each, 4, 16, QLatin1Char('0'));
    }
    return {};
}

} // namespace

class TestHostileText : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { make_messages_fatal(); }
    void cleanupTestCase() { m_folder.reset(); }
    void commands_data();
    void commands();
    void badDocuments_data();
    void badDocuments();
    void readBack();
    void explanations();
    void programs();
    void drawings();
    void equalPdfs();
    void whiteSpace();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    QByteArray bytesOf(const QString& name) const {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QString& name, const std::string& text) const {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray::fromStdString(text)) >= 0);
    }
    /// The hostile document as JSON.
    static HostileJson document();
    /// The result of a command in which FILE, FOLDER and NAME are replaced; what it printed is harmless.
    Run run(const QStringList& arguments) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

HostileJson TestHostileText::document() {
    HostileJson document = HostileJson::parse(exampleText("sky-is-blue").toStdString());
    const std::string text = all_hostile_texts();
    document["sequence"] = {{"tokenizer", "manual"}, {"tokens", hostile_tokens()}};
    document["embedding"]["table"] = HostileJson::object();
    double number = -1;
    for (const std::string& token : hostile_tokens())
        document["embedding"]["table"][token] = {number += 0.4, -0.5};
    document["title"] = text;
    document["description"] = text;
    document[text] = text;       // an unknown key
    document.erase("snapshots"); // those of the example
    HostileJson kept = document;
    kept["projection"]["W_Q"][0][0] = 3;
    const HostileJson snapshot{{"name", text}, {"document", kept}};
    document["snapshots"] = HostileJson::array({snapshot});
    return document;
}

void TestHostileText::initTestCase() {
    m_folder = std::make_unique<QTemporaryDir>();
    write(hostile_name() + ".attn", document().dump());
    write(hostile_name() + ".csv", "1, 2\n3, 4" + all_hostile_texts());
    const Result<Experiment> read = load_experiment(path(hostile_name() + ".attn").toStdString());
    QVERIFY2(read, read ? "" : read.error().message().c_str());
    QCOMPARE(read.value().sequence.tokens, hostile_tokens());
    QCOMPARE(read.value().title, all_hostile_texts());
    write("wrong.csv", "0.5,0.3,0.2\n0.1,0.8,0.1\n0.2,0.2,0.6\n");
    write("square.csv", "1,2\n3,4\n");
    const std::string header = R"({"W_Q":{"dtype":"F32","shape":[1,1],"data_offsets":[0,4]},)"
                               R"("W_K":{"dtype":"F32","shape":[1,1],"data_offsets":[4,8]},)"
                               R"("W_V":{"dtype":"F32","shape":[1,1],"data_offsets":[8,12]},)" +
                               HostileJson("\u202e\u0085<script>").dump() +
                               R"(:{"dtype":"F32","shape":[1,1],"data_offsets":[12,16]}})";
    write("w.safetensors", std::string(1, static_cast<char>(header.size())) +
                               std::string(1, static_cast<char>(header.size() / 256)) + std::string(6, '\0') +
                               header + std::string(16, '\0'));
}

Run TestHostileText::run(const QStringList& arguments) const {
    QStringList given;
    for (QString each : arguments) {
        each.replace("FILE", path(hostile_name() + ".attn")).replace("FOLDER", m_folder->path());
        given += each.replace("NAME", hostile_name());
    }
    const Run run = run_program(given);
    for (const QByteArray& printed : {run.out, run.err}) {
        const QString found = what_a_terminal_obeys(printed);
        [&] { QVERIFY2(found.isEmpty(), qPrintable(found + " in " + QString::fromUtf8(printed))); }();
    }
    return run;
}

void TestHostileText::commands_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    const auto row = [](int code, const QStringList& arguments) {
        QTest::addRow("%s", qPrintable(arguments.join(' '))) << arguments << code;
    };
    row(0, {"compute", "FILE"});
    row(1, {"compute", "FILE.not"});
    row(1, {"compute", "FILE", "--stage", "dropped_weights"});
    row(2, {"compute", "FILE", "--stage", "NAME"});
    row(2, {"compute", "FILE", "--NAME"});
    row(2, {"compute", "FILE", "NAME"});
    for (const char* stage : {"inputs", "queries", "scores", "weights", "head_outputs"})
        row(0, {"explain", "FILE", "--stage", stage, "--cell", "2,1"});
    row(1, {"explain", "FILE", "--stage", "weights", "--cell", "7,7"});
    row(1, {"explain", "FILE", "--stage", "weights", "--cell", "0,0", "--head", "4"});
    row(2, {"explain", "FILE", "--stage", "weights", "--cell", "NAME"});
    row(2, {"explain", "FILE", "--stage", "weights", "--cell", "0,0", "--head", "NAME"});
    row(1, {"check", "FILE", "--stage", "weights", "--data", "FOLDER/wrong.csv"});
    row(2, {"check", "FILE", "--stage", "queries", "--data", "FOLDER/NAME.csv"});
    row(2, {"check", "FILE", "--stage", "queries", "--data", "NAME"});
    row(2, {"check", "FILE", "--stage", "queries", "--data", "a.csv", "--tolerance", "NAME"});
    row(1, {"export", "FILE", "--view", "compare", "--against", "NAME", "-o", "FOLDER/no.svg"});
    row(1, {"export", "FILE", "--view", "weights", "--mark", "9,9", "-o", "FOLDER/no.svg"});
    row(1, {"export", "FILE", "--view", "weights", "-o", "FOLDER/NAME/NAME.svg"});
    row(2, {"export", "FILE", "--view", "NAME", "-o", "FOLDER/no.svg"});
    row(2, {"export", "FILE", "--view", "weights", "--theme", "NAME", "-o", "FOLDER/no.svg"});
    row(2, {"export", "FILE", "--data", "NAME", "-o", "FOLDER/no.csv"});
    row(1, {"export", "FILE", "--data", "mask", "-o", "FOLDER/no.csv"});
    row(2, {"export", "FILE", "--script", "NAME", "-o", "FOLDER/no.py"});
    row(1, {"film", "FILE", "--from", "99999", "-o", "FOLDER/no.pdf"});
    row(2, {"film", "FILE", "--order", "NAME", "-o", "FOLDER/no.pdf"});
    row(2, {"film", "FILE", "-o", "FOLDER/NAME"});
    row(0, {"import", "FOLDER/w.safetensors", "--tokens", QString::fromStdString(hostile_tokens()[2]),
            "--set", "title=NAME", "-o", "FOLDER/imported.attn"});
    row(1, {"import", "FOLDER/w.safetensors", "--prefix", "NAME", "-o", "FOLDER/no.attn"});
    row(1, {"import", "FOLDER/NAME.npz", "-o", "FOLDER/no.attn"});
    row(2, {"import", "FOLDER/w.safetensors", "--set", "NAME=1", "-o", "FOLDER/no.attn"});
    row(2, {"import", "FOLDER/w.safetensors", "--heads", "NAME", "-o", "FOLDER/no.attn"});
    row(0, {"set", "FILE", "--matrix", "W_Q=FOLDER/square.csv", "-o", "FOLDER/NAME-set.attn"});
    row(1, {"set", "FILE", "--matrix", "W_Q=FOLDER/NAME.csv", "-o", "FOLDER/no.attn"});
    row(1, {"set", "FILE", "--matrix", "W_Q=FOLDER/w.safetensors:NAME", "-o", "FOLDER/no.attn"});
    row(2, {"set", "FILE", "--matrix", "NAME=FOLDER/square.csv", "-o", "FOLDER/no.attn"});
    row(2, {"random", "--seed", "NAME", "--shape", "2,2"});
    row(2, {"random", "NAME"});
    row(1, {"examples", "NAME", "-o", "FOLDER/no.attn"});
    row(2, {"--NAME"});
    row(2, {"FILE", "NAME"});
}

void TestHostileText::commands() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    const Run ran = run(arguments);
    QVERIFY2(ran.code == code, ran.err);
    QVERIFY(!QFile::exists(path("no.attn")) && !QFile::exists(path("no.svg")));
}

void TestHostileText::badDocuments_data() {
    QTest::addColumn<std::string>("text");
    const auto row = [](const char* name, auto change) {
        HostileJson bad = document();
        change(bad);
        QTest::newRow(name) << bad.dump();
    };
    const std::string text = all_hostile_texts();
    row("word without a vector", [](HostileJson& bad) { bad["embedding"]["table"] = {{"b", {1, 2}}}; });
    row("vector", [&](HostileJson& bad) { bad["embedding"]["table"][hostile_tokens()[0]] = text; });
    row("kind", [&](HostileJson& bad) { bad["projection"]["kind"] = text; });
    row("format", [&](HostileJson& bad) { bad["format"] = text; });
    row("stage", [&](HostileJson& bad) {
        const HostileJson each{{"stage", text}, {"row", 0}, {"column", 0}, {"value", 1}};
        bad["overrides"] = HostileJson::array({each});
    });
    row("in a snapshot", [](HostileJson& bad) { bad["snapshots"][0]["document"]["projection"] = 1; });
    const std::string quoted = HostileJson(text).dump();
    QTest::newRow("key twice") << "{" + quoted + ": 1, " + quoted + ": 2}";
    QTest::newRow("no JSON") << "{" + quoted + ": " + text;
    QTest::newRow("text alone") << text;
    QTest::newRow("NUL") << document().dump() + '\0' + text;
}

void TestHostileText::badDocuments() {
    QFETCH(std::string, text);
    write("bad.attn", text);
    const Run ran = run({"compute", "FOLDER/bad.attn"});
    QCOMPARE(ran.code, 1);
    QCOMPARE(ran.out, QByteArray());
    QCOMPARE(ran.err.count('\n'), 1);
}

/// What is printed as JSON is harmless and has the very tokens, and so have documents that are written.
void TestHostileText::readBack() {
    const HostileJson result = HostileJson::parse(run({"compute", "FILE"}).out.toStdString());
    QCOMPARE(result["tokens"].get<std::vector<std::string>>(), hostile_tokens());
    QCOMPARE(run({"set", "FILE", "--matrix", "W_Q=FOLDER/square.csv", "-o", "FOLDER/set.attn"}).code, 0);
    const QByteArray written = bytesOf("set.attn");
    QCOMPARE(what_a_terminal_obeys(written), QString());
    HostileJson expected = document();
    expected["projection"]["W_Q"] = {{1, 2}, {3, 4}};
    const HostileJson read = HostileJson::parse(written.toStdString());
    for (const std::string key : {"title", "description", "snapshots"})
        QVERIFY2(read[key].dump() == expected[key].dump(), key.c_str());
    QVERIFY(read["sequence"]["tokens"] == expected["sequence"]["tokens"]);
    QVERIFY(read[all_hostile_texts()] == expected[all_hostile_texts()]);
}

/// In every form in which the window copies them.
void TestHostileText::explanations() {
    const Experiment e = load_experiment(path(hostile_name() + ".attn").toStdString()).value();
    // In Markdown no mark of the document's texts is markup, in LaTeX none is a command or ends a comment.
    static const QRegularExpression markup(QStringLiteral("[^\\\\]<|[^\\\\]`|[^\\\\]\\$|[^\\\\]&lt|^- ?\\d"));
    static const QRegularExpression commands(QStringLiteral("end\\{document|[^\\\\]%|[^\\\\]\\$"));
    for (const StageInfo& stage : all_stages()) {
        if (!has_stage(e, stage.id))
            continue;
        for (const CellRef cell : {CellRef{stage.id, 0, 0, 0}, {stage.id, 0, 1, 1}, {stage.id, 0, 2, 0}}) {
            const Explanation explanation = explain(e, cell);
            const std::string forms[] = {write_text(explanation), write_markdown(explanation),
                                         write_latex(explanation)};
            for (const std::string& form : forms)
                QCOMPARE(what_a_terminal_obeys(QByteArray::fromStdString(form)), QString());
            QVERIFY2(!QString::fromStdString(forms[1]).contains(markup), forms[1].c_str());
            const std::size_t comment_end = forms[2].find('\n');
            QVERIFY(forms[2].starts_with("% "));
            QVERIFY(forms[2].substr(comment_end + 1).starts_with("\\begin{align*}\n"));
            QVERIFY2(!QString::fromStdString(forms[2].substr(comment_end)).contains(commands),
                     forms[2].c_str());
        }
    }
    QCOMPARE(markdown_text("- a"), std::string("\\- a"));
    QCOMPARE(markdown_text("    12. a"), std::string("12\\. a"));
    QCOMPARE(markdown_text("1.5 a-b\n~~c~~"), std::string("1.5 a-b\\\\n\\~\\~c\\~\\~"));
}

void TestHostileText::programs() {
    for (const char* program : {"with_numpy.py", "with_pytorch.py", "with_numpy.ipynb"}) {
        const QString library = QString(program).section('.', 0, 0).mid(5);
        QCOMPARE(run({"export", "FILE", "--script", library, "-o", QString("FOLDER/") + program}).code, 0);
        const QByteArray written = bytesOf(program);
        QVERIFY(!written.isEmpty());
        QCOMPARE(what_a_terminal_obeys(written), QString());
    }
    QVERIFY(HostileJson::accept(bytesOf("with_numpy.ipynb").toStdString()));
    // They run, and have the very tokens.
    write("programs.py", R"(import contextlib, io, json, sys
folder = sys.argv[1]
read = lambda name: open(folder + "/" + name, encoding="utf-8").read()
compile(read("with_pytorch.py"), "with_pytorch.py", "exec")
cells = ["".join(cell["source"]) for cell in json.loads(read("with_numpy.ipynb"))["cells"]
         if cell["cell_type"] == "code"]
for program in (read("with_numpy.py"), "\n".join(cells)):
    names = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(program, names)
    print(json.dumps(names["tokens"]))
)");
    QProcess python;
    python.start(python_with_numpy(), {path("programs.py"), m_folder->path()});
    QVERIFY(python.waitForFinished(60'000));
    const QByteArray tokens = QByteArray::fromStdString(HostileJson(hostile_tokens()).dump());
    const QList<QByteArray> printed = python.readAllStandardOutput().trimmed().split('\n');
    QVERIFY2(printed.size() == 2, python.readAllStandardError());
    for (const QByteArray& each : printed)
        QCOMPARE(QByteArray::fromStdString(HostileJson::parse(each.toStdString()).dump()), tokens);
}

/// Drawings are well-formed XML, whose texts and titles turn nothing round.
void TestHostileText::drawings() {
    const QString title = QString::fromStdString(all_hostile_texts()).remove(QChar(0));
    for (const QStringList& more : {QStringList{}, QStringList{"--title", title}}) {
        QCOMPARE(
            run(QStringList{"export", "FILE", "--view", "weights", "-o", "FOLDER/weights.svg"} + more).code,
            0);
        QByteArray svg = bytesOf("weights.svg");
        QXmlStreamReader xml(svg);
        while (!xml.atEnd())
            xml.readNext();
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        // These XML takes for white space.
        QCOMPARE(what_a_terminal_obeys(svg.replace('\r', ' ').replace('\t', ' ')), QString());
    }
}

/// The same bytes in every time zone and language.
void TestHostileText::equalPdfs() {
    std::map<QString, QByteArray> before;
    const std::pair<const char*, const char*> places[] = {
        {"UTC0", "C.UTF-8"}, {"XYZ-05:30", "de_DE.UTF-8"}, {"ABC+11:00", "C.UTF-8"}};
    const QByteArray zone = qgetenv("TZ"), language = qgetenv("LC_ALL");
    for (const auto& [its_zone, its_language] : places) {
        qputenv("TZ", its_zone);
        qputenv("LC_ALL", its_language);
        const QString file = path("plain.pdf");
        for (const QStringList& what :
             {QStringList{"export", "FILE", "--view", "weights"},
              QStringList{"export", "FILE", "--view", "handout"}, QStringList{"film", "FILE", "--to", "1"}}) {
            QCOMPARE(run(what + QStringList{"-o", file}).code, 0);
            const QByteArray pdf = bytesOf("plain.pdf");
            QByteArray& first = before[what.join(' ')];
            QVERIFY2(first.isEmpty() || first == pdf, qPrintable(what.join(' ') + " in " + its_zone));
            first = pdf;
        }
    }
    zone.isNull() ? qunsetenv("TZ") : qputenv("TZ", zone);
    language.isNull() ? qunsetenv("LC_ALL") : qputenv("LC_ALL", language);
    // The table says where objects are.
    for (const auto& [what, pdf] : before) {
        const qsizetype table = pdf.mid(pdf.lastIndexOf("startxref\n") + 10).split('\n').first().toLongLong();
        const QList<QByteArray> lines = pdf.mid(table).split('\n');
        QCOMPARE(lines[0], QByteArray("xref"));
        const int count = lines[1].split(' ').last().toInt();
        QVERIFY(count > 5);
        for (int i = 1; i < count; ++i) {
            const QByteArray object = pdf.mid(lines[i + 2].left(10).toLongLong(), 20);
            QVERIFY2(object.startsWith(QByteArray::number(i) + " 0 obj"), object);
        }
    }
}

/// Tokens that are white space or nothing have labels in figures and names in messages, and stay as they are
/// where they are read back.
void TestHostileText::whiteSpace() {
    const std::vector<std::string> tokens{"a",  "\n",     " ",      "\t",   "\n\n",
                                          "  ", "\u00a0", "\u200b", " the", "the"};
    const std::vector<const char*> shown{"a",  "\\n",     "␣",       "\\t",  "\\n\\n",
                                         "␣␣", "\\u00A0", "\\u200B", "␣the", "the"};
    HostileJson blank{{"format", "attention-lab"}, {"version", 1}};
    blank["sequence"] = {{"tokenizer", "manual"}, {"tokens", tokens}};
    HostileJson rows = HostileJson::array();
    for (std::size_t i = 0; i < tokens.size(); ++i)
        rows.push_back({0.1 * static_cast<double>(i), 1.0});
    blank["embedding"] = {{"inputs", "rows"}, {"X", rows}};
    blank["projection"] = {{"kind", "identity"}};
    write("blank.attn", blank.dump());
    for (const char* view : {"weights", "links", "board"}) {
        QCOMPARE(run({"export", "FOLDER/blank.attn", "--view", view, "-o", "FOLDER/blank.svg"}).code, 0);
        QXmlStreamReader svg(bytesOf("blank.svg"));
        QStringList labels;
        while (!svg.atEnd()) {
            if (svg.readNext() == QXmlStreamReader::StartElement && svg.name() == u"text")
                labels += svg.readElementText(QXmlStreamReader::IncludeChildElements);
        }
        const QString all = labels.join(QString()); // another font is another element
        for (const char* label : shown)
            QVERIFY2(all.contains(QString::fromUtf8(label)), qPrintable(view + (": " + all)));
    }
    const QByteArray explained =
        run({"explain", "FOLDER/blank.attn", "--stage", "weights", "--cell", "1,2"}).out;
    QVERIFY2(explained.startsWith("# Attention weights: “\\\\n” → “␣”\n"), explained.constData());
    std::string numbers; // those of the inputs, but for one
    for (std::size_t i = 0; i < tokens.size(); ++i)
        numbers += (i == 1 ? "7.25" : "0." + std::to_string(i)) + ",1\n";
    write("one.csv", numbers);
    const QByteArray checked =
        run({"check", "FOLDER/blank.attn", "--stage", "inputs", "--data", "FOLDER/one.csv"}).out;
    QVERIFY2(checked.contains("row 1 (“\\n”)"), checked.constData());
    const HostileJson result = HostileJson::parse(run({"compute", "FOLDER/blank.attn"}).out.toStdString());
    QCOMPARE(result["tokens"].get<std::vector<std::string>>(), tokens);
}

LAB_GUILESS_TEST(TestHostileText)
#include "tst_hostile_text.moc"
