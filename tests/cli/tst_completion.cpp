// SPDX-License-Identifier: GPL-3.0-or-later
//
// Completion in shells: bash is asked what it completes; of all three, every subcommand and option stands in
// the script.
#include "core/experiment/stage.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/help_text.h"
#include "tests/support/test_program.h"
#include "tests/support/tool.h"
#include "ui/document/examples.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lab;
using namespace lab::test;

namespace {

const QStringList all_shells{"bash", "zsh", "fish"};

QStringList all_stage_names() {
    QStringList names;
    for (const StageInfo& stage : all_stages())
        names += QString::fromUtf8(stage.name.data(), static_cast<qsizetype>(stage.name.size()));
    return names;
}

} // namespace

class TestCompletion : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { make_messages_fatal(); }
    void subcommands();
    void options();
    void values_data();
    void values();
    void wordsAreTaken();
    void files();
    void everyShell();
    void syntax();
    void misuse();

private:
    /// What bash offers for the last of these words, sorted.
    QStringList offered(const QStringList& words) const;

    QTemporaryDir m_folder;
};

void TestCompletion::initTestCase() {
    for (const QString& shell : all_shells) {
        QFile file(m_folder.filePath(shell));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const Run run = run_program({"completion", shell});
        QCOMPARE(run.code, 0);
        QCOMPARE(run.err, QByteArray());
        file.write(run.out);
    }
}

QStringList TestCompletion::offered(const QStringList& words) const {
    const QString script = QStringLiteral(R"(
cd -- "$1"; source "$2"; shift 2
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
[[ $(complete -p attention-lab) == *'-F _attention_lab '* ]] && _attention_lab
printf '%s\n' "${COMPREPLY[@]}")");
    const Run run =
        run_tool(QStringLiteral("bash"), QStringList{"--norc", "-c", script, "bash", m_folder.path(),
                                                     m_folder.filePath(QStringLiteral("bash"))} +
                                             words);
    if (run.code != 0 || !run.err.isEmpty())
        return {QString::fromUtf8("bash: " + run.err)};
    QStringList lines = QString::fromUtf8(run.out).split('\n', Qt::SkipEmptyParts);
    lines.removeDuplicates();
    lines.sort();
    return lines;
}

static QStringList sorted(QStringList words) {
    words.sort();
    return words;
}

void TestCompletion::subcommands() {
    QStringList commands = offered({"attention-lab", ""});
    const QStringList expected = helped_commands();
    QVERIFY(expected.size() > 15);
    for (const QString& name : expected)
        QVERIFY2(commands.removeOne(name), qPrintable(name));
    QCOMPARE(commands, QStringList()); // the folder has no document
    QCOMPARE(offered({"attention-lab", "exp"}), QStringList({"explain", "export"}));
    QCOMPARE(offered({"attention-lab", "-"}), sorted(helped_options()));
}

void TestCompletion::options() {
    for (const QString& command : helped_commands()) {
        const QStringList expected = sorted(helped_options(command));
        QVERIFY(expected.size() >= 2);
        QCOMPARE(offered({"attention-lab", command, "-"}), expected);
    }
    QCOMPARE(offered({"attention-lab", "compute", "a.attn", "--sta"}), QStringList("--stage"));
}

void TestCompletion::values_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QStringList>("expected");
    const QStringList stages = all_stage_names();
    const QStringList documents = exampleNames() + lessonNames();
    for (const char* command : {"compute", "explain", "check", "film", "compare"})
        QTest::addRow("stage of %s", command) << QStringList{command, "x.attn", "--stage", ""} << stages;
    QTest::newRow("gradient") << QStringList{"gradient", "--of", ""} << stages;
    QTest::newRow("example to write") << QStringList{"examples", ""} << documents;
    QTest::newRow("example to open") << QStringList{"--example", ""} << documents;
    QTest::newRow("with =") << QStringList{"compute", "--stage", "=", "mask"} << QStringList("masked_scores");
    QTest::newRow("just after =") << QStringList{"compute", "--stage", "="} << stages;
    QTest::newRow("theme") << QStringList{"export", "--theme", ""}
                           << QStringList{"light", "dark", "transparent"};
    QTest::newRow("format of a film") << QStringList{"film", "--format", ""} << QStringList{"pdf", "gif"};
    QTest::newRow("shell") << QStringList{"completion", ""} << all_shells;
    QTest::newRow("a number") << QStringList{"export", "--font-size", ""} << QStringList();
    QTest::newRow("no argument") << QStringList{"random", ""} << QStringList();
}

void TestCompletion::values() {
    QFETCH(QStringList, words);
    QFETCH(QStringList, expected);
    QCOMPARE(offered(QStringList("attention-lab") + words), sorted(expected));
}

/// Each word that is offered as a value stands in the help of its command.
void TestCompletion::wordsAreTaken() {
    QFile file(m_folder.filePath(QStringLiteral("bash")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QRegularExpression branch(QStringLiteral("^ +([a-z-]+)/--([a-z-]+)\\) words='([^']+)'"));
    const QRegularExpression gap(QStringLiteral("\\s+"));
    int found = 0;
    const QStringList lines = QString::fromUtf8(file.readAll()).split('\n');
    for (const QString& line : lines) {
        const auto match = branch.match(line);
        if (!match.hasMatch() || match.captured(2) == QLatin1String("stage") ||
            match.captured(2) == QLatin1String("stages"))
            continue; // compared above
        const QString help = help_text(match.captured(1)).replace(gap, QStringLiteral(" "));
        for (const QString& word : match.captured(3).split(' ')) {
            QVERIFY2(QRegularExpression(QStringLiteral("\\b%1\\b").arg(QRegularExpression::escape(word)))
                         .match(help)
                         .hasMatch(),
                     qPrintable(line + ": " + word));
            ++found;
        }
    }
    QVERIFY(found > 50);
}

void TestCompletion::files() {
    for (const char* name : {"a b.attn", "c.attn", "weights.npz", "notes.txt"}) {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    QVERIFY(QDir(m_folder.path()).mkdir("folder"));
    const QStringList documents{"a b.attn", "c.attn", "folder"};
    QCOMPARE(offered({"attention-lab", "compute", ""}), documents);
    QCOMPARE(offered({"attention-lab", "compute", "a"}), QStringList("a b.attn"));
    QCOMPARE(offered({"attention-lab", "import", ""}), QStringList({"folder", "weights.npz"}));
    QCOMPARE(offered({"attention-lab", "w"}), QStringList("weights.npz"));
    QCOMPARE(offered({"attention-lab", "compute", "c.attn", "-o", "n"}), QStringList("notes.txt"));
    QCOMPARE(offered({"attention-lab", "compute", "--help", "c"}), QStringList("c.attn"));
    QVERIFY(QFile::remove(m_folder.filePath("a b.attn")));
}

/// Of every subcommand, each option stands where the script is about it.
void TestCompletion::everyShell() {
    const auto text_of = [&](const QString& shell) {
        QFile file(m_folder.filePath(shell));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    };
    const QString zsh = text_of("zsh"), fish = text_of("fish");
    QVERIFY(zsh.startsWith("#compdef attention-lab\n"));
    for (const QString& command : helped_commands()) {
        QVERIFY2(zsh.contains(QStringLiteral("\n        '%1:").arg(command)), qPrintable(command));
        QVERIFY2(fish.contains(QStringLiteral(" -n '__fish_use_subcommand' -a %1 -d ").arg(command)),
                 qPrintable(command));
        const QString branch =
            zsh.section(QStringLiteral("\n        %1)\n").arg(command), 1).section(";;", 0, 0);
        const QStringList lines =
            fish.split('\n').filter(QStringLiteral("__fish_seen_subcommand_from %1'").arg(command));
        for (const QString& option : helped_options(command)) {
            const bool inZsh = QRegularExpression("'\\*" + option + "[=[]").match(branch).hasMatch();
            QVERIFY2(inZsh, qPrintable(command + ' ' + option));
            const QString asFish = option.startsWith("--") ? " -l " + option.mid(2) : " -s " + option.mid(1);
            QVERIFY2(!lines.filter(asFish + ' ').isEmpty(), qPrintable(command + ' ' + option));
        }
    }
    for (const QString& name : all_stage_names() + exampleNames() + lessonNames()) {
        QVERIFY2(zsh.contains(name), qPrintable(name));
        QVERIFY2(fish.contains(name), qPrintable(name));
    }
}

/// Each shell that is installed reads its script without complaint; bash is.
void TestCompletion::syntax() {
    int checked = 0;
    for (const QString& shell : all_shells) {
        if (!has_tool(shell)) {
            qInfo("%s is not installed: what its script says is checked, its syntax is not",
                  qPrintable(shell));
            continue;
        }
        const Run run = run_tool(shell, {"-n", m_folder.filePath(shell)});
        QVERIFY2(run.code == 0 && run.err.isEmpty(), run.err.constData());
        ++checked;
    }
    QVERIFY(checked > 0);
    if (!has_tool("fish"))
        return;
    // fish tells what it completes.
    const Run run =
        run_tool("fish", {"--no-config", "-c",
                          QStringLiteral("source %1; complete -C 'attention-lab compute --stage ma'")
                              .arg(m_folder.filePath("fish"))});
    QVERIFY2(run.out.contains("masked_scores"), run.err.constData());
}

void TestCompletion::misuse() {
    for (const QStringList& arguments : {QStringList{"completion"},
                                         {"completion", "tcsh"},
                                         {"completion", "bash", "zsh"},
                                         {"man-page", "x"}}) {
        const Run run = run_program(arguments);
        QCOMPARE(run.code, 2);
        QCOMPARE(run.out, QByteArray());
        QCOMPARE(run.err.count('\n'), 2);
    }
}

LAB_GUILESS_TEST(TestCompletion)
#include "tst_completion.moc"
