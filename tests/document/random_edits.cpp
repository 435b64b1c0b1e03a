// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/document/random_edits.h"

#include "core/experiment/cache_step.h"
#include "core/experiment/overrides.h"
#include "tests/document/random_matrix_edits.h"
#include "ui/document/edits/added_score_edits.h"
#include "ui/document/edits/dictionary_edits.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/next_word_edits.h"
#include "ui/document/edits/norm_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/override_edits.h"
#include "ui/document/edits/shape_edits.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/kept_view.h"

#include <array>
#include <cmath>
#include <limits>

namespace lab::test {

namespace {

/// Adds or removes overrides. Changes of sizes and sentences move or drop them.
void random_override(LabDocument& document, RandomExperiments& random) {
    Experiment other = document.commitPending();
    if (is_empty(other))
        return;
    if (random.between(0, 5) == 0)
        return removeOverrides(document);
    if (!other.overrides.empty() && random.between(0, 3) == 0)
        return removeOverride(document, cell_of(other.overrides.front()));
    random.add_override(other);
    const CellRef cell = cell_of(other.overrides.back());
    for (Index left = random.between(1, 3); left > 0; --left)
        previewOverride(document, cell, random.coin() ? random.number() : other.overrides.back().value);
    random.coin() ? document.commitPreview() : document.cancelPreview();
}

/// Paints or clears the custom mask, or changes another mask rule.
void random_mask(LabDocument& document, RandomExperiments& random) {
    const Experiment before = document.commitPending();
    const auto n_q = static_cast<Index>(before.sequence.tokens.size());
    const auto n_k = static_cast<Index>(key_tokens(before).size());
    if (is_empty(before))
        return;
    switch (random.between(0, 6)) {
    case 0:
        return setOption(
            document,
            [&](Experiment& e) {
                e.mask.window = random.coin() ? std::optional(random.between(1, 4)) : std::nullopt;
            },
            "Window");
    case 1:
    case 2:
        return setPadding(document, random.between(0, n_k - 1), random.coin());
    case 3:
        return random.between(0, 3) == 0 ? removeMasks(document) : removeCustomMask(document);
    default:
        break;
    }
    const bool visible = random.coin();
    for (Index left = random.between(1, 4); left > 0; --left)
        previewVisibility(document, document.experiment(),
                          {random.between(0, n_q - 1), random.between(0, n_k - 1), 1, 1}, visible);
    random.between(0, 3) > 0 ? document.commitPreview() : document.cancelPreview();
}

/// Turns dropout on or off, or draws others.
void random_dropout(LabDocument& document, RandomExperiments& random) {
    const std::optional<Dropout> now = document.experiment().dropout;
    if (now && random.between(0, 2) == 0)
        return setDropout(document, std::nullopt);
    setDropout(document, Dropout{now && random.coin() ? now->rate : double(random.between(0, 9)) / 10,
                                 std::uint64_t(random.between(0, 999))});
}

void random_size(LabDocument& document, RandomExperiments& random) {
    const Size size = all_sizes()[std::size_t(random.between(0, Index(all_sizes().size()) - 1))].size;
    const Index wanted = random.between(-1, 7);
    if (is_free(document.experiment(), size) &&
        sizeProblem(document.experiment(), size, double(wanted)).isEmpty())
        setSize(document, size, wanted);
}

void random_bias(LabDocument& document, RandomExperiments& random) {
    const bool linear = document.experiment().projection.kind == ProjectionKind::linear;
    if (linear && random.coin())
        setBiases(document, random.coin());
    else if (linear)
        setBias(document, random.coin() ? ParameterId::b_Q : ParameterId::b_V, random.coin());
    else if (document.experiment().projection.W_O)
        setBias(document, ParameterId::b_O, random.coin());
}

/// Turns the norm of queries and keys on or off, or changes its ε or its gains.
void random_norm(LabDocument& document, RandomExperiments& random) {
    switch (random.between(0, 5)) {
    case 0:
        return setNorm(document, std::nullopt);
    case 1:
        return setNormEpsilon(document, std::abs(random.number()));
    case 2:
        return setGains(document, random.coin());
    case 3:
        return setGains(document, random.coin() ? ParameterId::g_Q : ParameterId::g_K, random.coin());
    default:
        return setNorm(document, random.coin() ? QkNormKind::rms : QkNormKind::l2);
    }
}

void random_kind(LabDocument& document, RandomExperiments& random) {
    (void)setProjectionKind(document, std::array{ProjectionKind::linear, ProjectionKind::identity,
                                                 ProjectionKind::direct}[std::size_t(random.between(0, 2))]);
}

/// Goes into a sentence word by word, or a word on or back, or out, whatever it loses.
void random_step(LabDocument& document, RandomExperiments& random) {
    const Experiment& now = document.commitPending();
    if (is_empty(now))
        return;
    if (!is_cache_step(now))
        return now.source ? void() : goToLastWord(document);
    switch (random.between(0, 5)) {
    case 0:
        return goToWholeSentence(document);
    case 1:
        return (void)typeNextWord(document, QString::fromStdString(random.sentence()));
    case 2:
        return words_to_come(now).empty() ? void() : goToNextWord(document);
    default:
        return now.source->tokens.size() > 1 ? goToWordBefore(document) : void();
    }
}

/// Turns queries and keys, all of them or some features, in either layout.
void random_rotation(LabDocument& document, RandomExperiments& random) {
    const Index d_k = dimensions(document.experiment()).d_k;
    switch (random.between(0, 2)) {
    case 0:
        return setRotary(document, random.coin());
    case 1:
        return setRotaryLayout(document, random.coin() ? RotaryLayout::half : RotaryLayout::interleaved);
    default:
        return setRotaryDims(document, d_k > 1 && random.coin()
                                           ? std::optional(2 * random.between(1, d_k / 2))
                                           : std::nullopt);
    }
}

void random_first_position(LabDocument& document, RandomExperiments& random) {
    const bool source = document.experiment().source && random.coin();
    setFirstPosition(document, source ? Side::source : Side::sentence, random.between(1, 6));
}

/// Adds, edits, re-tokenises or removes a second sentence, or steps through the sentence word by word.
void random_source(LabDocument& document, RandomExperiments& random) {
    if (random.coin())
        return random_step(document, random);
    const bool present = document.experiment().source.has_value();
    if (!present || random.between(0, 4) == 0)
        document.setSource(!present);
    else if (random.between(0, 3) == 0)
        document.setTokenizer(random.coin() ? Tokenizer::words : Tokenizer::characters, Side::source);
    else
        document.setText(QString::fromStdString(random.sentence(0)), Side::source);
}

/// Edits a word of the dictionary, or deletes all unused ones.
void random_word(LabDocument& document, RandomExperiments& random) {
    const Experiment before = document.commitPending();
    const auto& entries = before.embedding.table->entries();
    if (entries.empty())
        return;
    const std::string word = entries[std::size_t(random.between(0, Index(entries.size()) - 1))].token;
    const QString name = QStringLiteral("w%1").arg(random.between(0, 9));
    switch (random.between(0, 4)) {
    case 0:
        return setWordValue(document, word, random.between(0, before.embedding.dimension - 1),
                            random.number());
    case 1:
        return renameProblem(before, word, name).isEmpty() ? renameWord(document, word, name) : void();
    case 2:
        return reseedProblem(before, word).isEmpty() ? reseedWord(document, word) : void();
    case 3:
        return deleteProblem(before, word).isEmpty() ? deleteWord(document, word) : void();
    default:
        return random.between(0, 3) == 0 ? deleteUnusedWords(document) : void();
    }
}

/// Gives inputs by row, or looks them up by word again where that changes no number.
void random_inputs(LabDocument& document, RandomExperiments& random) {
    const Experiment& before = document.commitPending();
    if (is_read(before, ParameterId::E))
        return setInputs(document, InputKind::rows);
    if (!has_given_inputs(before) || random.between(0, 2) > 0)
        return;
    if (inputsByWordProblem(before).isEmpty())
        setInputs(document, InputKind::tokens);
}

/// Adds scores, removes them, fills them or hides a key by them.
void random_added_scores(LabDocument& document, RandomExperiments& random) {
    const Experiment before = document.commitPending();
    const MatrixPtr added = parameter(before, ParameterId::additive);
    if (!added || added->size() == 0)
        return setAddedScores(document, true);
    switch (random.between(0, 6)) {
    case 0:
        return setAddedScores(document, false);
    case 1:
    case 2:
        return setAddedScoresPerHead(document, random.coin(), random.between(0, before.heads.count - 1));
    case 3:
        return fillWithT5Buckets(document);
    default:
        document.setValue(ParameterId::additive, random.between(0, added->rows() - 1),
                          random.between(0, added->cols() - 1), -std::numeric_limits<double>::infinity());
    }
}

/// Takes, renames, moves, changes, deletes or restores a snapshot, or applies a variant.
void random_snapshot(LabDocument& document, RandomExperiments& random) {
    const std::vector<Snapshot> snapshots = document.experiment().snapshots;
    const auto which = std::size_t(random.between(0, std::max<Index>(Index(snapshots.size()), 1) - 1));
    const Index act = random.between(0, 9);
    const auto scene = [&] {
        KeptView kept;
        kept.page = random.between(0, 1) == 0 ? QStringLiteral("play") : QStringLiteral("links");
        return kept;
    };
    if (act == 0) {
        const auto last = Index(all_variations().size()) - 1;
        const Variation variation = all_variations()[std::size_t(random.between(0, last))].variation;
        const auto list = variants_of(document.experiment(), variation).list;
        becomeVariant(document, variation, list[std::size_t(random.between(0, Index(list.size()) - 1))].name);
    } else if (snapshots.empty() || act == 1) {
        takeSnapshot(document);
    } else if (act == 2) {
        (void)renameSnapshot(document, which, QStringLiteral("s%1").arg(random.between(0, 9)));
    } else if (act == 3) {
        removeSnapshot(document, which);
    } else if (act == 4) {
        goBackTo(document, snapshots[which]);
    } else if (act == 5) {
        takeScene(document, scene());
    } else if (act == 6) {
        moveSnapshot(document, which, std::size_t(random.between(0, Index(snapshots.size()) - 1)));
    } else if (act == 7) {
        updateScene(document, which, scene());
    } else if (act == 8) {
        dropView(document, which);
    }
}

} // namespace

void random_edit(LabDocument& document, RandomExperiments& random) {
    switch (random.between(0, 41)) {
    case 36:
        return setSink(document, random.coin() ? std::optional(random.number()) : std::nullopt);
    case 37:
        return random.coin() ? setSinkForEachHead(document, random.coin())
                             : setSigmoidBias(document, random.number());
    case 0:
    case 1:
        return document.setText(QString::fromStdString(random.sentence(0)));
    case 2:
        return setCausal(document, random.coin());
    case 3:
        return setScale(document, random.coin() ? std::optional(random.number()) : std::nullopt);
    case 4:
        return setNotation(document, random.coin() ? Notation::rows : Notation::columns);
    case 5:
        preview_numbers(document, random);
        return document.commitPreview();
    case 6:
        preview_numbers(document, random);
        return document.cancelPreview();
    case 7:
        if (random.between(0, 4) == 0)
            document.revertToOpened();
        else
            document.undo();
        return;
    case 8:
    case 9:
        return random_size(document, random);
    case 10:
        return random_bias(document, random);
    case 11:
        return setOutputWeights(document, random.coin());
    case 12:
        return random_kind(document, random);
    case 13:
        return random_draw(document, random);
    case 14:
        return random_algebra(document, random);
    case 15:
        return random_override(document, random);
    case 16:
    case 17:
        return random_paste(document, random);
    case 18:
    case 19:
        return random_source(document, random);
    case 20:
    case 21:
        return random_word(document, random);
    case 22:
    case 23:
        return random_mask(document, random);
    case 24:
    case 25:
        return random_snapshot(document, random);
    case 26:
    case 27:
        return random_norm(document, random);
    case 28:
    case 29:
        return random_rotation(document, random);
    case 30:
        return random_first_position(document, random);
    case 31:
        return random_dropout(document, random);
    case 38:
        return random_inputs(document, random);
    case 39:
        return setSoftcap(document,
                          random.coin() ? std::optional(std::abs(random.number()) + 0.1) : std::nullopt);
    case 40:
    case 41:
        return random_added_scores(document, random);
    default:
        random_number(document, random);
    }
}

} // namespace lab::test
