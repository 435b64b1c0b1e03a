// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/described.h"

#include "app/commands/command.h"
#include "app/commands/completion.h"
#include "app/commands/export_data.h"
#include "app/commands/subcommands.h"

#include "core/io/gradient_file.h"
#include "ui/document/examples.h"
#include "ui/document/palettes.h"
#include "ui/figures/figure_file.h"
#include "ui/figures/figure_shape.h"
#include "ui/plots/figure.h"

#include <QRegularExpression>

namespace lab {

namespace {

const QString list_separator = QStringLiteral(", ");

QStringList all_figure_names() {
    QStringList names;
    for (const Figure& each : allFigures())
        names += figureName(each);
    return names;
}

QStringList all_palette_keys() {
    QStringList names;
    for (const PaletteInfo& each : allPalettes())
        names += QString::fromLatin1(each.key);
    return names;
}

QStringList all_preset_names() {
    QStringList names;
    for (const PresetSize& each : figurePresets)
        names += QString::fromLatin1(each.name);
    return names;
}

QStringList all_figure_formats() {
    QStringList names;
    for (const QString& ending : figureEndings())
        names += ending.sliced(1);
    return names;
}

QStringList all_documents() {
    return exampleNames() + lessonNames();
}

/// Words that an option takes, or some that it takes among others.
struct OptionWords {
    const char* command; ///< null: of every command that has it
    const char* option;
    QStringList words;
};

const QList<OptionWords>& option_words() {
    const QStringList stages = stage_names().split(list_separator);
    const auto split = [](const char* words) { return QString::fromLatin1(words).split(QLatin1Char(' ')); };
    static const QList<OptionWords> all{
        {nullptr, "example", all_documents()},
        {nullptr, "stage", stages},
        {nullptr, "of", stages},
        {"export", "stages", stages},
        {"export", "view", all_figure_names()},
        {"export", "data", data_names().split(list_separator)},
        {"export", "script", split("pytorch numpy spreadsheet")},
        {"export", "axes", split("pca best")},
        {nullptr, "theme", split("light dark transparent")},
        {nullptr, "preset", all_preset_names()},
        {"film", "format", split("pdf gif")},
        {nullptr, "format", all_figure_formats()},
        {nullptr, "palette", all_palette_keys()},
        {nullptr, "weight-range", split("unit largest logarithmic")},
        {nullptr, "range", split("shared")},
        {"film", "order", split("stage query")},
        {"film", "grain", split("stage row cell term")},
        {nullptr, "loss", split("weights output")},
        {"fit", "optimiser", split("adam sgd")},
        {"fit", "parameters", QString::fromStdString(gradient_names()).split(list_separator)},
        {"random", "generator", split("pytorch numpy")},
        {"random", "distribution", split("uniform normal linear")},
    };
    return all;
}

QString described_text(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

std::vector<DescribedCommand> described_commands() {
    std::vector<DescribedCommand> all;
    all.push_back({{}, {}, description_of([](const QStringList& none) { return run_window(none, false); })});
    for (const Subcommand& each : subcommands())
        all.push_back({described_text(each.name), described_text(each.summary), description_of(each.run)});
    return all;
}

PossibleValues values_of(const QString& command, const QCommandLineOption& option) {
    for (const OptionWords& each : option_words()) {
        if (option.names().contains(QLatin1String(each.option)) &&
            (!each.command || command == QLatin1String(each.command)))
            return {each.words};
    }
    static const QStringList files{"OUT", "DATA", "T", "ARRAYS", "CSV"};
    return {{}, files.contains(option.valueName())};
}

PossibleValues arguments_for(const QString& command) {
    if (command == QLatin1String("examples"))
        return {all_documents()};
    if (command == QLatin1String("completion"))
        return {shell_names()};
    if (command == QLatin1String("random") || command == QLatin1String("man-page"))
        return {};
    const QStringList arrays{"npz", "safetensors"};
    if (command == QLatin1String("import"))
        return {{}, true, arrays};
    return {{}, true, command.isEmpty() ? QStringList("attn") + arrays : QStringList("attn")};
}

QString typed_option(const QString& name) {
    return (name.size() == 1 ? QStringLiteral("-") : QStringLiteral("--")) + name;
}

QString brief(const QString& description) {
    static const QRegularExpression end(QStringLiteral("[.:;]( |$)"));
    return description.section(end, 0, 0);
}

} // namespace lab
