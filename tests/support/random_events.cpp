// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/random_events.h"

#include "tests/support/event_target.h"
#include "tests/support/lab_window.h"
#include "ui/document/examples.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/plots/geometry/plane_plot.h"
#include "ui/window/all_pages.h"
#include "ui/window/present/presentation.h"

#include <QAction>
#include <QFileDialog>
#include <QMenu>

#include <numeric>

namespace lab::test {

namespace {

const QStringList& texts() {
    static const QStringList list{
        "the sky is blue",
        "a",
        "",
        " ",
        "sea",
        "and the sea and the sky",
        "0",
        "1",
        "-2.5",
        "1e300",
        "-1e300",
        "1e400",
        "nan",
        "-inf",
        "inf",
        "0,5",
        "1 000",
        "−3",
        "0x10",
        "--",
        "1e",
        "[1,2]",
        "a\tb",
        "one\ntwo",
        "<b>bold</b> &amp;",
        "猫 看 狗",
        "שלום 123 עולם",
        "كلب يرى قطة",
        "👨‍👩‍👧 here",
        "nai\u0308ve",
        QString(QChar(0x202e)) + "turned",
        QString(QChar(1)) + "control",
        QString(400, 'w'),
        QString("so many words ").repeated(12),
    };
    return list;
}

const QStringList& matrices() {
    static const QStringList list{
        "1 2\n3 4",
        "[[1, 2], [3, 4]]",
        "tensor([[0.5, -1.0], [2.0, nan]])",
        "1;2,5\n3;4,5",
        "1\t2\t3\n4\t5",
        "[[1, 2], [3]]",
        "[[",
        "array([[1., 2.]])",
        "\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}",
        "7",
        "1e400",
        "-inf 0\n0 -inf",
        "nan",
        "blue\t1\t2\nsea\t3\t4",
    };
    return list;
}

const QStringList& keys() {
    static const QStringList list{
        "Tab",       "Shift+Tab",  "Return",      "Esc",      "Space",      "Backspace", "Del",
        "Left",      "Right",      "Up",          "Down",     "Home",       "End",       "PgUp",
        "PgDown",    "Shift+Left", "Shift+Right", "Shift+Up", "Shift+Down", "Ctrl+Left", "Ctrl+Right",
        "Ctrl+Home", "Ctrl+End",   "Ctrl+A",      "Ctrl+C",   "Ctrl+X",     "Ctrl+V",    "Shift+F10",
        "Menu",      "F2",         "W",           "5",        "-",          ".",         "Ctrl+Up",
        "Ctrl+Down", "Alt+Down",   "Ctrl+D",      "F1",       "F8",         "F9",        "F11",
        "Ctrl+Tab",
    };
    return list;
}

} // namespace

struct RandomEvents::Kind {
    int weight;
    Event (*make)(RandomEvents&);
};

const std::vector<RandomEvents::Kind>& RandomEvents::kinds() {
    using R = RandomEvents&;
    static const std::vector<Kind> list{
        {24, [](R r) { return r.at("click"); }}, {6, [](R r) { return r.at("double"); }},
        {6, [](R r) { return r.at("menu"); }},   {5, [](R r) { return r.at("hover"); }},
        {9, [](R r) { return r.drag(); }},       {7, [](R r) { return r.wheel(); }},
        {1, [](R r) { return r.drop(); }},       {10, [](R r) { return r.key(); }},
        {4, [](R r) { return r.shortcut(); }},   {7, [](R r) { return r.page(); }},
        {7, [](R r) { return r.type(); }},       {1, [](R r) { return r.compose(); }},
        {5, [](R r) { return r.paste(); }},      {4, [](R r) { return r.action(); }},
        {8, [](R r) { return r.zoom(); }},       {5, [](R r) { return r.theme(); }},
        {2, [](R r) { return r.direction(); }},  {4, [](R r) { return r.resize(); }},
        {7, [](R r) { return r.undo(); }},       {4, [](R r) { return r.edit(); }},
        {2, [](R r) { return r.open(); }},       {1, [](R r) { return r.frame(); }},
        {5, [](R r) { return r.wait(); }},       {2, [](R r) { return r.present(); }},
        {4, [](R r) { return r.fit(); }},
    };
    return list;
}

Event RandomEvents::next(const LabWindow& window) {
    m_window = &window;
    m_front = &frontOf(const_cast<LabWindow&>(window));
    if (qobject_cast<const QFileDialog*>(m_front))
        return m_last = {"answer", of({"", "", "a.attn", "b.attn", "numbers.csv", "figure.svg"})};
    if (m_repeats > 0) {
        --m_repeats;
        return m_last;
    }
    if (oneIn(8))
        m_repeats = between(1, 4);
    const bool popup = qobject_cast<const QMenu*>(m_front) && !oneIn(4);
    return m_last = popup ? forPopup() : anyKind();
}

Event RandomEvents::first(const LabWindow& window) {
    m_window = &window;
    m_front = &frontOf(const_cast<LabWindow&>(window));
    if (!m_first)
        m_first = firstEvents();
    if (m_first->empty() || m_front != static_cast<const QWidget*>(&window))
        return next(window);
    const Event event = m_first->back();
    m_first->pop_back();
    return m_last = event.at(0) == "drop" ? drop() : event.at(0) == "menu" ? at("menu") : event;
}

EventList RandomEvents::firstEvents() {
    EventList all;
    for (const QString& each : keys())
        all.push_back({"key", each});
    for (const QAction* each : m_window->QWidget::actions()) {
        for (const QKeySequence& key : each->shortcuts())
            all.push_back({"key", key.toString(QKeySequence::PortableText)});
    }
    for (int i = 0; i < 8; ++i)
        all.push_back(i < 4 ? Event{"drop"} : Event{"menu"});
    for (std::size_t i = all.size() - 1; i > 0; --i)
        std::swap(all[i], all[static_cast<std::size_t>(between(0, static_cast<int>(i)))]);
    const std::array begin{Event{"key", "F5"}, Event{"menu"}, Event{"drop"}, Event{"action", "present"}};
    all.push_back(begin[static_cast<std::size_t>(between(0, 3))]);
    if (oneIn(2))
        all.push_back({"wait", 650}); // until the hints have come
    return all;
}

Event RandomEvents::anyKind() {
    if (m_window->presentation().isRunning() && oneIn(3))
        return present();
    if (m_window->lesson().isOn() && oneIn(3))
        return lesson();
    if (const_cast<LabWindow&>(*m_window).document().isFitting() && oneIn(3))
        return fit();
    static const int all = std::accumulate(kinds().begin(), kinds().end(), 0,
                                           [](int sum, const Kind& each) { return sum + each.weight; });
    int left = between(1, all);
    for (const Kind& each : kinds()) {
        left -= each.weight;
        if (left <= 0)
            return each.make(*this);
    }
    return wait();
}

Event RandomEvents::forPopup() {
    QStringList entries;
    for (const QAction* each : m_front->actions()) {
        if (!each->isSeparator() && each->isEnabled())
            entries += each->text();
    }
    if (entries.isEmpty() || oneIn(4))
        return {"key", of({"Esc", "Down", "Up", "Return", "Left", "Right"})};
    return {"entry", of(entries)};
}

/// Chooses a class first, so that every class of widgets is equally likely.
Event RandomEvents::at(const char* verb) {
    const auto classes = usableByClass(*m_front);
    if (classes.empty())
        return {"key", "Esc"};
    const auto& widgets = classes[static_cast<std::size_t>(between(1, static_cast<int>(classes.size())) - 1)];
    const QWidget* widget =
        widgets[static_cast<std::size_t>(between(1, static_cast<int>(widgets.size())) - 1)];
    const Target target = describe(*m_front, widget);
    QPoint place(between(20, 980), between(20, 980)); // thousandths of its size
    if (const auto* plane = qobject_cast<const PlanePlot*>(widget); plane && !oneIn(4))
        place = atTip(*plane).value_or(place);
    const QString modifiers = oneIn(6) ? of({"Ctrl", "Shift", "Alt", "Ctrl+Shift"}) : QString();
    return {verb, target.type, target.name, target.which, place.x(), place.y(), modifiers};
}

/// Few pixels of a plane are the tip of a vector.
std::optional<QPoint> RandomEvents::atTip(const PlanePlot& plane) {
    const PlaneScene& scene = plane.scene();
    if (scene.content.tips.empty() || plane.size().isEmpty())
        return std::nullopt;
    const int tip = between(0, static_cast<int>(scene.content.tips.size()) - 1);
    const QPointF pixel = scene.pixelOf(static_cast<std::size_t>(tip));
    if (!plane.rect().contains(pixel.toPoint())) // out of sight, or covered
        return std::nullopt;
    return QPoint(qRound(1000 * pixel.x() / plane.width()), qRound(1000 * pixel.y() / plane.height()));
}

Event RandomEvents::drag() {
    Event event = at("drag");
    if (event.size() > 2) {
        const int far = oneIn(3) ? 600 : 60;
        event.append(between(-far, far));
        event.append(between(-far, far));
        event.append(between(1, 12));
    }
    return event;
}

Event RandomEvents::wheel() {
    Event event = at("wheel");
    if (event.size() <= 2)
        return event;
    event[6] = oneIn(2) ? QString("Ctrl") : QString();
    event.append(between(1, 3) * (oneIn(2) ? 1 : -1));
    return event;
}

Event RandomEvents::drop() {
    const Event target = at("drop");
    if (target.size() <= 2)
        return target;
    return {"drop", target[1], target[2], target[3],
            of({"a.attn", "b.attn", "numbers.csv", "broken.attn", "missing.attn", "picture.png", ""})};
}

Event RandomEvents::key() {
    return {"key", of(keys())};
}

/// One of the program's own shortcuts.
Event RandomEvents::shortcut() {
    QStringList all;
    for (const QAction* each : m_window->QWidget::actions()) {
        for (const QKeySequence& keys : each->shortcuts())
            all += keys.toString(QKeySequence::PortableText);
    }
    return {"key", of(all)};
}

Event RandomEvents::page() {
    auto index = static_cast<std::size_t>(between(0, static_cast<int>(allPages().size()) - 1));
    while (!allPages()[index].tab) // it shares the tab of the page before it
        --index;
    return {"key", allPages()[index].tab().key.toString(QKeySequence::PortableText)};
}

/// Begins presenting, or presses one of the keys of the hand that teaches; Escape and F5 are rare.
Event RandomEvents::present() {
    if (!m_window->presentation().isRunning())
        return {"key", "F5"};
    if (oneIn(15))
        return {"key", of({"F5", "Esc", "Ctrl+F5"})};
    return oneIn(4) ? Event{"key", of({"PgDown", "PgDown", "PgUp"})}
                    : Event{"key", of({"C", "C", "Shift+C", "O", "Shift+O", "H", "Shift+H", "L", "B", "E"})};
}

Event RandomEvents::anyLesson() {
    return {"example", of(lessonNames())};
}

/// Goes through a lesson; leaving it is rare.
Event RandomEvents::lesson() {
    switch (between(1, 12)) {
    case 1:
        return {"lesson", of({"leave", "again", "step again"})};
    case 2:
        return {"lesson", "back"};
    case 3:
        return {"key", of({"Alt+PgDown", "Alt+PgUp", "F12", "F8"})};
    case 4:
    case 5:
        return {"lesson", "next"};
    case 6:
    case 7:
    case 8:
        return {"lesson", of({"show", "show", "hint"})};
    default: // options, where the panel has the keyboard
        return {"key", of({"A", "B", "C", "D", "Return"})};
    }
}

/// Paints, begins, and plays; the end is rare.
Event RandomEvents::fit() {
    if (!const_cast<LabWindow&>(*m_window).document().isFitting())
        return {"fit", of({"learn", "learn", "first word", "same word", "find", "find", "cure", "output"})};
    return {"fit", of({"learn", "play", "play", "play", "fast", "step", "step", "back", "start", "cure",
                       "keep", "cancel"})};
}

Event RandomEvents::type() {
    return {"type", of(texts())};
}

Event RandomEvents::compose() {
    return {"compose", of({"ni", "", "ねこ"}), of({"你", "", "猫 "})};
}

Event RandomEvents::paste() {
    switch (between(1, 8)) {
    case 1:
        return {"paste", "html", "<table><tr><td>1<td>2<tr><td>3<td>4</table>"};
    case 2:
        return {"paste", "image", ""};
    case 3:
        return {"paste", "files", of({"a.attn", "numbers.csv"})};
    case 4:
        return {"paste", "grid", of({"3 3", "1 8", "8 1", "12 4", "40 40"})};
    case 5:
        return {"paste", "text", of(texts())};
    default:
        return {"paste", "text", of(matrices())};
    }
}

Event RandomEvents::action() {
    QStringList names;
    for (const QAction* each : m_window->QWidget::actions()) {
        if (each->isEnabled() && each->objectName() != "quit")
            names += each->objectName();
    }
    return {"action", of(names)};
}

Event RandomEvents::zoom() {
    switch (between(1, 3)) {
    case 1:
        return {"key", of({"Ctrl++", "Ctrl+-", "Ctrl+0"})};
    case 2:
        return {"action", of({"larger", "smaller", "normalSize"})};
    default:
        return {"zoom",
                std::array{80, 90, 100, 110, 125, 150, 175, 200, 250, 300}[std::size_t(between(0, 9))]};
    }
}

Event RandomEvents::theme() {
    return oneIn(3) ? Event{"system", of({"dark", "light"})}
                    : Event{"action", of({"themeDark", "themeLight", "themeSystem"})};
}

Event RandomEvents::direction() {
    return {"direction", of({"rtl", "ltr"})};
}

Event RandomEvents::resize() {
    return oneIn(4) ? Event{"resize", 480, 360} : Event{"resize", between(480, 2000), between(360, 1400)};
}

Event RandomEvents::undo() {
    return {"action", of({"undo", "undo", "undo", "redo", "redo", "snapshot", "keepScene", "nextScene",
                          "previousScene", "revert"})};
}

Event RandomEvents::edit() {
    switch (between(1, 3)) {
    case 1:
        return {"number", of({"0", "0.5", "-3", "1e200", "1e-300"}).toDouble()};
    case 2:
        return {"sentence", of(texts())};
    default:
        return {"heads", between(1, 4)};
    }
}

Event RandomEvents::open() {
    return oneIn(3) ? Event{"open", of({"a.attn", "b.attn", "broken.attn", "missing.attn"})}
                    : Event{"example", of(galleryNames())};
}

/// With a frame time of 0, everything is computed on the worker thread and shown when finished.
Event RandomEvents::frame() {
    return {"frame", of({"0", "0", "0.008", "10"}).toDouble()};
}

Event RandomEvents::wait() {
    return {"wait", oneIn(5) ? between(20, 250) : 0};
}

int RandomEvents::between(int least, int most) {
    return least + static_cast<int>(m_engine() % static_cast<std::uint64_t>(most - least + 1));
}

QString RandomEvents::of(const QStringList& choices) {
    return choices[between(0, static_cast<int>(choices.size()) - 1)];
}

} // namespace lab::test
