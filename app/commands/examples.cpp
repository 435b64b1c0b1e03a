// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"

#include "ui/document/examples.h"

namespace lab {

Error no_example(const QString& name) {
    return {{}, "example", "\"" + name.toStdString() + "\"", "a name that 'attention-lab examples' lists"};
}

int run_examples(const QStringList& arguments) {
    const QString name = QStringLiteral("examples");
    CommandParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Lists the examples and lessons that come with the program, or writes one of them."));
    parser.addPositionalArgument(QStringLiteral("NAME"), QStringLiteral("The example to write."),
                                 QStringLiteral("[NAME]"));
    const QCommandLineOption out(QStringLiteral("o"), QStringLiteral("Where to write it."),
                                 QStringLiteral("OUT"));
    parser.addOption(out);
    if (const auto done = parse(parser, name, arguments))
        return *done;

    const QStringList wanted = parser.positionalArguments();
    if (wanted.isEmpty() && !parser.isSet(out)) {
        std::string list;
        for (const QString& each : exampleNames() + lessonNames())
            list += each.toStdString() + '\t' + example(each).title + '\n';
        return deliver(list, {});
    }
    if (!wanted.isEmpty() && !(exampleNames() + lessonNames()).contains(wanted.constFirst()))
        return fail(no_example(wanted.constFirst()));
    if (wanted.size() != 1 || parser.value(out).isEmpty())
        return misuse(name, QStringLiteral("to write an example, give its name and -o OUT"));
    return deliver(exampleText(wanted.constFirst()).toStdString(), parser.value(out));
}

} // namespace lab
