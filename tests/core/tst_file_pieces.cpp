// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files written piece by piece are also written completely or not at all.
#include "core/io/file.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

#include <csignal>
#include <new>

using namespace lab;
using namespace lab::test;

class TestFilePieces : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void inPieces();
    void throwsHalfWay();
    void noMoreIsTaken();
};

void TestFilePieces::inPieces() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("file").toStdString();
    const auto error = write_file(path, [](const TakeBytes& take) {
        for (const std::string_view piece : {"one ", "", "two"})
            QVERIFY(take(piece));
    });
    QVERIFY(!error);
    QCOMPARE(read_file(path).value(), std::string("one two"));
}

void TestFilePieces::throwsHalfWay() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("file").toStdString();
    QVERIFY(!write_file(path, "old"));
    const GiveBytes give = [](const TakeBytes& take) {
        take("half of it");
        throw std::bad_alloc();
    };
    QVERIFY_THROWS_EXCEPTION(std::bad_alloc, (void)write_file(path, give));
    QCOMPARE(read_file(path).value(), std::string("old"));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"file"});
}

void TestFilePieces::noMoreIsTaken() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("file").toStdString();
    QVERIFY(!write_file(path, "old"));
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const rlimit limit{4096, before.rlim_max};
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    int taken = 0;
    const auto error = write_file(path, [&](const TakeBytes& take) {
        while (taken < 100 && take(std::string(1024, 'a')))
            ++taken;
        QVERIFY(!take("more"));
    });
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    QCOMPARE(taken, 4);
    QVERIFY2(error && error->message().ends_with("cannot be written: File too large"),
             error ? error->message().c_str() : "no error");
    QCOMPARE(read_file(path).value(), std::string("old"));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"file"});
}

LAB_APPLESS_TEST(TestFilePieces)
#include "tst_file_pieces.moc"
