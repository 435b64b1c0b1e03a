// SPDX-License-Identifier: GPL-3.0-or-later
//
// What tests do with the panel that compares somebody's numbers.
#pragma once

#include "core/io/matrix_file.h"
#include "tests/support/drops.h"
#include "tests/support/lab_window.h"
#include "tests/support/menu_click.h"
#include "ui/document/examples.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/check/check_grid.h"
#include "ui/window/check/check_panel.h"
#include "ui/window/check/number_check.h"

#include <QAbstractItemModel>
#include <QAccessible>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QLabel>

namespace lab::test {

class CheckTest : public WindowTest {
protected:
    CheckPanel* panel() { return window().numberCheck().panel(); }
    CheckGrid& grid() { return panel()->grid(); }
    QString said() { return panel()->said(); }
    void open(StageId stage, HeadIndex head) { window().numberCheck().open(Asked{stage, head}); }

    /// Of the document, covered or not, in rows notation.
    Matrix numbers(StageId stage, HeadIndex head = 0) {
        const Dimensions d = dimensions(window().document().experiment());
        Matrix all(length(info(stage).rows, d), length(info(stage).columns, d));
        for (Index row = 0; row < all.rows(); ++row) {
            for (Index column = 0; column < all.cols(); ++column)
                all(row, column) = *window().document().numberUnder({stage, head, row, column});
        }
        return all;
    }
    static PrintedArray readCheckFile(const QString& name) {
        return read_given(std::string(LAB_TEST_DATA) + "/check/" + name.toStdString()).value();
    }
    /// As precisely as they are given; all heads as one list.
    static QString printed(const PrintedArray& given) {
        const auto [format, digits] = formatOf(given);
        QStringList matrices;
        for (Index i = 0; i < given.matrices(); ++i) {
            QStringList rows;
            const Matrix numbers = given.numbers_of(i);
            for (Index row = 0; row < numbers.rows(); ++row) {
                QStringList line;
                for (Index column = 0; column < numbers.cols(); ++column)
                    line += QString::number(numbers(row, column), format, digits);
                rows += "[" + line.join(", ") + "]";
            }
            matrices += "[" + rows.join(",\n") + "]";
        }
        return given.heads > 0 ? "[" + matrices.join(",\n\n") + "]" : matrices.front();
    }

    QString cellText(int row, int column) {
        return grid().model()->index(row, column).data(Qt::DisplayRole).toString();
    }
    QString spokenCell(int row, int column) {
        return grid().model()->index(row, column).data(Qt::AccessibleTextRole).toString();
    }
    QLineEdit* editor() { return grid().findChild<QLineEdit*>(); }
    void edit(int row, int column) {
        grid().setFocus();
        grid().setCurrentIndex(grid().model()->index(row, column));
        QTest::keyClick(&grid(), Qt::Key_Return);
        QVERIFY(editor());
    }
    void typeInto(int row, int column, const QString& text) {
        edit(row, column);
        editor()->selectAll();
        type_letters(*editor(), text);
        QTest::keyClick(editor(), Qt::Key_Return);
        QTRY_VERIFY(!editor());
    }
    void pasteText(const QString& text) {
        QGuiApplication::clipboard()->setText(text);
        QWidget* focused = grid().isVisible() ? static_cast<QWidget*>(&grid()) : panel();
        QTest::keyClick(focused, Qt::Key_V, Qt::ControlModifier);
    }
    void pasteText(const std::string& text) { pasteText(QString::fromStdString(text)); }
    void pasteText(const char* text) { pasteText(QString::fromUtf8(text)); }
    void press(const QString& text) { QVERIFY(LabWindow::press(LabWindow::button(*panel(), text))); }
    /// As by the arrow keys in the list.
    static void choose(QComboBox& box, const QString& text) {
        const int wanted = box.findText(text);
        QVERIFY2(wanted >= 0, qPrintable(text));
        box.setFocus();
        while (box.currentIndex() != wanted)
            QTest::keyClick(&box, box.currentIndex() < wanted ? Qt::Key_Down : Qt::Key_Up);
    }
    static void clickInMenu(const QWidget& owner, const QString& text) {
        for (QMenu* menu : owner.findChildren<QMenu*>()) {
            for (QAction* action : menu->isVisible() ? menu->actions() : QList<QAction*>()) {
                if (action->text() == text)
                    return click_entry(*menu, action);
            }
        }
        QFAIL(qPrintable(text + " is in no open menu"));
    }
    /// Some platforms leave the focus to a menu that was open.
    void activate() {
        window().activateWindow();
        QTRY_VERIFY(window().isActiveWindow());
    }
    void chooseFromMenu(StageId stage, const QString& text) {
        StageCard* card = window().board().card(stage);
        window().board().reveal(stage);
        QContextMenuEvent asks(QContextMenuEvent::Mouse, {3, 3}, card->mapToGlobal(QPoint(3, 3)));
        QApplication::sendEvent(card, &asks);
        clickInMenu(*card, text);
        activate();
    }
    /// The stage whose card is framed although nothing is inspected.
    std::optional<StageId> framed() {
        for (const StageInfo& stage : all_stages()) {
            if (window().board().card(stage.id)->isChosen() && !window().selection().inspected())
                return stage.id;
        }
        return std::nullopt;
    }
    /// All that the panel shows or says.
    QString textsOfPanel() {
        QStringList texts;
        for (QWidget* each : panel()->findChildren<QWidget*>()) {
            if (!each->isVisible())
                continue;
            texts += {each->toolTip(), each->accessibleName(), each->accessibleDescription()};
            if (const auto* label = qobject_cast<QLabel*>(each))
                texts += label->text();
            if (const auto* button = qobject_cast<QAbstractButton*>(each))
                texts += button->text();
            if (const auto* view = qobject_cast<QAbstractItemView*>(each)) {
                for (int row = 0; row < view->model()->rowCount(); ++row) {
                    for (int column = 0; column < view->model()->columnCount(); ++column)
                        texts += view->model()->index(row, column).data(Qt::DisplayRole).toString();
                }
            }
        }
        return texts.join('\n');
    }

private:
    /// With an exponent if the last digits differ; floating-point numbers from files have many of them.
    static std::pair<char, int> formatOf(const PrintedArray& given) {
        const double least = given.last_digit.minCoeff();
        const int decimals = static_cast<int>(std::lround(-std::log10(least)));
        if (least == given.last_digit.maxCoeff())
            return {'f', decimals};
        int digits = 2;
        for (Index i = 0; i < given.numbers.size(); ++i) {
            const double size = std::abs(given.numbers.data()[i]) / given.last_digit.data()[i];
            digits = std::max(digits, static_cast<int>(std::floor(std::log10(size))));
        }
        return {'e', std::min(digits, 15)};
    }
};

} // namespace lab::test
