// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/examples.h"

#include "core/io/experiment_json.h"

#include <QCoreApplication>
#include <QFile>
#include <QList>

static void loadResources() {
    Q_INIT_RESOURCE(lab);
}

namespace lab {

namespace {

class Promise {
    Q_DECLARE_TR_FUNCTIONS(Examples)
};

struct GalleryEntry {
    const char* name;
    QString promise;
};

QList<GalleryEntry> galleryEntries() {
    return {
        {"what-attention-computes", Promise::tr("From three words to an output, step by step")},
        {"queries-keys-and-values", Promise::tr("Three matrices, and what only each of them can do")},
        {"why-softmax", Promise::tr("What other ways to share out attention get wrong")},
        {"why-divide-by-root-dk", Promise::tr("What long vectors do to scores, and to softmax")},
        {"the-decoders-mask", Promise::tr("What a model must not see, and four ways to get that wrong")},
        {"several-heads", Promise::tr("Two heads look at two things, and W_O mixes what they find")},
        {"make-it-attend", Promise::tr("Five ways to steer where a word looks, and what else changes")},
        {"tokens-as-columns", Promise::tr("Exercises for your notebook: each matrix is judged")},
        {"find-the-head", Promise::tr("What a head does, first among four, then among twelve")},
        {"what-is-wrong-here", Promise::tr("Six broken notebooks, and how to find the step")},
        {"sky-is-blue", Promise::tr("The whole computation at a glance")},
        {"uniform", Promise::tr("Equal scores: every word gets the same share")},
        {"same-word", Promise::tr("Each word finds its like")},
        {"previous-word", Promise::tr("Places decide, not words: each looks one back")},
        {"saturated-softmax", Promise::tr("Scores that nothing scales: one word takes nearly all")},
        {"first-token-sink", Promise::tr("How a head “does nothing”: all attention goes to <start>")},
        {"two-heads-about-it", Promise::tr("One head sends “it” to the animal, the other to the street")},
        {"word-order", Promise::tr("French words find their English ones, across the word order")},
        {"twelve-heads", Promise::tr("Twelve heads, a rule each")},
        {"journey-without-weights", Promise::tr("Nothing to learn: words are their own queries and keys")},
        {"journey-sum-normalised", Promise::tr("Scores divided by their sum, and where that fails")},
        {"journey-naive-softmax", Promise::tr("Softmax as first written down, and where it overflows")},
        {"journey-trainable", Promise::tr("The same words through matrices that can be trained")},
        {"journey-self-attention-v1", Promise::tr("Weights between 0 and 1: attention is almost even")},
        {"journey-self-attention-v2", Promise::tr("Weights as linear layers begin: about a sixth each")},
        {"two-heads", Promise::tr("Two heads, and the output weights that mix them")},
        {"column-vectors-with-biases", Promise::tr("Tokens as columns, as in many textbooks, with biases")},
        {"numeric-encoder", Promise::tr("Queries, keys and values given as numbers")},
        {"numeric-decoder", Promise::tr("The same with a causal mask: no token looks ahead")},
        {"journey-dropout", Promise::tr("Dropout, as in a class: weights that chance sets to 0")},
        {"llama-head", Promise::tr("Rotary positions find the word before, as in Llama")},
        {"rotary-layouts", Promise::tr("Which features turn together: two layouts, the same attention")},
        {"gemma-head", Promise::tr("Large scores under a softcap, as in Gemma 2")},
        {"learned-sink", Promise::tr("A sink that takes attention and is no word")},
        {"cache-step", Promise::tr("One query, with the keys of earlier words kept")},
    };
}

} // namespace

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
    static const QStringList models{
        QStringLiteral("llama-head"),   QStringLiteral("gemma-head"),     QStringLiteral("cache-step"),
        QStringLiteral("learned-sink"), QStringLiteral("rotary-layouts"), QStringLiteral("journey-dropout"),
    };
    switch (group) {
    case ExampleGroup::notebooks:
        return notebooks;
    case ExampleGroup::patterns:
        return patterns;
    case ExampleGroup::models:
        break;
    }
    return models;
}

const QStringList& exampleNames() {
    static const QStringList names = exampleNames(ExampleGroup::notebooks) +
                                     exampleNames(ExampleGroup::patterns) +
                                     exampleNames(ExampleGroup::models);
    return names;
}

const QStringList& lessonNames() {
    static const QStringList names{
        QStringLiteral("what-attention-computes"),
        QStringLiteral("queries-keys-and-values"),
        QStringLiteral("why-softmax"),
        QStringLiteral("why-divide-by-root-dk"),
        QStringLiteral("the-decoders-mask"),
        QStringLiteral("several-heads"),
        QStringLiteral("make-it-attend"),
        QStringLiteral("tokens-as-columns"),
        QStringLiteral("find-the-head"),
        QStringLiteral("what-is-wrong-here"),
    };
    return names;
}

QString lessonAfter(const QString& name) {
    const qsizetype at = lessonNames().indexOf(name);
    return at < 0 ? QString() : lessonNames().value(at + 1);
}

const QStringList& galleryNames() {
    static const QStringList names = [] {
        QStringList all;
        for (const GalleryEntry& entry : galleryEntries())
            all += QLatin1String(entry.name);
        return all;
    }();
    return names;
}

QString promiseOf(const QString& name) {
    for (const GalleryEntry& entry : galleryEntries()) {
        if (name == QLatin1String(entry.name))
            return entry.promise;
    }
    return {};
}

std::optional<TokenIndex> inspectedAtFirst(const QString& name) {
    if (name == QLatin1String("two-heads-about-it"))
        return 8; // "it"
    return std::nullopt;
}

QString pageAtFirst(const QString& name) {
    return name == QLatin1String("twelve-heads") ? QStringLiteral("pageHeads")
                                                 : QStringLiteral("pageExplore");
}

QByteArray exampleText(const QString& name) {
    loadResources();
    const char* folder = lessonNames().contains(name) ? ":/lessons/%1.attn" : ":/examples/%1.attn";
    QFile file(QString::fromLatin1(folder).arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray exampleQuestionsText() {
    loadResources();
    QFile file(QStringLiteral(":/questions/examples.json"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Experiment example(const QString& name) {
    return read_experiment(exampleText(name).toStdString()).value();
}

} // namespace lab
