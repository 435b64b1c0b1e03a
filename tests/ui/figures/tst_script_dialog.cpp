// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dialog that shows a document as a program: what it saves is what the command line writes, the lines
// about what is inspected are marked and in sight, and its colours can be read.
#include "tests/support/lab_window.h"
#include "tests/support/menu_click.h"
#include "tests/support/test_program.h"
#include "tests/support/words.h"
#include "ui/document/examples.h"
#include "ui/figures/script/script_dialog.h"
#include "ui/figures/script/script_view.h"
#include "ui/window/figure_export.h"
#include "ui/window/menu/actions.h"
#include "ui/window/status_line.h"

#include <QClipboard>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QTextBlock>
#include <QTextLayout>

#include <cmath>

using namespace lab;
using namespace lab::test;

class TestScriptDialog : public WindowTest {
    Q_OBJECT

private slots:
    void fromTheMenu();
    void saves_data();
    void saves();
    void copies();
    void marksWhatIsInspected_data();
    void marksWhatIsInspected();
    void marksParameters();
    void nothingInspected();
    void colours_data();
    void colours();
    void syntaxIsShown();
    void followsTheTheme();
    void libraryAndFormat();
    void replacing();
    void tooLarge();
    void emptyDocument();
    void remembered();
    void choicesFromElsewhere();
    void fits_data();
    void fits();

private:
    /// With the program shown.
    ScriptDialog* openHere() {
        window().actions()[ActionId::export_script].trigger();
        auto* dialog = window().findChild<ScriptDialog*>();
        if (!dialog || !QTest::qWaitFor([&] { return dialog->view().toPlainText() != "Computing…"; }))
            return nullptr;
        QCoreApplication::processEvents();
        return dialog;
    }
    ScriptDialog* open(const char* example = "two-heads") {
        window().controller().openExample(example);
        return openHere();
    }
    static bool press(const ScriptDialog& dialog, const QString& text) {
        return LabWindow::press(LabWindow::button(dialog, text));
    }
    static bool isSaid(const ScriptDialog& dialog, const QString& text) {
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
    static QString expected(const char* name, ScriptLibrary library, ScriptFormat format) {
        return QString::fromStdString(script_text(make_script(example(name), library).value(), format));
    }
    /// The texts of the marked lines, as they are painted.
    static QStringList marked(const ScriptView& view) {
        QStringList lines;
        for (const QTextEdit::ExtraSelection& each : view.extraSelections())
            lines += each.cursor.block().text();
        return lines;
    }
};

void TestScriptDialog::fromTheMenu() {
    window().controller().openExample("sky-is-blue");
    auto* button = window().findChild<QPushButton*>("exportMenu");
    QVERIFY(button && button->isVisible());
    QMenu* menu = button->menu();
    menu->popup(button->mapToGlobal(QPoint(0, button->height()))); // a click would wait for the menu
    click_entry(*menu, &window().actions()[ActionId::export_script]);
    auto* dialog = window().findChild<ScriptDialog*>();
    QVERIFY(dialog && dialog->isVisible() && dialog->isModal());
    QVERIFY(dialog->windowTitle().contains("Sky is blue"));
    QTRY_COMPARE(dialog->view().toPlainText(),
                 expected("sky-is-blue", ScriptLibrary::pytorch, ScriptFormat::python));
    QVERIFY(dialog->view().isReadOnly());
}

void TestScriptDialog::saves_data() {
    QTest::addColumn<QString>("library");
    QTest::addColumn<QString>("format");
    for (const char* library : {"PyTorch", "NumPy"}) {
        for (const char* format : {"Python", "Notebook"})
            QTest::addRow("%s, %s", library, format) << library << format;
    }
}

void TestScriptDialog::saves() {
    QFETCH(QString, library);
    QFETCH(QString, format);
    ScriptDialog* dialog = open();
    QVERIFY(press(*dialog, library) && press(*dialog, format));
    const bool isNotebook = format == "Notebook";
    const QString name = isNotebook ? "a.ipynb" : "a.py";
    QVERIFY(dialog->file().endsWith(isNotebook ? "/attention.ipynb" : "/attention.py"));
    QFile::remove(path(name));
    dialog->fileLine().setText(path(name));
    QTRY_VERIFY(dialog->view().toPlainText().contains(library == "NumPy" ? "import numpy" : "import torch"));
    QVERIFY(press(*dialog, "Save") || press(*dialog, "&Save"));
    QTRY_VERIFY(!window().findChild<ScriptDialog*>());
    QVERIFY(window().status().text().contains(name));
    QCOMPARE(QString::fromUtf8(bytes(name)),
             expected("two-heads", library == "NumPy" ? ScriptLibrary::numpy : ScriptLibrary::pytorch,
                      isNotebook ? ScriptFormat::notebook : ScriptFormat::python));
}

void TestScriptDialog::copies() {
    ScriptDialog* dialog = open();
    QVERIFY(press(*dialog, "Copy"));
    QCOMPARE(QGuiApplication::clipboard()->text(), dialog->view().toPlainText());
    QVERIFY(dialog->isVisible() && isSaid(*dialog, "The program is on the clipboard"));
}

void TestScriptDialog::marksWhatIsInspected_data() {
    QTest::addColumn<int>("stage");
    for (const StageInfo& stage : all_stages())
        QTest::newRow(stage.name.data()) << static_cast<int>(stage.id);
}

/// The lines of the stage of the inspected cell, and they are in sight.
void TestScriptDialog::marksWhatIsInspected() {
    QFETCH(int, stage);
    const auto id = static_cast<StageId>(stage);
    window().controller().openExample("journey-dropout");
    if (!has_stage(window().document().experiment(), id))
        return;
    window().selection().inspect(CellRef{id, 0, 0, 0});
    ScriptDialog* dialog = openHere();
    QVERIFY(dialog);
    const QStringList lines = marked(dialog->view());
    const QString name = QString::fromUtf8(info(id).name.data());
    QVERIFY2(!lines.isEmpty() && lines.last().startsWith(name + " = "), qPrintable(lines.join('\n')));
    QVERIFY(isSaid(*dialog, "Marked: "));
    const QTextCursor first = dialog->view().extraSelections().first().cursor;
    QVERIFY(dialog->view().viewport()->rect().contains(dialog->view().cursorRect(first).center()));
    // They are painted.
    const QImage image = const_cast<ScriptView&>(dialog->view()).viewport()->grab().toImage();
    const int y = dialog->view().cursorRect(first).center().y();
    int painted = 0;
    for (int x = 0; x < image.width(); ++x)
        painted += image.pixelColor(x, y) == theme().colours().accentSoft ? 1 : 0;
    QVERIFY2(painted > image.width() / 4, qPrintable(QString::number(painted)));
    // The other library has other lines.
    QVERIFY(press(*dialog, "NumPy"));
    QTRY_VERIFY(dialog->view().toPlainText().contains("import numpy"));
    QVERIFY(marked(dialog->view()).last().startsWith(name + " = "));
}

void TestScriptDialog::marksParameters() {
    window().controller().openExample("two-heads");
    window().selection().inspect(ParameterCell{ParameterId::W_K, 0, 1});
    ScriptDialog* dialog = openHere();
    QVERIFY(marked(dialog->view()).first().startsWith("W_K = torch.tensor(["));
    QVERIFY(marked(dialog->view()).last().startsWith("])"));
    QVERIFY(isSaid(*dialog, "Marked: Key weights"));
}

void TestScriptDialog::nothingInspected() {
    window().controller().openExample("two-heads");
    window().selection().clearInspected();
    ScriptDialog* dialog = openHere();
    QVERIFY(dialog->view().extraSelections().isEmpty());
    QVERIFY(!isSaid(*dialog, "Marked"));
    QCOMPARE(dialog->view().verticalScrollBar()->value(), 0);
}

void TestScriptDialog::colours_data() {
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

/// As WCAG 2 counts contrast, on the panel and on marked lines.
void TestScriptDialog::colours() {
    QFETCH(bool, dark);
    const Colours& c = dark ? darkColours() : lightColours();
    const auto light = [](const QColor& colour) {
        const auto part = [](double v) {
            return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * part(colour.redF()) + 0.7152 * part(colour.greenF()) + 0.0722 * part(colour.blueF());
    };
    const auto ratio = [&](const QColor& a, const QColor& b) {
        return (std::max(light(a), light(b)) + 0.05) / (std::min(light(a), light(b)) + 0.05);
    };
    for (const PythonKind kind : {PythonKind::plain, PythonKind::keyword, PythonKind::number,
                                  PythonKind::string, PythonKind::comment, PythonKind::name}) {
        for (const QColor& back : {c.panel, c.accentSoft})
            QVERIFY2(ratio(scriptColour(kind, c), back) >= 4.5, qPrintable(scriptColour(kind, c).name()));
    }
}

/// Each piece has the colour of its kind.
void TestScriptDialog::syntaxIsShown() {
    ScriptDialog* dialog = open("sky-is-blue");
    const auto colourAt = [&](const QString& line, const QString& word) {
        for (QTextBlock block = dialog->view().document()->begin(); block.isValid(); block = block.next()) {
            if (!block.text().contains(line))
                continue;
            const qsizetype at = block.text().indexOf(word);
            for (const QTextLayout::FormatRange& range : block.layout()->formats()) {
                if (at >= range.start && at < range.start + range.length)
                    return range.format.foreground().color();
            }
            return QColor();
        }
        return QColor();
    };
    const Colours& c = theme().colours();
    QTRY_COMPARE(colourAt("import torch", "import"), scriptColour(PythonKind::keyword, c));
    QCOMPARE(colourAt("tokens = [", "\"sky\""), scriptColour(PythonKind::string, c));
    QCOMPARE(colourAt("d_model = 2", "2"), scriptColour(PythonKind::number, c));
    QCOMPARE(colourAt("d_model = 2", "# "), scriptColour(PythonKind::comment, c));
    QVERIFY(!colourAt("d_model = 2", "d_model").isValid());
}

void TestScriptDialog::followsTheTheme() {
    window().controller().openExample("sky-is-blue");
    window().selection().inspect(CellRef{StageId::weights, 0, 0, 0});
    ScriptDialog* dialog = openHere();
    const QString text = dialog->view().toPlainText();
    theme().setMode(ColourMode::dark);
    QCoreApplication::processEvents();
    QCOMPARE(dialog->view().toPlainText(), text);
    QCOMPARE(dialog->view().extraSelections().first().format.background().color(), darkColours().accentSoft);
}

void TestScriptDialog::libraryAndFormat() {
    ScriptDialog* dialog = open();
    QVERIFY(press(*dialog, "Notebook"));
    QVERIFY(dialog->file().endsWith(".ipynb") && isSaid(*dialog, "Each paragraph becomes a cell"));
    dialog->fileLine().setText(path("b.py"));
    QVERIFY(dialog->choices().format == ScriptFormat::python);
    for (const char* name : {"b.txt", "b", ""}) {
        dialog->fileLine().setText(*name ? path(name) : QString());
        dialog->accept();
        QVERIFY(dialog->isVisible());
        QVERIFY(isSaid(*dialog, "must end in .py or .ipynb") || isSaid(*dialog, "Enter a file name"));
    }
}

void TestScriptDialog::replacing() {
    ScriptDialog* dialog = open();
    QFile old(path("c.py"));
    QVERIFY(old.open(QIODevice::WriteOnly) && old.write("old") == 3);
    old.close();
    dialog->fileLine().setText(path("c.py"));
    dialog->accept();
    QVERIFY(dialog->isVisible() && isSaid(*dialog, "c.py already exists"));
    QCOMPARE(bytes("c.py"), QByteArray("old"));
    dialog->accept();
    QVERIFY(bytes("c.py").startsWith("# Attention"));
}

void TestScriptDialog::tooLarge() {
    Experiment large = example("sky-is-blue");
    large.projection.W_O = share(Matrix::Zero(large.projection.W_V->cols(), 80'000));
    window().document().replace(large, {});
    ScriptDialog* dialog = openHere();
    const QString message = "This document has 160,021 numbers, but there are at most 100,000 in a program.";
    QCOMPARE(dialog->view().toPlainText(), message);
    QVERIFY(press(*dialog, "Copy"));
    QVERIFY(isSaid(*dialog, message));
    dialog->fileLine().setText(path("large.py"));
    dialog->accept();
    QVERIFY(dialog->isVisible() && !QFile::exists(path("large.py")));
}

void TestScriptDialog::emptyDocument() {
    window().document().setText({});
    QVERIFY(!window().actions()[ActionId::export_script].isEnabled());
    window().figureExport().saveScript();
    QVERIFY(!window().findChild<ScriptDialog*>());
    QVERIFY(window().status().text().contains("Nothing to write: type a sentence first"));
}

void TestScriptDialog::remembered() {
    ScriptDialog* dialog = open();
    QVERIFY(press(*dialog, "NumPy") && press(*dialog, "Notebook"));
    QTRY_VERIFY(dialog->view().toPlainText().contains("import numpy"));
    dialog->fileLine().setText(path("d.ipynb"));
    dialog->accept();
    QTRY_VERIFY(!window().findChild<ScriptDialog*>());
    dialog = openHere();
    const ScriptChoices wanted{ScriptLibrary::numpy, ScriptFormat::notebook};
    QVERIFY(dialog->choices() == wanted);
    QSettings settings(path("script.conf"), QSettings::IniFormat);
    dialog->choices().save(settings);
    QVERIFY(ScriptChoices::load(settings) == wanted);
}

void TestScriptDialog::choicesFromElsewhere() {
    QSettings settings(path("strange.conf"), QSettings::IniFormat);
    for (const char* value : {"nan", "7", "-1"}) {
        settings.setValue("script/library", value);
        settings.setValue("script/format", value);
        const ScriptChoices choices = ScriptChoices::load(settings);
        QVERIFY(choices.format == ScriptFormat::python);
    }
}

void TestScriptDialog::fits_data() {
    QTest::addColumn<int>("scale");
    for (const int scale : {80, 100, 200, 300})
        QTest::addRow("%d %%", scale) << scale;
}

void TestScriptDialog::fits() {
    QFETCH(int, scale);
    theme().setScale(scale);
    ScriptDialog* dialog = open();
    QVERIFY(dialog);
    for (const QWidget* each : dialog->findChildren<QWidget*>()) {
        if (each->isVisible() && each->parentWidget()->inherits("lab::ExportForm"))
            QVERIFY2(each->geometry().right() <= each->parentWidget()->width(),
                     each->metaObject()->className());
    }
    QVERIFY(dialog->view().width() > 60);
}

LAB_WINDOW_TEST(TestScriptDialog)
#include "tst_script_dialog.moc"
