// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the number that a row of queries or keys is divided by is computed.
#include "core/base/number_format.h"
#include "core/describe/03_qk_norm.h"
#include "core/describe/captions.h"
#include "core/describe/equation.h"
#include "core/film/caption_parts.h"

namespace lab {

namespace {

RowRoot root_of(const CaptionInputs& of) {
    return root_of_row(of.experiment, of.matrix, of.step.scene, of.step.rows.first);
}

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

Formula numbers_of_root(const CaptionInputs& of) {
    return numbers_of(of, root_of(of));
}

CaptionParts root_caption(const CaptionInputs& of) {
    const StageId stage = of.step.scene.stage;
    const QkNorm& norm = *of.experiment.scores.qk_norm;
    const RowRoot root = root_of(of);
    if (root.is_epsilon)
        return {say(form(caption_phrase::epsilon, stage), of.row_label(), written(norm.epsilon)),
                formula::row({})};
    const bool is_rms = norm.kind == QkNormKind::rms;
    return {say(form(is_rms ? caption_phrase::root : caption_phrase::length, stage), of.row_label()),
            numbers_of(of, root)};
}

} // namespace lab
