// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/import/import_sheet.h"

#include "core/base/comma_list.h"
#include "core/import/families.h"
#include "core/import/imported.h"
#include "core/import/turning.h"
#include "ui/look/theme.h"
#include "ui/text/short_text.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/import/array_picture.h"
#include "ui/window/import/import_table.h"
#include "ui/window/import/import_texts.h"

#include <QFormLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

#include <algorithm>
#include <new>
#include <stdexcept>

namespace lab {

namespace {

constexpr int untilRead = 150;           // milliseconds
constexpr double arrayPictureSide = 150; // points

Error tooLittleMemory() {
    return {{}, {}, "too little memory for these numbers", "more memory"};
}

Result<Experiment> readWithinMemory(const ImportPlan& plan, const NamedArrays& arrays,
                                    const ImportChoices& choices) try {
    return imported(plan, arrays, choices);
} catch (const std::bad_alloc&) {
    return tooLittleMemory();
} catch (const std::length_error&) {
    return tooLittleMemory();
}

Result<Replaced> replacedWithinMemory(const Experiment& present, const Experiment& read) try {
    return with_parameters_of(present, read);
} catch (const std::bad_alloc&) {
    return tooLittleMemory();
} catch (const std::length_error&) {
    return tooLittleMemory();
}

/// An array as it is read.
Result<MatrixPtr> readToShow(const NamedArrays& arrays, std::size_t array, bool transposed) try {
    // Of captured scores −∞ may be shown, of the matrices of heads all below each other.
    Result<Matrix> matrix = arrays.read_by_head(arrays.arrays()[array], ArrayUse::mask);
    if (!matrix)
        return matrix.error();
    return transposed ? share(Matrix(matrix.value().transpose())) : share(std::move(matrix).value());
} catch (const std::bad_alloc&) {
    return tooLittleMemory();
} catch (const std::length_error&) {
    return tooLittleMemory();
}

/// What is known while nothing fits together: what somebody has said.
std::vector<PlannedArray> withoutPlan(const NamedArrays& arrays, const ImportChoices& choices) {
    std::vector<PlannedArray> planned;
    for (const ArrayInfo& array : arrays.arrays()) {
        const auto choice = std::ranges::find(choices.arrays, array.name, &ArrayChoice::array);
        planned.push_back({array.name, array.shape, array.type,
                           choice == choices.arrays.end() ? std::string() : comma_list(choice->roles), false,
                           false, 0});
    }
    return planned;
}

} // namespace

ImportSheet::~ImportSheet() {
    ++*m_reading; // what has not begun is not read any more
    ++*m_drawing;
}

/// Whether there are weights of attention, or some of them: otherwise there is nothing to choose.
bool ImportSheet::hasLayers() const {
    return !import_prefixes(*m_arrays).empty() || incomplete_layer(*m_arrays);
}

/// Finds the arrays anew, after a choice. Numbers are read afterwards.
void ImportSheet::plan() {
    const Result<ImportPlan> plan = import_plan(*m_arrays, m_choices);
    m_plan = plan ? std::optional(plan.value()) : std::nullopt;
    m_planProblem = plan ? QString() : whyNotPlanned(plan.error());
    if (!m_plan && !m_choices.heads)
        assumeOneHead();
    m_asked.clear();
    if (m_plan) {
        for (const PlannedArray& array : m_plan->arrays) {
            if (array.asks)
                m_asked.push_back(array.name);
        }
    }
    showPlan();
    readSoon();
}

QString ImportSheet::whyNotPlanned(const Error& error) const {
    if (hasLayers())
        return problemText(error);
    QStringList missing{QStringLiteral("W_Q"), QStringLiteral("W_K"), QStringLiteral("W_V")};
    for (const ArrayChoice& choice : m_choices.arrays) {
        for (const std::string& role : choice.roles)
            missing.removeOne(QString::fromStdString(role));
    }
    if (missing.isEmpty())
        return problemText(error);
    if (missing.size() < 3)
        return tr("Still to be said under “Taken for”: %1.").arg(missing.join(QStringLiteral(", ")));
    return tr(
        "This file has no weights of attention under names that are known: W_Q, W_K and W_V, "
        "in_proj_weight, c_attn, q_proj, k_proj and v_proj, or others that the manual lists. Say what its "
        "arrays are: double-click under “Taken for”.");
}

void ImportSheet::choose(std::size_t array, const QString& roles) {
    const std::string name = m_arrays->arrays()[array].name;
    const Result<ArrayChoice> choice = array_choice(roles.toStdString() + "=" + name);
    // An array holds one thing, and of each thing there is one.
    std::erase_if(m_choices.arrays, [&](const ArrayChoice& each) {
        return each.array == name || (choice && each.roles == choice.value().roles);
    });
    m_choices.transposed.erase(name);
    if (!roles.isEmpty() && choice)
        m_choices.arrays.push_back({choice.value().roles, name, false});
    plan();
}

/// Where only the number of heads is missing, the arrays are shown as they would be read.
void ImportSheet::assumeOneHead() {
    ImportChoices assumed = m_choices;
    assumed.heads = 1;
    if (const Result<ImportPlan> plan = import_plan(*m_arrays, assumed)) {
        m_plan = plan.value();
        const bool isGiven = m_plan->family->storage == Storage::given;
        const PlannedParameter* queries = planned(*m_plan, isGiven ? ParameterId::Q : ParameterId::W_Q);
        const PlannedParameter* keys = planned(*m_plan, isGiven ? ParameterId::K : ParameterId::W_K);
        m_planProblem = m_plan->family->joined == Joined::by_head
                            ? tr("Type the number of heads: queries, keys and values of each stand one after "
                                 "the other, and "
                                 "no array tells how many there are.")
                            : tr("Type the number of heads: that keys are %1 numbers wide and queries %2 "
                                 "does not tell it.")
                                  .arg(keys->columns)
                                  .arg(queries->columns);
    }
}

void ImportSheet::showPlan() {
    const std::optional<std::size_t> kept = selected();
    std::set<std::string> unanswered;
    for (const std::string& name : m_asked) {
        if (!m_choices.transposed.contains(name))
            unanswered.insert(name);
    }
    m_table->setArrays(m_plan ? m_plan->arrays : withoutPlan(*m_arrays, m_choices), std::move(unanswered));
    fitColumns();
    m_view->selectRow(kept ? m_table->rowOf(*kept) : 0);
    m_used->setVisible(m_plan.has_value());
    if (m_plan)
        m_used->setText(usedText(*m_plan));
    for (int row = 0; row < m_fields->rowCount(); ++row)
        m_fields->setRowVisible(row, hasLayers() || m_plan);
    showHeads();
    showQuestion();
    showSelected();
}

/// Columns beside the name's are as wide as what is in them.
void ImportSheet::fitColumns() {
    m_view->horizontalHeader()->setMinimumSectionSize(m_theme.px(60));
    for (int column = ImportTable::shape; column < ImportTable::column_count; ++column) {
        m_view->resizeColumnToContents(column);
        m_view->setColumnWidth(column,
                               std::min(m_view->columnWidth(column), m_theme.px(170)) + m_theme.px(10));
    }
}

void ImportSheet::showHeads() {
    m_heads->setNumber(static_cast<double>(m_plan ? m_plan->heads.count : m_choices.heads.value_or(1)));
    m_kvHeads->setNumber(
        static_cast<double>(m_plan ? m_plan->heads.kv_count : m_choices.kv_heads.value_or(1)));
    const bool has_source = m_plan && planned(*m_plan, ParameterId::X_source);
    m_fields->setRowVisible(m_sourceTokens, has_source);
}

void ImportSheet::showQuestion() {
    m_question->setVisible(!m_asked.empty());
    if (!m_asked.empty())
        m_questionText->setText(questionText(m_asked));
    m_answers.refresh();
    for (PillButton* pill : m_pills) // neither may be set, and then Tab has to reach them as well
        pill->setFocusPolicy(Qt::StrongFocus);
}

void ImportSheet::answer(bool transposed) {
    for (const std::string& name : m_asked)
        m_choices.transposed[name] = transposed;
    plan();
}

/// Whether all arrays that are asked about have this answer.
bool ImportSheet::isAnswered(bool transposed) const {
    return std::ranges::all_of(m_asked, [&](const std::string& name) {
        const auto found = m_choices.transposed.find(name);
        return found != m_choices.transposed.end() && found->second == transposed;
    });
}

void ImportSheet::turnRound() {
    if (m_turned) {
        m_choices = *m_turned;
        plan();
    }
}

std::optional<std::size_t> ImportSheet::selected() const {
    const QModelIndex index = m_view->currentIndex();
    return index.isValid() ? std::optional(m_table->arrayAt(index.row())) : std::nullopt;
}

/// The picture of the selected array, and whether it can be turned round.
void ImportSheet::showSelected() {
    const std::optional<std::size_t> array = selected();
    m_turned.reset();
    QString why;
    if (!array || !m_plan || !is_turnable(*m_plan, *array))
        why = tr("Only weights, queries, keys and values can be turned round.");
    else if (!m_planProblem.isEmpty())
        why = tr("First the problem that is told below has to be solved.");
    else if (!(m_turned = turned_round(*m_arrays, *m_plan, m_choices, *array)))
        why = tr("It cannot be turned round: its shape would not fit the other arrays.");
    m_turn->setEnabled(m_turned.has_value());
    m_turn->setToolTip(m_turned ? tr("Read the array transposed, or no longer so") : why);
    m_turnReason->setText(why);
    m_turnReason->setVisible(!why.isEmpty());
    if (array)
        readPicture(*array);
}

void ImportSheet::readPicture(std::size_t array) {
    const bool transposed = m_plan && m_plan->arrays[array].transposed;
    const QString name = m_caption->fontMetrics().elidedText(shortText(m_arrays->arrays()[array].name),
                                                             Qt::ElideMiddle, m_theme.px(180));
    const QString use = m_plan ? QString::fromStdString(m_plan->arrays[array].taken_for) : QString();
    const double ratio = devicePixelRatioF();
    ++*m_drawing;
    m_tasks.start([this, number = m_drawing->load(), drawing = m_drawing, arrays = m_arrays, array,
                   transposed, name, use, ratio, side = qRound(m_theme.px(arrayPictureSide) * ratio),
                   dark = m_theme.colours().dark](const std::stop_token&) -> FileTasks::Then {
        if (number != *drawing) // another array has been selected
            return [] {};
        const Result<MatrixPtr> matrix = readToShow(*arrays, array, transposed);
        if (!matrix)
            return [this, number, problem = problemText(matrix.error())] {
                if (number == *m_drawing)
                    showPicture({}, problem);
            };
        QImage image = arrayPicture(matrix.value(), side, dark);
        image.setDevicePixelRatio(ratio);
        const QString rows = tr("%1 × %2").arg(matrix.value()->rows()).arg(matrix.value()->cols());
        const QString text = use.isEmpty() ? tr("%1, %2, not used").arg(name, rows)
                                           : tr("%1 as it is read: %2").arg(use, rows);
        return [this, number, image, text] {
            if (number == *m_drawing)
                showPicture(image, text);
        };
    });
}

void ImportSheet::showPicture(const QImage& image, const QString& text) {
    m_picture->setPixmap(QPixmap::fromImage(image));
    m_picture->setAccessibleName(text);
    m_caption->setText(text);
}

/// Reads the numbers soon; until then neither button can be pressed.
void ImportSheet::readSoon() {
    ++*m_reading;
    m_outcome.reset();
    showOutcome();
    if (isPlanned())
        m_untilRead.start(untilRead);
}

void ImportSheet::read() {
    if (!isPlanned())
        return;
    ++*m_reading;
    m_tasks.start([this, number = m_reading->load(), reading = m_reading, plan = *m_plan, arrays = m_arrays,
                   choices = m_choices, present = m_present](const std::stop_token&) -> FileTasks::Then {
        if (number != *reading)
            return [] {};
        auto outcome = std::make_shared<Outcome>(Outcome{readWithinMemory(plan, *arrays, choices), {}});
        if (outcome->read)
            outcome->replaced = replacedWithinMemory(present, outcome->read.value());
        return [this, number, outcome] {
            if (number != *m_reading)
                return;
            m_outcome = outcome;
            showOutcome();
        };
    });
}

/// Says what would be computed, or why nothing can be.
void ImportSheet::showOutcome() {
    const bool is_answered =
        std::ranges::all_of(m_asked, [&](const auto& name) { return m_choices.transposed.contains(name); });
    const bool is_read = m_outcome && m_outcome->read;
    QString problem = m_planProblem;
    if (problem.isEmpty() && m_outcome && !m_outcome->read)
        problem = problemText(m_outcome->read.error());
    else if (problem.isEmpty() && !is_answered)
        problem = tr("Say first which way the square arrays are stored.");
    const bool is_replaced = is_read && *m_outcome->replaced;
    const QString waiting = isPlanned() && !m_outcome ? tr("Reading…") : QString();
    m_computed->setText(is_read ? computedText(m_outcome->read.value()) : waiting);
    m_replaced->setText(
        !is_read ? QString()
        : is_replaced
            ? replacedText(m_outcome->replaced->value())
            : tr("Parameters cannot be replaced: %1.").arg(problemText(m_outcome->replaced->error())));
    m_computed->setVisible(!m_computed->text().isEmpty());
    m_replaced->setVisible(!m_replaced->text().isEmpty());
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_open->setEnabled(problem.isEmpty() && is_read);
    m_replace->setEnabled(problem.isEmpty() && is_replaced);
    m_open->setToolTip(problem);
    m_replace->setToolTip(problem.isEmpty() && is_read && !is_replaced ? m_replaced->text() : problem);
}

void ImportSheet::openDocument() {
    const std::shared_ptr<const Outcome> outcome = m_outcome; // closing may delete the sheet
    accept();
    emit openWanted(outcome->read.value());
}

void ImportSheet::replaceParameters() {
    const std::shared_ptr<const Outcome> outcome = m_outcome;
    accept();
    emit replaceWanted(outcome->replaced->value().experiment);
}

} // namespace lab
