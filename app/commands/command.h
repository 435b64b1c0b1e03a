// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the subcommands share: output of results and errors, and the exit codes.
#pragma once

#include "app/commands/command_parser.h"
#include "core/experiment/stage.h"
#include "core/io/file.h"

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace lab {

/// Why a document has no such head, counted from 0; nullopt if it has. The error's file is empty.
std::optional<Error> without_head(const Experiment& experiment, HeadIndex head);

/// Why a document has no such cell, of a head that counts for stages that have some; nullopt if it has. The
/// error's file is empty.
std::optional<Error> without_cell(const Experiment& experiment, const CellRef& cell);

/// That the program comes with no example or lesson of that name.
Error no_example(const QString& name);

enum ExitCode {
    exit_done = 0,
    exit_bad_input = 1,   ///< a bad file, or a request it cannot satisfy
    exit_bad_command = 2, ///< a bad command line
    /// Of `check` alone: whatever it cannot read. There, 1 says that the numbers are wrong.
    exit_unanswered = 2,
};

// The subcommands. `arguments` are those after the name. See subcommands.h.
int run_check(const QStringList& arguments);
int run_completion(const QStringList& arguments);
int run_compute(const QStringList& arguments);
int run_examples(const QStringList& arguments);
int run_explain(const QStringList& arguments);
int run_fit(const QStringList& arguments);
int run_gradient(const QStringList& arguments);
int run_import(const QStringList& arguments);
int run_lesson(const QStringList& arguments);
int run_man_page(const QStringList& arguments);
int run_random(const QStringList& arguments);
int run_reachable(const QStringList& arguments);
int run_set(const QStringList& arguments);
int run_thumbnail(const QStringList& arguments);
int run_validate(const QStringList& arguments);
/// These two draw, so they need a QApplication.
int run_export(const QStringList& arguments);
int run_compare(const QStringList& arguments);
int run_film(const QStringList& arguments);
/// Runs without a subcommand: opens the window, which needs a QApplication. Without a display, handles only
/// what needs no window.
int run_window(const QStringList& arguments, bool has_display);

/// The arguments as given. Bytes that are not UTF-8 become lone surrogates, U+DC80 to U+DCFF, which never
/// occur in valid text, so bytes_of() can restore a file name exactly.
QStringList arguments_of(int argc, char** argv);
/// The bytes of an argument, or of a part of one.
std::string bytes_of(const QString& argument);

/// Parses a whole number from 0 on.
std::optional<Index> count_of(const QString& text);
/// Parses the values of --stage and --head; returns what is wrong with them, if anything.
std::optional<QString> read_stage(const QString& stage, const QString& head, StageId& id, HeadIndex& number);

/// Parses the value of --cell, "R,C", into the cell's row and column; returns what is wrong with it, if
/// anything.
std::optional<QString> read_cell(const QString& text, CellRef& cell);

/// Parses the values of a repeated --stage; returns what is wrong with them, if anything.
std::optional<QString> read_stages(const QStringList& names, std::vector<StageId>& stages);
/// Prints a document's stages, all if none is named, or writes them to a file: as JSON, or as arrays if they
/// are wanted so or the file is an .npz. Returns an exit code.
int deliver_stages(const std::string& file, const Experiment& experiment, const std::vector<StageId>& stages,
                   const QString& out, bool as_arrays = false);

/// The names of all stages, for messages: "inputs, queries, …".
QString stage_names();

/// Reports an input error on standard error; returns exit_bad_input.
int fail(const Error& error);
/// The same for an error that does not name its file.
int fail_in(const std::string& file, Error error);
/// The same of an error that is about this file unless it names another one.
int fail_about(const std::string& file, const Error& error);

/// Reports a command-line error on standard error, with a hint; returns exit_bad_command.
int misuse(const QString& command, const QString& problem);

/// Prints a note that is not an error on standard error.
void remark(const std::string& text);
/// Remarks what is special about a file that was written; returns exit_done.
int done(const WriteReport& report);

/// Reports on standard error that memory ran out, without allocating any; returns the code.
int out_of_memory(int code);

/// Writes a result to a file, or to standard output if no file is given or it is "-"; returns an exit code.
int deliver(const std::string& bytes, const QString& file);
/// The same for a result that is produced piece by piece.
int deliver(const GiveBytes& give, const QString& file);

} // namespace lab
