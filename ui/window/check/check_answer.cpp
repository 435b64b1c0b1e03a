// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/check/check_answer.h"

#include "core/analysis/diagnosis/diagnosis_words.h"
#include "core/analysis/diagnosis/judge.h"
#include "core/experiment/phrases.h"
#include "ui/plots/heatmap/heatmap_content.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/text/number_name.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lab {

namespace {

constexpr std::size_t mostPlaces = 6;
constexpr Index mostWeights = 16'000'000; // a head: a matrix then takes 128 MB

class CheckText {
    Q_DECLARE_TR_FUNCTIONS(CheckAnswer)
};

using Verdict = CheckAnswer::Verdict;

QString said(const Said& words) {
    return QString::fromStdString(text_of(words));
}

/// A stage, of one head or of all.
CheckPlace placeOf(const Experiment& experiment, const CellRef& cell, bool isOfAllHeads) {
    const bool isAllHeads = isOfAllHeads && info(cell.stage).per_head;
    return {cell, isAllHeads ? CheckPlace::Kind::stage : CheckPlace::Kind::head,
            CheckText::tr("Go to %1")
                .arg(isAllHeads ? stageTitle(cell.stage) : stageTitle(experiment, cell.stage, cell.head))};
}

/// Where a claim says that the numbers are: another stage, or another head.
std::optional<CheckPlace> placeOf(const Experiment& experiment, const Asked& asked, const Claim& claim,
                                  bool isOfAllHeads) {
    Asked what = asked;
    bool isElsewhere = false;
    for (const Mistake& each : claim.mistakes) {
        if (each.kind == MistakeKind::other_stage)
            what.stage = each.stage;
        else if (each.kind == MistakeKind::other_head)
            what.head = each.head;
        else
            continue;
        isElsewhere = true;
    }
    if (!isElsewhere)
        return std::nullopt;
    return placeOf(experiment, {what.stage, info(what.stage).per_head ? what.head : 0, 0, 0}, isOfAllHeads);
}

/// Says how many cells agree; the others are marked in the table.
QString marked(Index right, Index cells) {
    if (right == 0)
        return cells == 1
                   ? CheckText::tr("The cell does not agree: it is marked ✗, with how it differs.")
                   : CheckText::tr("None of the %1 cells agrees: each is marked ✗, with how it differs.")
                         .arg(groupedNumber(cells));
    return (right + 1 == cells
                ? CheckText::tr("%1 of %2 cells agree; the other is marked ✗, with how it differs.")
                : CheckText::tr("%1 of %2 cells agree; the others are marked ✗, with how they differ."))
        .arg(groupedNumber(right), groupedNumber(cells));
}

class Answering {
public:
    Answering(const CheckQuestion& question, const std::stop_token& stop)
        : m_question(question), m_experiment(question.experiment), m_stop(stop),
          m_naming(naming_in_window(question.experiment)),
          m_filled(std::ranges::count(question.filled, true)) {}

    /// False if it was stopped.
    bool answer();
    CheckAnswer& result() { return m_answer; }

private:
    bool isWhole() const { return m_filled == m_question.given.numbers.size(); }
    QString forYours(const QString& sentence) const;
    bool compareCells();
    bool lookForNumber();
    bool diagnoseAll();
    bool identify();
    void say(const std::vector<Said>& lines);
    void sayRight(const Diagnosis& diagnosis);
    void sayPart();

    const CheckQuestion& m_question;
    const Experiment& m_experiment;
    std::stop_token m_stop;
    Naming m_naming;
    Index m_filled;
    CheckAnswer m_answer;
};

bool Answering::answer() {
    const Dimensions d = dimensions(m_experiment);
    if (m_filled > 0 && d.n_q > mostWeights / d.n_k) {
        m_answer.sentence =
            CheckText::tr("With %1 × %2 attention weights a head, this document is too large to be searched.")
                .arg(groupedNumber(d.n_q), groupedNumber(d.n_k));
        return true;
    }
    const bool hasShape = m_question.asked && compareCells();
    if (m_filled == 0)
        return true;
    const bool isNumber = m_question.given.numbers.size() == 1 && !hasShape;
    if (isNumber)
        return lookForNumber();
    if (isWhole())
        return m_question.asked ? diagnoseAll() : identify();
    sayPart();
    return m_filled > 1 || lookForNumber();
}

/// The sentence, said of the user's own arrays if they take the place of the document's.
QString Answering::forYours(const QString& sentence) const {
    return m_question.forOwn.isEmpty()
               ? sentence
               : CheckText::tr("For your %1: %2").arg(m_question.forOwn.join(QStringLiteral(", ")), sentence);
}

/// Whether the numbers have the shape of the stage asked for.
bool Answering::compareCells() {
    m_answer.cells = checked_cells(m_experiment, *m_question.asked, m_question.given);
    m_answer.isOfAllHeads = m_answer.cells && m_question.given.heads > 0;
    return m_answer.cells.has_value();
}

void Answering::sayRight(const Diagnosis& diagnosis) {
    m_answer.verdict = Verdict::right;
    // In these rows, of queries that see no key, the numbers differ from the document's.
    const bool isRightBut = !diagnosis.hidden_rows.empty();
    m_answer.sentence =
        isRightBut ? CheckText::tr("Right")
        : diagnosis.cells == 1
            ? CheckText::tr("Right: the number agrees")
            : CheckText::tr("Right: all %1 numbers agree").arg(groupedNumber(diagnosis.cells));
    for (const Said& each : arrangement_words(m_experiment, diagnosis, m_naming))
        m_answer.sentence = CheckText::tr("%1; %2").arg(m_answer.sentence, said(each));
    m_answer.sentence = forYours(CheckText::tr("%1.").arg(m_answer.sentence));
}

/// While some cells are empty.
void Answering::sayPart() {
    if (!m_answer.cells) {
        m_answer.sentence = CheckText::tr("Fill in all cells, or clear them: the matrix has another shape.");
        return;
    }
    Index right = 0;
    for (std::size_t i = 0; i < m_question.filled.size(); ++i)
        right += m_question.filled[i] && m_answer.cells->cells[i] == CheckedCells::Cell::right ? 1 : 0;
    m_answer.verdict = right == m_filled ? Verdict::right : Verdict::wrong;
    const QString filled = groupedNumber(m_filled), all = groupedNumber(m_question.given.numbers.size());
    if (m_filled == 1)
        m_answer.sentence = (right == 1 ? CheckText::tr("1 of %1 cells is filled in, and it agrees.")
                                        : CheckText::tr("1 of %1 cells is filled in, and it does not agree."))
                                .arg(all);
    else if (right == 0)
        m_answer.sentence =
            CheckText::tr("%1 of %2 cells are filled in, and none of these agrees.").arg(filled, all);
    else
        m_answer.sentence = CheckText::tr("%1 of %2 cells are filled in, and %3 of these agree.")
                                .arg(filled, all, groupedNumber(right));
}

/// Looks for the first number that is filled in.
bool Answering::lookForNumber() {
    const auto at = std::ranges::find(m_question.filled, true) - m_question.filled.begin();
    const Index columns = m_question.given.numbers.cols();
    const double number = m_question.given.numbers(at / columns, at % columns);
    const double lastDigit = m_question.given.last_digit(at / columns, at % columns);
    const auto first = std::ranges::find_if(
        all_stages(), [&](const StageInfo& stage) { return has_stage(m_experiment, stage.id); });
    const Asked asked = m_question.asked.value_or(Asked{first->id, 0});
    const auto places = where_is(m_experiment, asked, number, lastDigit, m_stop);
    if (!places)
        return false;
    QString sentence =
        CheckText::tr("No stage of this document has the number %1.").arg(writtenNumber(number));
    if (places->count == 1)
        sentence = CheckText::tr("This number is in one place:");
    else if (places->count > 1)
        sentence = CheckText::tr("This number is in %1 places:").arg(groupedNumber(places->count));
    const Index row = at / columns, column = at % columns;
    for (std::size_t i = 0; i < std::min(mostPlaces, places->cells.size()); ++i) {
        const CellRef& cell = places->cells[i];
        const bool isMeant =
            !m_answer.cells || (cell.stage == asked.stage && cell.row == row && cell.column == column &&
                                (!info(cell.stage).per_head || cell.head == asked.head));
        const Likeness likeness = isMeant                 ? Likeness::is
                                  : places->may_be_chance ? Likeness::by_chance_perhaps
                                                          : Likeness::is_also;
        m_answer.places.push_back({cell, CheckPlace::Kind::cell,
                                   said(place_words(m_experiment, cell, number, m_naming, likeness))});
    }
    if (m_question.asked && places->nearest)
        m_answer.more +=
            CheckText::tr("%1.").arg(said(nearest_words(m_experiment, *places, number, m_naming)));
    (m_answer.sentence.isEmpty() ? m_answer.sentence : m_answer.more.emplaceBack()) = sentence;
    if (places->count > static_cast<Index>(mostPlaces))
        m_answer.more += CheckText::tr("The first %1 are listed.").arg(mostPlaces);
    return true;
}

void Answering::say(const std::vector<Said>& lines) {
    for (const Said& line : lines) {
        const QString sentence = CheckText::tr("%1.").arg(said(line));
        if (m_answer.sentence.isEmpty())
            m_answer.sentence = forYours(sentence);
        else
            m_answer.more += sentence;
    }
}

bool Answering::diagnoseAll() {
    const auto diagnosis = judge(m_experiment, *m_question.asked, m_question.given, {}, m_stop);
    if (!diagnosis)
        return false;
    m_answer.cells = checked_cells(m_experiment, m_question.given, *diagnosis);
    m_answer.isOfAllHeads =
        m_answer.cells && (diagnosis->heads > 0 || (diagnosis->is_right && diagnosis->asked.is_average));
    if (diagnosis->is_right) {
        sayRight(*diagnosis);
        return true;
    }
    const bool isRightLine = diagnosis->line && !diagnosis->line->claim && !diagnosis->near;
    m_answer.verdict = isRightLine ? Verdict::none : Verdict::wrong;
    if (m_answer.cells)
        m_answer.lookAt = m_answer.cells->first_other;
    say(diagnosis_words(m_experiment, *diagnosis, m_naming));
    if ((!diagnosis->claims.empty() || diagnosis->near) && m_answer.cells)
        m_answer.more += marked(diagnosis->right, diagnosis->cells);
    for (const Claim& claim : diagnosis->claims) {
        if (auto place = placeOf(m_experiment, *m_question.asked, claim, diagnosis->heads > 0))
            m_answer.places.push_back(std::move(*place));
    }
    return true;
}

bool Answering::identify() {
    const auto found = what_is_this(m_experiment, m_question.given, m_stop);
    if (!found)
        return false;
    if (found->as.empty()) {
        m_answer.verdict = Verdict::wrong;
        if (const auto& nearly = found->nearly) {
            say(near_identification_words(m_experiment, *nearly, m_naming));
            const CellRef& other = nearly->near->first_other.cell;
            const bool hasHeads = m_question.given.heads > 0;
            const Index before = hasHeads ? static_cast<Index>(other.head) * m_question.given.rows() : 0;
            m_answer.lookAt = {before + other.row, other.column};
            m_answer.places.push_back(placeOf(m_experiment, other, hasHeads));
            m_answer.places.back().pointsAtCell = true;
            return true;
        }
        m_answer.sentence =
            CheckText::tr("No stage of this document has these numbers, and no single mistake "
                          "that is known here is sure to have made them.");
        m_answer.more += CheckText::tr("Say which matrix they should be, to see which of them differ.");
        return true;
    }
    m_answer.verdict = found->as.front().is_right ? Verdict::right : Verdict::wrong;
    for (const Diagnosis& each : found->as) {
        if (m_answer.places.size() == mostPlaces)
            break;
        const Said words = identification_words(m_experiment, each, m_naming);
        if (m_answer.sentence.isEmpty())
            m_answer.sentence = CheckText::tr("%1.").arg(said(words));
        else
            m_answer.more += CheckText::tr("%1.").arg(said(lab::say(phrase::agrees_as_well, words)));
        const CheckPlace place = placeOf(m_experiment, {each.asked.stage, each.asked.head, 0, 0},
                                         each.heads > 0 || each.asked.is_average);
        if (std::ranges::none_of(m_answer.places,
                                 [&](const CheckPlace& other) { return other.cell == place.cell; }))
            m_answer.places.push_back(place);
    }
    return true;
}

} // namespace

std::optional<CheckAnswer> checkAnswer(const CheckQuestion& question, const std::stop_token& stop) {
    Answering answering(question, stop);
    if (!answering.answer() || stop.stop_requested())
        return std::nullopt;
    return std::move(answering.result());
}

} // namespace lab
