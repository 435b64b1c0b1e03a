// SPDX-License-Identifier: GPL-3.0-or-later
//
// A parser that can say what it knows: the manual page and the completion of shells are made of that.
#pragma once

#include <QCommandLineOption>
#include <QCommandLineParser>
#include <QList>
#include <QString>

#include <functional>
#include <optional>

namespace lab {

/// An argument that is no option, as the help shows it.
struct PositionalArgument {
    QString name, description, syntax;
};

/// What a command takes.
struct CommandDescription {
    QString text;
    QList<PositionalArgument> arguments;
    QList<QCommandLineOption> options; ///< --help among them
};

/// Qt's parser, which remembers what it is given. Qt's own does not tell.
class CommandParser : public QCommandLineParser {
public:
    bool addOption(const QCommandLineOption& option);
    bool addOptions(const QList<QCommandLineOption>& options);
    void addPositionalArgument(const QString& name, const QString& description, const QString& syntax = {});

    CommandDescription description() const;

private:
    QList<PositionalArgument> m_arguments;
    QList<QCommandLineOption> m_options;
};

/// Parses the arguments of a subcommand; the parser's help shows its name and summary. Returns an exit code
/// if nothing is left to do: after an error, or after --help.
std::optional<int> parse(CommandParser& parser, const QString& command, const QStringList& arguments);

/// What a command takes: `run` is called without arguments, and ends in parse(), before it does anything.
CommandDescription description_of(const std::function<int(const QStringList&)>& run);

} // namespace lab
