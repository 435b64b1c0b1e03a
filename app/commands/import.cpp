// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"

#include "core/base/comma_list.h"
#include "core/edits/kept_heads.h"
#include "core/import/document_values.h"
#include "core/import/imported.h"
#include "core/io/array_files.h"
#include "core/io/experiment_json.h"
#include "core/io/json_fields.h"

namespace lab {

namespace {

struct ImportRequest {
    std::string file;
    ImportChoices choices;
    std::vector<DocumentValue> values;
    std::vector<HeadIndex> heads; ///< those that are kept; empty: all
    QString out;
};

/// The command's options, which its help lists.
struct ImportOptions {
    QCommandLineOption prefix{
        QStringLiteral("prefix"),
        QStringLiteral("What the names of the layer begin with, as \"h.0.attn\". Needed "
                       "where the file has several layers."),
        QStringLiteral("P")};
    QCommandLineOption tokens{QStringLiteral("tokens"),
                              QStringLiteral("The tokens, separated by spaces; as many as X has rows."),
                              QStringLiteral("TEXT")};
    QCommandLineOption source_tokens{QStringLiteral("source-tokens"),
                                     QStringLiteral("The tokens of keys and values, for cross-attention."),
                                     QStringLiteral("TEXT")};
    QCommandLineOption heads{QStringLiteral("heads"), QStringLiteral("The number of heads."),
                             QStringLiteral("H")};
    QCommandLineOption kv_heads{QStringLiteral("kv-heads"), QStringLiteral("The number of key/value heads."),
                                QStringLiteral("G")};
    QCommandLineOption map{
        QStringLiteral("map"),
        QStringLiteral("Which array is which, where names do not tell: W_Q=ARRAY, or "
                       "W_Q=ARRAY:transposed for outputs x inputs, or W_Q,W_K,W_V=ARRAY for "
                       "equal parts side by side; may be given several times. Besides "
                       "parameters: tokens, and for attention alone weights or scores."),
        QStringLiteral("NAME=ARRAY")};
    QCommandLineOption head{QStringLiteral("head"),
                            QStringLiteral("Takes this head alone, from 0; may be given several times."),
                            QStringLiteral("N")};
    QCommandLineOption set{QStringLiteral("set"),
                           QStringLiteral("A value of the document by its key, as scores.rotary=true; may be "
                                          "given several times."),
                           QStringLiteral("KEY=VALUE")};
    QCommandLineOption out{QStringLiteral("o"), QStringLiteral("Where to write the document."),
                           QStringLiteral("OUT")};
};

/// A text of the document, which is UTF-8; nullopt if it is something else.
std::optional<std::string> text_of_argument(const QString& argument) {
    const std::string bytes = bytes_of(argument);
    const QByteArray text = QString::fromStdString(bytes).toUtf8();
    return text.toStdString() == bytes ? std::optional(bytes) : std::nullopt;
}

/// Reads an option that may be given once; returns what is wrong with it.
std::optional<QString> read_text(const QCommandLineParser& parser, const QCommandLineOption& option,
                                 std::optional<std::string>& text) {
    const QString name = option.names().constFirst();
    if (!parser.isSet(option))
        return std::nullopt;
    if (parser.values(option).size() > 1)
        return QStringLiteral("--%1 is given twice").arg(name);
    text = text_of_argument(parser.value(option));
    return text ? std::nullopt : std::optional(QStringLiteral("--%1 is not UTF-8").arg(name));
}

std::optional<QString> read_head_count(const QCommandLineParser& parser, const QCommandLineOption& option,
                                       std::optional<Index>& count) {
    std::optional<std::string> text;
    if (auto problem = read_text(parser, option, text); problem || !text)
        return problem;
    bool is_number = false;
    const int number = parser.value(option).toInt(&is_number);
    if (!is_number || number < 1 || number > largest_size)
        return QStringLiteral("--%1: \"%2\", expected a whole number from 1 to %3")
            .arg(option.names().constFirst(), parser.value(option))
            .arg(largest_size);
    count = number;
    return std::nullopt;
}

/// Reads the command line; returns what is wrong with it.
std::optional<QString> read_request(const QCommandLineParser& parser, const ImportOptions& options,
                                    ImportRequest& request) {
    if (parser.positionalArguments().size() != 1)
        return QStringLiteral("import takes one file of arrays");
    if (parser.value(options.out).isEmpty())
        return QStringLiteral("import needs -o OUT");
    request.out = parser.value(options.out);
    request.file = bytes_of(parser.positionalArguments().constFirst());
    if (!has_array_extension(request.file) && !refused_by_name(request.file))
        return QStringLiteral("\"%1\" does not end with %2")
            .arg(parser.positionalArguments().constFirst(), QLatin1String(array_extensions));
    ImportChoices& choices = request.choices;
    for (const auto& [option, text] : {std::pair{&options.prefix, &choices.prefix},
                                       {&options.tokens, &choices.tokens},
                                       {&options.source_tokens, &choices.source_tokens}}) {
        if (auto problem = read_text(parser, *option, *text))
            return problem;
    }
    for (const auto& [option, count] :
         {std::pair{&options.heads, &choices.heads}, {&options.kv_heads, &choices.kv_heads}}) {
        if (auto problem = read_head_count(parser, *option, *count))
            return problem;
    }
    for (const QString& argument : parser.values(options.map)) {
        const std::optional<std::string> text = text_of_argument(argument);
        if (!text)
            return QStringLiteral("--map is not UTF-8");
        const Result<ArrayChoice> choice = array_choice(*text);
        if (!choice)
            return QStringLiteral("--map: %1").arg(QString::fromStdString(choice.error().message()));
        choices.arrays.push_back(choice.value());
    }
    for (const QString& argument : parser.values(options.head)) {
        const std::optional<Index> number = count_of(argument);
        if (!number)
            return QStringLiteral("--head \"%1\" is no whole number from 0").arg(argument);
        request.heads.push_back(*number);
    }
    for (const QString& argument : parser.values(options.set)) {
        const std::optional<std::string> text = text_of_argument(argument);
        if (!text)
            return QStringLiteral("--set is not UTF-8");
        const Result<DocumentValue> value = document_value(*text);
        if (!value)
            return QStringLiteral("--set: %1").arg(QString::fromStdString(value.error().message()));
        request.values.push_back(value.value());
    }
    return std::nullopt;
}

int import_file(const ImportRequest& request) {
    const Result<NamedArraysPtr> arrays = open_arrays(request.file);
    if (!arrays)
        return fail(arrays.error());
    const Result<ImportPlan> plan = import_plan(*arrays.value(), request.choices);
    if (!plan) {
        Error error = plan.error();
        if (request.choices.arrays.empty() && has_unknown_names(*arrays.value()))
            error.expected += "; --map W_Q=NAME says which array is which";
        return fail(error);
    }
    Result<Experiment> experiment = imported(plan.value(), *arrays.value(), request.choices);
    if (!experiment)
        return fail(experiment.error());
    for (const HeadIndex head : request.heads) {
        if (const std::optional<Error> problem = without_head(experiment.value(), head))
            return fail_in(request.file, *problem);
    }
    if (!request.heads.empty())
        experiment = with_heads_kept(experiment.value(), request.heads);
    if (!request.values.empty())
        experiment = with_values(experiment.value(), request.values);
    if (!experiment)
        return misuse(QStringLiteral("import"),
                      QStringLiteral("--set: %1").arg(QString::fromStdString(experiment.error().message())));
    const int code = deliver(write_experiment(experiment.value()), request.out);
    if (code == exit_done) {
        for (const std::string& line : import_summary(plan.value()))
            remark(line);
        if (!request.heads.empty())
            remark("kept of these heads: " + comma_list(request.heads));
    }
    return code;
}

} // namespace

int run_import(const QStringList& arguments) {
    const QString name = QStringLiteral("import");
    CommandParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Makes a document from the weights of one attention layer in a file of arrays."));
    parser.addPositionalArgument(
        QStringLiteral("WEIGHTS"),
        QStringLiteral("The file (%1), as numpy.savez or safetensors.torch.save_file writes it.")
            .arg(QLatin1String(array_extensions)));
    const ImportOptions options;
    parser.addOptions({options.prefix, options.tokens, options.source_tokens, options.heads, options.kv_heads,
                       options.head, options.map, options.set, options.out});
    if (const auto done = parse(parser, name, arguments))
        return *done;
    ImportRequest request;
    if (const auto problem = read_request(parser, options, request))
        return misuse(name, *problem);
    return import_file(request);
}

} // namespace lab
