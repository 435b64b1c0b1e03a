// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/completion.h"

#include "app/commands/command.h"
#include "app/commands/described.h"

#include <array>

namespace lab {

namespace {

using Commands = std::vector<DescribedCommand>;

const QString script_head =
    QStringLiteral("# SPDX-License-Identifier: GPL-3.0-or-later\n"
                   "# Completion of attention-lab for %1, made by: attention-lab completion %1\n");

QString quoted(QString text) {
    return QLatin1Char('\'') + text.replace(QLatin1Char('\''), QStringLiteral("'\\''")) + QLatin1Char('\'');
}

QStringList typed_options(const DescribedCommand& command) {
    QStringList typed;
    for (const QCommandLineOption& option : command.takes.options) {
        for (const QString& name : option.names())
            typed += typed_option(name);
    }
    return typed;
}

QStringList subcommand_names(const Commands& commands) {
    QStringList names;
    for (const DescribedCommand& each : commands) {
        if (!each.name.isEmpty())
            names += each.name;
    }
    return names;
}

// bash: one function, with a branch for each option that takes a value, and one for each subcommand.

QString bash_assignments(const PossibleValues& values) {
    QStringList parts;
    if (!values.words.isEmpty())
        parts += QStringLiteral("words=") + quoted(values.words.join(QLatin1Char(' ')));
    if (values.is_file)
        parts +=
            QStringLiteral("files=") +
            quoted(values.endings.isEmpty() ? QStringLiteral("*") : values.endings.join(QLatin1Char(' ')));
    return parts.isEmpty() ? QStringLiteral("words=''") : parts.join(QLatin1Char(' '));
}

QString bash_branches(const Commands& commands) {
    QString values;
    QString others;
    for (const DescribedCommand& command : commands) {
        for (const QCommandLineOption& option : command.takes.options) {
            if (option.valueName().isEmpty())
                continue;
            QStringList patterns;
            for (const QString& name : option.names())
                patterns += command.name + QLatin1Char('/') + typed_option(name);
            values +=
                QStringLiteral("        %1) %2 ;;\n")
                    .arg(patterns.join(QLatin1Char('|')), bash_assignments(values_of(command.name, option)));
        }
        others += QStringLiteral("        %1/*) options=%2 %3 ;;\n")
                      .arg(command.name, quoted(typed_options(command).join(QLatin1Char(' '))),
                           bash_assignments(arguments_for(command.name)));
    }
    return values + others;
}

QString bash_script(const Commands& commands) {
    return script_head.arg(QStringLiteral("bash")) +
           QStringLiteral(R"(_attention_lab() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local command='' options='' words='' files='' ending
    # bash takes --stage=weights for three words.
    if [[ $current == = ]]; then
        current=''
    elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    if ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} != -* ]]; then
        command=${COMP_WORDS[1]}
    fi
    case $command/$previous in
%1    esac
    if ((COMP_CWORD == 1)); then
        words=%2
    fi
    if [[ $current == -* ]]; then
        words=$options files=''
    fi
    COMPREPLY=()
    if [[ -n $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    fi
    if [[ -n $files ]]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r ending; do
            COMPREPLY+=("$ending")
        done < <(
            compgen -d -- "$current"
            for ending in ${files//\*/}; do
                compgen -f -X "!*.$ending" -- "$current"
            done
            if [[ $files == '*' ]]; then
                compgen -f -- "$current"
            fi
        )
    fi
}
complete -F _attention_lab attention-lab
)")
               .arg(bash_branches(commands), quoted(subcommand_names(commands).join(QLatin1Char(' '))));
}

// zsh: the specifications of _arguments.

QString zsh_text(QString text) {
    for (const char special : {'\\', '[', ']', ':'})
        text.replace(QLatin1Char(special), QLatin1Char('\\') + QString(QLatin1Char(special)));
    return text;
}

QString zsh_action(const PossibleValues& values) {
    if (!values.words.isEmpty())
        return QStringLiteral("(%1)").arg(values.words.join(QLatin1Char(' ')));
    if (!values.is_file)
        return QStringLiteral(" ");
    return values.endings.isEmpty()
               ? QStringLiteral("_files")
               : QStringLiteral("_files -g \"*.(%1)(-.)\"").arg(values.endings.join(QLatin1Char('|')));
}

QStringList zsh_options(const DescribedCommand& command) {
    QStringList specs;
    for (const QCommandLineOption& option : command.takes.options) {
        for (const QString& name : option.names()) {
            QString spec = QLatin1Char('*') + typed_option(name);
            const bool has_value = !option.valueName().isEmpty();
            if (has_value && name.size() > 1)
                spec += QLatin1Char('='); // --stage weights, or --stage=weights
            spec += QStringLiteral("[%1]").arg(zsh_text(brief(option.description())));
            if (has_value)
                spec += QStringLiteral(":%1:%2").arg(zsh_text(option.valueName()),
                                                     zsh_action(values_of(command.name, option)));
            specs += quoted(spec);
        }
    }
    return specs;
}

QString zsh_arguments(const DescribedCommand& command, const QString& indent) {
    QStringList specs = zsh_options(command);
    const PossibleValues arguments = arguments_for(command.name);
    if (arguments.is_file || !arguments.words.isEmpty())
        specs += quoted(
            QStringLiteral("*:%1:%2").arg(command.takes.arguments.value(0).name, zsh_action(arguments)));
    return QStringLiteral("_arguments ") + specs.join(QStringLiteral(" \\\n    ") + indent);
}

QString zsh_script(const Commands& commands) {
    QString list;
    QString branches;
    for (const DescribedCommand& command : commands) {
        if (command.name.isEmpty())
            continue;
        list += QStringLiteral("        %1\n")
                    .arg(quoted(command.name + QLatin1Char(':') + zsh_text(command.summary)));
        const QString indent(12, QLatin1Char(' '));
        branches += QStringLiteral("        %1)\n%2%3\n%2;;\n")
                        .arg(command.name, indent, zsh_arguments(command, indent));
    }
    return QStringLiteral("#compdef attention-lab\n") + script_head.arg(QStringLiteral("zsh")) +
           QStringLiteral(R"(_attention_lab() {
    local -a commands=(
%1    )
    if ((CURRENT == 2)) || [[ $words[2] == -* ]]; then
        if ((CURRENT == 2)); then
            _describe -t commands subcommand commands
        fi
        %2
        return
    fi
    local command=$words[2]
    shift words
    ((CURRENT--))
    case $command in
%3    esac
}
_attention_lab "$@"
)")
               .arg(list, zsh_arguments(commands.front(), QString(8, QLatin1Char(' '))), branches);
}

// fish: a line for each thing.

QString fish_values(const PossibleValues& values) {
    if (values.words.isEmpty())
        return values.is_file ? QStringLiteral(" -r -F") : QStringLiteral(" -x");
    return QStringLiteral(" -x -a ") + quoted(values.words.join(QLatin1Char(' ')));
}

/// fish knows no '\'' within quotes, but \'.
QString fish_quoted(QString text) {
    text.replace(QLatin1Char('\\'), QStringLiteral("\\\\"));
    return QLatin1Char('\'') + text.replace(QLatin1Char('\''), QStringLiteral("\\'")) + QLatin1Char('\'');
}

QString fish_script(const Commands& commands) {
    QString lines;
    const QString line = QStringLiteral("complete -c attention-lab -n '%1'");
    for (const DescribedCommand& command : commands) {
        const QString condition = command.name.isEmpty()
                                      ? QStringLiteral("__fish_use_subcommand")
                                      : QStringLiteral("__fish_seen_subcommand_from ") + command.name;
        if (!command.name.isEmpty())
            lines += line.arg(QStringLiteral("__fish_use_subcommand")) +
                     QStringLiteral(" -a %1 -d %2\n").arg(command.name, fish_quoted(command.summary));
        const PossibleValues arguments = arguments_for(command.name);
        if (!arguments.is_file)
            lines += line.arg(condition) + QStringLiteral(" -f") +
                     (arguments.words.isEmpty()
                          ? QString()
                          : QStringLiteral(" -a ") + quoted(arguments.words.join(QLatin1Char(' ')))) +
                     QLatin1Char('\n');
        for (const QCommandLineOption& option : command.takes.options) {
            QString added = line.arg(condition);
            for (const QString& name : option.names())
                added += (name.size() == 1 ? QStringLiteral(" -s ") : QStringLiteral(" -l ")) + name;
            if (!option.valueName().isEmpty())
                added += fish_values(values_of(command.name, option));
            lines +=
                added + QStringLiteral(" -d ") + fish_quoted(brief(option.description())) + QLatin1Char('\n');
        }
    }
    return script_head.arg(QStringLiteral("fish")) + lines;
}

struct Shell {
    const char* name;
    QString (*script)(const Commands&);
};

constexpr std::array shells{Shell{"bash", bash_script}, Shell{"zsh", zsh_script}, Shell{"fish", fish_script}};

} // namespace

QStringList shell_names() {
    QStringList names;
    for (const Shell& each : shells)
        names += QString::fromLatin1(each.name);
    return names;
}

int run_completion(const QStringList& arguments) {
    const QString name = QStringLiteral("completion");
    CommandParser parser;
    parser.setApplicationDescription(QStringLiteral(
        "Prints a script with which a shell completes what is typed: subcommands, options, stages, "
        "examples and files. Packages install it."));
    parser.addPositionalArgument(
        QStringLiteral("SHELL"),
        QStringLiteral("The shell: %1.").arg(shell_names().join(QStringLiteral(", "))));
    if (const auto done = parse(parser, name, arguments))
        return *done;
    const QStringList given = parser.positionalArguments();
    for (const Shell& each : shells) {
        if (given == QStringList(QString::fromLatin1(each.name)))
            return deliver(each.script(described_commands()).toStdString(), {});
    }
    return misuse(name,
                  QStringLiteral("completion takes one of %1").arg(shell_names().join(QStringLiteral(", "))));
}

} // namespace lab
