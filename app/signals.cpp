// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/signals.h"

#include "core/io/unfinished_file.h"

#include <csignal>

namespace lab {

namespace {

/// The default action has been restored, so the raised signal ends the program as soon as this returns, and
/// the parent process sees which signal it was.
void end_by(int signal) {
    remove_unfinished_files();
    std::raise(signal);
}

/// Unlike SIG_IGN, a handler is not passed on to other programs.
void do_nothing(int) {}

} // namespace

void survive_closed_pipes() {
    struct sigaction action {};
    action.sa_handler = do_nothing;
    action.sa_flags = SA_RESTART;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(SIGPIPE, &action, nullptr);
}

void watch_signals() {
    std::signal(SIGXFSZ, SIG_IGN); // so that write() fails instead
    for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU}) {
        struct sigaction before {};
        if (::sigaction(signal, nullptr, &before) != 0 || before.sa_handler == SIG_IGN)
            continue; // ignored on request, as by nohup
        struct sigaction action {};
        action.sa_handler = end_by;
        action.sa_flags = static_cast<int>(SA_RESETHAND);
        ::sigemptyset(&action.sa_mask);
        ::sigaction(signal, &action, nullptr);
    }
}

} // namespace lab
