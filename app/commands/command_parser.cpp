// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_parser.h"

#include "app/commands/command.h"

#include <QCoreApplication>

namespace lab {

namespace {

CommandDescription* wanted_description = nullptr; ///< null: commands are run, not described

} // namespace

bool CommandParser::addOption(const QCommandLineOption& option) {
    m_options += option;
    return QCommandLineParser::addOption(option);
}

bool CommandParser::addOptions(const QList<QCommandLineOption>& options) {
    m_options += options;
    return QCommandLineParser::addOptions(options);
}

void CommandParser::addPositionalArgument(const QString& name, const QString& description,
                                          const QString& syntax) {
    m_arguments += PositionalArgument{name, description, syntax.isEmpty() ? name : syntax};
    QCommandLineParser::addPositionalArgument(name, description, syntax);
}

CommandDescription CommandParser::description() const {
    return {applicationDescription(), m_arguments, m_options};
}

std::optional<int> parse(CommandParser& parser, const QString& command, const QStringList& arguments) {
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")},
                                  QStringLiteral("Shows this."));
    parser.addOption(help);
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    if (wanted_description) {
        *wanted_description = parser.description();
        return exit_done;
    }
    const QString program = QStringLiteral("attention-lab ") + command;
    if (!parser.parse(QStringList(program) + arguments))
        return misuse(command, parser.errorText());
    if (parser.isSet(help)) {
        // Qt's text begins with the program's path and does not mention the subcommand.
        const QString path = QCoreApplication::arguments().constFirst();
        QString text = parser.helpText();
        text.replace(text.indexOf(path), path.size(), program);
        return deliver(text.toStdString(), {});
    }
    return std::nullopt;
}

CommandDescription description_of(const std::function<int(const QStringList&)>& run) {
    CommandDescription description;
    wanted_description = &description;
    run({});
    wanted_description = nullptr;
    return description;
}

} // namespace lab
