// SPDX-License-Identifier: GPL-3.0-or-later
//
// What holds for every option of the table in core/experiment/options.h, so that a new one needs no test of
// these.
#include "core/analysis/setting_changes.h"
#include "core/experiment/is_same.h"
#include "core/experiment/options.h"
#include "core/experiment/validate.h"
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <set>

using namespace lab;
using namespace lab::test;
using Json = nlohmann::ordered_json;

namespace {

/// With more columns than the whole numbers that are tried.
Json plain_document() {
    Json json = Json::parse(R"({"format": "attention-lab", "version": 1,
        "sequence": {"tokenizer": "whitespace", "text": "sky is"}, "projection": {"kind": "identity"},
        "scores": {"rotary": true}})");
    json["embedding"]["table"] = {{"sky", std::vector<int>(50, 1)}, {"is", std::vector<int>(50, 2)}};
    return json;
}

/// Where the option has an effect.
Experiment plain(const Option& option) {
    Experiment experiment = read_experiment(plain_document().dump()).value();
    if (option.key == "bias" && option.group == "normalization")
        experiment.normalization.kind = NormalizationKind::sigmoid;
    return experiment;
}

/// Valid values besides the default.
struct OtherValues {
    Experiment experiment;

    template<class Value, class T>
    std::vector<Experiment> with(const Value& option, std::initializer_list<T> values) const {
        std::vector<Experiment> all;
        for (const T& value : values) {
            all.push_back(experiment);
            option.set(all.back(), value);
        }
        return all;
    }
    std::vector<Experiment> operator()(const Flag& flag) const { return with(flag, {!flag.get(experiment)}); }
    std::vector<Experiment> operator()(const Choice& choice) const {
        std::vector<Experiment> all;
        for (std::size_t i = 1; i < choice.values.size(); ++i)
            all.push_back(with(choice, {i}).front());
        return all;
    }
    std::vector<Experiment> operator()(const PositiveNumber& number) const {
        return with(number, {0.1, 1.0 / 3, 1e300, 5e-324});
    }
    std::vector<Experiment> operator()(const AnyNumber& number) const {
        return with(number, {0.1, -2.0, 1e300, 5e-324});
    }
    std::vector<Experiment> operator()(const OptionalPositive& number) const {
        return with(number, {std::optional(0.1), std::optional(1e300), std::optional(5e-324)});
    }
    std::vector<Experiment> operator()(const OptionalNumber& number) const {
        return with(number, {std::optional(0.1), std::optional(-2.0), std::optional(0.0)});
    }
    std::vector<Experiment> operator()(const OptionalWhole& whole) const {
        return with(whole, {std::optional<Index>(whole.least),
                            std::optional<Index>(whole.least + (whole.is_even ? 42 : 41))});
    }
    std::vector<Experiment> operator()(const NumberList& list) const {
        std::vector<double> other(25, 0.1); // for each pair of the document's columns
        other.back() = 5e-324;
        return with(list, {std::vector<double>(25, 0.1), other});
    }
};

/// JSON that the field does not take.
struct WrongValues {
    std::vector<Json> operator()(const Flag& /*flag*/) const { return {1, "on", nullptr, Json::array()}; }
    std::vector<Json> operator()(const Choice& /*choice*/) const { return {"no such name", "", 0, true}; }
    std::vector<Json> operator()(const PositiveNumber& /*number*/) const {
        return {0, -1, -0.0, "1", true, Json::object()};
    }
    std::vector<Json> operator()(const AnyNumber& /*number*/) const { return {"1", true, Json::array()}; }
    std::vector<Json> operator()(const OptionalPositive& /*number*/) const {
        return {0, -1, -0.0, "1", true, Json::object()};
    }
    std::vector<Json> operator()(const OptionalNumber& /*number*/) const {
        return {"1", true, Json::array()};
    }
    std::vector<Json> operator()(const OptionalWhole& whole) const {
        std::vector<Json> values{whole.least - 1, 1.5, "1", true, Json::array()};
        if (whole.is_even)
            values.emplace_back(whole.least + 1);
        return values;
    }
    std::vector<Json> operator()(const NumberList& /*list*/) const {
        return {1, "1", true, Json::array(), Json::object(), std::vector<double>(24, 0.1)};
    }
};

} // namespace

class TestOptionTable : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void every_data();
    void every();
    void wrong_data() { every_data(); }
    void wrong();
    void isInTheManual();
};

void TestOptionTable::every_data() {
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < all_options().size(); ++i)
        QTest::newRow(all_options()[i].place().c_str()) << i;
}

/// Each other value is valid, is written and read again, makes another experiment, and is compared in words.
void TestOptionTable::every() {
    QFETCH(std::size_t, index);
    const Option& option = all_options()[index];
    const Experiment before = plain(option);
    const auto others = std::visit(OtherValues{before}, option.value);
    QVERIFY(!others.empty());
    std::set<std::string> texts{write_experiment(before)};
    for (const Experiment& each : others) {
        QVERIFY(validate(each).empty());
        QVERIFY(!is_same(option, before, each) && !is_same(before, each));
        QCOMPARE(setting_changes(before, each).empty(), option.field == Field::notation);
        QVERIFY(!text_of(words_of(option, each)).empty());
        const std::string text = write_experiment(each);
        QVERIFY2(texts.insert(text).second, text.c_str());
        const Experiment read = read_experiment(text).value();
        QCOMPARE(difference(read, each).value_or(""), std::string());
        QVERIFY(is_same(option, read, each));
    }
    const std::string defaults = write_experiment(before);
    if (option.key != "rotary") // the document above says it
        QVERIFY(!Json::parse(defaults).contains(Json::json_pointer("/" + std::string(option.group)) /
                                                std::string(option.key)));
}

/// A value of the wrong kind or out of range is refused, and the error names the place.
void TestOptionTable::wrong() {
    QFETCH(std::size_t, index);
    const Option& option = all_options()[index];
    for (const Json& value : std::visit(WrongValues{}, option.value)) {
        Json json = plain_document();
        (option.group.empty() ? json : json[std::string(option.group)])[std::string(option.key)] = value;
        const Result<Experiment> read = read_experiment(json.dump());
        QVERIFY2(!read, value.dump().c_str());
        QCOMPARE(read.error().place, option.place());
        QVERIFY(!read.error().found.empty() && !read.error().expected.empty());
    }
}

void TestOptionTable::isInTheManual() {
    const std::string manual = read_file(LAB_SOURCE_DIR "/resources/manual/document-format.md").value();
    for (const Option& option : all_options())
        QVERIFY2(manual.find("`" + std::string(option.key) + "`") != std::string::npos ||
                     manual.find(option.place()) != std::string::npos,
                 option.place().c_str());
}

LAB_GUILESS_TEST(TestOptionTable)
#include "tst_option_table.moc"
