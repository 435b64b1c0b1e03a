// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the subcommands have in common: where results and complaints go, and the exit codes.
#pragma once

#include "core/io/file.h"

#include <QCommandLineParser>
#include <QStringList>

#include <string>

namespace lab {

enum ExitCode {
    exit_done = 0,
    exit_bad_input = 1,   ///< a file, or what is asked of it
    exit_bad_command = 2, ///< the command line itself
};

// The subcommands. `arguments` are those after the name. See subcommands.h.
int run_compute(const QStringList& arguments);
int run_examples(const QStringList& arguments);
int run_explain(const QStringList& arguments);
int run_random(const QStringList& arguments);
int run_set(const QStringList& arguments);
/// Draws through widgets: needs a QApplication.
int run_export(const QStringList& arguments);
/// Without a subcommand: opens the window, for which there must be a QApplication; without a display only
/// what needs no window is answered.
int run_window(const QStringList& arguments, bool has_display);

/// The arguments as they were given. Bytes that are no UTF-8 become lone surrogates, U+DC80 to U+DCFF, which
/// no text holds, so that the name of a file can be given back as it was: see bytes_of().
QStringList arguments_of(int argc, char** argv);
/// The bytes of an argument, or of a part of one.
std::string bytes_of(const QString& argument);

/// The names of all stages, for messages: "inputs, queries, …".
QString stage_names();

/// Says on standard error what is wrong with the input; returns exit_bad_input.
int fail(const Error& error);

/// Says on standard error what is wrong with the command line, and a hint; returns exit_bad_command.
int misuse(const QString& command, const QString& problem);

/// Says on standard error what is no mistake, but good to know.
void remark(const std::string& text);

/// Says on standard error that there is not enough memory, without asking for any; returns exit_bad_input.
int out_of_memory();

/// Writes a result to a file, or to standard output where no file is named; returns an exit code.
int deliver(const std::string& bytes, const QString& file);
/// The same of a result that is handed on piece by piece.
int deliver(const GiveBytes& give, const QString& file);

/// Reads the arguments of a subcommand, whose name and summary the parser's help shows. Returns an exit code
/// where there is nothing left to do: after a mistake, or after --help.
std::optional<int> parse(QCommandLineParser& parser, const QString& command, const QStringList& arguments);

} // namespace lab
