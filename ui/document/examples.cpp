// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/examples.h"

#include "core/io/experiment_json.h"

#include <QFile>

static void loadResources() {
    Q_INIT_RESOURCE(lab);
}

namespace lab {

const QStringList& exampleNames() {
    static const QStringList names{
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
    return names;
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
