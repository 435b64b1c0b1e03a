// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the README says is true: its commands run, its document computes, its files are there.
#include "tests/support/fatal_messages.h"
#include "tests/support/process.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace lab::test;

class TestReadme : public QObject {
    Q_OBJECT
private slots:
    void init() { make_messages_fatal(); }
    void commands();
    void document();
    void picture();

private:
    static QString readme() {
        QFile file(QStringLiteral(LAB_SOURCE_DIR "/README.md"));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }
    /// The insides of the fenced blocks of a language.
    static QStringList blocks(const QString& language) {
        const QRegularExpression fence(QStringLiteral("```%1\n(.*?)```").arg(language),
                                       QRegularExpression::DotMatchesEverythingOption);
        QStringList found;
        for (const auto& match : fence.globalMatch(readme()))
            found += match.captured(1);
        return found;
    }
};

void TestReadme::commands() {
    const QString program = QStringLiteral("build/release/attention-lab ");
    QTemporaryDir folder;
    // What the reader has beside the document.
    QFile weights(folder.filePath(QStringLiteral("W_Q.csv")));
    QVERIFY(weights.open(QIODevice::WriteOnly));
    weights.write("0.1,0.2\n0.3,0.4\n");
    weights.close();
    int run = 0;
    for (const QString& block : blocks(QStringLiteral("sh"))) {
        for (const QString& line : block.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
            if (!line.startsWith(program)) {
                QVERIFY2(QFile::exists(QStringLiteral(LAB_SOURCE_DIR "/%1").arg(line)), qPrintable(line));
                continue;
            }
            QStringList arguments = line.mid(program.size()).split(QLatin1Char(' '));
            for (QString& argument : arguments) {
                if (argument.endsWith(QStringLiteral(".attn")) || argument.endsWith(QStringLiteral(".png")) ||
                    argument.endsWith(QStringLiteral(".pdf")) || argument.endsWith(QStringLiteral(".svg")))
                    argument = folder.filePath(argument);
                argument.replace(QStringLiteral("=W_Q.csv"), QLatin1Char('=') + weights.fileName());
            }
            const auto result = run_program(arguments);
            QVERIFY2(result.code == 0, qPrintable(line));
            QCOMPARE(result.err, QByteArray());
            ++run;
        }
    }
    QVERIFY(run >= 5);
}

void TestReadme::document() {
    const QStringList documents = blocks(QStringLiteral("json"));
    QCOMPARE(documents.size(), 1);
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("smallest.attn")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(documents.constFirst().toUtf8());
    file.close();
    QCOMPARE(run_program({QStringLiteral("compute"), file.fileName()}).code, 0);
}

void TestReadme::picture() {
    const QRegularExpression image(QStringLiteral("!\\[[^\\]]+\\]\\(([^)]+)\\)"));
    const auto match = image.match(readme());
    QVERIFY(match.hasMatch());
    QVERIFY(QFile::exists(QStringLiteral(LAB_SOURCE_DIR "/%1").arg(match.captured(1))));
}

LAB_GUILESS_TEST(TestReadme)
#include "tst_readme.moc"
