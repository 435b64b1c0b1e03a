// SPDX-License-Identifier: GPL-3.0-or-later
//
// The documents that films are tested with.
#pragma once

#include "core/film/film.h"
#include "core/io/document_file.h"
#include "tests/support/random_experiments.h"
#include "tests/support/sample.h"
#include "tests/support/truth.h"

#include <QDir>
#include <QTest>

#include <map>

namespace lab::test {

/// The file of an example, without its ending.
inline Experiment film_example(const QString& name) {
    const QString path = QStringLiteral(LAB_SOURCE_DIR "/resources/examples/%1.attn").arg(name);
    return load_experiment(path.toStdString()).value();
}

/// All examples and some random experiments, by name.
inline std::map<QString, Experiment> film_cases() {
    std::map<QString, Experiment> all;
    const QDir folder(QStringLiteral(LAB_SOURCE_DIR "/resources/examples"));
    for (const QFileInfo& file : folder.entryInfoList({"*.attn"}, QDir::Files))
        all[file.completeBaseName()] = film_example(file.completeBaseName());
    RandomExperiments random(22);
    for (int i = 0; i < (is_exhaustive ? 60 : is_optimised ? 16 : 4); ++i)
        all[QStringLiteral("random %1").arg(i, 3, 10, QLatin1Char('0'))] = telling_experiment(random);
    return all;
}

inline void add_film_cases() {
    QTest::addColumn<Experiment>("experiment");
    std::size_t index = 0;
    for (const auto& [name, experiment] : film_cases()) {
        if (in_sample(index++, 1))
            QTest::newRow(qPrintable(name)) << experiment;
    }
}

inline constexpr FilmOrder film_orders[]{FilmOrder::by_stage, FilmOrder::by_query};
inline constexpr FilmGrain film_grains[]{FilmGrain::stage, FilmGrain::row, FilmGrain::cell, FilmGrain::term};

/// Some stages, one head, one query: whatever the experiment has.
inline FilmSettings random_settings(const Experiment& experiment, RandomExperiments& random) {
    FilmSettings settings{film_orders[random.between(0, 1)], film_grains[random.between(0, 3)]};
    for (const StageInfo& stage : all_stages()) {
        if (has_stage(experiment, stage.id) && random.between(0, 3) == 0)
            settings.stages.push_back(stage.id);
    }
    if (random.coin())
        settings.head = random.between(0, experiment.heads.count - 1);
    if (random.coin())
        settings.query = random.between(0, dimensions(experiment).n_q - 1);
    return settings;
}

} // namespace lab::test
