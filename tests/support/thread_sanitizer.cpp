// SPDX-License-Identifier: GPL-3.0-or-later
//
// What ThreadSanitizer is told, in programs that are built with it.

// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the sanitizer looks for these names.

/// The first report ends the program, so that it cannot be overlooked.
extern "C" const char* __tsan_default_options() {
    return "halt_on_error=1";
}

/// Qt's libraries were not built with the sanitizer, which sees the memory that Qt takes and gives back on
/// its threads, but not what orders that. Ignored is what Qt's own code calls, and nothing else:
/// "race:libQt6Core" would also hide what our code does wherever Qt stands below it on the stack, as in every
/// event handler.
extern "C" const char* __tsan_default_suppressions() {
    return "called_from_lib:libQt6Core.so\n"
           "called_from_lib:libQt6Test.so\n";
}

// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
