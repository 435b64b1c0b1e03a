// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/examples.h"

#include "core/io/experiment_json.h"

#include <QFile>

static void loadResources() {
    Q_INIT_RESOURCE(lab);
}

namespace lab {

const QStringList& exampleNames(ExampleGroup group) {
    static const QStringList notebooks{
        QStringLiteral("sky-is-blue"),
        QStringLiteral("two-heads"),
        QStringLiteral("journey-without-weights"),
        QStringLiteral("journey-sum-normalised"),
        QStringLiteral("journey-naive-softmax"),
        QStringLiteral("journey-trainable"),
        QStringLiteral("journey-self-attention-v1"),
        QStringLiteral("journey-self-attention-v2"),
        QStringLiteral("column-vectors-with-biases"),
        QStringLiteral("numeric-encoder"),
        QStringLiteral("numeric-decoder"),
    };
    static const QStringList patterns{
        QStringLiteral("uniform"),           QStringLiteral("same-word"),
        QStringLiteral("previous-word"),     QStringLiteral("first-token-sink"),
        QStringLiteral("saturated-softmax"), QStringLiteral("two-heads-about-it"),
        QStringLiteral("word-order"),        QStringLiteral("twelve-heads"),
    };
    return group == ExampleGroup::notebooks ? notebooks : patterns;
}

const QStringList& exampleNames() {
    static const QStringList names =
        exampleNames(ExampleGroup::notebooks) + exampleNames(ExampleGroup::patterns);
    return names;
}

std::optional<TokenIndex> inspectedAtFirst(const QString& name) {
    if (name == QLatin1String("two-heads-about-it"))
        return 8; // "it"
    return std::nullopt;
}

QByteArray exampleText(const QString& name) {
    loadResources();
    QFile file(QStringLiteral(":/examples/%1.attn").arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Experiment example(const QString& name) {
    return read_experiment(exampleText(name).toStdString()).value();
}

} // namespace lab
