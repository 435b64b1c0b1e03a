// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/export_script.h"

#include "app/commands/command.h"
#include "app/commands/document.h"

#include "ui/plots/shared/spreadsheet_look.h"

#include "core/experiment/validate.h"
#include "core/io/file.h"
#include "core/script/script_file.h"
#include "core/spreadsheet/spreadsheet.h"

namespace lab {

namespace {

constexpr const char* script_option = "script";

/// The document, which has tokens. Reports why there is none.
std::optional<Experiment> document_with_tokens(const std::string& file) {
    Result<Experiment> experiment = read_document(file);
    if (!experiment) {
        fail(experiment.error());
        return std::nullopt;
    }
    if (const std::optional<Error> problem = without_tokens(experiment.value())) {
        fail_in(file, *problem);
        return std::nullopt;
    }
    return std::move(experiment).value();
}

int write_spreadsheet(const std::string& file, const QString& out) {
    const std::optional<Experiment> experiment = document_with_tokens(file);
    if (!experiment)
        return exit_bad_input;
    const Result<std::string> bytes = spreadsheet_file(*experiment, spreadsheetLook(*experiment));
    return bytes ? deliver(bytes.value(), out) : fail_in(file, bytes.error());
}

int write_script(const std::string& file, ScriptLibrary library, ScriptFormat format, const QString& out) {
    const std::optional<Experiment> experiment = document_with_tokens(file);
    if (!experiment)
        return exit_bad_input;
    const Result<Script> script = make_script(*experiment, library);
    if (!script)
        return fail_in(file, script.error());
    return deliver(script_text(script.value(), format), out);
}

} // namespace

int export_script(const QCommandLineParser& parser) {
    const QString command = QStringLiteral("export");
    const QString out = parser.value(QStringLiteral("o"));
    if (out.isEmpty())
        return misuse(command, QStringLiteral("export --script needs -o OUT"));
    for (const QString& name : parser.optionNames()) {
        if (name != QLatin1String(script_option) && name != QLatin1String("o"))
            return misuse(command, QStringLiteral("--%1 does not go with --script").arg(name));
    }
    const QString library = parser.value(QLatin1String(script_option));
    const std::string file = bytes_of(parser.positionalArguments().constFirst());
    if (library == QLatin1String("spreadsheet")) {
        if (out != QLatin1String("-") && lower_extension(bytes_of(out)) != spreadsheet_extension)
            return misuse(command, QStringLiteral("\"%1\" does not end with .xlsx").arg(out));
        return write_spreadsheet(file, out);
    }
    const bool is_numpy = library == QLatin1String("numpy");
    if (!is_numpy && library != QLatin1String("pytorch"))
        return misuse(command,
                      QStringLiteral("--script \"%1\" is none of pytorch, numpy, spreadsheet").arg(library));
    const std::optional<ScriptFormat> format = script_format(bytes_of(out));
    if (!format)
        return misuse(command, QStringLiteral("\"%1\" does not end with .py or .ipynb").arg(out));
    return write_script(file, is_numpy ? ScriptLibrary::numpy : ScriptLibrary::pytorch, *format, out);
}

} // namespace lab
