// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"

#include "tests/support/failed_case.h"
#include "tests/support/random_case.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <system_error>
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

/// The temporary folder of this process and of the programs that it starts, so that it can be seen whether
/// they leave anything in it. Such a program that is a test, too, has none of its own.
class TemporaryFolder {
public:
    TemporaryFolder() {
        constexpr const char* has_one = "LAB_TEST_FOLDER";
        if (std::getenv(has_one))
            return;
        std::string name = (std::filesystem::temp_directory_path() / "lab-XXXXXX").string();
        if (!mkdtemp(name.data())) {
            std::perror(name.c_str());
            std::exit(1);
        }
        m_path = name;
        // Tests that write as another user reach their files in it.
        using std::filesystem::perms;
        constexpr perms passable = perms::owner_all | perms::group_exec | perms::others_exec;
        std::error_code ignored;
        std::filesystem::permissions(m_path, passable, ignored);
        setenv(has_one, name.c_str(), 1);
        // Without a folder for sockets and the like, Qt makes one in the temporary folder.
        for (const char* variable : {"TMPDIR", "XDG_RUNTIME_DIR"}) {
            std::error_code error;
            const std::filesystem::path folder = m_path / variable;
            std::filesystem::create_directory(folder, error);
            std::filesystem::permissions(
                folder, variable == std::string_view("TMPDIR") ? passable : perms::owner_all, error);
            setenv(variable, folder.c_str(), 1);
        }
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        if (!m_path.empty())
            std::filesystem::remove_all(m_path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return m_path; }

    /// Says what has been left in it; returns whether there is anything.
    bool reportLeftovers() const {
        bool any = false;
        if (m_path.empty())
            return any;
        for (const auto& entry : std::filesystem::directory_iterator(m_path / "TMPDIR")) {
            std::fprintf(stderr, "left in the temporary folder: %s\n", entry.path().filename().c_str());
            any = true;
        }
        return any;
    }

private:
    std::filesystem::path m_path; ///< empty: the program that started this one has it
};

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
    std::vector<std::string> texts(argv, argv + argc);
    texts.erase(texts.begin() + 1);
    const lab::test::TemporaryFolder folder;
    const char* random_case = std::getenv(lab::test::random_case_variable);
    const std::string log = folder.path() / "log";
    // A process that another test started is not asked what it failed on, nor one whose log goes elsewhere.
    const bool reports =
        !random_case && !folder.path().empty() && std::ranges::find(texts, "-o") == texts.end();
    if (reports)
        texts.insert(texts.end(), {"-o", log + ",xml", "-o", "-,txt"});
    std::vector<char*> arguments;
    for (std::string& text : texts)
        arguments.push_back(text.data());
    arguments.push_back(nullptr); // null-terminated like main()'s argv
    const int result = found->second(static_cast<int>(texts.size()), arguments.data());
    if (reports && result != 0)
        lab::test::report_random_cases(name, log);
    if (const auto made = lab::test::last_random_case(); random_case && made)
        lab::test::write(*made, lab::test::made_file(random_case));
    return folder.reportLeftovers() && result == 0 ? 1 : result;
}
