// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/subcommands.h"

#include "core/base/slip.h"
#include "ui/document/examples.h"
#include "ui/document/files/recovery.h"
#include "ui/look/desktop_settings.h"
#include "ui/look/program_icon.h"
#include "ui/look/theme.h"
#include "ui/window/document_controller.h"
#include "ui/window/main_window.h"

#include <QApplication>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace lab {

namespace {

QString toText(std::string_view words) {
    return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

/// A line each: how it is called, and what it does.
QString subcommandList() {
    QString lines;
    for (const Subcommand& each : subcommands()) {
        constexpr int column = 34; // where the summaries begin
        const QString call =
            QStringLiteral("attention-lab %1 %2").arg(toText(each.name), toText(each.argument));
        lines += call.leftJustified(column) + toText(each.summary) + QLatin1Char('\n');
    }
    return lines;
}

QStringList subcommandNames() {
    QStringList names;
    for (const Subcommand& each : subcommands())
        names += toText(each.name);
    return names;
}

/// Whether the first argument is neither an option nor a file, but looks like the name of a subcommand: a
/// word alone, "comptue". Without this, a window would open and wait.
std::optional<QString> misspelt_subcommand(const QStringList& arguments) {
    const std::string word = bytes_of(arguments.value(0));
    std::error_code none;
    if (word.empty() || word.find_first_of("./\\-") != std::string::npos ||
        std::filesystem::exists(word, none))
        return std::nullopt;
    const auto likely =
        std::ranges::find_if(subcommands(), [&](const Subcommand& each) { return is_slip(word, each.name); });
    if (likely == subcommands().end() && arguments.size() > 1)
        return std::nullopt;
    const QString hint = likely != subcommands().end()
                             ? QStringLiteral("did you mean %1?").arg(toText(likely->name))
                             : QStringLiteral("there are %1").arg(subcommandNames().join(", "));
    return QStringLiteral("no subcommand and no file is called \"%1\"; %2").arg(arguments.first(), hint);
}

/// How the window begins.
struct WindowOptions {
    QCommandLineOption create{QStringLiteral("new"), QStringLiteral("Opens an empty document.")};
    QCommandLineOption example{
        QStringLiteral("example"),
        QStringLiteral("Opens an example or a lesson of the program: 'attention-lab examples' lists them."),
        QStringLiteral("NAME")};
    QCommandLineOption version{QStringLiteral("version"), QStringLiteral("Prints the version.")};

    void add_to(CommandParser& parser) const {
        parser.setApplicationDescription(
            QStringLiteral(
                "Attention you can touch. Opens the window, with FILE or the first example in it.\n\n%1\n"
                "'attention-lab compute --help' lists the options of compute, and likewise the others.")
                .arg(subcommandList()));
        parser.addPositionalArgument(
            QStringLiteral("FILE"),
            QStringLiteral("The document, or the .npz or .safetensors file of weights, to open."),
            QStringLiteral("[FILE]"));
        parser.addOptions({create, example, version});
    }
};

} // namespace

int run_window(const QStringList& arguments, bool has_display) {
    QCoreApplication::setApplicationVersion(QStringLiteral(LAB_VERSION));
    CommandParser parser;
    const WindowOptions options;
    options.add_to(parser);
    if (const auto problem = misspelt_subcommand(arguments))
        return misuse({}, *problem);
    if (const auto done = parse(parser, {}, arguments))
        return *done;
    if (parser.isSet(options.version))
        return deliver("attention-lab " LAB_VERSION "\n", {});
    if (parser.positionalArguments().size() > 1)
        return misuse({}, QStringLiteral("one file can be opened, or use a subcommand: ") +
                              subcommandNames().join(", "));

    if (parser.positionalArguments().size() + parser.isSet(options.create) + parser.isSet(options.example) >
        1)
        return misuse({}, QStringLiteral("a FILE, --new and --example are three ways to begin; choose one"));
    const QString example_name = parser.value(options.example);
    if (parser.isSet(options.example) && !(exampleNames() + lessonNames()).contains(example_name))
        return fail(no_example(example_name));

    const QString file = parser.positionalArguments().value(0);
    // The window identifies files by absolute path, as text.
    const std::string path =
        file.isEmpty() ? std::string() : std::filesystem::absolute(bytes_of(file)).string();
    if (QString::fromStdString(path).toStdString() != path)
        return fail({path, {}, "a name that is not UTF-8, which the window cannot open", "another name"});
    if (!has_display)
        return fail({{},
                     "display",
                     "none (neither DISPLAY nor WAYLAND_DISPLAY is set)",
                     "one for the window; compute and export work without"});
    QApplication::setOrganizationName(QStringLiteral("attention-lab"));
    QApplication::setApplicationName(QStringLiteral("attention-lab"));
    QApplication::setApplicationDisplayName(QStringLiteral("Attention Lab"));
    QGuiApplication::setDesktopFileName(QStringLiteral("attention-lab")); // the entry in menus, with the icon
    QApplication::setWindowIcon(programIcon());
    Preferences preferences = Preferences::load();
    Theme theme;
    DesktopSettings desktop(QDBusConnection::sessionBus());
    QObject::connect(&desktop, &DesktopSettings::changed, &theme, &Theme::followDesktop);
    preferences.giveTo(theme);
    theme.applyToApplication();
    MainWindow window(theme, std::move(preferences));
    window.show();
    window.recovery().findAbandoned();
    if (!file.isEmpty())
        window.controller().openFile(file);
    else if (parser.isSet(options.create))
        window.controller().create();
    else if (parser.isSet(options.example))
        window.controller().openExample(example_name);
    else
        window.controller().goOnFromLastTime();
    return QApplication::exec();
}

} // namespace lab
