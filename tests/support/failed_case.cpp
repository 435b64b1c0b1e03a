// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/failed_case.h"

#include "core/io/experiment_json.h"
#include "tests/support/random_case.h"
#include "tests/support/shrink.h"

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <cstdio>
#include <optional>
#include <vector>

namespace lab::test {

namespace {

struct Failure {
    QString function; ///< with the row of its table after a colon, as Qt Test takes it
    QString place;    ///< file and line
};

/// What a log of Qt Test's, as XML, says has failed.
std::vector<Failure> failures_in(const QString& log) {
    std::vector<Failure> failures;
    QFile file(log);
    if (!file.open(QIODevice::ReadOnly))
        return failures;
    QXmlStreamReader xml(&file);
    const auto attribute = [&xml](const char* name) {
        return xml.attributes().value(QLatin1String(name)).toString();
    };
    QString function;
    bool inFailure = false;
    while (!xml.atEnd()) {
        const bool begins = xml.readNext() == QXmlStreamReader::StartElement;
        if (begins && xml.name() == u"TestFunction")
            function = attribute("name");
        else if (begins && xml.name() == u"Incident") {
            inFailure = attribute("type") == u"fail";
            if (inFailure)
                failures.push_back({function, attribute("file") + u':' + attribute("line")});
        } else if (begins && xml.name() == u"DataTag" && inFailure)
            failures.back().function += u':' + xml.readElementText();
    }
    return failures;
}

/// Runs one test function again and again.
class Repetition {
public:
    Repetition(QString test, Failure failure) : m_test(std::move(test)), m_failure(std::move(failure)) {}

    /// The random case that it fails on.
    std::optional<RandomCase> recorded() const { return run() ? made() : std::nullopt; }

    /// Only on this one: it may have gone on to others.
    bool fails_with(const RandomCase& random_case) const {
        write(random_case, m_case.toStdString());
        if (!run())
            return false;
        const auto last = made();
        return last && last->number == random_case.number;
    }

private:
    /// Whether it fails where it did.
    bool run() const {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QString::fromLatin1(random_case_variable), m_case);
        process.setProcessEnvironment(environment);
        const QString log = m_folder.filePath(QStringLiteral("log"));
        QFile::remove(log);
        process.start(QFile::symLinkTarget(QStringLiteral("/proc/self/exe")),
                      {m_test, m_failure.function, QStringLiteral("-o"), log + QStringLiteral(",xml")});
        process.waitForFinished(-1);
        for (const Failure& each : failures_in(log)) {
            if (each.place == m_failure.place)
                return true;
        }
        return false;
    }

    std::optional<RandomCase> made() const { return read_random_case(made_file(m_case.toStdString())); }

    QString m_test;
    Failure m_failure;
    QTemporaryDir m_folder;
    QString m_case = m_folder.filePath(QStringLiteral("case"));
};

void report(const QString& test, const Failure& failure) {
    const Repetition repetition(test, failure);
    const auto first = repetition.recorded();
    if (!first)
        return;
    // Nobody waits for a test that has failed, but those that run beside it and after it.
    constexpr qint64 most_milliseconds = 60'000;
    constexpr int most_runs = 400;
    QElapsedTimer timer;
    timer.start();
    const Experiment small = shrunk(
        first->experiment,
        [&](const Experiment& smaller) {
            return timer.elapsed() < most_milliseconds && repetition.fails_with({first->number, smaller});
        },
        most_runs);
    std::fprintf(stderr, "\n%s failed on its random document %zu:\n%s\nand on this, which is smaller:\n%s\n",
                 qPrintable(failure.function), first->number, write_experiment(first->experiment).c_str(),
                 write_experiment(small).c_str());
}

} // namespace

void report_random_cases(const std::string& test, const std::string& log) {
    for (const Failure& each : failures_in(QString::fromStdString(log)))
        report(QString::fromStdString(test), each);
}

} // namespace lab::test
