// SPDX-License-Identifier: GPL-3.0-or-later
//
// Inserting overlong text into any field in any way is refused with a message and changes nothing. Long text
// that is accepted is displayed elided.
#include "core/base/text_limits.h"
#include "core/edits/snapshots.h"
#include "core/io/document_file.h"
#include "tests/support/compare.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"
#include "tests/ui/panels/parameters_by_hand.h"
#include "tests/ui/panels/text_by_hand.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/examples.h"
#include "ui/figures/figure_dialog.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/explore/override_editor.h"
#include "ui/panels/dictionary/dictionary_panel.h"
#include "ui/panels/dictionary/dictionary_table.h"
#include "ui/panels/sentence/token_editor.h"
#include "ui/panels/sentence/token_row.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/text_limit.h"
#include "ui/window/menu/actions.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/banner.h"

#include <QAbstractSpinBox>
#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QInputMethodEvent>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPointer>
#include <QSignalSpy>
#include <QTextBrowser>
#include <QTimer>
#include <QToolTip>

using namespace lab;
using namespace lab::test;

namespace {

using OpensField = std::function<void(LabWindow&)>;

constexpr qsizetype ten_megabytes = 10'000'000;

QString text_of(const QWidget* field) {
    if (const auto* line = qobject_cast<const QLineEdit*>(field))
        return line->text();
    return qobject_cast<const QPlainTextEdit*>(field)->toPlainText();
}

/// All editable text fields, whether visible or not.
QList<QWidget*> fields() {
    QList<QWidget*> all;
    for (QWidget* each : QApplication::allWidgets()) {
        const auto* line = qobject_cast<QLineEdit*>(each);
        const auto* text = qobject_cast<QPlainTextEdit*>(each);
        if ((line && !line->isReadOnly()) || (text && !text->isReadOnly()))
            all += each;
    }
    return all;
}

} // namespace

class TestTextFields : public WindowTest {
    Q_OBJECT

private slots:
    void refused_data();
    void refused();
    void shortTextsGoIn();
    void spinBox();
    void grid();
    void sentence_data();
    void sentence();
    void shownInShort_data();
    void shownInShort();
    void longTokenIsNotCut();
    void namesThatLostBytes();

private:
    void nothingIsLong();
};

void TestTextFields::refused_data() {
    QTest::addColumn<OpensField>("opens");
    QTest::addColumn<int>("more"); // additional fields, compared with the plain window
    const auto row = [](const char* name, int more, const OpensField& opens) {
        QTest::newRow(name) << opens << more;
    };
    row("window", 0, [](LabWindow&) {});
    row("title and description", 0, [](LabWindow& w) { w.actions()[ActionId::describe].trigger(); });
    row("second sentence", 0, [](LabWindow& w) { w.document().setSource(true); });
    row("chip", 1, [](LabWindow& w) { w.sentence().tokens().tokenEditor().edit(1); });
    row("number in a grid", 1,
        [](LabWindow& w) { w.grid(ParameterId::W_Q).edit(w.grid(ParameterId::W_Q).model()->index(0, 0)); });
    row("override", 1, [](LabWindow& w) {
        const QPoint at = w.heatmap(StageId::scores).cellRect({0, 0}).center().toPoint();
        QTest::mouseClick(&w.heatmap(StageId::scores), Qt::LeftButton, {}, at);
        QTest::mouseDClick(&w.heatmap(StageId::scores), Qt::LeftButton, {}, at);
        QTest::mouseRelease(&w.heatmap(StageId::scores), Qt::LeftButton, {}, at);
    });
    row("dictionary", 2, [](LabWindow& w) {
        emit w.parameters().dictionaryWanted();
        w.dictionary()->table().edit(w.dictionary()->table().model()->index(0, 0));
    });
    row("random form", 1, [](LabWindow& w) { choose_for(w, ParameterId::W_Q, "Random"); });
    row("snapshot", 0, [](LabWindow& w) {
        takeSnapshot(w.document());
        w.press_key(Qt::Key_5, Qt::ControlModifier);
        w.press(LabWindow::button(w.compare(), "Snapshot 1"));
        w.press(LabWindow::button(w.compare(), "Rename"));
    });
    row("figure", 5, [](LabWindow& w) { w.actions()[ActionId::export_figure].trigger(); });
    row("name of a file", 1, [](LabWindow& w) { w.actions()[ActionId::save_as].trigger(); });
}

/// Inserts ten megabytes into every field in every way. The window responds at once and nothing changes.
void TestTextFields::refused() {
    QFETCH(OpensField, opens);
    QFETCH(int, more);
    LabWindow& w = window();
    const auto before = fields().size();
    opens(w);
    QVERIFY(fields().size() >= before + more);
    const Experiment experiment = w.document().experiment();
    const QString huge(ten_megabytes, QLatin1Char('7'));
    for (const auto& [name, way] : ways()) {
        QList<QPointer<QWidget>> all;
        for (QWidget* field : fields())
            all += field;
        for (const QPointer<QWidget>& field : all) {
            if (!field) // an editor that has been closed
                continue;
            const QByteArray what = QByteArray(name) + " " + field->metaObject()->className() + " " +
                                    field->accessibleName().toUtf8();
            const QString text = text_of(field);
            bool answered = false;
            QTimer::singleShot(0, &w, [&answered] { answered = true; });
            w.status().say("nothing");
            QToolTip::hideText();
            way(field, huge);
            const QString said = !field || field->window() == &w ? w.status().text() : QToolTip::text();
            QCoreApplication::processEvents();
            QVERIFY2(answered, what);
            QVERIFY2(!field || text_of(field) == text, what); // an editor may have been closed
            QVERIFY2(said.contains("10,000,000 characters") || said.contains("10 MB"),
                     what + ": " + said.toUtf8());
            QVERIFY2(said.contains("at most"), what);
        }
    }
    QGuiApplication::clipboard()->clear();
    QVERIFY(!difference(w.document().experiment(), experiment));
}

/// Text that fits is accepted in every way, also when it replaces a selection.
void TestTextFields::shortTextsGoIn() {
    QLineEdit& line = window().sentence().line();
    const QString most(static_cast<qsizetype>(most_in_field), QLatin1Char('x'));
    for (const auto& [name, way] : ways()) {
        line.clear();
        way(&line, QStringLiteral("grass is green"));
        QCOMPARE(line.text(), QStringLiteral("grass is green"));
        window().actions()[ActionId::describe].trigger();
        auto* title = qobject_cast<QLineEdit*>(window().focusWidget());
        QVERIFY(title);
        title->clear();
        way(title, most);
        QVERIFY2(title->text() == most, name);
        if (std::string_view(name) == "drop")
            continue; // a drop does not replace the selection
        title->selectAll();
        way(title, QStringLiteral("A title"));
        QCOMPARE(title->text(), QStringLiteral("A title"));
    }
    QGuiApplication::clipboard()->clear();
}

/// QAbstractSpinBox passes key events to its line edit directly, without sendEvent().
void TestTextFields::spinBox() {
    window().actions()[ActionId::export_figure].trigger();
    auto* dialog = window().findChild<FigureDialog*>();
    QVERIFY(dialog);
    const QList<QAbstractSpinBox*> boxes = dialog->findChildren<QAbstractSpinBox*>();
    QVERIFY(!boxes.isEmpty());
    for (QAbstractSpinBox* box : boxes) {
        const QString text = box->text();
        by_key(box, QString(ten_megabytes, QLatin1Char('7')));
        QCOMPARE(box->text(), text);
        QVERIFY(QToolTip::text().contains("at most"));
    }
    QGuiApplication::clipboard()->clear();
}

void TestTextFields::grid() {
    LabWindow& w = window();
    const Experiment before = w.document().experiment();
    QString numbers = QStringLiteral("1 2\n").repeated(ten_megabytes / 4);
    for (const QString& text : {numbers, QString(ten_megabytes, QLatin1Char('7'))}) {
        QGuiApplication::clipboard()->setText(text);
        bool answered = false;
        QTimer::singleShot(0, &w, [&answered] { answered = true; });
        w.grid(ParameterId::W_Q).setFocus();
        w.grid(ParameterId::W_Q).setCurrentIndex(w.grid(ParameterId::W_Q).model()->index(0, 0));
        QTest::keyClick(&w.grid(ParameterId::W_Q), Qt::Key_V, Qt::ControlModifier);
        QCoreApplication::processEvents();
        QVERIFY(answered);
        QVERIFY2(w.status().text().contains("This text has 10 MB, and at most 1 MB"),
                 qPrintable(w.status().text().left(500)));
        QVERIFY(!difference(w.document().experiment(), before));
    }
    QGuiApplication::clipboard()->clear();
}

void TestTextFields::sentence_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<Tokenizer>("tokenizer");
    QTest::addColumn<QString>("said");
    using enum Tokenizer;
    const auto tokens = static_cast<qsizetype>(most_tokens);
    QTest::newRow("too many words") << QStringLiteral("a ").repeated(tokens + 1) << whitespace
                                    << "20,001 tokens";
    QTest::newRow("too many letters")
        << QString(tokens + 1, QLatin1Char('a')) << characters << "20,001 tokens";
    QTest::newRow("a megabyte of words")
        << QStringLiteral("a ").repeated(500'000) << words << "500,000 tokens";
    QTest::newRow("more than a megabyte")
        << QString(1'000'001, QLatin1Char('a')) << whitespace << "at most 1 MB";
    QTest::newRow("in bytes") << QString(333'334, QChar(0x4e2d)) << whitespace << "at most 1 MB";
}

void TestTextFields::sentence() {
    QFETCH(QString, text);
    QFETCH(Tokenizer, tokenizer);
    QFETCH(QString, said);
    LabWindow& w = window();
    w.document().setSource(true);
    w.document().setTokenizer(tokenizer);
    const Experiment before = w.document().experiment();
    QLineEdit& line = w.sentence().line();
    const QString shown = line.text();
    line.selectAll();
    by_key(&line, text);
    QCOMPARE(line.text(), shown);
    QVERIFY(!difference(w.document().experiment(), before));
    QStringList all{w.status().text()};
    for (const QLabel* each : w.sentence().findChildren<QLabel*>()) {
        if (each->isVisible())
            all += each->text();
    }
    QVERIFY2(all.join('\n').contains(said), qPrintable(all.join('\n').left(500)));
    // Setting the text directly is refused, too.
    w.document().setText(text);
    QVERIFY(!difference(w.document().experiment(), before));
    QGuiApplication::clipboard()->clear();
}

void TestTextFields::shownInShort_data() {
    QTest::addColumn<OpensField>("makes");
    const std::string longest(999'000, 'x');
    std::size_t number = 0;
    const auto row = [&number](const char* name, const OpensField& makes) {
        if (in_sample(number++, 1))
            QTest::newRow(name) << makes;
    };
    const auto replaced = [](LabWindow& w, const std::function<void(Experiment&)>& change) {
        Experiment next = w.document().experiment();
        change(next);
        w.document().replace(next, {});
    };
    row("pasted word", [=](LabWindow& w) {
        w.sentence().line().selectAll();
        by_key(&w.sentence().line(), "sky " + QString::fromStdString(longest) + " blue");
        QCOMPARE(w.document().experiment().sequence.tokens.size(), std::size_t{3});
    });
    row("pasted word of another script", [=](LabWindow& w) {
        w.sentence().line().selectAll();
        by_key(&w.sentence().line(), "sky " + QString(333'000, QChar(0x4e2d)));
        QCOMPARE(w.document().experiment().sequence.tokens.size(), std::size_t{2});
    });
    row("title", [=](LabWindow& w) { replaced(w, [&](Experiment& e) { e.title = longest; }); });
    row("description", [=](LabWindow& w) { replaced(w, [&](Experiment& e) { e.description = longest; }); });
    row("snapshot", [=](LabWindow& w) {
        replaced(w, [&](Experiment& e) {
            e = with_snapshot(e);
            e.snapshots.back().name = longest;
        });
    });
}

/// No label, tooltip, accessible name, title or undo text shows the long text in full.
void TestTextFields::nothingIsLong() {
    constexpr qsizetype most = 21'000;
    constexpr qsizetype mostInLine = 101'000;
    const auto check = [](const QObject* object, const char* what, const QString& text) {
        QVERIFY2(text.size() <= most, QByteArray(object->metaObject()->className()) + " " + what);
    };
    for (const QWidget* each : QApplication::allWidgets()) {
        check(each, "tooltip", each->toolTip());
        check(each, "accessible name", each->accessibleName());
        check(each, "accessible description", each->accessibleDescription());
        check(each, "window title", each->windowTitle());
        if (const auto* label = qobject_cast<const QLabel*>(each))
            check(label, "text", label->text());
        if (const auto* browser = qobject_cast<const QTextBrowser*>(each))
            check(browser, "text", browser->toPlainText());
        if (const auto* text = qobject_cast<const QPlainTextEdit*>(each))
            check(text, "text", text->toPlainText());
        if (const auto* line = qobject_cast<const QLineEdit*>(each))
            QVERIFY(line->text().size() <= mostInLine);
    }
    for (const QAction* each : window().findChildren<QAction*>()) {
        check(each, "action", each->text());
        check(each, "action's tooltip", each->toolTip());
    }
}

void TestTextFields::shownInShort() {
    QFETCH(OpensField, makes);
    LabWindow& w = window();
    makes(w);
    nothingIsLong();
    w.actions()[ActionId::describe].trigger();
    w.click(StageId::weights, {0, 0});
    QTest::mouseMove(&w.heatmap(StageId::weights),
                     w.heatmap(StageId::weights).cellRect({1, 1}).center().toPoint());
    nothingIsLong();
    emit w.parameters().dictionaryWanted();
    QCoreApplication::processEvents();
    nothingIsLong();
    for (const Qt::Key page : {Qt::Key_2, Qt::Key_3, Qt::Key_4, Qt::Key_4, Qt::Key_5, Qt::Key_6, Qt::Key_1}) {
        w.press_key(page, Qt::ControlModifier);
        QCoreApplication::processEvents();
        nothingIsLong();
    }
    w.document().undo();
    nothingIsLong();
    QGuiApplication::clipboard()->clear();
}

/// An editor that would truncate the token does not open, and says so.
void TestTextFields::longTokenIsNotCut() {
    LabWindow& w = window();
    w.document().setText("sky " + QString(50'000, QLatin1Char('x')));
    const Experiment before = w.document().experiment();
    TokenEditor& editor = w.sentence().tokens().tokenEditor();
    QSignalSpy refusals(&editor, &TokenEditor::refused);
    editor.edit(1);
    QVERIFY(!editor.editor());
    QCOMPARE(refusals.size(), 1);
    QVERIFY(refusals[0][0].toString().contains("50,000 characters"));
    emit w.parameters().dictionaryWanted();
    const QAbstractItemModel& words = *w.dictionary()->table().model();
    for (int row = 0; row < words.rowCount(); ++row) {
        const QModelIndex index = words.index(row, 0);
        QCOMPARE(words.flags(index).testFlag(Qt::ItemIsEditable),
                 words.data(index, Qt::EditRole).toString().size() < 50'000);
    }
    QVERIFY(!difference(w.document().experiment(), before));
}

/// Qt's display of a non-UTF-8 file name may equal another file's name. That file is neither opened nor
/// overwritten.
void TestTextFields::namesThatLostBytes() {
    LabWindow& w = window();
    const Experiment before = w.document().experiment();
    const QString document = path(QStringLiteral("caf\ufffd.attn"));
    QVERIFY(!save_experiment(document.toStdString(), example("two-heads")));
    w.controller().openFile(document);
    QVERIFY(w.banner().text().contains("bytes that are not text"));
    QVERIFY(!difference(w.document().experiment(), before));
    w.document().replace(before, document);
    w.controller().save();
    QVERIFY(w.banner().text().contains("not saved"));
    const auto read = load_experiment(document.toStdString());
    QVERIFY(read && !difference(read.value(), example("two-heads")));
    w.actions()[ActionId::export_figure].trigger();
    auto* dialog = w.findChild<FigureDialog*>();
    QVERIFY(dialog);
    const QString figure = path(QStringLiteral("caf\ufffd.svg"));
    dialog->fileLine().setText(figure);
    dialog->accept();
    QVERIFY(dialog->isVisible());
    QVERIFY(!QFile::exists(figure));
}

LAB_WINDOW_TEST(TestTextFields)
#include "tst_text_fields.moc"
