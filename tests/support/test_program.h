// SPDX-License-Identifier: GPL-3.0-or-later
//
// Many test classes in one program. Each is compiled separately and run in its own process with
//
//   window_tests heatmap [Qt Test's arguments]
//
// where "heatmap" is the class in tst_heatmap.cpp.
#pragma once

#include <QTest>

namespace lab::test {

using RunTest = int (*)(int argc, char** argv);

/// Registers a class with the program's main(), named after its source file without "tst_" and ".cpp".
class TestRegistration {
public:
    TestRegistration(const char* sourceFile, RunTest run);
};

/// Runs a class with an application object of that type, as QTEST_MAIN does.
template<class Test, class Application>
int runInside(int argc, char** argv) {
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi);
    const Application application(argc, argv);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

template<class Test>
int runWithoutApplication(int argc, char** argv) {
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace lab::test

// Used once at the end of each test file, in place of QTEST_MAIN.
// NOLINTBEGIN(cppcoreguidelines-macro-usage)
#define LAB_TEST_RUN_BY(Class, run) static const lab::test::TestRegistration registered##Class(__FILE__, run);
/// For a class that needs no application object.
#define LAB_APPLESS_TEST(Class) LAB_TEST_RUN_BY(Class, &lab::test::runWithoutApplication<Class>)
/// For a class that needs an event loop but no windows.
#define LAB_GUILESS_TEST(Class) LAB_TEST_RUN_BY(Class, (&lab::test::runInside<Class, QCoreApplication>))
/// For a class that opens windows. Its file must include QApplication.
#define LAB_WINDOW_TEST(Class) LAB_TEST_RUN_BY(Class, (&lab::test::runInside<Class, QApplication>))
// NOLINTEND(cppcoreguidelines-macro-usage)
