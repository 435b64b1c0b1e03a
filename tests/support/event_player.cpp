// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/event_player.h"

#include "tests/support/event_target.h"
#include "tests/support/lab_window.h"
#include "tests/support/menu_click.h"
#include "tests/support/turned_wheel.h"
#include "ui/document/edits/shape_edits.h"
#include "ui/document/learn/fit_run.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/figures/figure_dialog.h"
#include "ui/pages/learn/learn_page.h"
#include "ui/window/menu/actions.h"

#include <QClipboard>
#include <QDir>
#include <QDropEvent>
#include <QFileDialog>
#include <QImage>
#include <QInputMethodEvent>
#include <QMenu>
#include <QMimeData>
#include <QThread>
#include <QUrl>
#include <QWheelEvent>
#include <QWindow>

#include <map>

namespace lab::test {

namespace {

Qt::KeyboardModifiers modifiersOf(const QString& names) {
    Qt::KeyboardModifiers modifiers;
    modifiers.setFlag(Qt::ControlModifier, names.contains("Ctrl"));
    modifiers.setFlag(Qt::ShiftModifier, names.contains("Shift"));
    modifiers.setFlag(Qt::AltModifier, names.contains("Alt"));
    return modifiers;
}

/// Rows of numbers, as copied from a spreadsheet.
QString gridText(const QString& size) {
    const QStringList numbers = size.split(' ');
    QString text;
    for (int row = 0; row < numbers.value(0).toInt(); ++row) {
        for (int column = 0; column < numbers.value(1).toInt(); ++column)
            text += QString::number((row * 7 + column * 3) % 11 - 5) + ".25\t";
        text.back() = '\n';
    }
    return text;
}

QPalette systemPalette(bool dark) {
    return dark ? QPalette(Qt::white, QColor(60, 60, 60), Qt::gray, Qt::black, Qt::darkGray, Qt::white,
                           QColor(30, 30, 30))
                : QPalette(QColor(230, 230, 230));
}

/// Clamped, because Qt Test warns about events outside the window.
QPoint insideWindow(const QWindow& window, QPoint at) {
    return {std::clamp(at.x(), 0, window.width() - 1), std::clamp(at.y(), 0, window.height() - 1)};
}

} // namespace

struct EventPlayer::Place {
    QWidget* widget = nullptr; ///< null if not found
    QPoint at;                 ///< in window coordinates
    Qt::KeyboardModifiers modifiers;

    QWindow* window() const { return widget->window()->windowHandle(); }
};

EventPlayer::EventPlayer(Theme& theme, QString folder) : m_theme(theme), m_folder(std::move(folder)) {
    qputenv("HOME", m_folder.toUtf8());
    QDir::setCurrent(m_folder);
    QObject::connect(&m_nested, &QTimer::timeout, &m_nested, [this] { endNestedLoop(); });
}

EventPlayer::Handler EventPlayer::handlerOf(const QString& verb) {
    static const std::map<QString, Handler> handlers{
        {"click", &EventPlayer::point},    {"double", &EventPlayer::point},
        {"menu", &EventPlayer::point},     {"hover", &EventPlayer::point},
        {"drag", &EventPlayer::drag},      {"wheel", &EventPlayer::wheel},
        {"drop", &EventPlayer::drop},      {"key", &EventPlayer::key},
        {"type", &EventPlayer::type},      {"compose", &EventPlayer::compose},
        {"paste", &EventPlayer::paste},    {"entry", &EventPlayer::entry},
        {"answer", &EventPlayer::answer},  {"action", &EventPlayer::action},
        {"zoom", &EventPlayer::look},      {"system", &EventPlayer::look},
        {"direction", &EventPlayer::look}, {"resize", &EventPlayer::resize},
        {"number", &EventPlayer::edit},    {"sentence", &EventPlayer::edit},
        {"heads", &EventPlayer::edit},     {"example", &EventPlayer::open},
        {"open", &EventPlayer::open},      {"frame", &EventPlayer::edit},
        {"wait", &EventPlayer::wait},      {"alone", &EventPlayer::state},
        {"exercise", &EventPlayer::state}, {"lesson", &EventPlayer::lesson},
        {"fit", &EventPlayer::fit},
    };
    const auto found = handlers.find(verb);
    return found == handlers.end() ? nullptr : found->second;
}

void EventPlayer::play(const Event& event) {
    const Handler handler = handlerOf(event.at(0).toString());
    if (!handler)
        return qWarning("no such event: %s", lineOf(event).constData());
    keepFiguresInside();
    constexpr int patience = 100;
    m_nested.start(patience);
    (this->*handler)(event);
    m_nested.stop();
}

/// QDrag::exec() runs a nested event loop until the mouse button is released. Escape ends it.
void EventPlayer::endNestedLoop() const {
    if (QThread::currentThread()->loopLevel() > 0 && QGuiApplication::focusWindow())
        QTest::keyClick(QGuiApplication::focusWindow(), Qt::Key_Escape);
}

EventPlayer::Place EventPlayer::placeOf(const Event& event) const {
    const QWidget& front = frontOf(*m_window);
    Place place;
    place.widget = find(front, {event.at(1).toString(), event.at(2).toString(), event.at(3).toInt()});
    if (!place.widget)
        return place;
    const QPoint inWidget(place.widget->width() * event.at(4).toInt() / 1000,
                          place.widget->height() * event.at(5).toInt() / 1000);
    place.at = place.widget->mapTo(place.widget->window(), inWidget);
    place.at = insideWindow(*place.window(), place.at);
    place.modifiers = modifiersOf(event.at(6).toString());
    return place;
}

void EventPlayer::point(const Event& event) {
    const Place place = placeOf(event);
    const QString verb = event.at(0).toString();
    if (!place.widget)
        return;
    if (verb == "hover")
        QTest::mouseMove(place.window(), place.at);
    else if (verb == "double")
        QTest::mouseDClick(place.window(), Qt::LeftButton, place.modifiers, place.at);
    else
        QTest::mouseClick(place.window(), verb == "menu" ? Qt::RightButton : Qt::LeftButton, place.modifiers,
                          place.at);
}

void EventPlayer::drag(const Event& event) {
    const Place place = placeOf(event);
    if (!place.widget)
        return;
    const QPointer<QWindow> window = place.window();
    const QPoint by(event.at(7).toInt(), event.at(8).toInt());
    const int steps = std::max(1, event.at(9).toInt());
    const auto moved = [&](QPoint offset) { return insideWindow(*window, place.at + offset); };
    QTest::mousePress(window, Qt::LeftButton, place.modifiers, place.at);
    for (int step = 1; window && step <= steps; ++step)
        QTest::mouseMove(window, moved(by * step / steps));
    if (window)
        QTest::mouseRelease(window, Qt::LeftButton, place.modifiers, moved(by));
}

void EventPlayer::wheel(const Event& event) {
    const Place place = placeOf(event);
    if (!place.widget)
        return;
    QWheelEvent turn(place.at, place.window()->mapToGlobal(place.at), {}, {0, 120 * event.at(7).toInt()},
                     Qt::NoButton, place.modifiers, Qt::NoScrollPhase, false);
    send_from_system(*place.window(), turn);
}

void EventPlayer::drop(const Event& event) {
    const Place place = placeOf({"drop", event.at(1), event.at(2), event.at(3), 500, 500, ""});
    if (!place.widget)
        return;
    QMimeData data;
    if (const QString file = event.at(4).toString(); file.isEmpty())
        data.setData("text/uri-list", {});
    else
        data.setUrls({QUrl::fromLocalFile(inside(file))});
    const QPoint middle = place.widget->rect().center();
    QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(place.widget, &enter);
    QDropEvent leave(middle, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(place.widget, &leave);
}

void EventPlayer::key(const Event& event) {
    QPointer<QWindow> window = activeWindow();
    const auto keys = QKeySequence::fromString(event.at(1).toString(), QKeySequence::PortableText);
    if (keys.isEmpty())
        return;
    const Qt::KeyboardModifiers modifiers = keys[0].keyboardModifiers();
    // A key may close a menu, whose window is gone then; Qt Test presses those of the modifiers first.
    for (const auto& [modifier, key] :
         {std::pair(Qt::ControlModifier, Qt::Key_Control), std::pair(Qt::AltModifier, Qt::Key_Alt),
          std::pair(Qt::ShiftModifier, Qt::Key_Shift)}) {
        if (window && modifiers & modifier)
            QTest::keyPress(window, key);
        if (!window)
            window = activeWindow();
    }
    // With these, keyPress() would press them again, and then go on with a window that this has closed.
    const bool isHeld = modifiers.testAnyFlags(Qt::ControlModifier | Qt::AltModifier);
    for (const bool isPress : {true, false}) {
        if (window && isHeld)
            QTest::simulateEvent(window, isPress, keys[0].key(), modifiers, QString(), false);
        else if (window)
            QTest::keyEvent(isPress ? QTest::Press : QTest::Release, window, keys[0].key(), modifiers);
    }
}

void EventPlayer::type(const Event& event) {
    activeWindow();
    for (const QChar letter : event.at(1).toString()) {
        QWidget* focused = QApplication::focusWidget();
        if (!focused)
            return;
        const bool ascii = letter > QChar(31) && letter < QChar(127);
        QTest::sendKeyEvent(QTest::Click, focused,
                            ascii ? QTest::asciiToKey(letter.toLatin1()) : Qt::Key_unknown, QString(letter),
                            Qt::NoModifier);
    }
}

/// Input as an input method sends it, for scripts with more characters than a keyboard has keys.
void EventPlayer::compose(const Event& event) {
    activeWindow();
    if (QObject* focused = QGuiApplication::focusObject()) {
        QInputMethodEvent unfinished(event.at(1).toString(), {});
        QCoreApplication::sendEvent(focused, &unfinished);
    }
    if (QObject* focused = QGuiApplication::focusObject()) {
        QInputMethodEvent finished;
        finished.setCommitString(event.at(2).toString());
        QCoreApplication::sendEvent(focused, &finished);
    }
}

void EventPlayer::paste(const Event& event) {
    const QString kind = event.at(1).toString();
    const QString content = event.at(2).toString();
    auto* data = new QMimeData; // owned by the clipboard
    if (kind == "html")
        data->setHtml(content);
    else if (kind == "image")
        data->setImageData(QImage(20, 20, QImage::Format_RGB32));
    else if (kind == "files")
        data->setUrls({QUrl::fromLocalFile(inside(content))});
    else
        data->setText(kind == "grid" ? gridText(content) : content);
    QGuiApplication::clipboard()->setMimeData(data);
    key({"key", "Ctrl+V"});
}

void EventPlayer::entry(const Event& event) {
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    if (!menu)
        return;
    for (QAction* each : menu->actions()) {
        if (each->text() != event.at(1).toString() || !menu->windowHandle())
            continue;
        if (menu->rect().contains(menu->actionGeometry(each).center())) // longer menus scroll
            QTest::mouseClick(menu->windowHandle(), Qt::LeftButton, {}, move_to_entry(*menu, each));
        return;
    }
}

void EventPlayer::answer(const Event& event) {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    if (!dialog)
        return;
    const QString name = event.at(1).toString();
    if (name.isEmpty())
        return dialog->reject();
    // Emits what accepting the dialog would, but without the question whether to overwrite the file.
    emit dialog->fileSelected(inside(name));
    dialog->reject();
}

void EventPlayer::action(const Event& event) {
    for (QAction* each : m_window->QWidget::actions()) {
        if (each->objectName() == event.at(1).toString() && isInFront())
            return each->trigger();
    }
}

void EventPlayer::look(const Event& event) {
    const QString verb = event.at(0).toString();
    if (verb == "zoom")
        m_theme.setScale(event.at(1).toInt());
    else if (verb == "system")
        QApplication::setPalette(systemPalette(event.at(1).toString() == "dark"));
    else
        QApplication::setLayoutDirection(event.at(1).toString() == "rtl" ? Qt::RightToLeft : Qt::LeftToRight);
}

void EventPlayer::resize(const Event& event) {
    m_window->resize(event.at(1).toInt(), event.at(2).toInt());
}

void EventPlayer::edit(const Event& event) {
    LabDocument& document = m_window->document();
    const QString verb = event.at(0).toString();
    const Experiment& experiment = document.experiment();
    if (verb == "frame")
        document.setFrame(event.at(1).toDouble());
    else if (!isInFront())
        return;
    else if (verb == "sentence")
        document.setText(event.at(1).toString());
    else if (verb == "heads" && is_free(experiment, Size::heads) &&
             sizeProblem(experiment, Size::heads, event.at(1).toDouble()).isEmpty())
        setSize(document, Size::heads, event.at(1).toInt());
    else if (const MatrixPtr matrix = parameter(experiment, ParameterId::W_Q);
             verb == "number" && matrix && matrix->size() > 0)
        document.setValue(ParameterId::W_Q, 0, 0, event.at(1).toDouble());
}

void EventPlayer::open(const Event& event) {
    if (!isInFront())
        return;
    if (event.at(0).toString() == "example")
        m_window->controller().openExample(event.at(1).toString());
    else
        m_window->controller().openFile(inside(event.at(1).toString()));
}

void EventPlayer::state(const Event& event) {
    if (event.at(0).toString() == "alone")
        return m_window->board().showAlone(StageId::scores);
    m_window->document().coverCells({StageId::scores, 0, {0, 0, 1, 1}});
    m_window->document().setExercise(true);
}

void EventPlayer::lesson(const Event& event) {
    LessonPlayer& player = m_window->lesson();
    if (!isInFront() || !player.isOn())
        return;
    const QString what = event.at(1).toString();
    if (what == "show")
        player.show();
    else if (what == "hint")
        player.showHint();
    else if (what == "next" || what == "back")
        player.move(what == "next" ? 1 : -1);
    else if (what == "step again")
        player.startStepAgain();
    else if (what == "again")
        player.startAgain();
    else
        player.leave();
}

/// What is clicked on Learn: few of a ride's clicks would paint something and find it.
void EventPlayer::fit(const Event& event) {
    if (!isInFront())
        return;
    const QString what = event.at(1).toString();
    if (what == "learn")
        m_window->pages().open<LearnPage>();
    auto* page = qobject_cast<LearnPage*>(m_window->pages().currentWidget());
    if (!page)
        return;
    FitRun& fit = page->fit();
    if (what == "first word" || what == "same word" || what == "output")
        LabWindow::press(LabWindow::button(*page, what == "output"       ? "Output"
                                                  : what == "first word" ? "First word"
                                                                         : "Same word"));
    else if (what == "find" || what == "cure")
        LabWindow::press(page->findChild<QAbstractButton*>(what == "find" ? "findWeights" : "cure"));
    else if (what == "play")
        fit.setPlaying(!fit.isPlaying());
    else if (what == "fast")
        fit.setSpeed(FitSpeed::fast);
    else if (what == "step" || what == "back")
        fit.step(what == "step" ? 1 : -1);
    else if (what == "start")
        fit.goTo(0);
    else if (what == "keep")
        fit.keep();
    else if (what == "cancel")
        fit.cancel();
}

void EventPlayer::wait(const Event& event) {
    QTest::qWait(event.at(1).toInt());
}

void EventPlayer::closeAll() {
    for (int tries = 0; tries < 20 && &frontOf(*m_window) != m_window; ++tries) {
        QWidget& front = frontOf(*m_window);
        auto* dialog = qobject_cast<QDialog*>(&front);
        dialog ? dialog->reject() : static_cast<void>(front.close());
        QCoreApplication::processEvents();
    }
}

/// The window with the keyboard focus. Without a window manager, closing a dialog leaves none, so activate
/// one.
QWindow* EventPlayer::activeWindow() const {
    if (!QGuiApplication::focusWindow()) {
        frontOf(*m_window).activateWindow();
        QCoreApplication::processEvents();
    }
    return QGuiApplication::focusWindow();
}

/// Whether no popup or dialog covers the window.
bool EventPlayer::isInFront() const {
    return &frontOf(*m_window) == m_window;
}

QString EventPlayer::inside(const QString& file) const {
    return QDir(m_folder).filePath(file);
}

/// Randomly typed file names could point anywhere, so move them into the folder.
void EventPlayer::keepFiguresInside() const {
    for (const FigureDialog* each : m_window->findChildren<FigureDialog*>()) {
        if (!QDir::cleanPath(each->file()).startsWith(m_folder + '/'))
            each->fileLine().setText(inside("figure.png"));
    }
}

} // namespace lab::test
