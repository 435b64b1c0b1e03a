// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/document.h"
#include "app/commands/draw_request.h"

#include "ui/figures/figure_file.h"
#include "ui/text/alternatives.h"

#include <filesystem>
#include <utility>

namespace lab {

namespace {

constexpr const char* compare_command = "compare";

/// What a document is called beside another one: by its title, or by its file where titles do not tell them
/// apart.
std::pair<std::string, std::string> names_of(const Experiment& a, const Experiment& b,
                                             const std::string& file_of_a, const std::string& file_of_b) {
    if (!a.title.empty() && !b.title.empty() && a.title != b.title)
        return {a.title, b.title};
    const auto stem = [](const std::string& file) { return std::filesystem::path(file).stem().string(); };
    return stem(file_of_a) != stem(file_of_b) ? std::pair(stem(file_of_a), stem(file_of_b))
                                              : std::pair(file_of_a, file_of_b);
}

int compare_files(const std::string& file_of_a, ExportRequest request) {
    const Result<Experiment> a = read_document(file_of_a);
    if (!a)
        return fail(a.error());
    const Result<Experiment> b = read_document(request.file);
    if (!b)
        return fail(b.error());
    auto& compare = std::get<CompareFigure>(request.view);
    auto [name_of_a, name_of_b] = names_of(a.value(), b.value(), file_of_a, request.file);
    compare.against = {std::move(name_of_a), std::make_shared<const Experiment>(a.value()), nullptr};
    compare.name = std::move(name_of_b);
    request.against = file_of_a;
    return draw_request(b.value(), std::move(request));
}

} // namespace

int run_compare(const QStringList& arguments) {
    const QString command = QString::fromLatin1(compare_command);
    CommandParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Draws a stage of two documents side by side, with the difference: B less A. Words "
                       "that they share are compared; colours and decimals are those of B."));
    parser.addPositionalArgument(QStringLiteral("A"), QStringLiteral("A document."));
    parser.addPositionalArgument(QStringLiteral("B"), QStringLiteral("Another one."));
    const QCommandLineOption stage(
        QStringLiteral("stage"), QStringLiteral("Which stage; otherwise the weights: %1.").arg(stage_names()),
        QStringLiteral("NAME"), QStringLiteral("weights"));
    const QCommandLineOption head(QStringLiteral("head"), QStringLiteral("The head, from 0; otherwise 0."),
                                  QStringLiteral("N"), QStringLiteral("0"));
    const QCommandLineOption out(QStringLiteral("o"),
                                 QStringLiteral("The file to write: %1.").arg(alternatives(figureEndings())),
                                 QStringLiteral("OUT"));
    const LookOptions look;
    parser.addOptions({stage, head, out});
    parser.addOptions(look.all());
    if (const auto done = parse(parser, command, arguments))
        return *done;
    if (parser.positionalArguments().size() != 2 || parser.value(out).isEmpty())
        return misuse(command, QStringLiteral("compare takes two files, and -o OUT"));
    ExportRequest request;
    request.file = bytes_of(parser.positionalArguments().constLast());
    request.out = parser.value(out);
    CompareFigure compare;
    if (const auto problem = read_stage(parser.value(stage), parser.value(head), compare.stage, compare.head))
        return misuse(command, *problem);
    if (const auto problem = read_format(parser, look, request))
        return misuse(command, *problem);
    request.head = compare.head;
    request.view = compare;
    if (const auto problem = read_look(parser, look, request))
        return misuse(command, *problem);
    return compare_files(bytes_of(parser.positionalArguments().constFirst()), std::move(request));
}

} // namespace lab
