// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/exercise.h"

#include "core/analysis/answer.h"
#include "core/analysis/same_numbers.h"
#include "core/covered.h"
#include "core/edits/random_parameters.h"
#include "core/explain/explain.h"
#include "core/number_format.h"
#include "ui/document/cached_stages.h"
#include "ui/document/lab_document.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr int hintCount = 3;

QString briefly(double value) {
    return QString::fromStdString(written(value));
}

QString asSubtrahend(double value) {
    return value < 0 ? QStringLiteral("(%1)").arg(briefly(value)) : briefly(value);
}

QString placeOf(const Experiment& experiment, const CellRef& cell) {
    return QString::fromStdString(text_of(cell_place(experiment, cell)));
}

/// "0.5 × 0.25", and its result unless that is the answer.
QString firstTerm(const ExplanationStep& step) {
    const Term& term = step.terms.front();
    QString text = briefly(term.factors.front().value);
    double product = term.factors.front().value;
    for (std::size_t i = 1; i < term.factors.size(); ++i) {
        const Operand& factor = term.factors[i];
        text += (factor.divides ? QStringLiteral(" ÷ ") : QStringLiteral(" × ")) + briefly(factor.value);
        product = factor.divides ? product / factor.value : product * factor.value;
    }
    const bool isPart = step.terms.size() > 1 && term.factors.size() > 1;
    return isPart ? Exercise::tr("The first term: %1 = %2").arg(text, briefly(product))
                  : Exercise::tr("It begins with %1").arg(text);
}

/// What the first visible key contributes to the row.
QString firstShare(const ExplanationStep& step, const Normalization& normalization) {
    const auto first = std::ranges::find(step.shares, false, &Share::left_out);
    if (first == step.shares.end())
        return Exercise::tr("Every key is hidden: the weights are 0");
    const QString key = QString::fromStdString(first->key);
    const QString score = briefly(first->score.value);
    if (normalization.kind != NormalizationKind::softmax || normalization.temperature != 1 || step.sink)
        return Exercise::tr("The first score is that of “%1”: %2").arg(key, score);
    double largest = -HUGE_VAL;
    for (const Share& share : step.shares) {
        if (!share.left_out)
            largest =
                is_covered(share.score.value) ? share.score.value : std::max(largest, share.score.value);
    }
    return Exercise::tr("The first term of the sum is that of “%1”: e^(%2 − %3) = %4")
        .arg(key, score, asSubtrahend(largest), briefly(std::exp(first->score.value - largest)));
}

QString beginning(const Experiment& experiment, const ExplanationStep& step) {
    switch (step.kind) {
    case ExplanationKind::normalizer:
        return firstShare(step, experiment.normalization);
    case ExplanationKind::mask:
        return Exercise::tr("A key that is hidden from the query has −∞, any other its scaled score");
    case ExplanationKind::dropout:
        return Exercise::tr("A weight that is kept is divided by %1, a dropped one becomes 0")
            .arg(briefly(1 - experiment.dropout->rate));
    case ExplanationKind::copy:
        return Exercise::tr("It is a copy of that number");
    case ExplanationKind::sum:
    case ExplanationKind::root:
    case ExplanationKind::overridden:
        break;
    }
    return firstTerm(step);
}

/// The parameters from which the others follow, if none was drawn at random.
std::vector<ParameterId> redrawn(const Experiment& experiment) {
    std::vector<ParameterId> all;
    for (const ParameterId id : {ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V, ParameterId::W_O,
                                 ParameterId::Q, ParameterId::K, ParameterId::V}) {
        const bool isGiven = id == ParameterId::Q || id == ParameterId::K || id == ParameterId::V;
        const bool isUsed = (experiment.projection.kind == ProjectionKind::direct) == isGiven;
        if (parameter(experiment, id) && (isUsed || id == ParameterId::W_O))
            all.push_back(id);
    }
    if (experiment.projection.kind == ProjectionKind::identity)
        all.push_back(has_given_inputs(experiment) ? ParameterId::X : ParameterId::E);
    return all;
}

} // namespace

Exercise::Exercise(LabDocument& document, QObject* parent) : QObject(parent), m_document(document) {
    connect(&document, &LabDocument::coverChanged, this, &Exercise::refresh);
    refresh();
}

bool Exercise::isOn() const {
    return !m_document.cover().isEmpty();
}

void Exercise::refresh() {
    const std::size_t before = m_left.size();
    m_left.clear();
    for (const StageBlock& each : m_document.cover().asked()) {
        for (Index row = 0; row < each.block.rows; ++row) {
            for (Index column = 0; column < each.block.columns; ++column) {
                const CellRef cell{each.stage, each.head, each.block.row + row, each.block.column + column};
                if (m_document.cover().covers(cell))
                    m_left.push_back(cell);
            }
        }
    }
    if (m_left.size() > before || !isOn()) { // another one, or covered again
        m_asked = static_cast<int>(m_left.size());
        m_right = 0;
        m_atFirstTry = 0;
        m_missed.clear();
        m_current.reset();
    }
    if (!m_current || std::ranges::find(m_left, *m_current) == m_left.end()) {
        const auto next = m_current
                              ? std::ranges::find_if(m_left,
                                                     [this](const CellRef& each) {
                                                         return std::pair(each.row, each.column) >
                                                                std::pair(m_current->row, m_current->column);
                                                     })
                              : m_left.begin();
        m_current = m_left.empty()         ? std::nullopt
                    : next == m_left.end() ? std::optional(m_left.front())
                                           : std::optional(*next);
        m_hints = 0;
    }
    emit changed();
}

void Exercise::choose(const CellRef& cell) {
    if (m_current == cell || std::ranges::find(m_left, cell) == m_left.end())
        return;
    m_current = cell;
    m_hints = 0;
    emit changed();
}

bool Exercise::step(int by) {
    if (!m_current)
        return false;
    const auto at = std::ranges::find(m_left, *m_current) - m_left.begin() + by;
    if (at < 0 || at >= static_cast<std::ptrdiff_t>(m_left.size()))
        return false;
    choose(m_left[static_cast<std::size_t>(at)]);
    return true;
}

double Exercise::largest() const {
    const StageView view = m_document.cachedView(m_current->stage, m_current->head);
    return view.summary ? view.summary->finite.magnitude() : 0; // of what is not covered
}

QString Exercise::answerOne(double typed, int decimals) {
    const CellRef cell = *m_current;
    const auto number = m_document.numberUnder(cell);
    if (!number)
        return tr("The number is still being computed");
    const QString place = placeOf(m_document.experiment(), cell);
    const bool isMissed = std::ranges::find(m_missed, cell) != m_missed.end();
    if (!is_right(typed, decimals, *number,
                  std::max(largest(), std::isfinite(*number) ? std::abs(*number) : 0))) {
        if (!isMissed)
            m_missed.push_back(cell);
        return tr("✗ %1 is not right for %2").arg(briefly(typed), place);
    }
    ++m_right;
    m_atFirstTry += isMissed ? 0 : 1;
    m_document.openCell(cell);
    return tr("✓ %1 is right for %2").arg(briefly(typed), place);
}

QString Exercise::answer(const QString& text) {
    const auto answer = read_answer(text.toStdString());
    if (!m_current)
        return {};
    if (!answer)
        return tr("✗ “%1” is not a number").arg(text.trimmed().left(40));
    Matrix numbers = answer->numbers;
    if (numbers.size() == 1)
        return answerOne(numbers(0, 0), answer->decimals);
    if (m_document.experiment().notation == Notation::columns)
        numbers.transposeInPlace(); // pasted as it is shown
    const CellRef first = *m_current;
    int right = 0;
    int wrong = 0;
    for (Index row = 0; row < numbers.rows(); ++row) {
        for (Index column = 0; column < numbers.cols(); ++column) {
            const CellRef cell{first.stage, first.head, first.row + row, first.column + column};
            if (std::ranges::find(m_left, cell) == m_left.end())
                continue;
            choose(cell);
            const int before = m_right;
            answerOne(numbers(row, column), answer->decimals);
            (m_right > before ? right : wrong) += 1;
        }
    }
    if (!m_left.empty())
        choose(m_left.front());
    return right + wrong == 0 ? tr("✗ None of these numbers falls on a covered cell")
           : wrong == 0       ? tr("✓ All %1 are right").arg(right)
                              : tr("✗ %1 right, %2 not right").arg(right).arg(wrong);
}

int Exercise::hintsLeft() const {
    return m_current ? hintCount - m_hints : 0;
}

QString Exercise::nextHint() {
    if (hintsLeft() == 0)
        return {};
    const Experiment& experiment = m_document.experiment();
    CachedStages stages(m_document);
    const ExplanationStep step = explain(experiment, stages.function(), *m_current).steps.back();
    ++m_hints;
    emit changed();
    if (m_hints == 1)
        return QString::fromStdString(plain(step.rule));
    return m_hints == 2 ? tr("What it is computed from is framed") : beginning(experiment, step);
}

void Exercise::show() {
    const std::vector<CellRef> all = m_left;
    for (const CellRef& each : all)
        m_document.openCell(each);
}

QString Exercise::newNumbers(std::uint64_t seed) {
    Experiment next = m_document.commitPending();
    std::vector<std::pair<ParameterId, Drawn>> draws;
    for (const ParameterId id : redrawn(next)) {
        if (const auto how = drawn(next, id))
            draws.emplace_back(id, *how);
    }
    if (draws.empty()) {
        for (const ParameterId id : redrawn(next))
            draws.emplace_back(id, Drawn{{Generator::numpy, seed, Distribution::normal}, DrawScope::one});
    }
    std::uint64_t own = seed;
    for (auto& [id, how] : draws) {
        how.source.seed = how.scope == DrawScope::one ? own++ : seed;
        Result<Experiment> drawnNext = with_random(next, id, how.source, how.scope);
        if (!drawnNext)
            return tr("Not drawn: %1").arg(QString::fromStdString(drawnNext.error().message()));
        next = std::move(drawnNext).value();
    }
    m_document.apply({std::move(next), {}, tr("New numbers, seed %1").arg(seed)});
    return {};
}

void ask(LabDocument& document, StageId stage, HeadIndex head, const Block& block) {
    document.uncover();
    document.coverCells({stage, head, block});
}

QString whyNotAsked(const LabDocument& document, StageId stage) {
    const Experiment& experiment = document.experiment();
    if (is_empty(experiment) || !has_stage(experiment, stage))
        return Exercise::tr("There are no numbers");
    return copies_parameters(experiment, stage) ? Exercise::tr("These numbers are given, not computed")
                                                : QString();
}

} // namespace lab
