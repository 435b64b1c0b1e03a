// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"

#include "core/stage.h"

#include <QCoreApplication>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace lab {

namespace {

/// File names and texts of a file may hold line breaks and other control characters; a complaint is one line.
void complain(std::string line) {
    std::ranges::replace_if(
        line, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
    std::fprintf(stderr, "attention-lab: %s\n", line.c_str());
}

} // namespace

int fail(const Error& error) {
    complain(error.message());
    return exit_bad_input;
}

int misuse(const QString& command, const QString& problem) {
    complain(problem.toStdString());
    std::fprintf(stderr, "Try 'attention-lab %s--help'.\n",
                 command.isEmpty() ? "" : qPrintable(command + ' '));
    return exit_bad_command;
}

void remark(const std::string& text) {
    complain(text);
}

QString stage_names() {
    QStringList names;
    for (const StageInfo& stage : all_stages())
        names += QString::fromUtf8(stage.name.data(), static_cast<qsizetype>(stage.name.size()));
    return names.join(QStringLiteral(", "));
}

int out_of_memory() {
    std::fputs("attention-lab: memory: not enough for this, expected a smaller document\n", stderr);
    return exit_bad_input;
}

int deliver(const std::string& bytes, const QString& file) {
    return deliver([&](const TakeBytes& take) { take(bytes); }, file);
}

int deliver(const GiveBytes& give, const QString& file) {
    if (!file.isEmpty()) {
        const std::optional<Error> error = write_file(file.toStdString(), give);
        return error ? fail(*error) : exit_done;
    }
    int error = 0;
    give([&](std::string_view bytes) {
        if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size() || std::fflush(stdout) != 0)
            error = errno;
        return error == 0;
    });
    if (error == 0)
        return exit_done;
    return fail({"standard output", {}, std::string("cannot be written: ") + std::strerror(error), {}});
}

std::optional<int> parse(QCommandLineParser& parser, const QString& command, const QStringList& arguments) {
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")},
                                  QStringLiteral("Shows this."));
    parser.addOption(help);
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    const QString program = QStringLiteral("attention-lab ") + command;
    if (!parser.parse(QStringList(program) + arguments))
        return misuse(command, parser.errorText());
    if (parser.isSet(help)) {
        // Qt begins with the path of the program, and knows nothing of subcommands.
        const QString path = QCoreApplication::arguments().constFirst();
        QString text = parser.helpText();
        text.replace(text.indexOf(path), path.size(), program);
        return deliver(text.toStdString(), {});
    }
    return std::nullopt;
}

} // namespace lab
