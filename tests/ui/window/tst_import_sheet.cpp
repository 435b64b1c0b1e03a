// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of named arrays opened in the window: the sheet, what it says and forbids, and what becomes of the
// document.
#include "core/experiment/is_same.h"
#include "core/experiment/validate.h"
#include "core/io/file.h"
#include "tests/support/compare.h"
#include "tests/support/drops.h"
#include "tests/support/import_cases.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/shape_edits.h"
#include "ui/widgets/number_field.h"
#include "ui/window/import/import_sheet.h"
#include "ui/window/import/import_table.h"
#include "ui/window/strips/banner.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTableView>

using namespace lab;
using namespace lab::test;

namespace {

Tensor matrix_named(const std::string& name, int rows, int columns, float first) {
    std::string numbers;
    for (int i = 0; i < rows * columns; ++i)
        numbers += floats({first + static_cast<float>(i)});
    return {name, "F32", "[" + std::to_string(rows) + "," + std::to_string(columns) + "]", numbers};
}

/// W_Q, W_K and W_V below a prefix.
std::vector<Tensor> weights_below(const std::string& prefix, int rows, int columns, float first) {
    return {matrix_named(prefix + "W_Q", rows, columns, first),
            matrix_named(prefix + "W_K", rows, columns, first + 1),
            matrix_named(prefix + "W_V", rows, columns, first + 2)};
}

template<class T>
T* named(const QWidget& sheet, const QString& name) {
    for (T* each : sheet.findChildren<T*>()) {
        if (each->accessibleName() == name)
            return each;
    }
    return nullptr;
}

} // namespace

class TestImportSheet : public WindowTest {
    Q_OBJECT

private slots:
    void opens_data();
    void opens();
    void dropped();
    void refused_data();
    void refused();
    void noLayer();
    void squaresAreAskedAbout();
    void turned();
    void cannotBeTurned();
    void turnedTogether();
    void headsAreAskedFor();
    void layers();
    void rowsStay();
    void manyArrays();
    void tokensMustFit();
    void replaces_data();
    void replaces();
    void keepsTheHeads();
    void asksAboutChanges();
    void byKeyboard();
    void sizes_data();
    void sizes();

private:
    /// Opens the file and waits until its sheet has read it.
    ImportSheet* open(const QString& file);
    QString write(const QString& name, const std::vector<Tensor>& tensors);
    static QString data(const char* name) { return QString::fromStdString(import_data(name).string()); }
    static QString said(const QWidget& sheet);
    static QTableView& table(const ImportSheet& sheet) { return *sheet.findChild<QTableView*>(); }
    static QString cell(const ImportSheet& sheet, const QString& array, int column);
    static bool select(const ImportSheet& sheet, const QString& array);
    static QAbstractButton& openButton(const ImportSheet& sheet) {
        return *LabWindow::button(sheet, "Open as new document");
    }
};

ImportSheet* TestImportSheet::open(const QString& file) {
    window().controller().openFile(file);
    ImportSheet* sheet = nullptr;
    if (!QTest::qWaitFor([&] { return (sheet = window().findChild<ImportSheet*>()) != nullptr; }))
        return nullptr;
    if (!QTest::qWaitFor([&] { return !said(*sheet).contains("Reading…"); }))
        qWarning("the file is not read");
    return sheet;
}

QString TestImportSheet::write(const QString& name, const std::vector<Tensor>& tensors) {
    if (write_file(path(name).toStdString(), safetensors(tensors)))
        qWarning("cannot write %s", qPrintable(name));
    return path(name);
}

/// Every label that is shown.
QString TestImportSheet::said(const QWidget& sheet) {
    QString texts;
    for (const QLabel* label : sheet.findChildren<QLabel*>()) {
        if (label->isVisibleTo(&sheet))
            texts += label->text() + '\n';
    }
    return texts;
}

QString TestImportSheet::cell(const ImportSheet& sheet, const QString& array, int column) {
    const QAbstractItemModel& model = *table(sheet).model();
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.index(row, ImportTable::name).data().toString() == array)
            return model.index(row, column).data().toString();
    }
    return "no such array";
}

bool TestImportSheet::select(const ImportSheet& sheet, const QString& array) {
    QTableView& view = table(sheet);
    for (int row = 0; row < view.model()->rowCount(); ++row) {
        const QModelIndex index = view.model()->index(row, ImportTable::name);
        if (index.data().toString() != array)
            continue;
        view.scrollTo(index);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(index).center());
        return view.currentIndex().row() == row;
    }
    return false;
}

void TestImportSheet::opens_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("heads");
    QTest::addColumn<QString>("array");
    QTest::addColumn<QString>("taken");
    QTest::addColumn<QString>("read");
    QTest::addColumn<QString>("text");
    QTest::newRow("npz") << data("own-names.npz") << "2"
                         << "X"
                         << "X"
                         << "as stored"
                         << "2 heads";
    QTest::newRow("side by side") << data("multihead.npz") << "2"
                                  << "in_proj_weight"
                                  << "W_Q, W_K and W_V"
                                  << "turned round"
                                  << "d_k 4";
    QTest::newRow("tokens") << data("bare.npz") << "1"
                            << "tokens"
                            << "tokens"
                            << "as stored"
                            << "6 tokens";
    QTest::newRow("given") << data("given.npz") << "2"
                           << "K"
                           << "K"
                           << "as stored"
                           << "second sentence";
    QTest::newRow("sinks") << data("gpt-oss.safetensors") << ""
                           << "not there"
                           << "no such array"
                           << "no such array"
                           << "sinks";
}

void TestImportSheet::opens() {
    QFETCH(QString, file);
    QFETCH(QString, heads);
    QFETCH(QString, array);
    QFETCH(QString, taken);
    QFETCH(QString, read);
    QFETCH(QString, text);
    const Experiment before = window().document().experiment();
    ImportSheet* sheet = open(file);
    QVERIFY(sheet);
    if (!heads.isEmpty()) {
        auto* field = named<NumberField>(*sheet, "Heads");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, heads);
        QTest::keyClick(field, Qt::Key_Tab);
    }
    QCOMPARE(cell(*sheet, array, ImportTable::taken_for), taken);
    QCOMPARE(cell(*sheet, array, ImportTable::stored), read);
    QTRY_VERIFY2(said(*sheet).contains(text), qPrintable(said(*sheet)));
    QVERIFY(is_same(window().document().experiment(), before)); // nothing changes beforehand
    QTRY_VERIFY2(openButton(*sheet).isEnabled(), qPrintable(said(*sheet)));
    QTest::mouseClick(&openButton(*sheet), Qt::LeftButton);
    const Experiment& now = window().document().experiment();
    QVERIFY(!is_same(now, before));
    QVERIFY(validate(now).empty());
    if (!heads.isEmpty())
        QCOMPARE(now.heads.count, Index{heads.toInt()});
    QVERIFY(window().document().file().isEmpty());
    QTRY_VERIFY(!window().findChild<ImportSheet*>());
}

void TestImportSheet::dropped() {
    LabWindow& w = window();
    QVERIFY(drop_file(&w.sentence().line(), data("own-names.npz")));
    QTRY_VERIFY(w.findChild<ImportSheet*>());
}

void TestImportSheet::refused_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("message");
    QTest::newRow("a pickle") << "model.pt"
                              << "safetensors";
    QTest::newRow("another pickle") << "pytorch_model.bin"
                                    << "safetensors";
    QTest::newRow("an index") << "model.safetensors.index.json"
                              << "index of several files";
    QTest::newRow("rubbish") << "bad.npz"
                             << "bad.npz";
    QTest::newRow("cut off") << "bad.safetensors"
                             << "bad.safetensors";
    QTest::newRow("gone") << "gone.npz"
                          << "gone.npz";
}

void TestImportSheet::refused() {
    QFETCH(QString, name);
    QFETCH(QString, message);
    if (name != "gone.npz")
        QVERIFY(!write_file(path(name).toStdString(), "no arrays"));
    LabWindow& w = window();
    const Experiment before = w.document().experiment();
    QMimeData mime;
    mime.setUrls({QUrl::fromLocalFile(path(name))});
    QVERIFY(drop_data(&w, mime));
    QTRY_VERIFY(w.banner().isVisible());
    QVERIFY2(w.banner().text().contains(message), qPrintable(w.banner().text()));
    QVERIFY(!w.findChild<ImportSheet*>());
    QVERIFY(is_same(w.document().experiment(), before) && !w.isWindowModified());
}

/// The arrays are listed, so that one sees what there is instead.
void TestImportSheet::noLayer() {
    ImportSheet* sheet = open(write("none.safetensors", {matrix_named("lm_head", 2, 3, 0)}));
    QVERIFY(sheet);
    QCOMPARE(cell(*sheet, "lm_head", ImportTable::taken_for), QStringLiteral("not used"));
    QVERIFY2(said(*sheet).contains("This file has no weights of attention under names that are known: W_Q"),
             qPrintable(said(*sheet)));
    for (const QLineEdit* field : sheet->findChildren<QLineEdit*>())
        QVERIFY(!field->isVisible()); // there is nothing to choose
    QVERIFY(!openButton(*sheet).isEnabled());
    QVERIFY(!LabWindow::button(*sheet, "Replace parameters")->isEnabled());
}

void TestImportSheet::squaresAreAskedAbout() {
    for (const bool turns : {false, true}) {
        ImportSheet* sheet = open(write("square.safetensors", weights_below("", 2, 2, 1)));
        QVERIFY(sheet);
        QCOMPARE(cell(*sheet, "W_Q", ImportTable::stored), QStringLiteral("which way?"));
        QVERIFY2(said(*sheet).contains("which way"), qPrintable(said(*sheet)));
        QVERIFY(!openButton(*sheet).isEnabled());
        QVERIFY(LabWindow::press(LabWindow::button(*sheet, turns ? "Outputs × inputs" : "Inputs × outputs")));
        QCOMPARE(cell(*sheet, "W_Q", ImportTable::stored),
                 turns ? QStringLiteral("turned round") : QStringLiteral("as stored"));
        QTRY_VERIFY(openButton(*sheet).isEnabled());
        QTest::mouseClick(&openButton(*sheet), Qt::LeftButton);
        QCOMPARE(window().value(ParameterId::W_Q, 0, 1), turns ? 3.0 : 2.0);
        QTRY_VERIFY(!window().findChild<ImportSheet*>());
    }
}

/// One matrix alone, after the question is answered for all.
void TestImportSheet::turned() {
    ImportSheet* sheet = open(write("square.safetensors", weights_below("", 2, 2, 1)));
    QVERIFY(sheet);
    QVERIFY(LabWindow::press(LabWindow::button(*sheet, "Inputs × outputs")));
    QVERIFY(select(*sheet, "W_V"));
    QVERIFY(LabWindow::press(LabWindow::button(*sheet, "Turn round")));
    QCOMPARE(cell(*sheet, "W_V", ImportTable::stored), QStringLiteral("turned round"));
    QCOMPARE(cell(*sheet, "W_Q", ImportTable::stored), QStringLiteral("as stored"));
    for (const char* answer : {"Inputs × outputs", "Outputs × inputs"}) // neither is true of all
        QVERIFY(!LabWindow::button(*sheet, answer)->isChecked());
    QCOMPARE(table(*sheet).currentIndex().siblingAtColumn(0).data().toString(), QStringLiteral("W_V"));
    QTRY_VERIFY(openButton(*sheet).isEnabled());
    QTest::mouseClick(&openButton(*sheet), Qt::LeftButton);
    QCOMPARE(window().value(ParameterId::W_Q, 0, 1), 2.0);
    QCOMPARE(window().value(ParameterId::W_V, 0, 1), 5.0); // stored as 3 4, 5 6
}

void TestImportSheet::cannotBeTurned() {
    ImportSheet* sheet = open(data("own-names.npz")); // X has 6 columns, W_Q is 6 × 8
    QVERIFY(sheet);
    for (const QString array : {"W_Q", "b_Q", "X"}) {
        QVERIFY(select(*sheet, array));
        QVERIFY(!LabWindow::button(*sheet, "Turn round")->isEnabled());
        QVERIFY(!LabWindow::button(*sheet, "Turn round")->toolTip().isEmpty());
    }
    QVERIFY(select(*sheet, "W_Q"));
    QVERIFY(said(*sheet).contains("would not fit"));
}

/// Without X, weights that are not square can be the other way round, but only all of them.
void TestImportSheet::turnedTogether() {
    ImportSheet* sheet = open(write("wide.safetensors", weights_below("", 2, 3, 1)));
    QVERIFY(sheet);
    QVERIFY(select(*sheet, "W_K"));
    QVERIFY(LabWindow::press(LabWindow::button(*sheet, "Turn round")));
    for (const QString array : {"W_Q", "W_K", "W_V"})
        QCOMPARE(cell(*sheet, array, ImportTable::stored), QStringLiteral("turned round"));
    QTRY_VERIFY2(said(*sheet).contains("d_model 3"), qPrintable(said(*sheet)));
    QTest::mouseClick(&openButton(*sheet), Qt::LeftButton);
    QCOMPARE(window().document().experiment().embedding.dimension, Index{3});
    QCOMPARE(window().value(ParameterId::W_Q, 1, 0), 2.0);
}

/// Fewer keys than queries: no array tells how many heads there are.
void TestImportSheet::headsAreAskedFor() {
    ImportSheet* sheet = open(write("groups.safetensors", {matrix_named("q_proj.weight", 8, 6, 1),
                                                           matrix_named("k_proj.weight", 4, 6, 2),
                                                           matrix_named("v_proj.weight", 4, 6, 3)}));
    QVERIFY(sheet);
    QVERIFY2(said(*sheet).contains("Type the number of heads"), qPrintable(said(*sheet)));
    QCOMPARE(cell(*sheet, "q_proj.weight", ImportTable::taken_for), QStringLiteral("W_Q"));
    QVERIFY(!openButton(*sheet).isEnabled());
    QVERIFY(!LabWindow::button(*sheet, "Turn round")->isEnabled());
    auto* field = named<NumberField>(*sheet, "Heads");
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "4");
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY2(openButton(*sheet).isEnabled(), qPrintable(said(*sheet)));
    QCOMPARE(named<NumberField>(*sheet, "Key/value heads")->number(), 2.0);
    QTest::mouseClick(&openButton(*sheet), Qt::LeftButton);
    QCOMPARE(window().document().experiment().heads.kv_count, Index{2});
}

void TestImportSheet::layers() {
    std::vector<Tensor> tensors = weights_below("first.", 2, 3, 1);
    for (const Tensor& each : weights_below("second.", 2, 3, 50))
        tensors.push_back(each);
    ImportSheet* sheet = open(write("two.safetensors", tensors));
    QVERIFY(sheet);
    auto* menu = named<QComboBox>(*sheet, "Layer");
    QVERIFY(menu);
    QCOMPARE(menu->count(), 2);
    QCOMPARE(cell(*sheet, "first.W_Q", ImportTable::taken_for), QStringLiteral("W_Q"));
    menu->setFocus();
    QTest::keyClick(menu, Qt::Key_Down);
    QCOMPARE(cell(*sheet, "second.W_Q", ImportTable::taken_for), QStringLiteral("W_Q"));
    QCOMPARE(cell(*sheet, "first.W_Q", ImportTable::taken_for), QStringLiteral("not used"));
    QCOMPARE(table(*sheet).model()->index(0, 0).data().toString(), QStringLiteral("second.W_Q"));
    QTRY_VERIFY(openButton(*sheet).isEnabled());
    QTest::mouseClick(&openButton(*sheet), Qt::LeftButton);
    QCOMPARE(window().value(ParameterId::W_Q), 50.0);
}

/// What is said of an array leaves it in its row, and selected.
void TestImportSheet::rowsStay() {
    ImportSheet* sheet = open(write("own.safetensors", {{"ask", "F32", "[2,2]", floats({1, 2, 3, 4})},
                                                        {"find", "F32", "[2,2]", floats({5, 6, 7, 8})},
                                                        {"give", "F32", "[2,2]", floats({9, 1, 2, 3})}}));
    QVERIFY(sheet);
    QAbstractItemModel& model = *table(*sheet).model();
    const auto names = [&] {
        QStringList all;
        for (int row = 0; row < model.rowCount(); ++row)
            all += model.index(row, ImportTable::name).data().toString();
        return all;
    };
    const QStringList before{"ask", "find", "give"};
    QCOMPARE(names(), before);
    for (const auto& [array, role] :
         {std::pair{"give", "W_V"}, {"find", "W_K"}, {"ask", "W_Q"}, {"give", ""}}) {
        QVERIFY(select(*sheet, array));
        const int row = static_cast<int>(before.indexOf(array));
        model.setData(model.index(row, ImportTable::taken_for), QString(role));
        QTRY_COMPARE(cell(*sheet, array, ImportTable::taken_for),
                     *role ? QString(role) : QString("not used"));
        QCOMPARE(names(), before);
        QCOMPARE(table(*sheet).currentIndex().row(), row);
    }
}

/// Of many layers, one is found by typing.
void TestImportSheet::manyArrays() {
    std::vector<Tensor> tensors;
    for (int layer = 0; layer < 70; ++layer) {
        for (const Tensor& each : weights_below("model.layers." + std::to_string(layer) + ".attention.", 2, 3,
                                                static_cast<float>(layer)))
            tensors.push_back(each);
    }
    ImportSheet* sheet = open(write("many.safetensors", tensors));
    QVERIFY(sheet);
    auto* menu = named<QComboBox>(*sheet, "Layer");
    QVERIFY(menu && menu->isEditable());
    menu->setFocus();
    menu->lineEdit()->selectAll();
    QTest::keyClicks(menu->lineEdit(), "model.layers.61.attention");
    QTest::keyClick(menu->lineEdit(), Qt::Key_Return);
    QCOMPARE(menu->currentIndex(), 61);
    QVERIFY(window().findChild<ImportSheet*>()); // Return has not opened the document
    QTRY_VERIFY(openButton(*sheet).isEnabled());
    QTest::mouseClick(&openButton(*sheet), Qt::LeftButton);
    QCOMPARE(window().value(ParameterId::W_Q), 61.0);
}

void TestImportSheet::tokensMustFit() {
    ImportSheet* sheet = open(data("own-names.npz"));
    QVERIFY(sheet);
    auto* line = named<QLineEdit>(*sheet, "Tokens");
    line->setFocus();
    QTest::keyClicks(line, "one two");
    QTRY_VERIFY2(said(*sheet).contains("2 tokens, expected 3"), qPrintable(said(*sheet)));
    QVERIFY(!openButton(*sheet).isEnabled());
    QTest::keyClicks(line, " three");
    QTRY_VERIFY(openButton(*sheet).isEnabled());
    QTest::mouseClick(&openButton(*sheet), Qt::LeftButton);
    QCOMPARE(window().sentence().line().text(), QStringLiteral("one two three"));
}

void TestImportSheet::replaces_data() {
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<bool>("keeps"); // the sentence
    QTest::newRow("fits") << "a b c" << true;
    QTest::newRow("too long") << "a b c d" << false;
}

void TestImportSheet::replaces() {
    QFETCH(QString, sentence);
    QFETCH(bool, keeps);
    LabWindow& w = window();
    w.type_sentence(sentence);
    const Experiment before = w.document().experiment();
    ImportSheet* sheet = open(data("own-names.npz"));
    QVERIFY(sheet);
    QAbstractButton* button = LabWindow::button(*sheet, "Replace parameters");
    QTRY_VERIFY2(button->isEnabled(), qPrintable(said(*sheet)));
    QCOMPARE(said(*sheet).contains("your sentence, which becomes"), !keeps);
    QTest::mouseClick(button, Qt::LeftButton);
    const Experiment& now = w.document().experiment();
    QVERIFY(validate(now).empty());
    QCOMPARE(now.sequence.text == sentence.toStdString(), keeps);
    QCOMPARE(now.embedding.dimension, Index{6});
    QVERIFY(now.embedding.inputs == InputKind::rows && now.projection.W_O);
    QCOMPARE(now.title, before.title);
    QTRY_VERIFY(!w.findChild<ImportSheet*>());
    w.activateWindow(); // as a window manager does when the sheet closes
    QVERIFY(QTest::qWaitForWindowActive(&w));
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(is_same(w.document().experiment(), before));
}

/// No array tells the heads, so those of the document stay.
void TestImportSheet::keepsTheHeads() {
    LabWindow& w = window();
    w.type_sentence("a b c");
    setSize(w.document(), Size::heads, 4);
    ImportSheet* sheet = open(write("heads.safetensors", weights_below("", 6, 8, 1)));
    QVERIFY(sheet);
    QCOMPARE(named<QLineEdit>(*sheet, "Heads")->text(), QString("4"));
    QAbstractButton* button = LabWindow::button(*sheet, "Replace parameters");
    QTRY_VERIFY2(button->isEnabled(), qPrintable(said(*sheet)));
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(w.document().experiment().heads.count, Index{4});
    QCOMPARE(dimensions(w.document().experiment()).d_k, Index{2});
}

void TestImportSheet::asksAboutChanges() {
    LabWindow& w = window();
    w.controller().create(); // the changes of an example are kept without a question
    w.type_sentence("the sea");
    for (const auto answer : {QMessageBox::Cancel, QMessageBox::Discard}) {
        ImportSheet* sheet = open(data("own-names.npz"));
        QVERIFY(sheet && !w.findChild<QMessageBox*>());
        QTest::mouseClick(&openButton(*sheet), Qt::LeftButton);
        auto* question = w.findChild<QMessageBox*>();
        QVERIFY(question);
        QTest::mouseClick(question->button(answer), Qt::LeftButton);
        QTRY_VERIFY(!w.findChild<QMessageBox*>() && !w.findChild<ImportSheet*>());
        QCOMPARE(w.sentence().line().text() == "the sea", answer == QMessageBox::Cancel);
    }
}

/// Tab reaches every control that is enabled, and Escape closes.
void TestImportSheet::byKeyboard() {
    std::vector<Tensor> tensors = weights_below("first.", 2, 2, 1);
    for (const Tensor& each : weights_below("second.", 2, 2, 50))
        tensors.push_back(each);
    ImportSheet* sheet = open(write("keys.safetensors", tensors));
    QVERIFY(sheet);
    QTRY_VERIFY(sheet->isActiveWindow());
    const auto reached = [](const QString& pressed) {
        QStringList names;
        for (int i = 0; i < 20; ++i) {
            const QWidget* focused = QApplication::focusWidget();
            const auto* button = qobject_cast<const QAbstractButton*>(focused);
            names += button ? button->text() : focused->accessibleName();
            if (names.last() == pressed && names.count(pressed) == 1)
                QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        return names;
    };
    reached("Outputs × inputs"); // answers the question
    QCOMPARE(cell(*sheet, "first.W_Q", ImportTable::stored), QStringLiteral("turned round"));
    QTRY_VERIFY(openButton(*sheet).isEnabled());
    const QStringList names = reached({});
    for (const QString name :
         {"Arrays of the file", "Turn round", "Layer", "Tokens", "Heads", "Key/value heads",
          "Inputs × outputs", "Outputs × inputs", "Open as new document", "Replace parameters", "Cancel"})
        QVERIFY2(names.contains(name), qPrintable(name + " of " + names.join("|")));
    QVERIFY(!names.contains(QString()));
    QTest::keyClick(sheet, Qt::Key_Escape);
    QTRY_VERIFY(!window().findChild<ImportSheet*>());
}

void TestImportSheet::sizes_data() {
    QTest::addColumn<int>("scale");
    QTest::newRow("100 %") << 100;
    QTest::newRow("300 %") << 300;
}

/// The buttons are in sight, whatever the size of texts.
void TestImportSheet::sizes() {
    QFETCH(int, scale);
    openWindow({1024, 700}, scale);
    ImportSheet* sheet = open(data("own-names.npz"));
    QVERIFY(sheet);
    sheet->resize(sheet->size().boundedTo({1004, 640}));
    QVERIFY2(sheet->width() <= 1004 && sheet->height() <= 640,
             qPrintable(QString("%1 × %2").arg(sheet->width()).arg(sheet->height())));
    for (const char* text : {"Open as new document", "Replace parameters", "Cancel"}) {
        QAbstractButton* button = LabWindow::button(*sheet, text);
        QVERIFY(button);
        const QRect place(button->mapTo(sheet, QPoint()), button->size());
        QVERIFY2(sheet->rect().contains(place), text);
    }
}

LAB_WINDOW_TEST(TestImportSheet)
#include "tst_import_sheet.moc"
