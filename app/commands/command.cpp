// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"

#include "app/commands/document.h"
#include "core/base/text_limits.h"
#include "core/base/text_position.h"
#include "core/experiment/validate.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace lab {

namespace {

/// Prints one line to standard error. File names and file contents may contain line breaks, other control
/// characters and millions of letters.
void complain(const std::string& line) {
    constexpr std::size_t longest = 2'000; // bytes, more than the four parts of an Error need
    std::fprintf(stderr, "attention-lab: %s\n", printable(shortened(line, longest)).c_str());
}

constexpr char16_t first_escaped = 0xdc00; // plus the byte

bool is_escaped_byte(QChar unit) {
    return unit.unicode() >= first_escaped + 0x80 && unit.unicode() <= first_escaped + 0xff;
}

} // namespace

std::optional<Error> without_head(const Experiment& experiment, HeadIndex head) {
    if (head < experiment.heads.count)
        return std::nullopt;
    return Error{{},
                 "head " + std::to_string(head),
                 "not in this document",
                 "0 to " + std::to_string(experiment.heads.count - 1)};
}

std::optional<Error> without_cell(const Experiment& experiment, const CellRef& cell) {
    const StageInfo& stage = info(cell.stage);
    if (std::optional<Error> problem = without_tokens(experiment))
        return problem;
    if (!has_stage(experiment, cell.stage))
        return Error{
            {}, "stage " + std::string(stage.name), "not computed for this document", "another stage"};
    if (std::optional<Error> problem = without_head(experiment, cell.head))
        return problem;
    const HeadIndex head = stage.per_head ? cell.head : 0;
    if (has_cell(experiment, {cell.stage, head, cell.row, cell.column}))
        return std::nullopt;
    const Dimensions d = dimensions(experiment);
    const Index rows = length(stage.rows, d);
    const Index columns = length(stage.columns, d);
    const bool has_sink = is_sink_share(experiment, {cell.stage, head, 0, columns});
    return Error{{},
                 "cell " + std::to_string(cell.row) + "," + std::to_string(cell.column),
                 "not in the stage " + std::string(stage.name),
                 "rows 0 to " + std::to_string(rows - 1) + ", columns 0 to " +
                     std::to_string(columns - (has_sink ? 0 : 1))};
}

int fail(const Error& error) {
    complain(error.message());
    return exit_bad_input;
}

int fail_in(const std::string& file, Error error) {
    error.file = file;
    return fail(error);
}

int fail_about(const std::string& file, const Error& error) {
    return error.file.empty() ? fail_in(file, error) : fail(error);
}

int misuse(const QString& command, const QString& problem) {
    constexpr std::size_t longest = 600; // bytes: what was typed, and what was expected
    complain(shortened(bytes_of(problem), longest));
    std::fprintf(stderr, "Try 'attention-lab %s--help'.\n",
                 command.isEmpty() ? "" : qPrintable(command + ' '));
    return exit_bad_command;
}

void remark(const std::string& text) {
    complain(text);
}

int done(const WriteReport& report) {
    if (!report.in_place.empty())
        remark(report.file + ": was written into the old file because " + report.in_place);
    return exit_done;
}

QStringList arguments_of(int argc, char** argv) {
    QStringList arguments;
    for (int i = 0; i < argc; ++i) {
        QString argument;
        for (std::string_view rest = argv[i]; !rest.empty();) {
            const std::size_t length = character_length(rest);
            const QString character = QString::fromUtf8(rest.data(), static_cast<qsizetype>(length));
            // Bytes that look like UTF-8 may still not encode a valid character.
            const bool is_text =
                length > 0 && character.toUtf8() == QByteArrayView(rest.data(), qsizetype(length));
            if (is_text)
                argument += character;
            else
                argument += QChar(char16_t(first_escaped + static_cast<unsigned char>(rest.front())));
            rest.remove_prefix(is_text ? length : 1);
        }
        arguments += argument;
    }
    return arguments;
}

std::string bytes_of(const QString& argument) {
    std::string bytes;
    for (qsizetype i = 0; i < argument.size(); ++i) {
        const bool is_pair = argument[i].isHighSurrogate() && i + 1 < argument.size();
        if (!is_pair && is_escaped_byte(argument[i]))
            bytes += static_cast<char>(argument[i].unicode() - first_escaped);
        else
            bytes += argument.mid(i, is_pair ? 2 : 1).toStdString();
        i += is_pair ? 1 : 0;
    }
    return bytes;
}

std::optional<Index> count_of(const QString& text) {
    bool is_number = false;
    const qlonglong number = text.trimmed().toLongLong(&is_number);
    return is_number && number >= 0 ? std::optional<Index>(number) : std::nullopt;
}

std::optional<QString> read_stage(const QString& stage, const QString& head, StageId& id, HeadIndex& number) {
    const std::optional<StageId> named = stage_named(stage.toStdString());
    if (!named)
        return QStringLiteral("there is no stage \"%1\"; there are %2").arg(stage, stage_names());
    const std::optional<Index> counted = count_of(head);
    if (!counted)
        return QStringLiteral("--head \"%1\" is no whole number from 0").arg(head);
    id = *named;
    number = *counted;
    return std::nullopt;
}

std::optional<QString> read_cell(const QString& text, CellRef& cell) {
    const QStringList place = text.split(QLatin1Char(','));
    const std::optional<Index> row = count_of(place.constFirst());
    const std::optional<Index> column = count_of(place.constLast());
    if (place.size() != 2 || !row || !column)
        return QStringLiteral("--cell \"%1\" is no row and column, such as 0,2").arg(text);
    cell.row = *row;
    cell.column = *column;
    return std::nullopt;
}

QString stage_names() {
    QStringList names;
    for (const StageInfo& stage : all_stages())
        names += QString::fromUtf8(stage.name.data(), static_cast<qsizetype>(stage.name.size()));
    return names.join(QStringLiteral(", "));
}

int out_of_memory(int code) {
    std::fputs("attention-lab: memory: not enough for this, expected a smaller document\n", stderr);
    return code;
}

int deliver(const std::string& bytes, const QString& file) {
    return deliver([&](const TakeBytes& take) { take(bytes); }, file);
}

int deliver(const GiveBytes& give, const QString& file) {
    if (!file.isEmpty() && file != QLatin1String(standard_stream)) {
        WriteReport report;
        const std::optional<Error> error = write_file(bytes_of(file), give, IfProtected::refuse, &report);
        return error ? fail(*error) : done(report);
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

} // namespace lab
