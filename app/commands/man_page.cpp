// SPDX-License-Identifier: GPL-3.0-or-later
//
// `man-page`: attention-lab(1), made of what the commands take, so that it says what --help says.
#include "app/commands/command.h"
#include "app/commands/described.h"

namespace lab {

namespace {

/// Text for troff: what is special there stands for itself.
QString troff(QString text) {
    text.replace(QLatin1Char('\\'), QStringLiteral("\\e"));
    text.replace(QLatin1Char('-'), QStringLiteral("\\-"));
    text.replace(QLatin1Char('\n'), QLatin1Char(' '));
    const bool is_request = text.startsWith(QLatin1Char('.')) || text.startsWith(QLatin1Char('\''));
    return is_request ? QStringLiteral("\\&") + text : text;
}

QString bold(const QString& text) {
    return QStringLiteral("\\fB%1\\fR").arg(troff(text));
}

QString italic(const QString& text) {
    return QStringLiteral("\\fI%1\\fR").arg(troff(text));
}

QString sentence(const QString& text) {
    return text.endsWith(QLatin1Char('.')) ? text : text + QLatin1Char('.');
}

QString tagged(const QString& tag, const QString& text) {
    return QStringLiteral(".TP\n%1\n%2\n").arg(tag, troff(text));
}

QString option_entry(const QCommandLineOption& option) {
    QStringList names;
    for (const QString& name : option.names())
        names += bold(typed_option(name));
    QString tag = names.join(QStringLiteral(", "));
    if (!option.valueName().isEmpty())
        tag += QLatin1Char(' ') + italic(option.valueName());
    QString text = sentence(option.description());
    const QString usual = option.defaultValues().join(QLatin1Char(' '));
    if (!usual.isEmpty())
        text += QStringLiteral(" Default: %1.").arg(usual);
    return tagged(tag, text);
}

QString call_of(const DescribedCommand& command) {
    QString call = bold(QStringLiteral("attention-lab"));
    if (!command.name.isEmpty())
        call += QLatin1Char(' ') + bold(command.name);
    call += QStringLiteral(" [options]");
    for (const PositionalArgument& each : command.takes.arguments)
        call += QLatin1Char(' ') + italic(each.syntax);
    return call;
}

QString command_section(const DescribedCommand& command) {
    QString section = QStringLiteral(".SS %1\n%2\n.PP\n%3\n")
                          .arg(troff(command.name), call_of(command), troff(sentence(command.takes.text)));
    for (const PositionalArgument& each : command.takes.arguments)
        section += tagged(italic(each.name), sentence(each.description));
    for (const QCommandLineOption& option : command.takes.options)
        section += option_entry(option);
    return section;
}

QString man_page() {
    const std::vector<DescribedCommand> commands = described_commands();
    const DescribedCommand& window = commands.front();
    QString page =
        QStringLiteral(
            ".\\\" SPDX-License-Identifier: GPL-3.0-or-later\n"
            ".\\\" Made by: attention-lab man-page\n"
            ".TH ATTENTION\\-LAB 1 \"\" \"Attention Lab " LAB_VERSION "\" \"User Commands\"\n"
            // Long words, such as lists of names, would make lines that cannot be spread.
            ".ad l\n.nh\n"
            ".SH NAME\nattention\\-lab \\- edit every number of attention and watch it being computed\n"
            ".SH SYNOPSIS\n%1\n.br\n%2 %3 [options] ...\n"
            ".SH DESCRIPTION\n"
            "Attention Lab shows how attention of a transformer is computed. Without a subcommand, a window "
            "opens, with the document or the file of weights that is named, or the first example. The "
            "subcommands open no window and need no display.\n.PP\n"
            "Nothing is sent anywhere: the program does not use the network.\n"
            ".SH OPTIONS\n")
            .arg(call_of(window), bold(QStringLiteral("attention-lab")),
                 italic(QStringLiteral("SUBCOMMAND")));
    for (const PositionalArgument& each : window.takes.arguments)
        page += tagged(italic(each.name), sentence(each.description));
    for (const QCommandLineOption& option : window.takes.options)
        page += option_entry(option);
    page += QStringLiteral(".SH SUBCOMMANDS\n");
    for (const DescribedCommand& each : commands) {
        if (!each.name.isEmpty())
            page += command_section(each);
    }
    page +=
        QStringLiteral(".SH EXIT STATUS\n") + tagged(QStringLiteral("0"), QStringLiteral("Done.")) +
        tagged(QStringLiteral("1"),
               QStringLiteral("The input is at fault, or a result cannot be written. Of check: the numbers "
                              "are wrong.")) +
        tagged(QStringLiteral("2"),
               QStringLiteral("The command line is at fault. Of check: something cannot be read."));
    page +=
        QStringLiteral(".SH FILES\n") +
        tagged(italic(QStringLiteral("~/.config/attention-lab")),
               QStringLiteral("Preferences of the window, or below $XDG_CONFIG_HOME.")) +
        tagged(italic(QStringLiteral("~/.local/share/attention-lab")),
               QStringLiteral("What was not saved when the program ended unexpectedly, and how far lessons "
                              "are done, or below $XDG_DATA_HOME."));
    page +=
        QStringLiteral(".SH SEE ALSO\nThe manual in the window (F1), which describes the commands at length, "
                       "the format of documents, and the module for Python.\n");
    return page;
}

} // namespace

int run_man_page(const QStringList& arguments) {
    const QString name = QStringLiteral("man-page");
    CommandParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Prints the manual page attention-lab(1), for man. Packages install it."));
    if (const auto done = parse(parser, name, arguments))
        return *done;
    if (!parser.positionalArguments().isEmpty())
        return misuse(name, QStringLiteral("man-page takes no argument"));
    return deliver(man_page().toStdString(), {});
}

} // namespace lab
