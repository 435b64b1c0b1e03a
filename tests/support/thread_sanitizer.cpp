// SPDX-License-Identifier: GPL-3.0-or-later
//
// ThreadSanitizer options for programs built with it.

// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the sanitizer looks for these names.

/// Abort at the first report, so that it cannot be overlooked.
extern "C" const char* __tsan_default_options() {
    return "halt_on_error=1";
}

/// Qt is not instrumented, so the sanitizer sees its threads' memory accesses but not their synchronisation.
/// Suppress only calls made from Qt's own code. "race:libQt6Core" would also suppress our code wherever Qt is
/// below it on the stack, as in every event handler.
extern "C" const char* __tsan_default_suppressions() {
    return "called_from_lib:libQt6Core.so\n"
           "called_from_lib:libQt6Test.so\n";
}

// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
