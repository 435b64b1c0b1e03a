// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"

#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace lab::test {

namespace {

/// Filled by static initialisation, in no particular order.
std::map<std::string, RunTest>& registeredTests() {
    static std::map<std::string, RunTest> tests;
    return tests;
}

std::string nameOf(const std::string& sourceFile) {
    constexpr std::string_view prefix = "tst_";
    const std::size_t start = sourceFile.rfind('/') + 1 + prefix.size();
    return sourceFile.substr(start, sourceFile.rfind('.') - start);
}

} // namespace

TestRegistration::TestRegistration(const char* sourceFile, RunTest run) {
    registeredTests().emplace(nameOf(sourceFile), run);
}

} // namespace lab::test

int main(int argc, char** argv) {
    const auto& tests = lab::test::registeredTests();
    const std::string name = argc > 1 ? argv[1] : "";
    const auto found = tests.find(name);
    if (found == tests.end()) {
        std::fprintf(stderr, "usage: %s TEST [Qt Test's arguments], where TEST is one of\n", argv[0]);
        for (const auto& [each, run] : tests)
            std::fprintf(stderr, "  %s\n", each.c_str());
        return 2;
    }
    // Settings and data folders depend on the application name. Concurrent tests must not share them.
    QCoreApplication::setApplicationName(QString::fromStdString("tst_" + name));
    std::vector<char*> arguments(argv, argv + argc);
    arguments.erase(arguments.begin() + 1);
    arguments.push_back(nullptr); // null-terminated like main()'s argv
    return found->second(argc - 1, arguments.data());
}
