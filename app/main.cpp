// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/signals.h"

#include <QApplication>

#include <algorithm>
#include <array>
#include <new>
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

/// Runs a subcommand; a document may be too large for this machine.
int run(lab::Subcommand subcommand) try {
    return subcommand(QCoreApplication::arguments().mid(2));
} catch (const std::bad_alloc&) {
    return lab::fail({{}, "memory", "not enough for this document", "a smaller one"});
}

} // namespace

int main(int argc, char** argv) {
    lab::watch_signals();
    const std::string_view first = argc > 1 ? argv[1] : "";
    const auto subcommand = std::ranges::find(subcommands, first, &Entry::name);
    if (subcommand != subcommands.end()) {
        const QCoreApplication application(argc, argv);
        return run(subcommand->run);
    }
    if (first == "export") {
        // Widgets that are never shown draw the picture; Qt's remarks on the missing session are nobody's
        // business.
        qputenv("QT_QPA_PLATFORM", "offscreen");
        qputenv("QT_LOGGING_RULES", "*.warning=false;*.info=false;*.debug=false");
        const QApplication application(argc, argv);
        return run(lab::run_export);
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
