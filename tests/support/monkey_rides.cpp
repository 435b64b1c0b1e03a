// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/monkey_rides.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>

#include <algorithm>
#include <memory>

namespace lab::test {

namespace {

constexpr qint64 longest = 240'000; // milliseconds. Qt Test aborts a function after 300,000
constexpr int shrinking_tries = 150;

struct Running {
    Ride ride;
    QTemporaryDir folder; ///< for its temporary files: a ride that dies leaves them behind
    QProcess process;
    QElapsedTimer since;
};

std::unique_ptr<Running> start(const Ride& ride) {
    auto running = std::make_unique<Running>();
    running->ride = ride;
    running->process.setProcessChannelMode(QProcess::MergedChannels);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("TMPDIR", running->folder.path());
    running->process.setProcessEnvironment(environment);
    running->process.start(QCoreApplication::applicationFilePath(), QStringList{"monkey"} + ride.arguments);
    running->since.start();
    return running;
}

RideEnd endOf(QProcess& process, bool late) {
    RideEnd end{{}, process.readAll()};
    if (late)
        end.fault = "no end";
    else if (end.output.contains("Sanitizer") || end.output.contains("runtime error"))
        end.fault = "a sanitizer";
    else if (process.error() == QProcess::FailedToStart)
        end.fault = "no start";
    else if (process.exitStatus() == QProcess::CrashExit)
        end.fault = "a signal";
    else if (process.exitCode() != 0)
        end.fault = "a failed check";
    return end;
}

} // namespace

void runRides(const std::function<std::optional<Ride>()>& next,
              const std::function<void(const Ride&, const RideEnd&)>& ended, int together) {
    std::vector<std::unique_ptr<Running>> all;
    bool more = true;
    while (more || !all.empty()) {
        while (more && static_cast<int>(all.size()) < together) {
            const auto ride = next();
            more = ride.has_value();
            if (ride)
                all.push_back(start(*ride));
        }
        for (const auto& each : all) {
            constexpr int pause = 20;
            const bool late = each->since.elapsed() > longest;
            if (late)
                each->process.kill();
            if (!each->process.waitForFinished(late ? -1 : pause) &&
                each->process.state() != QProcess::NotRunning)
                continue;
            ended(each->ride, endOf(each->process, late));
            each->ride.name.clear();
        }
        std::erase_if(all, [](const auto& each) { return each->ride.name.isEmpty(); });
    }
}

RideEnd replay(const EventList& events, const QString& folder) {
    const QString file = folder + "/replayed.events";
    RideEnd result{"no start", {}};
    if (!writeEvents(file, events))
        return result;
    std::optional<Ride> once = Ride{"replay", {"--replay", file}};
    runRides([&] { return std::exchange(once, std::nullopt); },
             [&](const Ride&, const RideEnd& end) { result = end; }, 1);
    return result;
}

QByteArray report(const RideEnd& end, const EventList& events, const QString& file) {
    const QTemporaryDir folder;
    RideEnd last = end;
    bool again = false;
    const auto fails = [&](const EventList& some) {
        const RideEnd result = replay(some, folder.path());
        if (result.fault != end.fault)
            return false;
        again = true;
        last = result;
        return true;
    };
    const EventList few = fails(events) ? shrunk(events, fails, shrinking_tries) : events;
    writeEvents(file, few);
    QByteArray text =
        "ended by " + end.fault.toUtf8() + ".\n" + last.output.left(20'000) + "\n" +
        QByteArray::number(events.size()) + " events, " +
        (again ? QByteArray::number(few.size()) + " of them matter" : "which do not fail again") +
        ", also in " + file.toUtf8() + ":\n";
    for (const Event& each : few)
        text += lineOf(each);
    return text;
}

} // namespace lab::test
