// SPDX-License-Identifier: GPL-3.0-or-later
//
// Who may read an output file before and after, for every subcommand that writes one.
#include "core/io/file.h"
#include "tests/support/acl.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/leftovers.h"
#include "tests/support/process.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

using namespace lab;
using namespace lab::test;
namespace fs = std::filesystem;

class TestOutputRights : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_folder.reset(); }
    void everyWriter_data();
    void everyWriter();
    void standardOutput();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestOutputRights::init() {
    make_messages_fatal();
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    QCOMPARE(run_program({"examples", "sky-is-blue", "-o", path("sky.attn")}).code, 0);
}

void TestOutputRights::everyWriter_data() {
    QTest::addColumn<QStringList>("arguments"); ///< FILE is the document
    QTest::addColumn<QString>("out");
    QTest::addColumn<QString>("written"); ///< the file that it writes
    const auto row = [](const char* name, const QString& arguments, const QString& out,
                        const QString& written = {}) {
        QTest::newRow(name) << arguments.split(' ') << out << (written.isEmpty() ? out : written);
    };
    row("examples", "examples sky-is-blue", "x.attn");
    row("compute", "compute FILE --stage output", "x.json");
    row("figure", "export FILE --view output", "x.svg");
    row("numbers", "export FILE --data output", "x.csv");
    row("all numbers", "export FILE --data all", "x.npz");
    row("program", "export FILE --script numpy", "x.py");
    row("film", "film FILE --grain stage --from 1 --to 1", "x.gif");
    row("pictures of a film", "film FILE --grain stage --from 1 --to 1", "x.png", "x-0001.png");
}

void TestOutputRights::everyWriter() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, out);
    QFETCH(QString, written);
    if (!has_acls(path({}).toStdString()))
        QSKIP("the temporary folder has no attributes");
    arguments.replaceInStrings("FILE", path("sky.attn"));
    arguments += {"-o", path(out)};
    const fs::path file = path(written).toStdString();
    const auto put_old = [&] {
        fs::remove(file);
        QVERIFY(!write_file(file, "old"));
        QVERIFY(set_acl(file, access_acl, list_with_reader(4321)));
        if (::geteuid() == 0)
            QCOMPARE(::chown(file.c_str(), 65534, 4321), 0);
    };

    put_old();
    struct stat before {
    }, after{};
    QCOMPARE(::stat(file.c_str(), &before), 0);
    const auto acl = attribute_of(file, access_acl);
    Run run = run_program(arguments);
    QCOMPARE(run.code, 0);
    QVERIFY2(run.err.isEmpty(), run.err);
    QCOMPARE(::stat(file.c_str(), &after), 0);
    QVERIFY(read_file(file).value() != "old" && before.st_ino != after.st_ino);
    QCOMPARE(after.st_mode, before.st_mode);
    QCOMPARE(after.st_uid, before.st_uid);
    QCOMPARE(after.st_gid, before.st_gid);
    QVERIFY(attribute_of(file, access_acl) == acl);

    fs::create_hard_link(file, path("other").toStdString());
    run = run_program(arguments);
    QCOMPARE(run.code, 0);
    QCOMPARE(run.err, "attention-lab: " + path(written).toUtf8() +
                          ": was written into the old file because it has other names (hard links)\n");
    QVERIFY(fs::equivalent(file, path("other").toStdString()));
    fs::remove(path("other").toStdString());

    put_old();
    fs::permissions(file, fs::perms(0444));
    run = run_program(arguments);
    QCOMPARE(run.code, 1);
    QVERIFY(run.out.isEmpty());
    QCOMPARE(run.err, "attention-lab: " + path(written).toUtf8() +
                          ": is write-protected, expected another file, or chmod u+w first\n");
    QCOMPARE(read_file(file).value(), std::string("old"));
    QCOMPARE(all_names(m_folder->path()), QStringList({"sky.attn", written}));
}

/// It carries the result, whatever it is.
void TestOutputRights::standardOutput() {
    const std::string document = read_file(path("sky.attn").toStdString()).value();
    const QStringList arguments{"examples", "sky-is-blue", "-o", "/dev/stdout"};
    Run run = run_program(arguments);
    QCOMPARE(run.code, 0);
    QCOMPARE(run.out.toStdString(), document);
    run = run_program(arguments, path("out.attn"));
    QCOMPARE(run.code, 0);
    QCOMPARE(read_file(path("out.attn").toStdString()).value(), document);
}

LAB_GUILESS_TEST(TestOutputRights)
#include "tst_output_rights.moc"
