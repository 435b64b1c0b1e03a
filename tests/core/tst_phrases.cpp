// SPDX-License-Identifier: GPL-3.0-or-later
//
// The phrases of core/experiment/phrases.h and core/describe/caption_phrases.h. That a phrase has its places,
// and is said with as many arguments, the compiler checks; here is what it checks with, and what it cannot
// see.
#include "core/describe/caption_phrases.h"
#include "core/experiment/phrases.h"
#include "core/io/file.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <filesystem>
#include <regex>
#include <set>

using namespace lab;
using namespace lab::test;

class TestPhrases : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void places_data();
    void places();
    void text();
    void lists();
    void alikeForms();
    void everyOneIsSaid();
};

namespace {

struct WrittenPhrase {
    std::string type, name;
    std::vector<std::string> templates;
};

/// The phrases as they stand in the source.
std::vector<WrittenPhrase> written_phrases() {
    const std::string source = read_file(LAB_SOURCE_DIR "/core/experiment/phrases.h").value() +
                               read_file(LAB_SOURCE_DIR "/core/describe/caption_phrases.h").value();
    const std::regex definition(
        R"(inline constexpr (\w+)(?:<\d>)? (\w+)(?:\{| =\s+\w+<)([\s\S]*?)(?:\}|>\(\));\n)");
    const std::regex between(R"("\s*")"); // literals without a comma between them are one
    const std::regex literal(R"raw("([^"]*)")raw");
    std::vector<WrittenPhrase> all;
    for (std::sregex_iterator each(source.begin(), source.end(), definition), end; each != end; ++each) {
        WrittenPhrase phrase{(*each)[1], (*each)[2], {}};
        const std::string body = std::regex_replace((*each)[3].str(), between, "");
        for (std::sregex_iterator part(body.begin(), body.end(), literal); part != end; ++part)
            phrase.templates.push_back((*part)[1]);
        all.push_back(std::move(phrase));
    }
    return all;
}

} // namespace

void TestPhrases::places_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("count"); // −1 for a template that does not compile
    QTest::newRow("none") << "Mask" << 0;
    QTest::newRow("one") << "feature {0}" << 1;
    QTest::newRow("in another order") << "{1} of {0}" << 2;
    QTest::newRow("twice") << "{0} → {1}, {0}" << 2;
    QTest::newRow("all") << "{0}{1}{2}{3}{4}{5}{6}{7}{8}{9}" << 10;
    QTest::newRow("the first is left out") << "{1}" << -1;
    QTest::newRow("one between is left out") << "{0} of {2}" << -1;
    QTest::newRow("not closed") << "feature {0" << -1;
    QTest::newRow("not opened") << "feature 0}" << -1;
    QTest::newRow("no digit") << "feature {}" << -1;
    QTest::newRow("a name") << "feature {n}" << -1;
    QTest::newRow("two digits") << "feature {10}" << -1;
}

void TestPhrases::places() {
    QFETCH(QString, text);
    QTEST(places_in(text.toStdString()), "count");
}

void TestPhrases::text() {
    static constexpr Phrase<3> swapped{"{2}, {0} and {1}; {0} again"};
    QCOMPARE(text_of(say(swapped, "a", Index{-3}, -0.5)), std::string("−0.5, a and -3; a again"));
    QCOMPARE(text_of(say(phrase::quoted, say(phrase::just, 1e-12))), std::string("“1e−12”"));
    // What is put in has no places.
    QCOMPARE(text_of(say(phrase::and_so_on, "{1}", "{0")), std::string("{1}, {0"));
    QCOMPARE(text_of(Said()), std::string());
    QCOMPARE(text_of({say(phrase::not_masked), say(phrase::from_head, 2)}),
             std::string("not masked; from head 2"));
}

void TestPhrases::lists() {
    const auto names = [](std::initializer_list<const char*> all) {
        std::vector<Said> said;
        for (const char* each : all)
            said.push_back(say(phrase::just, each));
        return text_of(list_of(std::move(said), phrase::last_of_rules));
    };
    QCOMPARE(names({"a"}), std::string("a"));
    QCOMPARE(names({"a", "b"}), std::string("a, and b"));
    QCOMPARE(names({"a", "b", "c", "d"}), std::string("a, b, c, and d"));
}

/// What is said of rows and of columns, of queries, keys and values differs in these words only, whole ones.
void TestPhrases::alikeForms() {
    constexpr auto line = line_phrase<"row {0} of rows: the row, row by row">();
    QCOMPARE(line.in(Notation::rows).text, "row {0} of rows: the row, row by row");
    QCOMPARE(line.in(Notation::columns).text, "column {0} of rows: the column, column by column");
    constexpr auto projected = projected_phrase<"the query of {0}, {1}; a query, not queries">();
    QCOMPARE(projected.query.text, "the query of {0}, {1}; a query, not queries");
    QCOMPARE(projected.key.text, "the key of {0}, {1}; a key, not queries");
    QCOMPARE(projected.value.text, "the value of {0}, {1}; a value, not queries");
    constexpr auto caption = projected_caption<"query {0}, {1}", "query {0}", "every query">();
    QCOMPARE(caption.value.cell.text, "value {0}, {1}");
    QCOMPARE(caption.key.row.text, "key {0}");
    QCOMPARE(caption.query.all.text, "every query");
}

/// No template stays behind that nothing says any more.
void TestPhrases::everyOneIsSaid() {
    std::set<std::string> said;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(LAB_SOURCE_DIR "/core")) {
        if (!entry.is_regular_file() || entry.path().filename().string().ends_with("phrases.h"))
            continue;
        const std::string source = read_file(entry.path().string()).value();
        const std::regex use(R"((script_|sheet_)?phrase::(\w+))");
        for (std::sregex_iterator each(source.begin(), source.end(), use), end; each != end; ++each) {
            if (!(*each)[1].matched) // programs have sentences of their own
                said.insert((*each)[2]);
        }
    }
    std::set<std::string> written;
    for (const WrittenPhrase& each : written_phrases()) {
        written.insert(each.name);
        QVERIFY2(said.contains(each.name), each.name.c_str());
    }
    // The pattern that finds them finds every one.
    for (const std::string& each : said)
        QVERIFY2(written.contains(each), each.c_str());
}

LAB_APPLESS_TEST(TestPhrases)
#include "tst_phrases.moc"
