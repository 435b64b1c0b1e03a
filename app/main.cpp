// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/carried_fonts.h"
#include "app/commands/command.h"
#include "app/commands/memory.h"
#include "app/commands/subcommands.h"
#include "app/signals.h"
#include "ui/document/files/file_tasks.h"

#include <QApplication>
#include <QLoggingCategory>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string_view>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

/// Large matrices go back to the system when they are freed. By default, glibc's allocator keeps up to 64 MiB
/// of them for each thread once it has seen a few.
void return_large_memory() {
#ifdef __GLIBC__
    constexpr int large = 4 * 1024 * 1024;
    mallopt(M_MMAP_THRESHOLD, large);
    mallopt(M_TRIM_THRESHOLD, 4 * large);
#endif
}

/// Runs a subcommand in an application of that type. A document may be too large for this machine.
template<class Application>
int run(const lab::Subcommand& subcommand, int argc, char** argv, std::size_t memory) try {
    lab::expect_too_little_memory(subcommand.out_of_memory);
    if (!lab::has_memory(memory))
        return lab::out_of_memory(subcommand.out_of_memory);
    const Application application(argc, argv);
    return subcommand.run(lab::arguments_of(argc, argv).mid(2));
} catch (const std::bad_alloc&) {
    return lab::out_of_memory(subcommand.out_of_memory);
} catch (const std::length_error&) { // a string or array longer than its maximum
    return lab::out_of_memory(subcommand.out_of_memory);
}

/// Whether help or the version is requested, which needs no window.
bool asks_about_program(const QStringList& arguments) {
    for (const QString& each : arguments.mid(1)) {
        if (each == QLatin1String("--"))
            break;
        const QString name = each.mid(each.startsWith(QLatin1String("--")) ? 2 : 1);
        if (each.startsWith(QLatin1Char('-')) &&
            (name == QLatin1String("help") || name == QLatin1String("h") || name == QLatin1String("version")))
            return true;
    }
    return false;
}

/// Opens the window. Qt warns at start-up about missing session settings that it replaces itself, such as
/// XDG_RUNTIME_DIR.
int run_window(int argc, char** argv) {
    lab::survive_closed_pipes();
    lab::use_carried_fonts();
    QLoggingCategory::setFilterRules(QStringLiteral("default.warning=false"));
    const QApplication application(argc, argv);
    QLoggingCategory::setFilterRules({});
    return lab::run_window(lab::arguments_of(argc, argv).mid(1), true); // without Qt's own
}

} // namespace

int main(int argc, char** argv) {
    return_large_memory();
    lab::watch_signals();
    const std::string_view first = argc > 1 ? argv[1] : "";
    const auto subcommand = std::ranges::find(lab::subcommands(), first, &lab::Subcommand::name);
    const bool is_subcommand = subcommand != lab::subcommands().end();
    if (!lab::has_stack())
        return lab::out_of_stack(is_subcommand ? subcommand->out_of_memory : lab::exit_bad_input);
    if (is_subcommand) {
        if (!subcommand->draws)
            return run<QCoreApplication>(*subcommand, argc, argv, lab::memory_to_start);
        // Hidden widgets draw the figure, so Qt's warnings about a missing session are irrelevant.
        qputenv("QT_QPA_PLATFORM", "offscreen");
        qputenv("QT_LOGGING_RULES", "*.warning=false;*.info=false;*.debug=false");
        lab::use_carried_fonts();
        return run<QApplication>(*subcommand, argc, argv, lab::memory_to_draw);
    }
    // Help, version and usage errors need no display. Without one, Qt would exit before they are printed.
    const bool hasDisplay = qEnvironmentVariableIsSet("DISPLAY") ||
                            qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
                            qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
    if (const QStringList arguments = lab::arguments_of(argc, argv);
        !hasDisplay || asks_about_program(arguments)) {
        const QCoreApplication application(argc, argv);
        return lab::run_window(arguments.mid(1), false);
    }
    const int code = run_window(argc, argv);
    if (lab::FileTasks::areLeft()) // by a disk that does not answer: nothing is destroyed that they use
        std::_Exit(code);
    return code;
}
