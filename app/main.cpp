// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/memory.h"

#include <QApplication>

#include <algorithm>
#include <array>
#include <new>
#include <stdexcept>
#include <string_view>

namespace {

struct Entry {
    std::string_view name;
    lab::Subcommand run;
};
constexpr std::array subcommands{
    Entry{"compute", lab::run_compute},   Entry{"set", lab::run_set},
    Entry{"examples", lab::run_examples}, Entry{"explain", lab::run_explain},
    Entry{"random", lab::run_random},
};

/// Runs a subcommand inside an application of that type; a document may be too large for this machine.
template<class Application>
int run(lab::Subcommand subcommand, int argc, char** argv, std::size_t memory) try {
    lab::expect_too_little_memory();
    if (!lab::has_memory(memory))
        return lab::out_of_memory();
    const Application application(argc, argv);
    return subcommand(QCoreApplication::arguments().mid(2));
} catch (const std::bad_alloc&) {
    return lab::out_of_memory();
} catch (const std::length_error&) { // a text or an array longer than any can be
    return lab::out_of_memory();
}

} // namespace

int main(int argc, char** argv) {
    const std::string_view first = argc > 1 ? argv[1] : "";
    const auto subcommand = std::ranges::find(subcommands, first, &Entry::name);
    if (subcommand != subcommands.end())
        return run<QCoreApplication>(subcommand->run, argc, argv, lab::memory_to_start);
    if (first == "export") {
        // Widgets that are never shown draw the picture; Qt's remarks on the missing session are nobody's
        // business.
        qputenv("QT_QPA_PLATFORM", "offscreen");
        qputenv("QT_LOGGING_RULES", "*.warning=false;*.info=false;*.debug=false");
        return run<QApplication>(lab::run_export, argc, argv, lab::memory_to_draw);
    }
    // Help, version and mistakes want no display; without one Qt would end the program before they were said.
    const bool hasDisplay = qEnvironmentVariableIsSet("DISPLAY") ||
                            qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
                            qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
    if (!hasDisplay) {
        const QCoreApplication application(argc, argv);
        return lab::run_window(QCoreApplication::arguments().mid(1), false);
    }
    const QApplication application(argc, argv);
    return lab::run_window(QCoreApplication::arguments().mid(1), true);
}
