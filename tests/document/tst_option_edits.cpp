// SPDX-License-Identifier: GPL-3.0-or-later
//
// What holds for an edit of every option of the table in core/experiment/options.h, so that a new one needs
// no test of these.
#include "core/experiment/is_same.h"
#include "core/experiment/options.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/lab_document.h"

#include <QSignalSpy>
#include <QTest>

using namespace lab;
using namespace lab::test;

namespace {

/// Sets a valid value besides the default.
struct SetOther {
    Experiment& experiment;

    void operator()(const Flag& flag) const { flag.set(experiment, true); }
    void operator()(const Choice& choice) const { choice.set(experiment, 1); }
    void operator()(const PositiveNumber& number) const { number.set(experiment, 3); }
    void operator()(const AnyNumber& number) const { number.set(experiment, 3); }
    void operator()(const OptionalPositive& number) const { number.set(experiment, 3); }
    void operator()(const OptionalNumber& number) const { number.set(experiment, 3); }
    void operator()(const OptionalWhole& whole) const { whole.set(experiment, whole.least); }
    void operator()(const NumberList& list) const { list.set(experiment, {3}); }
};

} // namespace

class TestOptionEdits : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void every_data();
    void every();
};

void TestOptionEdits::every_data() {
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < all_options().size(); ++i)
        QTest::newRow(all_options()[i].place().c_str()) << i;
}

/// One undo step with that name, which says what it changed; none if the option has that value already.
void TestOptionEdits::every() {
    QFETCH(std::size_t, index);
    const Option& option = all_options()[index];
    LabDocument document;
    const Experiment before = document.experiment();
    QList<Change> heard;
    connect(&document, &LabDocument::changed, this, [&](const Change& change) { heard += change; });
    const auto set = [&](Experiment& experiment) { std::visit(SetOther{experiment}, option.value); };
    for (int time = 0; time < 2; ++time) {
        setOption(document, set, "name");
        QCOMPARE(heard, QList<Change>{(Change{option.field, {}})});
        QCOMPARE(document.undoStack().count(), 1);
        QVERIFY(!is_same(option, document.experiment(), before));
    }
    QCOMPARE(document.undoStack().undoText(), QString("name"));
    document.undo();
    QVERIFY(is_same(document.experiment(), before));
}

LAB_GUILESS_TEST(TestOptionEdits)
#include "tst_option_edits.moc"
