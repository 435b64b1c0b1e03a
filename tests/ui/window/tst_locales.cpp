// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers are typed, scrubbed, copied and saved identically in every system locale. Texts, images and output
// must be identical.
#include "core/io/file.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/cards_by_hand.h"
#include "ui/window/drag/drag_bubble.h"
#include "ui/window/menu/actions.h"
#include "ui/window/status_line.h"

#include <QClipboard>
#include <QLabel>
#include <QPainter>
#include <QPointer>
#include <QProcess>
#include <QRegularExpression>
#include <QWheelEvent>

#include <clocale>
#include <functional>
#include <map>

using namespace lab;
using namespace lab::test;

namespace {

using Action = std::function<void(LabWindow&)>;

/// Sets Qt's locale while it exists, and the C library's if the locale is installed or can be generated in
/// `folder`.
class InLocale {
public:
    InLocale(const QLocale& locale, const QString& folder) : m_before(std::setlocale(LC_ALL, nullptr)) {
        QLocale::setDefault(locale);
        const QByteArray name = locale.name().toUtf8() + ".UTF-8";
        if (std::setlocale(LC_ALL, name))
            return;
        qputenv("LOCPATH", folder.toUtf8());
        const QString made = folder + '/' + name;
        if (!QFileInfo::exists(made)) // needs the `locales` package, ignored if missing
            QProcess::execute(
                "sh", {"-c", "localedef -i \"$0\" -f UTF-8 \"$1\" >/dev/null 2>&1", locale.name(), made});
        std::setlocale(LC_ALL, name);
    }
    ~InLocale() {
        std::setlocale(LC_ALL, m_before.constData());
        QLocale::setDefault(QLocale::c());
    }
    InLocale(const InLocale&) = delete;
    InLocale& operator=(const InLocale&) = delete;

private:
    QByteArray m_before;
};

/// Everything observable of a window after an action.
struct Account {
    QStringList texts; ///< all its texts
    QString clipboard;
    QString saved; ///< the content of the document's file
    QImage picture;
};

void select(LabWindow& w, int row, int column) {
    QTest::mouseClick(w.grid(ParameterId::W_Q).viewport(), Qt::LeftButton, {},
                      w.cell_of(ParameterId::W_Q, row, column));
}

/// Types over the first number of W_Q, with any letters. If it is refused, Escape restores the old one.
void type_cell(LabWindow& w, const QString& text) {
    MatrixGrid& grid = w.grid(ParameterId::W_Q);
    select(w, 0, 0);
    type_letters(grid, text.left(1));
    const QPointer<QLineEdit> line = grid.viewport()->findChild<QLineEdit*>();
    QVERIFY(line);
    type_letters(*line, text.mid(1));
    QCOMPARE(line->text(), text);
    QTest::keyClick(line, Qt::Key_Return);
    QCoreApplication::processEvents(); // the number is committed asynchronously
    if (line && line->isVisible())
        QTest::keyClick(line, Qt::Key_Escape);
    QTRY_VERIFY(!grid.viewport()->findChild<QLineEdit*>());
}

void scrub(LabWindow& w) {
    QWidget* viewport = w.grid(ParameterId::W_Q).viewport();
    const QPoint from = w.cell_of(ParameterId::W_Q);
    QTest::mousePress(viewport, Qt::LeftButton, {}, from);
    for (const int x : {10, 40, 60})
        QTest::mouseMove(viewport, from + QPoint(x, 0));
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, from + QPoint(60, 0));
}

void turn_wheel_over_cell(LabWindow& w) {
    QWidget* viewport = w.grid(ParameterId::W_Q).viewport();
    const QPoint at = w.cell_of(ParameterId::W_Q);
    QWheelEvent event(at, viewport->mapToGlobal(at), {}, {0, 120}, {}, Qt::ControlModifier, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(viewport, &event);
    w.document().commitPreview();
}

void copy_and_paste(LabWindow& w) {
    MatrixGrid& grid = w.grid(ParameterId::W_Q);
    select(w, 0, 0);
    QTest::keyClick(&grid, Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(&grid, Qt::Key_C, Qt::ControlModifier);
    select(w, 1, 0);
    QTest::keyClick(&grid, Qt::Key_V, Qt::ControlModifier);
}

} // namespace

class TestLocales : public WindowTest {
    Q_OBJECT

private slots:
    void sameEverywhere_data();
    void sameEverywhere();
    void rightToLeftDesktop();

private:
    /// Opens a new window in that locale and performs `act`.
    Account accountOf(const QLocale& locale, const Action& act);
    static QStringList textsOf(LabWindow& w);
    static QImage pictureOf(LabWindow& w);
};

QStringList TestLocales::textsOf(LabWindow& w) {
    QStringList texts{w.windowTitle(), w.status().text()};
    for (const ActionId id : {ActionId::undo, ActionId::redo})
        texts << w.actions()[id].text() << w.actions()[id].toolTip();
    for (const QTableView* grid : w.findChildren<QTableView*>()) {
        const QAbstractItemModel& model = *grid->model();
        for (int row = 0; row < model.rowCount(); ++row) {
            for (int column = 0; column < model.columnCount(); ++column) {
                for (const int role : {int(Qt::DisplayRole), int(Qt::EditRole), int(Qt::ToolTipRole),
                                       int(Qt::AccessibleTextRole)})
                    texts += model.index(row, column).data(role).toString();
            }
        }
    }
    for (const QWidget* each : w.findChildren<QWidget*>()) {
        if (!each->isVisible() || qobject_cast<const DragBubble*>(each)) // the bubble goes after a while
            continue;
        texts << each->toolTip() << each->accessibleName() << each->accessibleDescription();
        if (const auto* label = qobject_cast<const QLabel*>(each))
            texts += label->text();
        if (const auto* button = qobject_cast<const QAbstractButton*>(each))
            texts += button->text();
        if (const auto* line = qobject_cast<const QLineEdit*>(each))
            texts += line->text();
    }
    // The time varies.
    return texts.replaceInStrings(QRegularExpression("recomputed in .*"), {});
}

/// The window without its status bar, which shows timings.
QImage TestLocales::pictureOf(LabWindow& w) {
    w.sentence().line().setFocus();
    QImage picture = w.grab().toImage();
    QPainter(&picture).fillRect(QRect(w.status().mapTo(&w, QPoint()), w.status().size()), Qt::black);
    return picture;
}

Account TestLocales::accountOf(const QLocale& locale, const Action& act) {
    const InLocale there(locale, path({}));
    QGuiApplication::clipboard()->clear();
    QApplication::setCursorFlashTime(0); // the caret must not blink
    LabWindow& w = openWindow({1440, 1000});
    w.document().setFrame(60); // computed before the picture, however slow the machine is
    const QString file = path("saved.attn");
    QFile::remove(file);
    w.document().noteSaved(w.document().experiment(), file);
    act(w);
    Account account{textsOf(w), QGuiApplication::clipboard()->text(), {}, pictureOf(w)};
    w.controller().save();
    if (QTest::qWaitFor([&] { return QFileInfo::exists(file) && !w.controller().hasUnsaved(); }))
        account.saved = QString::fromStdString(read_file(file.toStdString()).value());
    w.document().undo();
    account.texts += textsOf(w);
    return account;
}

void TestLocales::sameEverywhere_data() {
    QTest::addColumn<QLocale>("locale");
    QTest::addColumn<QString>("what");
    QTest::addColumn<Action>("act");
    QTest::addColumn<QString>("step"); // the undo text, or empty if nothing changed
    QTest::addColumn<QString>("said"); // below the board, or in the saved file
    QTest::addColumn<QString>("clipboard");
    for (const char* name : {"C", "de_DE", "sv_SE", "ar_EG"}) {
        const auto row = [name](const char* what, const Action& act, const char* step, const char* said,
                                const char* clipboard = "") {
            QTest::addRow("%s, %s", name, what) << QLocale(name) << QString(what) << act << QString(step)
                                                << QString(said) << QString(clipboard);
        };
        const auto cell = [&](const char* text, const char* step, const char* said) {
            row(
                qPrintable(QString("a cell, %1").arg(text)), [text](LabWindow& w) { type_cell(w, text); },
                step, said);
        };
        const auto number = [&](const char* field, const char* text, const char* step, const char* said) {
            row(
                qPrintable(QString("%1, %2").arg(field, text)),
                [field, text](LabWindow& w) { enter(w, field, text); }, step, said);
        };
        cell("0.25", "W_Q[1,1] −0.0271 → 0.25", "0.25");
        cell("0,25", "W_Q[1,1] −0.0271 → 0.25", "0.25"); // unambiguous
        cell("−1234.5", "W_Q[1,1] −0.0271 → −1234.5", "-1234.5");
        cell("1,234", "", "“1,234” could mean two numbers");
        cell("1.234,5", "", "“1.234,5” could mean two numbers");
        cell("٠٫٢٥", "", "“٠٫٢٥” is no finite number");
        row("scrubbed", scrub, "W_Q[1,1] −0.0271 → 0.4729", "0.4729");
        row("turned", turn_wheel_over_cell, "W_Q[1,1] −0.0271 → 0.0229", "0.0229");
        row("pasted", copy_and_paste, "W_Q: 1 × 2 pasted", "-0.0271", "-0.0271\t-0.384\n");
        number("Temperature", "0.25", "Temperature 0.25", "0.25");
        number("Temperature", "0,25", "Temperature 0.25", "0.25");
        number("Temperature", "1.234,5", "", "“1.234,5” could mean two numbers");
        row(
            "a scale",
            [](LabWindow& w) {
                press(w, StageId::scaled_scores, "Scale by 1/√dₖ");
                enter(w, "The factor applied to the scores", "-1234.5");
            },
            "Scale by −1234.5", "-1234.5");
    }
}

void TestLocales::sameEverywhere() {
    QFETCH(QLocale, locale);
    QFETCH(QString, what);
    QFETCH(Action, act);
    QFETCH(QString, step);
    QFETCH(QString, said);
    QFETCH(QString, clipboard);
    const Account there = accountOf(locale, act);
    QCOMPARE(there.texts[2], step.isEmpty() ? QStringLiteral("Undo") : QStringLiteral("Undo: ") + step);
    QVERIFY2((step.isEmpty() ? there.texts[1] : there.saved).contains(said), qPrintable(there.texts[1]));
    QCOMPARE(there.clipboard, clipboard);
    static std::map<QString, Account> accountsOfC; // by action
    const auto [found, isNew] = accountsOfC.try_emplace(what);
    if (isNew)
        found->second = locale == QLocale::c() ? there : accountOf(QLocale::c(), act);
    const Account& here = found->second;
    QCOMPARE(there.texts, here.texts);
    QCOMPARE(there.saved, here.saved);
    // On a busy machine a window may be drawn before its layout is at rest. What a locale changes is drawn
    // every time.
    bool isSame = there.picture == here.picture;
    for (int again = 0; again < 4 && !isSame; ++again)
        isSame = accountOf(locale, act).picture == accountOf(QLocale::c(), act).picture;
    QVERIFY(isSame);
}

/// Neither the desktop's direction nor Qt's option -reverse mirrors a matrix, a formula or a number.
void TestLocales::rightToLeftDesktop() {
    const Account here = accountOf(QLocale::c(), scrub);
    QGuiApplication::setLayoutDirection(Qt::RightToLeft); // what the option does
    theme().applyToApplication();                         // as when the program starts
    QCOMPARE(QGuiApplication::layoutDirection(), Qt::LeftToRight);
    const Account there = accountOf(QLocale("ar_EG"), scrub);
    QCOMPARE(there.texts, here.texts);
    bool isSame = there.picture == here.picture;
    for (int again = 0; again < 4 && !isSame; ++again) // as above
        isSame = accountOf(QLocale("ar_EG"), scrub).picture == here.picture;
    QVERIFY(isSame);
}

LAB_WINDOW_TEST(TestLocales)
#include "tst_locales.moc"
