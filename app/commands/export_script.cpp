// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/export_script.h"

#include "app/commands/command.h"
#include "app/commands/document.h"

#include "core/experiment/validate.h"
#include "core/script/script_file.h"

namespace lab {

namespace {

constexpr const char* script_option = "script";

int write_script(const std::string& file, ScriptLibrary library, ScriptFormat format, const QString& out) {
    const Result<Experiment> experiment = read_document(file);
    if (!experiment)
        return fail(experiment.error());
    if (const std::optional<Error> problem = without_tokens(experiment.value()))
        return fail_in(file, *problem);
    const Result<Script> script = make_script(experiment.value(), library);
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
    const bool is_numpy = library == QLatin1String("numpy");
    if (!is_numpy && library != QLatin1String("pytorch"))
        return misuse(command, QStringLiteral("--script \"%1\" is none of pytorch, numpy").arg(library));
    const std::optional<ScriptFormat> format = script_format(bytes_of(out));
    if (!format)
        return misuse(command, QStringLiteral("\"%1\" does not end with .py or .ipynb").arg(out));
    return write_script(bytes_of(parser.positionalArguments().constFirst()),
                        is_numpy ? ScriptLibrary::numpy : ScriptLibrary::pytorch, *format, out);
}

} // namespace lab
