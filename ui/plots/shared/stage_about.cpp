// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/shared/stage_about.h"

#include "core/experiment/cache_step.h"
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/parameter.h"
#include "core/experiment/rotation.h"
#include "core/experiment/stage.h"

#include <QFile>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>
#include <vector>

namespace lab {

namespace {

using E = const Experiment&;

bool hasPositions(E e) {
    return e.embedding.position.kind != PositionKind::none;
}

bool isRotary(E e) {
    return Rotation(e).pairs() > 0;
}

bool hasHalves(E e) {
    return isRotary(e) && Rotation(e).pair(0).second != 1;
}

bool hasNorm(E e, QkNormKind kind) {
    return e.scores.qk_norm && e.scores.qk_norm->kind == kind;
}

bool hasBias(E e, ParameterId id) {
    return is_read(e, id) && projection_matrix(e.projection, id);
}

bool isLinear(E e) {
    return e.projection.kind == ProjectionKind::linear;
}

bool hasSink(E e) {
    return sink_of(e.normalization, 0).has_value();
}

/// No weight is below 0 or above 1, the weights of a row share 1, and the temperature sharpens a row.
bool isEven(E e) {
    return normalizer(e).is_bounded() && normalizer(e).sums_to_one();
}

bool hasOverriddenWeights(E e) {
    return std::ranges::any_of(e.overrides,
                               [](const Override& each) { return each.stage == StageId::weights; });
}

/// Shuffled tokens give the same numbers, shuffled.
bool isOrderless(E e) {
    return !hasPositions(e) && !isRotary(e) && e.scores.bias == ScoreBias::none &&
           e.scores.additive.empty() && !has_mask(e.mask) && !e.dropout && e.overrides.empty() && !e.source &&
           !has_given_inputs(e);
}

struct Condition {
    const char* name;
    std::function<bool(E)> holds;
};

const std::vector conditions{
    Condition{"rows", [](E e) { return e.notation == Notation::rows; }},
    Condition{"columns", [](E e) { return e.notation == Notation::columns; }},
    Condition{"heads", [](E e) { return e.heads.count > 1; }},
    Condition{"cache", [](E e) { return is_cache_step(e); }},
    Condition{"dictionary", [](E e) { return !has_given_inputs(e); }},
    Condition{"given", [](E e) { return has_given_inputs(e); }},
    Condition{"positions", hasPositions},
    Condition{"orderless", isOrderless},
    Condition{"linear", isLinear},
    Condition{"identity", [](E e) { return e.projection.kind == ProjectionKind::identity; }},
    Condition{"direct", [](E e) { return e.projection.kind == ProjectionKind::direct; }},
    Condition{"query_bias", [](E e) { return isLinear(e) && hasBias(e, ParameterId::b_Q); }},
    Condition{"key_bias", [](E e) { return isLinear(e) && hasBias(e, ParameterId::b_K); }},
    Condition{"value_bias", [](E e) { return isLinear(e) && hasBias(e, ParameterId::b_V); }},
    Condition{"norm", [](E e) { return e.scores.qk_norm.has_value(); }},
    Condition{"norm_rms", [](E e) { return hasNorm(e, QkNormKind::rms); }},
    Condition{"norm_l2", [](E e) { return hasNorm(e, QkNormKind::l2); }},
    Condition{"query_gains", [](E e) { return e.scores.qk_norm && e.scores.qk_norm->g_Q; }},
    Condition{"rotary", isRotary},
    Condition{"halves", hasHalves},
    Condition{"interleaved", [](E e) { return isRotary(e) && !hasHalves(e); }},
    Condition{"rotary_part", [](E e) { return isRotary(e) && Rotation(e).columns() < dimensions(e).d_k; }},
    Condition{"scale_root", [](E e) { return !e.scores.scale; }},
    Condition{"scale_one", [](E e) { return e.scores.scale == 1; }},
    Condition{"scale_number", [](E e) { return e.scores.scale && e.scores.scale != 1; }},
    Condition{"softcap", [](E e) { return e.scores.softcap.has_value(); }},
    Condition{"alibi", [](E e) { return e.scores.bias == ScoreBias::alibi; }},
    Condition{"added", [](E e) { return !e.scores.additive.empty(); }},
    Condition{"masked", [](E e) { return has_mask(e.mask); }},
    Condition{"powers", [](E e) { return normalizer(e).raises_e; }},
    Condition{"shares", [](E e) { return normalizer(e).sums_to_one(); }},
    Condition{"overridden_weights", hasOverriddenWeights},
    Condition{"even", isEven},
    Condition{"convex",
              [](E e) { return normalizer(e).sums_to_one() && !hasSink(e) && !hasOverriddenWeights(e); }},
    Condition{"temperature", [](E e) { return isEven(e) && e.normalization.temperature != 1; }},
    Condition{"sink", hasSink},
    Condition{"dropout", [](E e) { return e.dropout.has_value(); }},
    Condition{"output_weights", [](E e) { return e.projection.W_O != nullptr; }},
    Condition{"output_bias", [](E e) { return e.projection.b_O != nullptr; }},
};

/// Whether the condition of that name holds, which may also be that a mask rule is set or a normaliser in
/// use. Empty if there is none.
std::function<bool(E)> conditionNamed(const QString& name) {
    for (const Condition& each : conditions) {
        if (name == QLatin1String(each.name))
            return each.holds;
    }
    for (const MaskRule& rule : mask_rules()) {
        if (name == QString::fromUtf8(rule.name.data()))
            return [&rule](E e) { return rule.is_set(e.mask); };
    }
    for (const Normalizer& each : normalizers()) {
        if (name == QLatin1String(each.name))
            return [&each](E e) { return e.normalization.kind == each.kind; };
    }
    return {};
}

struct Sentence {
    std::vector<std::pair<std::function<bool(E)>, bool>> when; ///< each with what it has to be
    QString text;
    bool beginsParagraph = false;

    bool isTrue(E experiment) const {
        return std::ranges::all_of(when,
                                   [&](const auto& each) { return each.first(experiment) == each.second; });
    }
};

/// A line with an unknown condition is shown as it stands, which a test notices.
Sentence read(const QString& line) {
    if (!line.startsWith(QLatin1Char('{')))
        return {{}, line};
    const qsizetype end = line.indexOf(QLatin1Char('}'));
    Sentence sentence{{}, line.mid(end + 1).trimmed()};
    for (QString name : line.mid(1, end - 1).split(QLatin1Char(' '))) {
        const bool wanted = !name.startsWith(QLatin1Char('!'));
        name.remove(QLatin1Char('!'));
        std::function<bool(E)> holds = conditionNamed(name);
        if (!holds)
            return {{}, line};
        sentence.when.emplace_back(std::move(holds), wanted);
    }
    return sentence;
}

std::vector<Sentence> readFile(StageId stage) {
    std::vector<Sentence> sentences;
    QFile file(QStringLiteral(":/explanations/%1.md").arg(QString::fromUtf8(info(stage).name.data())));
    if (!file.open(QIODevice::ReadOnly))
        return sentences;
    file.readLine(); // skip the licence line
    bool begins = true;
    while (!file.atEnd()) {
        const QString line = QString::fromUtf8(file.readLine()).trimmed();
        if (line.isEmpty()) {
            begins = true;
            continue;
        }
        sentences.push_back(read(line));
        sentences.back().beginsParagraph = std::exchange(begins, false);
    }
    return sentences;
}

const std::vector<Sentence>& sentencesOf(StageId stage) {
    static std::array<std::vector<Sentence>, std::size_t(StageId::output) + 1> all;
    std::vector<Sentence>& its = all[static_cast<std::size_t>(stage)];
    if (its.empty())
        its = readFile(stage);
    return its;
}

} // namespace

StageAbout stageAbout(const Experiment& experiment, StageId stage) {
    StageAbout about;
    bool begins = true;
    for (const Sentence& each : sentencesOf(stage)) {
        begins = begins || each.beginsParagraph;
        if (!each.isTrue(experiment))
            continue;
        if (about.lead.isEmpty()) {
            about.lead = each.text;
            continue;
        }
        if (std::exchange(begins, false) || about.rest.isEmpty())
            about.rest += each.text;
        else
            about.rest.back() += QLatin1Char(' ') + each.text;
    }
    return about;
}

} // namespace lab
