// SPDX-License-Identifier: GPL-3.0-or-later
//
// Monkey test: after random events, the program must not have crashed or warned. Every stage equals
// compute(), and undoing everything restores the opened document. While a lesson is played, nothing has got
// round what its step locks and covers.
//
// Rides run in separate processes:
//
//   window_tests monkey --ride SEED COUNT FILE    plays COUNT random events, logging each to FILE first
//   window_tests monkey --first SEED COUNT FILE   the same, as somebody begins who has just installed it
//   window_tests monkey --lesson SEED COUNT FILE  the same, beginning with a lesson
//   window_tests monkey --replay FILE             replays the events in FILE
//
// LAB_MONKEY_SECONDS sets how long rides() runs, and is set by tests/monkey. The event list of a failed ride
// is minimised. Lists kept in tests/data/monkey are replayed in every run.
#include "core/experiment/is_same.h"
#include "core/experiment/validate.h"
#include "core/io/document_file.h"
#include "core/io/file.h"
#include "tests/support/document_results.h"
#include "tests/support/event_player.h"
#include "tests/support/lab_window.h"
#include "tests/support/monkey_rides.h"
#include "tests/support/random_events.h"
#include "tests/support/random_experiments.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"
#include "ui/document/files/recovery.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/document/played_step.h"
#include "ui/window/preferences.h"

#include <QDate>
#include <QDesktopServices>
#include <QDir>
#include <QElapsedTimer>
#include <QImage>
#include <QThread>

#include <random>

using namespace lab;
using namespace lab::test;

namespace {

constexpr std::array schemes{"http", "https", "file", "mailto"};

std::string faults(const Experiment& experiment) {
    std::string all;
    for (const Error& each : validate(experiment))
        all += each.message() + "\n";
    return all;
}

/// Creates the files that can be opened and dropped.
bool writeFiles(const QString& folder) {
    const auto named = [&](const char* name) { return QDir(folder).filePath(name).toStdString(); };
    return QDir().mkpath(folder) && !save_experiment(named("a.attn"), example(exampleNames().at(1))) &&
           !save_experiment(named("b.attn"), example("two-heads")) &&
           !write_file(named("broken.attn"), "{") && !write_file(named("numbers.csv"), "1,2\n3,4\n") &&
           QImage(4, 4, QImage::Format_RGB32).save(QString::fromStdString(named("picture.png")));
}

} // namespace

/// While it exists, opening a URL produces a warning instead of starting a browser.
class NoBrowser : public QObject {
    Q_OBJECT

public:
    NoBrowser() {
        for (const char* scheme : schemes)
            QDesktopServices::setUrlHandler(scheme, this, "refuse");
    }
    ~NoBrowser() override {
        for (const char* scheme : schemes)
            QDesktopServices::unsetUrlHandler(scheme);
    }

public slots:
    void refuse(const QUrl& url) { qWarning("opened %s", qPrintable(url.toString())); }
};

/// A single ride, in a process of its own.
class MonkeyRide : public WindowTest {
    Q_OBJECT

public:
    enum class Begin { usual, first, lesson };

    /// Replays `events` if given. Otherwise generates `count` events and writes them to `file`.
    /// With `first`, from an empty home on.
    MonkeyRide(std::optional<EventList> events, Begin begin, std::uint64_t seed, int count, QString file)
        : m_events(std::move(events)), m_begin(begin), m_random(seed), m_count(count),
          m_file(std::move(file)) {}

private slots:
    void ride();

private:
    Event begin();
    Event next();
    void play(EventPlayer& player);
    void start();
    void watch();
    void checkLesson();
    void check();

    std::optional<EventList> m_events;
    Begin m_begin;
    RandomEvents m_random;
    int m_count;
    QString m_file;
    Experiment m_opened;
};

void MonkeyRide::ride() {
    QVERIFY(writeFiles(path("home")));
    const NoBrowser noBrowser;
    EventPlayer player(theme(), path("home"));
    if (m_events && !m_events->empty() && m_events->front() == Event{"first"})
        m_begin = Begin::first;
    start();
    player.setWindow(window());
    play(player);
    if (QTest::currentTestFailed())
        return;
    player.closeAll();
    check();
}

Event MonkeyRide::begin() {
    switch (m_begin) {
    case Begin::first:
        return {"first"};
    case Begin::lesson:
        return m_random.anyLesson();
    default:
        return m_random.next(window());
    }
}

Event MonkeyRide::next() {
    return m_begin == Begin::first ? m_random.first(window()) : m_random.next(window());
}

void MonkeyRide::play(EventPlayer& player) {
    const bool random = !m_events;
    QFile log(m_file);
    if (random)
        QVERIFY(log.open(QIODevice::WriteOnly));
    for (int i = 0; i < (random ? m_count : int(m_events->size())); ++i) {
        const Event event = !random ? (*m_events)[std::size_t(i)] : i == 0 ? begin() : next();
        if (random) {
            log.write(lineOf(event));
            log.flush();
        }
        if (event.at(0) == "abort") // to test that crashes are detected
            std::abort();
        if (event.at(0) == "first") // it began so
            continue;
        player.play(event);
        checkLesson();
        if (QTest::currentTestFailed())
            return;
        if (!window().isVisible()) { // the program was quit, so restart it
            start();
            player.setWindow(window());
        }
    }
}

/// Opens the window as the program does, with what it has written so far: at a first start, nothing.
void MonkeyRide::start() {
    if (m_begin == Begin::first) {
        const Preferences preferences = Preferences::load();
        preferences.giveTo(theme());
        openWindow({1440, 900}, theme().scale(), preferences);
        window().recovery().findAbandoned();
    } else {
        openWindow({1440, 900}, theme().scale());
    }
    watch();
}

/// Keeps track of the opened document.
void MonkeyRide::watch() {
    LabDocument& document = window().document();
    m_opened = document.experiment();
    connect(&document, &LabDocument::fileChanged, this, [this, &document] {
        if (document.whole().title.empty()) // one that nobody gave goes when it is saved
            m_opened.title.clear();
        if (!document.played() && document.undoStack().count() == 0) // otherwise it was saved
            m_opened = document.experiment();
    });
}

/// What the step locks is as it began, and what it asks for is covered.
void MonkeyRide::checkLesson() {
    LabDocument& document = window().document();
    const PlayedStep* step = document.played();
    if (!step)
        return;
    QCOMPARE(step->whyLocked(document.experiment()), QString());
    for (const StageBlock& each : step->asked()) {
        if (canCover(document.experiment(), each))
            QCOMPARE(document.cover().countIn(each), each.block.rows * each.block.columns);
    }
}

void MonkeyRide::check() {
    LabDocument& document = window().document();
    document.fit().cancel(); // it refuses edits
    window().lesson().leave();
    const Experiment last = document.commitPending();
    QCOMPARE(faults(last).c_str(), "");
    QCOMPARE(disagreement(document).c_str(), "");
    while (document.undoStack().canUndo())
        document.undo();
    Experiment first = document.experiment();
    first.view = m_opened.view; // view settings are not undone
    QCOMPARE(difference(first, m_opened).value_or("").c_str(), "");
    QVERIFY(is_same(first, m_opened));
    QCOMPARE(disagreement(document).c_str(), "");
    while (document.undoStack().canRedo())
        document.redo();
    QVERIFY(!document.undoStack().canRedo());
    QCOMPARE(disagreement(document).c_str(), "");
    QCoreApplication::processEvents();
}

class TestMonkey : public QObject {
    Q_OBJECT

private slots:
    void shortens();
    void noticesWhatDies();
    void kept_data();
    void kept();
    void walk();
    void walkOfStates();
    void firstMinutes();
    void rides();

private:
    static EventList walkOf(int page, bool quick);
    static EventList walkIn(const QString& state, std::uint64_t seed);
    static QByteArray ends(const std::vector<Ride>& rides);
};

/// Two of a hundred events matter, and only those remain.
void TestMonkey::shortens() {
    EventList events;
    for (int i = 0; i < 100; ++i)
        events.push_back({"wait", i});
    const auto fails = [](const EventList& some) {
        return std::ranges::count(some, Event{"wait", 17}) + std::ranges::count(some, Event{"wait", 83}) == 2;
    };
    const EventList few = shrunk(events, fails, 1000);
    QCOMPARE(few.size(), std::size_t{2});
    QCOMPARE(few[0], (Event{"wait", 17}));
    QCOMPARE(few[1], (Event{"wait", 83}));
    QCOMPARE(shrunk(events, fails, 0).size(), events.size());
}

void TestMonkey::noticesWhatDies() {
    const QTemporaryDir folder;
    const EventList good{{"zoom", 110}, {"wait", 0}};
    QCOMPARE(replay(good, folder.path()).fault, QString());
    QCOMPARE(replay({}, folder.path()).fault, QString());
    QCOMPARE(replay({{"no such verb"}}, folder.path()).fault, "a failed check");
    const EventList bad{{"zoom", 110}, {"wait", 0}, {"abort"}, {"wait", 0}};
    const QString file = folder.filePath("shrunk.events");
    const RideEnd end = replay(bad, folder.path());
    QCOMPARE(end.fault, "a signal");
    const QByteArray text = report(end, bad, file);
    QVERIFY2(text.contains("4 events, 1 of them matter"), text);
    QCOMPARE(readEvents(file), EventList{{"abort"}});
}

void TestMonkey::kept_data() {
    QTest::addColumn<QString>("file");
    const QDir folder(QStringLiteral(LAB_TEST_DATA "/monkey"));
    for (const QString& name : folder.entryList({"*.events"}))
        QTest::newRow(qPrintable(name)) << folder.filePath(name);
}

/// Rides that failed in the past.
void TestMonkey::kept() {
    QFETCH(QString, file);
    const QTemporaryDir folder;
    const EventList events = readEvents(file);
    QVERIFY(!events.empty());
    const RideEnd end = replay(events, folder.path());
    QVERIFY2(end.fault.isEmpty(), qUtf8Printable(end.fault) + ("\n" + end.output));
}

/// Visits a page at each window size, theme and zoom step, with edits that create and delete widgets in
/// between. If `quick`, events are only processed at the end of each series of steps.
EventList TestMonkey::walkOf(int page, bool quick) {
    constexpr std::array zooms{80, 90, 100, 110, 125, 150, 175, 200, 250, 300};
    const EventList themes{{"action", "themeLight"}, {"action", "themeDark"}, {"action", "themeSystem"}};
    EventList events{{"example", "two-heads"}, {"action", "snapshot"}, {"key", QString("Ctrl+%1").arg(page)}};
    int edits = 0;
    for (const Event& size :
         {Event{"resize", 480, 360}, Event{"resize", 1280, 800}, Event{"resize", 2000, 1400}}) {
        events.push_back(size);
        for (const Event& theme : themes) {
            events.push_back(theme);
            for (const int zoom : zooms) {
                events.push_back({"zoom", zoom});
                const std::array edit{Event{"number", 0.1 * edits}, Event{"heads", 1 + edits % 4},
                                      Event{"sentence", edits % 2 == 0 ? "one" : "one two three four"},
                                      Event{"system", edits % 8 < 4 ? "dark" : "light"}};
                events.push_back(edit[static_cast<std::size_t>(edits) % edit.size()]);
                ++edits;
                if (!quick)
                    events.push_back({"wait", 0});
            }
            events.push_back({"wait", 0});
        }
    }
    return events;
}

void TestMonkey::walk() {
    const QTemporaryDir folder;
    std::vector<std::pair<Ride, EventList>> rides;
    std::size_t index = 0;
    for (int page = 1; page <= 6; ++page) {
        for (const bool quick : {false, true}) {
            if (!in_sample(index++, 1))
                continue;
            const QString name = QString("page %1%2").arg(page).arg(quick ? ", quick" : "");
            const QString file = folder.filePath(name);
            rides.push_back({{name, {"--replay", file}}, walkOf(page, quick)});
            QVERIFY(writeEvents(file, rides.back().second));
        }
    }
    std::size_t next = 0;
    QByteArray failures;
    runRides([&] { return next < rides.size() ? std::optional(rides[next++].first) : std::nullopt; },
             [&](const Ride& ride, const RideEnd& end) {
                 if (end.fault.isEmpty())
                     return;
                 const EventList events = readEvents(ride.arguments[1]);
                 failures += ride.name.toUtf8() + " " +
                             report(end, events, QDir::current().filePath(ride.name + ".events"));
             },
             QThread::idealThreadCount());
    QVERIFY2(failures.isEmpty(), failures);
}

/// Each page at some window sizes, themes and zoom steps, or at all of them, while the window is in that
/// state.
EventList TestMonkey::walkIn(const QString& state, std::uint64_t seed) {
    EventList looks;
    for (int size = 0; size < 3; ++size) {
        for (int theme = 0; theme < 3; ++theme) {
            for (const int zoom : {80, 90, 100, 110, 125, 150, 175, 200, 250, 300})
                looks.push_back({size, theme, zoom});
        }
    }
    const std::array sizes{Event{"resize", 480, 360}, Event{"resize", 1280, 800},
                           Event{"resize", 2000, 1400}};
    const std::array themes{"themeLight", "themeDark", "themeSystem"};
    std::mt19937_64 random(seed);
    EventList events;
    if (state == "hints")
        events = {{"first"}, {"wait", 650}};
    else if (state == "alone" || state == "exercise")
        events.push_back({state});
    else if (state == "presenting")
        events.push_back({"key", "F5"});
    else if (state == "lesson")
        events.push_back({"example", lessonNames().constFirst()});
    for (int page = 1; page <= 6; ++page) {
        events.push_back({"key", QString("Ctrl+%1").arg(page)});
        if (state == "film" && page == 2)
            events.push_back({"key", "Space"});
        if (!is_exhaustive) {
            for (std::size_t i = looks.size() - 1; i > 0; --i)
                std::swap(looks[i], looks[random() % (i + 1)]);
        }
        const std::size_t count = is_exhaustive ? looks.size() : is_optimised ? 4 : 1;
        for (std::size_t i = 0; i < count; ++i) {
            events.push_back(sizes[std::size_t(looks[i].at(0).toInt())]);
            events.push_back({"action", themes[std::size_t(looks[i].at(1).toInt())]});
            events.push_back({"zoom", looks[i].at(2)});
            events.push_back({"wait", 0});
        }
    }
    return events;
}

/// Runs them all; returns what ended some.
QByteArray TestMonkey::ends(const std::vector<Ride>& rides) {
    std::size_t next = 0;
    QByteArray failures;
    runRides([&] { return next < rides.size() ? std::optional(rides[next++]) : std::nullopt; },
             [&](const Ride& ride, const RideEnd& end) {
                 if (end.fault.isEmpty())
                     return;
                 failures += ride.name.toUtf8() + " " +
                             report(end, readEvents(ride.arguments.last()),
                                    QDir::current().filePath("monkey-" + ride.name + ".events"));
             },
             QThread::idealThreadCount());
    return failures;
}

void TestMonkey::walkOfStates() {
    const QTemporaryDir folder;
    std::vector<Ride> rides;
    for (const char* state : {"hints", "alone", "presenting", "exercise", "film", "lesson"}) {
        const QString file = folder.filePath(state);
        rides.push_back({state, {"--replay", file}});
        QVERIFY(writeEvents(file, walkIn(state, rides.size())));
    }
    const QByteArray failures = ends(rides);
    QVERIFY2(failures.isEmpty(), failures);
}

/// From an empty home, with the hints of a first start.
void TestMonkey::firstMinutes() {
    const int count = is_exhaustive ? 200 : is_optimised ? 10 : 4;
    const QString events = is_exhaustive ? "200" : "50";
    const QTemporaryDir folder;
    std::vector<Ride> rides;
    for (int seed = 1; seed <= count; ++seed) {
        const QString file = folder.filePath(QString("%1.events").arg(seed));
        rides.push_back({QString("first-%1").arg(seed), {"--first", QString::number(seed), events, file}});
    }
    const QByteArray failures = ends(rides);
    QVERIFY2(failures.isEmpty(), failures);
}

/// A fixed list of seeds and one based on the date, then more while there is time.
void TestMonkey::rides() {
    constexpr int events_a_ride = 150;
    constexpr int fixed = is_optimised ? 6 : 2;
    const int seconds = qEnvironmentVariableIntValue("LAB_MONKEY_SECONDS");
    const std::uint64_t today = QDate::currentDate().toString("yyyyMMdd").toULongLong() * 10'000;
    const QTemporaryDir folder;
    QElapsedTimer clock;
    clock.start();
    std::uint64_t number = 0;
    std::size_t events = 0;
    QByteArray failures;
    const auto next = [&]() -> std::optional<Ride> {
        if (number > fixed && clock.elapsed() >= seconds * 1000LL)
            return std::nullopt;
        const QString seed = QString::number(number < fixed ? number + 1 : today + number - fixed);
        const char* how = ++number % 2 == 0 ? "--lesson" : "--ride";
        return Ride{"seed " + seed,
                    {how, seed, QString::number(events_a_ride), folder.filePath(seed + ".events")}};
    };
    const auto ended = [&](const Ride& ride, const RideEnd& end) {
        const EventList done = readEvents(ride.arguments[3]);
        events += done.size();
        if (end.fault.isEmpty())
            return;
        const QString file = QDir::current().filePath("monkey-" + ride.arguments[1] + ".events");
        const QByteArray text = ride.name.toUtf8() + " " + report(end, done, file);
        std::fprintf(stderr, "%s\n", text.constData());
        failures += text.left(text.indexOf('\n')) + " " + file.toUtf8() + "\n";
    };
    runRides(next, ended, QThread::idealThreadCount());
    qInfo("%d rides, %d events in %.0f s: seeds 1 to %d and %llu to %llu", int(number), int(events),
          double(clock.elapsed()) / 1000, fixed, static_cast<unsigned long long>(today),
          static_cast<unsigned long long>(today + number - fixed - 1));
    QVERIFY2(failures.isEmpty(), failures);
}

static int runMonkey(int argc, char** argv) {
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi);
    const QApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const QString how = arguments.value(1);
    if (how == "--ride" || how == "--first" || how == "--lesson" || how == "--replay") {
        using Begin = MonkeyRide::Begin;
        MonkeyRide ride(how == "--replay" ? std::optional(readEvents(arguments.value(2))) : std::nullopt,
                        how == "--first"    ? Begin::first
                        : how == "--lesson" ? Begin::lesson
                                            : Begin::usual,
                        arguments.value(2).toULongLong(), arguments.value(3).toInt(),
                        QDir::current().absoluteFilePath(arguments.value(4)));
        return QTest::qExec(&ride, arguments.mid(0, 1));
    }
    TestMonkey test;
    return QTest::qExec(&test, argc, argv);
}

LAB_TEST_RUN_BY(TestMonkey, runMonkey)
#include "tst_monkey.moc"
