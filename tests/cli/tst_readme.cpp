// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks the README and the manual: their commands run, their documents compute, their files exist, and the
// page on the document format names every key of the examples.
#include "tests/support/fatal_messages.h"
#include "tests/support/process.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

using namespace lab::test;

class TestReadme : public QObject {
    Q_OBJECT
private slots:
    void init() { make_messages_fatal(); }
    void commands_data() { pages(); }
    void commands();
    void document_data() { pages(); }
    void document();
    void scripts();
    void picture();
    void everyKey();

private:
    static QString read(const QString& name) {
        QFile file(QStringLiteral(LAB_SOURCE_DIR "/") + name);
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }
    static void pages() {
        QTest::addColumn<QString>("page");
        const QString manual = QStringLiteral("resources/manual/");
        QStringList names{QStringLiteral("README.md")};
        for (const QString& name : QDir(QStringLiteral(LAB_SOURCE_DIR "/") + manual).entryList({"*.md"}))
            names += manual + name;
        for (const QString& name : names)
            QTest::newRow(qPrintable(name)) << name;
    }
    /// The contents of the fenced blocks in a language.
    static QStringList blocks(const QString& page, const QString& language) {
        const QRegularExpression fence(QStringLiteral("```%1\n(.*?)```").arg(language),
                                       QRegularExpression::DotMatchesEverythingOption);
        QStringList found;
        for (const auto& match : fence.globalMatch(read(page)))
            found += match.captured(1);
        return found;
    }
};

void TestReadme::commands() {
    QFETCH(QString, page);
    const QString program = QStringLiteral("build/release/attention-lab ");
    QTemporaryDir folder;
    // The files that the commands assume the reader has.
    QFile weights(folder.filePath(QStringLiteral("W_Q.csv")));
    QVERIFY(weights.open(QIODevice::WriteOnly));
    weights.write("0.1,0.2\n0.3,0.4\n");
    weights.close();
    QFile wanted(folder.filePath(QStringLiteral("wanted.csv")));
    QVERIFY(wanted.open(QIODevice::WriteOnly));
    wanted.write(",,\n0.05,0.05,0.9\n,,\n");
    wanted.close();
    for (const QString& block : blocks(page, QStringLiteral("sh"))) {
        for (const QString& line : block.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
            if (!line.startsWith(program)) {
                QVERIFY2(QFile::exists(QStringLiteral(LAB_SOURCE_DIR "/%1").arg(line)), qPrintable(line));
                continue;
            }
            QStringList arguments = line.mid(program.size()).split(QLatin1Char(' '));
            for (QString& argument : arguments) {
                static const QRegularExpression file(
                    QStringLiteral("^[^=]+\\.(attn|png|gif|pdf|svg|csv|npz|json|py|ipynb|xlsx)$"));
                if (file.match(argument).hasMatch())
                    argument = folder.filePath(argument);
                argument.replace(QStringLiteral("=W_Q.csv"), QLatin1Char('=') + weights.fileName());
                if (argument == QStringLiteral("weights.safetensors"))
                    argument = QStringLiteral(LAB_TEST_DATA "/import/llama.safetensors");
            }
            const auto result = run_program(arguments);
            QVERIFY2(result.code == 0, qPrintable(line));
            // Import says what it took for what.
            QCOMPARE(result.err.isEmpty(), arguments.constFirst() != QStringLiteral("import"));
        }
    }
}

/// The manual's shell commands, in a folder with what they assume the reader has.
void TestReadme::scripts() {
    QTemporaryDir folder;
    const QString document = folder.filePath(QStringLiteral("sky.attn"));
    QCOMPARE(run_program({"examples", "sky-is-blue", "-o", document}).code, 0);
    const QJsonDocument result =
        QJsonDocument::fromJson(run_program({"compute", document, "--stage", "weights"}).out);
    QByteArray weights;
    for (const QJsonValue row : result["stages"]["weights"][0].toArray()) {
        for (const QJsonValue number : row.toArray())
            weights += QByteArray::number(number.toDouble(), 'g', 17) + ',';
        weights.back() = '\n';
    }
    const auto write = [&](const QString& name, const QByteArray& bytes) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    };
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("students")));
    write("mine.csv", weights);
    QCOMPARE(run_program({"export", document, "--data", "all", "-o", folder.filePath("mine.npz")}).code, 0);
    write("students/ada.csv", weights);
    write("students/ben.csv", "1,2\n3,4\n");
    const QStringList scripts =
        blocks(QStringLiteral("resources/manual/command-line.md"), QStringLiteral("bash"));
    QByteArray out;
    for (QString script : scripts) {
        script.replace(QStringLiteral("build/release/attention-lab"), QStringLiteral(LAB_PROGRAM));
        QProcess shell;
        shell.setWorkingDirectory(folder.path());
        shell.start(QStringLiteral("bash"), {QStringLiteral("-ec"), script});
        QVERIFY(shell.waitForFinished());
        QCOMPARE(shell.exitCode(), 0);
        QCOMPARE(shell.readAllStandardError(), QByteArray());
        out += shell.readAllStandardOutput();
    }
    QStringList lines = QString::fromUtf8(out).split('\n');
    static const QRegularExpression array_of_all(QStringLiteral("^[a-z ]+( [(][a-z ]+[)])?: right$"));
    QCOMPARE(lines.filter(array_of_all).size(), qsizetype(11));
    lines.removeIf([&](const QString& line) { return array_of_all.match(line).hasMatch(); });
    QCOMPARE(
        lines.join('\n'),
        QStringLiteral("right\nAll 11 arrays are right\nstudents/ada.csv: right\nstudents/ben.csv: These "
                       "numbers are 2 × 2, but the attention weights are 3 × 3\n"));
}

void TestReadme::document() {
    QFETCH(QString, page);
    for (const QString& document : blocks(page, QStringLiteral("json"))) {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("smallest.attn")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(document.toUtf8());
        file.close();
        QCOMPARE(run_program({QStringLiteral("compute"), file.fileName()}).code, 0);
    }
}

void TestReadme::picture() {
    const QRegularExpression image(QStringLiteral("!\\[[^\\]]+\\]\\(([^)]+)\\)"));
    const auto match = image.match(read(QStringLiteral("README.md")));
    QVERIFY(match.hasMatch());
    QVERIFY(QFile::exists(QStringLiteral(LAB_SOURCE_DIR "/%1").arg(match.captured(1))));
}

/// The keys of a value and of everything nested in it, except those that name a token or a matrix.
static void collectKeys(const QJsonValue& value, QSet<QString>& keys) {
    for (const QJsonValue each : value.toArray())
        collectKeys(each, keys);
    const QJsonObject object = value.toObject();
    for (auto it = object.begin(); it != object.end(); ++it) {
        keys.insert(it.key());
        const bool isNamed = it.key() == "table" && it.value().isObject();
        if (!isNamed && it.key() != "origin" && it.key() != "parked" && it.key() != "view")
            collectKeys(it.value(), keys);
    }
}

void TestReadme::everyKey() {
    const QString page = read(QStringLiteral("resources/manual/document-format.md"));
    const QDir folder(QStringLiteral(LAB_SOURCE_DIR "/resources/examples"));
    QSet<QString> keys;
    for (const QString& name : folder.entryList({"*.attn"})) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        collectKeys(QJsonDocument::fromJson(file.readAll()).object(), keys);
    }
    QVERIFY(keys.size() > 20);
    for (const QString& key : keys) {
        const QRegularExpression word(QStringLiteral("`([a-z]+\\.)?%1[`.]").arg(key));
        QVERIFY2(word.match(page).hasMatch(), qPrintable(key));
    }
}

LAB_GUILESS_TEST(TestReadme)
#include "tst_readme.moc"
