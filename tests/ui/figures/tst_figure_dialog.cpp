// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figure export dialog: its choices apply to the preview, the clipboard and the file, and are remembered.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "tests/support/words.h"
#include "ui/figures/figure_dialog.h"
#include "ui/figures/figure_preview.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/menu/actions.h"
#include "ui/window/status_line.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QProgressDialog>
#include <QSpinBox>
#include <QTimer>

#include <filesystem>

using namespace lab;
using namespace lab::test;

class TestFigureDialog : public WindowTest {
    Q_OBJECT

private slots:
    void byKey_data();
    void byKey();
    void views_data();
    void views();
    void controls_data();
    void controls();
    void widthInPixels();
    void formatAndSuffix();
    void headThatIsShown();
    void copies();
    void remembered();
    void someHeads();
    void cellsAsImage();
    void replacing();
    void replacingProtected();
    void writtenInPlace();
    void saysWhatHasNoRoom();
    void cancelled();
    void fits_data();
    void fits();

private:
    FigureDialog* open(const char* example = "two-heads") {
        window().controller().openExample(example);
        window().actions()[ActionId::export_figure].trigger();
        return window().findChild<FigureDialog*>();
    }
    static QCheckBox* box(const FigureDialog& dialog, const QString& text) {
        for (QCheckBox* each : dialog.findChildren<QCheckBox*>()) {
            if (each->text() == text)
                return each;
        }
        return nullptr;
    }
    static bool isSaid(const FigureDialog& dialog, const QString& text) {
        for (const QLabel* label : dialog.findChildren<QLabel*>()) {
            if (label->isVisible() && label->text().contains(text))
                return true;
        }
        return false;
    }
    QByteArray bytes(const QString& name) const {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

void TestFigureDialog::byKey_data() {
    QTest::addColumn<QString>("page");
    QTest::addColumn<QString>("title");
    QTest::newRow("explore") << "pageExplore"
                             << "Attention weights";
    QTest::newRow("links") << "pageLinks"
                           << "Links";
    QTest::newRow("statistics") << "pageStatistics"
                                << "Statistics";
}

/// The shortcut also works from the sentence field, where a line edit would otherwise consume it.
void TestFigureDialog::byKey() {
    QFETCH(QString, page);
    QFETCH(QString, title);
    LabWindow& w = window();
    w.controller().openExample("sky-is-blue");
    w.pages().open(page);
    w.sentence().line().setFocus();
    QTest::keyClick(&w.sentence().line(), Qt::Key_E, Qt::ControlModifier);
    auto* dialog = w.findChild<FigureDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    QVERIFY2(dialog->windowTitle().contains(title), qPrintable(dialog->windowTitle()));
}

void TestFigureDialog::views_data() {
    QTest::addColumn<QString>("example");
    QTest::newRow("one head") << "sky-is-blue";
    QTest::newRow("two heads") << "two-heads";
}

/// Offers each figure that the document has, with a matching file name.
void TestFigureDialog::views() {
    QFETCH(QString, example);
    FigureDialog* dialog = open(qPrintable(example));
    QStringList offered;
    for (const PillButton* pill : dialog->findChildren<PillButton*>()) {
        for (QAction* action : pill->menu() ? pill->menu()->actions() : QList<QAction*>()) {
            if (action->isSeparator())
                continue;
            offered += action->data().toString();
            action->trigger();
            QVERIFY2(dialog->windowTitle().contains(action->text()), qPrintable(dialog->windowTitle()));
            const QString name = action->data().toString();
            QCOMPARE(QFileInfo(dialog->file()).fileName(), name + (name == "handout" ? ".pdf" : ".png"));
            QVERIFY(!dialog->preview().image().isNull());
        }
    }
    QStringList expected;
    for (const StageId id : boardStages(window().document().experiment()))
        expected += QString::fromUtf8(info(id).name.data());
    QCOMPARE(offered,
             expected + QStringList({"heads", "average", "maximum", "shares", "share", "links", "board",
                                     "statistics", "geometry-scores", "geometry-output", "handout"}));
}

void TestFigureDialog::controls_data() {
    QTest::addColumn<QString>("control"); // the text of a pill or check box, or the name of a field
    QTest::addColumn<double>("number");
    QTest::addColumn<bool>("larger"); // whether the size in points changes
    for (const char* text : {"dark", "transparent"})
        QTest::newRow(text) << text << 0.0 << false;
    for (const char* text : {"numbers", "colour bar", "axis labels", "title", "millimetres"})
        QTest::newRow(text) << text << 0.0 << true;
    QTest::newRow("letters") << "Font size in points" << 12.0 << true;
}

/// Some heads on a sheet, at least one.
void TestFigureDialog::someHeads() {
    FigureDialog* dialog = open();
    QVERIFY(!box(*dialog, "1")->isVisible());
    for (QAction* each : dialog->findChildren<QAction*>()) {
        if (each->data() == "heads")
            each->trigger();
    }
    QVERIFY(box(*dialog, "1")->isVisible());
    QCOMPARE(dialog->drawing().title, QString("Attention weights, every head"));
    box(*dialog, "1")->click();
    QCOMPARE(dialog->drawing().title, QString("Attention weights, head 2"));
    box(*dialog, "2")->click();
    QVERIFY(box(*dialog, "2")->isChecked());
    box(*dialog, "1")->click();
    QCOMPARE(dialog->drawing().title, QString("Attention weights, every head"));
}

/// Each control changes the figure, in both the preview and the file.
void TestFigureDialog::controls() {
    QFETCH(QString, control);
    QFETCH(double, number);
    QFETCH(bool, larger);
    FigureDialog* dialog = open();
    const QSizeF size = dialog->drawing().size;
    const QByteArray before = figureFile(dialog->drawing(), FigureFormat::png, 2).value();
    if (QCheckBox* checked = box(*dialog, control)) {
        QTest::mouseClick(checked, Qt::LeftButton, {}, QPoint(8, checked->height() / 2));
    } else if (number > 0) {
        for (QDoubleSpinBox* each : dialog->findChildren<QDoubleSpinBox*>()) {
            if (each->accessibleName() == control)
                each->setValue(number);
        }
    } else {
        QVERIFY(LabWindow::press(LabWindow::button(*dialog, control)));
    }
    QVERIFY(figureFile(dialog->drawing(), FigureFormat::png, 2).value() != before);
    QCOMPARE(dialog->drawing().size != size, larger);
    const QImage& shown = dialog->preview().image();
    const double scale = shown.width() / dialog->drawing().size.width();
    QVERIFY(scale > 0.3);
    for (const QString& end : figureEndings()) {
        dialog->fileLine().setText(path(QStringLiteral("figure") + end));
        QCOMPARE(figureFormat(end), std::optional(dialog->settings().format));
    }
    QFile::remove(path("figure.png"));
    dialog->fileLine().setText(path("figure.png"));
    const QByteArray expected = figureFile(dialog->drawing(), FigureFormat::png, 2).value();
    dialog->accept();
    QCOMPARE(bytes("figure.png"), expected);
}

void TestFigureDialog::widthInPixels() {
    FigureDialog* dialog = open();
    QVERIFY(LabWindow::press(LabWindow::button(*dialog, "pixels")));
    for (const double scale : {1.0, 2.0, 3.3}) {
        dialog->scaleBox().setValue(scale);
        QCOMPARE(figureImageSize(dialog->drawing(), dialog->settings().scale).width(), 1200);
    }
    QVERIFY(LabWindow::press(LabWindow::button(*dialog, "SVG")));
    QCOMPARE(std::lround(dialog->drawing().size.width()), 900L); // 1200 pixels at 96 per inch, in points
}

void TestFigureDialog::formatAndSuffix() {
    FigureDialog* dialog = open();
    dialog->fileLine().setText("/a.b/figure.one.svg");
    QVERIFY(dialog->settings().format == FigureFormat::svg);
    QVERIFY(LabWindow::press(LabWindow::button(*dialog, "PDF")));
    QCOMPARE(dialog->file(), QString("/a.b/figure.one.pdf"));
    QVERIFY(LabWindow::press(LabWindow::button(*dialog, "PNG")));
    QCOMPARE(dialog->file(), QString("/a.b/figure.one.png"));
}

void TestFigureDialog::headThatIsShown() {
    window().controller().openExample("two-heads");
    window().selection().setHead(1);
    window().actions()[ActionId::export_figure].trigger();
    auto* dialog = window().findChild<FigureDialog*>();
    QVERIFY(dialog->windowTitle().contains("head 2"));
    auto* head = dialog->findChild<QSpinBox*>();
    QCOMPARE(head->value(), 2);
    head->setValue(1);
    QVERIFY(dialog->windowTitle().contains("head 1"));
    QCOMPARE(window().selection().head(), HeadIndex(1)); // the window's selection is unchanged
}

void TestFigureDialog::copies() {
    FigureDialog* dialog = open();
    QGuiApplication::clipboard()->clear();
    QVERIFY(LabWindow::press(LabWindow::button(*dialog, "Copy as image")));
    const QImage expected = figureImage(dialog->drawing(), 2);
    QCOMPARE(QGuiApplication::clipboard()->image().convertToFormat(expected.format()), expected);
    QVERIFY(window().status().text().contains("clipboard"));
    QVERIFY(LabWindow::press(LabWindow::button(*dialog, "Copy as SVG")));
    const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
    QCOMPARE(copied->data("image/svg+xml"), figureFile(dialog->drawing(), FigureFormat::svg, 1).value());
    QVERIFY(copied->text().contains("<svg"));
    QVERIFY(dialog->isVisible());
}

void TestFigureDialog::remembered() {
    FigureDialog* dialog = open();
    QVERIFY(LabWindow::press(LabWindow::button(*dialog, "PDF")));
    QVERIFY(LabWindow::press(LabWindow::button(*dialog, "millimetres")));
    QVERIFY(LabWindow::press(LabWindow::button(*dialog, "dark")));
    box(*dialog, "numbers")->click();
    const FigureSettings settings = dialog->settings();
    dialog->fileLine().setText(path("weights.pdf"));
    dialog->accept();
    QTRY_VERIFY(!window().findChild<FigureDialog*>());
    dialog = open();
    QVERIFY(dialog->settings() == settings);
    // Cancelled changes are not remembered.
    QVERIFY(LabWindow::press(LabWindow::button(*dialog, "light")));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(!window().findChild<FigureDialog*>());
    dialog = open();
    QVERIFY(dialog->settings() == settings);
    QVERIFY(dialog->file().endsWith("weights.pdf"));
    QVERIFY(!box(*dialog, "numbers")->isChecked());
    QVERIFY(LabWindow::button(*dialog, "dark")->isChecked());
}

/// Offered for vector files with many cells.
void TestFigureDialog::cellsAsImage() {
    window().document().setText(different_words(129));
    window().actions()[ActionId::export_figure].trigger();
    auto* dialog = window().findChild<FigureDialog*>();
    QVERIFY(!box(*dialog, "rasterise cells")->isVisible());
    QVERIFY(LabWindow::press(LabWindow::button(*dialog, "SVG")));
    QVERIFY(box(*dialog, "rasterise cells")->isVisible());
    QVERIFY(isSaid(*dialog, "16641 rectangles"));
    box(*dialog, "rasterise cells")->click();
    QVERIFY(!isSaid(*dialog, "16641 rectangles"));
    QVERIFY(figureFile(dialog->drawing(), FigureFormat::svg, 1).value().contains("<image"));
}

/// An existing file is only replaced after confirming.
void TestFigureDialog::replacing() {
    FigureDialog* dialog = open();
    for (const char* name : {"one.png", "two.png"}) {
        QFile old(path(name));
        QVERIFY(old.open(QIODevice::WriteOnly) && old.write("old") == 3);
        old.close();
        dialog->fileLine().setText(path(name));
        dialog->accept();
        QVERIFY(dialog->isVisible() && isSaid(*dialog, "already exists"));
        QCOMPARE(bytes(name), QByteArray("old"));
    }
    dialog->fileLine().setText(path("one.png")); // needs a new confirmation
    dialog->accept();
    QCOMPARE(bytes("one.png"), QByteArray("old"));
    dialog->accept();
    QVERIFY(bytes("one.png").startsWith("\x89PNG"));
    QTRY_VERIFY(!window().findChild<FigureDialog*>());
}

void TestFigureDialog::replacingProtected() {
    FigureDialog* dialog = open();
    for (const char* name : {"first.png", "second.png"}) {
        QFile old(path(name));
        QVERIFY(old.open(QIODevice::WriteOnly) && old.write("old") == 3);
        old.close();
        QVERIFY(old.setPermissions(QFile::ReadOwner));
        dialog->fileLine().setText(path(name));
        dialog->accept();
        QVERIFY(dialog->isVisible() &&
                isSaid(*dialog, QString::fromLatin1(name) +
                                    " is write-protected; press Save again to replace it anyway"));
        QCOMPARE(bytes(name), QByteArray("old"));
    }
    dialog->accept();
    QVERIFY(bytes("second.png").startsWith("\x89PNG"));
    QCOMPARE(bytes("first.png"), QByteArray("old"));
    QTRY_VERIFY(!window().findChild<FigureDialog*>());
}

void TestFigureDialog::writtenInPlace() {
    FigureDialog* dialog = open();
    QFile old(path("named.png"));
    QVERIFY(old.open(QIODevice::WriteOnly) && old.write("old") == 3);
    old.close();
    std::filesystem::create_hard_link(path("named.png").toStdString(), path("names.png").toStdString());
    dialog->fileLine().setText(path("named.png"));
    dialog->accept();
    dialog->accept();
    QCOMPARE(window().status().text(), "Saved " + path("named.png") +
                                           ", written into the old file because it has other names (hard "
                                           "links)");
    QVERIFY(bytes("names.png").startsWith("\x89PNG"));
}

void TestFigureDialog::saysWhatHasNoRoom() {
    FigureDialog* dialog = open();
    QVERIFY(!isSaid(*dialog, "Wider than requested") && !isSaid(*dialog, "Numbers don’t fit"));
    QVERIFY(LabWindow::press(LabWindow::button(*dialog, "millimetres")));
    const auto set = [&](const QString& name, double value) {
        for (QDoubleSpinBox* each : dialog->findChildren<QDoubleSpinBox*>()) {
            if (each->accessibleName() == name)
                each->setValue(value);
        }
    };
    set("Width in millimetres", 60);
    QVERIFY(isSaid(*dialog, "Numbers don’t fit") && !isSaid(*dialog, "Wider than requested"));
    set("Width in millimetres", 10);
    QVERIFY(isSaid(*dialog, "Wider than requested"));
    // All cells are drawn even with very large text.
    set("Font size in points", 72);
    for (const char* text : {"title", "axis labels", "colour bar"}) {
        QCOMPARE(figureFile(dialog->drawing(), FigureFormat::svg, 1).value().contains("rows 1"), false);
        QVERIFY(figureFile(dialog->drawing(), FigureFormat::svg, 1).value().count("<rect") >= 36);
        box(*dialog, text)->click();
    }
}

/// A long export can be cancelled. Nothing is written and the old file stays.
void TestFigureDialog::cancelled() {
    window().document().setText(different_words(512));
    window().actions()[ActionId::export_figure].trigger();
    auto* dialog = window().findChild<FigureDialog*>();
    QFile old(path("large.svg"));
    QVERIFY(old.open(QIODevice::WriteOnly));
    old.write("old");
    old.close();
    dialog->fileLine().setText(path("large.svg"));
    QTimer watch;
    bool seen = false;
    connect(&watch, &QTimer::timeout, dialog, [&] {
        auto* progress = dialog->findChild<QProgressDialog*>();
        seen = progress && progress->isVisible();
        if (seen)
            progress->cancel();
    });
    watch.start(1);
    dialog->accept(); // asks about the existing file
    QVERIFY(!seen);
    dialog->accept();
    QVERIFY2(seen, "it was drawn before anybody could have ended it");
    QVERIFY(dialog->isVisible());
    QCOMPARE(bytes("large.svg"), QByteArray("old"));
}

void TestFigureDialog::fits_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    QTest::newRow("small") << QSize(800, 600) << 100;
    QTest::newRow("large letters") << QSize(1440, 900) << 300;
}

/// The dialog stays on the screen and its buttons are visible.
void TestFigureDialog::fits() {
    QFETCH(QSize, size);
    QFETCH(int, scale);
    openWindow(size, scale);
    FigureDialog* dialog = open();
    QCoreApplication::processEvents();
    QVERIFY(dialog->screen()->availableSize().width() >= dialog->width());
    QVERIFY(dialog->screen()->availableSize().height() >= dialog->height());
    for (const QAbstractButton* button : dialog->findChild<QDialogButtonBox*>()->buttons())
        QVERIFY(dialog->rect().contains(QRect(button->mapTo(dialog, QPoint()), button->size())));
    QVERIFY(!dialog->preview().image().isNull());
}

LAB_WINDOW_TEST(TestFigureDialog)
#include "tst_figure_dialog.moc"
