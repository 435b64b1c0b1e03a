// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exporting figures of matrices: the menus and shortcuts, the dialog, the file and the clipboard.
#include "core/io/file.h"
#include "tests/support/figures.h"
#include "tests/support/lab_window.h"
#include "tests/support/menu_click.h"
#include "tests/support/test_program.h"
#include "ui/figures/draw_figure.h"
#include "ui/figures/figure_dialog.h"
#include "ui/pages/links/links_page.h"
#include "ui/text/alternatives.h"
#include "ui/window/menu/actions.h"
#include "ui/window/status_line.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QToolButton>

using namespace lab;
using namespace lab::test;

class TestFigureExport : public WindowTest {
    Q_OBJECT

private slots:
    void pictureDialog();
    void refusedPicture_data();
    void refusedPicture();
    void copiedPicture();
    void cardMenu_data();
    void cardMenu();
    void links_data();
    void links();
};

void TestFigureExport::pictureDialog() {
    LabWindow& w = window();
    w.press_key(Qt::Key_E, Qt::ControlModifier);
    auto* dialog = w.findChild<FigureDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    dialog->fileLine().selectAll();
    QTest::keyClicks(&dialog->fileLine(), path("weights.png"));
    dialog->scaleBox().selectAll();
    QTest::keyClicks(&dialog->scaleBox(), "3");
    const QSize size = picture_of(w.document(), StageFigure{StageId::weights, 0}, theme(), 3).size();
    const QString said = QStringLiteral("%1 × %2 pixels: ").arg(size.width()).arg(size.height());
    bool shown = false;
    for (const QLabel* label : dialog->findChildren<QLabel*>())
        shown = shown || label->text().startsWith(said);
    QVERIFY(shown);
    auto* save = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save);
    QTest::mouseClick(save, Qt::LeftButton);
    QTRY_VERIFY(!w.findChild<FigureDialog*>());
    const QImage image(path("weights.png"));
    QCOMPARE(image.size(), size);
    const FigureDrawing drawing =
        drawingOf(w.document(), StageFigure{StageId::weights, 0}, figureLook(theme()));
    const std::string expected = figureFile(drawing, FigureFormat::png, 3).value().toStdString();
    QVERIFY(read_file(path("weights.png").toStdString()).value() == expected);
    QVERIFY(w.status().text().contains("weights.png"));
}

void TestFigureExport::refusedPicture_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("reason");
    QTest::newRow("another kind") << "weights.jpg"
                                  << "must end in " + alternatives(figureEndings());
    QTest::newRow("no name") << ""
                             << "Enter a file name";
    QTest::newRow("no folder") << "none/weights.png"
                               << "does not exist";
}

void TestFigureExport::refusedPicture() {
    QFETCH(QString, file);
    QFETCH(QString, reason);
    LabWindow& w = window();
    w.actions()[ActionId::export_figure].trigger();
    auto* dialog = w.findChild<FigureDialog*>();
    dialog->fileLine().setText(file.isEmpty() ? QString() : path(file));
    QTest::keyClick(&dialog->fileLine(), Qt::Key_Return);
    QVERIFY(dialog->isVisible());
    bool shown = false;
    for (const QLabel* label : dialog->findChildren<QLabel*>())
        shown = shown || (label->isVisible() && label->text().contains(reason));
    QVERIFY(shown);
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(!w.findChild<FigureDialog*>());
}

void TestFigureExport::copiedPicture() {
    QGuiApplication::clipboard()->clear();
    LabWindow& w = window();
    w.press_key(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(QGuiApplication::clipboard()->mimeData()->hasImage());
    QCOMPARE(QGuiApplication::clipboard()->image().size(),
             picture_of(w.document(), StageFigure{StageId::weights, 0}, theme(), 2).size());
    QVERIFY(w.status().text().contains("clipboard"));
}

// The card's menu, opened by its button and by right-clicking.
void TestFigureExport::cardMenu_data() {
    QTest::addColumn<StageId>("stage");
    QTest::addColumn<HeadIndex>("head"); // shown in the figure
    QTest::addColumn<bool>("by_button");
    QTest::newRow("queries of the shown head, button") << StageId::queries << HeadIndex(1) << true;
    QTest::newRow("queries of the shown head, context menu") << StageId::queries << HeadIndex(1) << false;
    QTest::newRow("output, button") << StageId::output << HeadIndex(0) << true;
    QTest::newRow("output, context menu") << StageId::output << HeadIndex(0) << false;
}

void TestFigureExport::cardMenu() {
    QFETCH(StageId, stage);
    QFETCH(HeadIndex, head);
    QFETCH(bool, by_button);
    QGuiApplication::clipboard()->clear();
    LabWindow& w = window();
    w.controller().openExample("two-heads");
    w.selection().setHead(1);
    StageCard& card = *w.board().card(stage);
    MatrixHeatmap& heatmap = w.heatmap(stage);
    const auto choose = [&](const QString& text) {
        if (by_button) {
            QTest::mouseClick(card.findChild<QToolButton*>(), Qt::LeftButton);
        } else {
            const QPoint where = heatmap.rect().center();
            QContextMenuEvent event(QContextMenuEvent::Mouse, where, heatmap.mapToGlobal(where));
            QCoreApplication::sendEvent(&heatmap, &event);
        }
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        for (QAction* action : menu ? menu->actions() : QList<QAction*>()) {
            if (action->text() == text)
                click_entry(*menu, action);
        }
    };
    choose("Copy as picture");
    const QImage expected = picture_of(w.document(), StageFigure{stage, head}, theme(), 2);
    QCOMPARE(QGuiApplication::clipboard()->image().convertToFormat(expected.format()), expected);
    QTRY_VERIFY(!QApplication::activePopupWidget());
    choose("Save as figure…");
    auto* dialog = w.findChild<FigureDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    const QString file = path(QString::fromUtf8(info(stage).name.data()) + ".png");
    QFile::remove(file);
    dialog->fileLine().setText(file);
    QTest::keyClick(&dialog->fileLine(), Qt::Key_Return);
    QTRY_VERIFY(!w.findChild<FigureDialog*>());
    QCOMPARE(QImage(file).convertToFormat(expected.format()), expected);
}

void TestFigureExport::links_data() {
    QTest::addColumn<bool>("from_card"); // otherwise from the export menu
    QTest::newRow("the card's menu") << true;
    QTest::newRow("the export menu") << false;
}

/// The figure matches the links as shown: head, layout, threshold and inspected cell.
void TestFigureExport::links() {
    QFETCH(bool, from_card);
    QGuiApplication::clipboard()->clear();
    LabWindow& w = window();
    w.controller().openExample("two-heads");
    w.selection().setHead(1);
    w.pages().open<LinksPage>();
    QVERIFY(w.press(w.button(w.links(), "Top to bottom")));
    w.selection().toggleInspectedToken({2});
    const auto choose = [&](const char* inCard, const char* inBar) {
        QMenu* menu = w.findChild<QPushButton*>("exportMenu")->menu();
        if (from_card) {
            QTest::mouseClick(w.links().findChild<QToolButton*>(), Qt::LeftButton);
            menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        }
        for (QAction* action : menu ? menu->actions() : QList<QAction*>()) {
            if (action->text() == (from_card ? inCard : inBar))
                action->trigger();
        }
        if (from_card && menu)
            menu->close();
    };
    const LinksFigure view = std::get<LinksFigure>(*w.links().figure());
    QCOMPARE(view.head, HeadIndex(1));
    QVERIFY(view.look.layout == LinksLayout::lines && view.focus.query == 2 && view.focus.key == 2);
    const QImage expected = picture_of(w.document(), view, theme(), 2);
    QVERIFY(picture_of(w.document(), LinksFigure{1, view.look, {}}, theme(), 2) != expected);
    QVERIFY(picture_of(w.document(), LinksFigure{1, {}, view.focus}, theme(), 2) != expected);
    QVERIFY(picture_of(w.document(), LinksFigure{0, view.look, view.focus}, theme(), 2) != expected);
    QCOMPARE(expected.size(), picture_of(w.document(), view, theme(), 2).size());
    choose("Copy as picture", "Copy links as picture");
    QCOMPARE(QGuiApplication::clipboard()->image().convertToFormat(expected.format()), expected);
    choose("Save as figure…", "Figure…");
    auto* dialog = w.findChild<FigureDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    QVERIFY2(dialog->windowTitle().contains("Links, head 2"), qPrintable(dialog->windowTitle()));
    QVERIFY(dialog->file().endsWith("links.png"));
    QFile::remove(path("links.png"));
    dialog->fileLine().setText(path("links.png"));
    QTest::keyClick(&dialog->fileLine(), Qt::Key_Return);
    QTRY_VERIFY(!w.findChild<FigureDialog*>());
    QCOMPARE(QImage(path("links.png")).convertToFormat(expected.format()), expected);
}

LAB_WINDOW_TEST(TestFigureExport)
#include "tst_figure_export.moc"
