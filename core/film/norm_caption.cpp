// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the number that a row of queries or keys is divided by is computed.
#include "core/base/number_format.h"
#include "core/explain/names.h"
#include "core/film/caption_parts.h"
#include "core/film/equation.h"
#include "core/film/film_operands.h"

namespace lab {

namespace {

Formula numbers_of(const CaptionInputs& of, const RowRoot& root) {
    if (root.is_epsilon)
        return formula::row({});
    const Equation equation(of.decimals);
    std::vector<ShownPart> squares;
    for (const double number : root.numbers)
        squares.push_back(equation.squared(equation.number(number)));
    ShownPart under = equation.sum(squares);
    const QkNorm& norm = *of.experiment.scores.qk_norm;
    if (norm.kind == QkNormKind::rms) {
        const auto d_k = static_cast<double>(root.numbers.size());
        under = equation.plus(equation.over(Equation::in_brackets(std::move(under)), Equation::exactly(d_k)),
                              Equation::exactly(norm.epsilon));
    }
    return equation.sum_gives(Equation::root(std::move(under)), root.value, std::nullopt);
}

} // namespace

RowNorm norm_of_row(const CaptionInputs& of) {
    const RowRoot root = root_of_row(of.experiment, of.matrix, of.step.scene, of.step.rows.first);
    return {root.is_epsilon, numbers_of(of, root)};
}

CaptionParts root_caption(const CaptionInputs& of) {
    const StageId stage = of.step.scene.stage;
    const QkNorm& norm = *of.experiment.scores.qk_norm;
    const bool is_query = stage == StageId::queries;
    RowNorm row = norm_of_row(of);
    Said token = label_in_sentence(of.experiment, info(stage).rows, of.step.rows.first);
    if (row.by_epsilon)
        return {say(is_query ? phrase::query_epsilon : phrase::key_epsilon, std::move(token),
                    written(norm.epsilon)),
                std::move(row.numbers)};
    const Phrase<1>& words = norm.kind == QkNormKind::rms
                                 ? (is_query ? phrase::query_root : phrase::key_root)
                                 : (is_query ? phrase::query_length : phrase::key_length);
    return {say(words, std::move(token)), std::move(row.numbers)};
}

} // namespace lab
