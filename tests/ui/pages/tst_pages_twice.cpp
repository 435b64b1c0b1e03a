// SPDX-License-Identifier: GPL-3.0-or-later
//
// A page can be shown twice: a second one, in a window of its own, shows the same and follows the same
// choices.
#include "tests/support/lab_window.h"
#include "tests/support/page_state.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/pages/page.h"
#include "ui/pages/page_choices.h"
#include "ui/window/all_pages.h"

#include <QAction>
#include <QStackedWidget>

#include <algorithm>
#include <memory>

using namespace lab;
using namespace lab::test;

class TestPagesTwice : public WindowTest {
    Q_OBJECT

private slots:
    void showTheSame_data();
    void showTheSame();

private:
    PageChoices& choices() { return *window().findChild<PageChoices*>(); }
    std::unique_ptr<Page> second(const QString& page);
    void changeChoices();
};

std::unique_ptr<Page> TestPagesTwice::second(const QString& page) {
    const auto found =
        std::ranges::find_if(allPages(), [&](const PageInfo& each) { return page == each.name; });
    const PageNeeds needs{window().document(), window().selection(), choices(), theme()};
    return std::unique_ptr<Page>(found->make(needs, nullptr));
}

void TestPagesTwice::changeChoices() {
    choices().setHeads({StageId::scores, HeadOrder::entropy, OverHeads::maximum});
    choices().setLinks({0.25, LinksLayout::lines});
    choices().setStatistics(StageId::scores);
    choices().comparison().setStage(StageId::output);
    choices().comparison().choose({CompareAgainst::Kind::variation, {}, Variation::scale});
}

void TestPagesTwice::showTheSame_data() {
    QTest::addColumn<QString>("page");
    for (const PageInfo& each : allPages())
        QTest::newRow(each.name) << each.name;
}

void TestPagesTwice::showTheSame() {
    QFETCH(QString, page);
    LabWindow& w = openWindow({1200, 1000});
    w.document().openExample("two-heads");
    takeSnapshot(w.document());
    w.pages().open(page);
    const auto& first = *static_cast<Page*>(w.findChild<QStackedWidget*>()->currentWidget());
    changeChoices(); // before the second exists
    const auto other = second(page);
    const auto stateOfOther = [&] {
        other->resize(first.size());
        return page_state(*other);
    };
    other->show();
    QVERIFY(QTest::qWaitForWindowExposed(other.get()));
    QTRY_COMPARE(stateOfOther(), page_state(first));

    choices().setHeads({StageId::queries, HeadOrder::number, OverHeads::average});
    choices().setLinks({0.1, LinksLayout::columns});
    choices().setStatistics(StageId::keys);
    choices().comparison().choose(
        {CompareAgainst::Kind::opened, {"As opened", choices().comparison().opened(), nullptr}});
    QTRY_COMPARE(stateOfOther(), page_state(first));
    w.document().undo();
    setCausal(w.document(), true);
    takeSnapshot(w.document()); // becomes the chosen one
    w.selection().setHead(1);
    QTRY_COMPARE(stateOfOther(), page_state(first));
    theme().setMode(ColourMode::dark);
    theme().setScale(90); // above 100 % the board goes by the size of its window
    QTRY_COMPARE(stateOfOther(), page_state(first));
    w.document().openExample("numeric-decoder");
    QTRY_COMPARE(stateOfOther(), page_state(first));
}

LAB_WINDOW_TEST(TestPagesTwice)
#include "tst_pages_twice.moc"
