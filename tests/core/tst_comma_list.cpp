// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names and numbers as a list.
#include "core/base/comma_list.h"
#include "core/base/text_limits.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <array>
#include <span>
#include <string_view>
#include <vector>

using namespace lab;
using namespace lab::test;

class TestCommaList : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void texts_data();
    void texts();
    void numbers();
    void ofItems();
};

void TestCommaList::texts_data() {
    QTest::addColumn<std::vector<std::string>>("texts");
    QTest::addColumn<std::string>("list");
    const auto row = [](const char* name, std::vector<std::string> texts, const char* list) {
        QTest::newRow(name) << std::move(texts) << std::string(list);
    };
    row("none", {}, "");
    row("one", {"W_Q"}, "W_Q");
    row("two", {"W_Q", "W_K"}, "W_Q, W_K");
    row("three", {"W_Q", "W_K", "W_V"}, "W_Q, W_K, W_V");
    row("an empty one first", {"", "W_K"}, ", W_K");
    row("empty ones", {"", ""}, ", ");
}

void TestCommaList::texts() {
    QFETCH(std::vector<std::string>, texts);
    QTEST(comma_list(texts), "list");
}

void TestCommaList::numbers() {
    QCOMPARE(comma_list(std::vector<long>{3, -4, 0}), std::string("3, -4, 0"));
    QCOMPARE(comma_list(std::span<const std::size_t>()), std::string());
}

/// By a member, a function, or what is no function yet.
void TestCommaList::ofItems() {
    struct Named {
        std::string_view name;
    };
    QCOMPARE(comma_list(std::array{Named{"a"}, Named{"b"}}, &Named::name), std::string("a, b"));
    QCOMPARE(comma_list(std::vector<std::string>{"a\n", "b"}, printable), std::string("a\\n, b"));
    QCOMPARE(comma_list(std::array{"a", "bcd"}, [](std::string_view each) { return each.size(); }),
             std::string("1, 3"));
}

LAB_APPLESS_TEST(TestCommaList)
#include "tst_comma_list.moc"
