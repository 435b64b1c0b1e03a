// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/explanation/explanation_panel.h"

#include "core/base/covered.h"
#include "core/describe/dependent_cells.h"
#include "core/describe/explain.h"
#include "core/describe/operands.h"
#include "core/experiment/parameter.h"
#include "core/io/explanation_text.h"
#include "ui/document/cached_stages.h"
#include "ui/document/lab_document.h"
#include "ui/keys/tab_order.h"
#include "ui/look/theme.h"
#include "ui/panels/explanation/explanation_browser.h"
#include "ui/panels/explanation/explanation_links.h"
#include "ui/panels/explanation/pull_bar.h"
#include "ui/plots/heatmap/attention_words.h"
#include "ui/selection/pull_of_inspected.h"
#include "ui/selection/selection.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/toggle_switch.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QScopedValueRollback>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <utility>

namespace lab {

namespace {

/// The largest sensitivity that is computed synchronously, so that an edit shows within the frame.
constexpr double mostAtOnce = 2e6; // multiplications

/// The stages that the explanation of a cell reads, each with its head.
std::vector<std::pair<StageId, HeadIndex>> stagesRead(const Experiment& experiment, const CellRef& cell) {
    std::vector<std::pair<StageId, HeadIndex>> stages;
    for (const CellRef& each : chain_to(experiment, cell))
        stages.emplace_back(each.stage, each.head);
    for (const StageBlock& each : operands(experiment, cell).stages)
        stages.emplace_back(each.stage, each.head);
    std::ranges::sort(stages);
    // clang 14 cannot compile code that uses the result of std::ranges::unique.
    stages.erase(std::unique(stages.begin(), stages.end()), stages.end());
    return stages;
}

} // namespace

ExplanationPanel::ExplanationPanel(LabDocument& document, Selection& selection, PullOfInspected& pull,
                                   const Theme& theme, QWidget* parent)
    : QFrame(parent), m_document(document), m_selection(selection), m_pull(pull), m_theme(theme),
      m_browser(new ExplanationBrowser(theme, this)), m_pullBar(new PullBar(pull, selection, theme, this)),
      m_bar(new QWidget(this)), m_back(new PillButton(theme, PillButton::Kind::plain, tr("↰ Back"), this)),
      m_copy(new PillButton(theme, PillButton::Kind::plain, tr("Copy"), this)) {
    setAutoFillBackground(true);
    setAccessibleName(tr("Where the number comes from"));
    m_browser->setAccessibleName(tr("Where the number comes from"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(m_browser, 1);
    column->addWidget(&m_pullBar->outcomeLabel());
    addButtons();
    setFocusProxy(m_browser);
    connect(m_pullBar, &PullBar::messageRequested, this, &ExplanationPanel::messageRequested);
    connect(&pull, &PullOfInspected::changed, this, &ExplanationPanel::display);
    connect(m_browser, &ExplanationBrowser::followed, this, &ExplanationPanel::followLink);
    connect(&selection, &Selection::inspectedChanged, this, &ExplanationPanel::refreshSubject);
    for (const auto signal :
         {&Selection::headChanged, &Selection::lookingChanged, &Selection::knownWeightsChanged})
        connect(&selection, signal, this, [this] {
            if (!subject()) // then it says what the inspected token looks at
                display();
        });
    connect(&document, &LabDocument::changed, this, [this](const Change& change) {
        if (reshapes(change)) { // the sources may be other numbers now
            m_trail.clear();
            m_probedParameter.reset();
        }
        if (may_change_dependents(change))
            m_ofParameter.reset();
        refresh();
    });
    connect(&document, &LabDocument::computed, this, &ExplanationPanel::display);
    connect(&document, &LabDocument::coverChanged, this, &ExplanationPanel::refresh);
    connect(&document, &LabDocument::viewChanged, this, &ExplanationPanel::display);
    connect(&theme, &Theme::changed, this, &ExplanationPanel::restyle);
    restyle();
}

void ExplanationPanel::addButtons() {
    auto* buttons = new FlowLayout;
    m_bar->setLayout(buttons);
    static_cast<QVBoxLayout*>(layout())->addWidget(m_bar);
    auto* menu = new QMenu(m_copy);
    menu->addAction(tr("As text"), this, [this] { copy(As::text); });
    menu->addAction(tr("As Markdown"), this, [this] { copy(As::markdown); });
    menu->addAction(tr("As LaTeX"), this, [this] { copy(As::latex); });
    m_copy->setMenu(menu);
    m_back->setToolTip(tr("Back to the number that led here"));
    connect(m_back, &QAbstractButton::clicked, this, &ExplanationPanel::back);
    buttons->addWidget(&m_pullBar->toggle());
    for (PillButton* each : {m_back, m_copy}) {
        each->setSmall();
        buttons->addWidget(each);
    }
    buttons->addWidget(m_pullBar);
    tabAfter(*m_copy, *m_pullBar);
}

std::optional<Source> ExplanationPanel::subject() const {
    if (is_empty(m_document.experiment()))
        return std::nullopt;
    if (const auto& number = m_selection.inspectedParameter())
        return *number;
    if (const auto& cell = m_selection.inspected())
        return *cell;
    return std::nullopt;
}

std::optional<ParameterCell> ExplanationPanel::parameterInQuestion() const {
    return m_selection.inspectedParameter() ? m_selection.inspectedParameter() : m_probedParameter;
}

void ExplanationPanel::refreshSubject() {
    if (!m_following)
        m_trail.clear();
    if (!m_selection.isInspecting()) // how the next number changes with it is not asked
        m_probedParameter.reset();
    refresh();
}

void ExplanationPanel::refresh() {
    ask();
    display();
}

void ExplanationPanel::explainCell() {
    const Experiment& experiment = m_document.experiment();
    const CellRef cell = *m_selection.inspected();
    std::map<std::pair<StageId, HeadIndex>, MatrixPtr> matrices;
    for (const auto& [stage, head] : stagesRead(experiment, cell)) {
        const StageView view = m_document.view(stage, head);
        if (view.stale || !view.matrix)
            return; // keep the previous explanation until computed() is sent
        matrices[{stage, head}] = view.matrix;
    }
    // The other stages show where a number first became non-finite. Use them only as far as they are known.
    CachedStages others(m_document);
    m_explanation = explain(
        experiment,
        [&](StageId stage, HeadIndex head) -> const Matrix& {
            const auto found = matrices.find({stage, head});
            return found == matrices.end() ? others(stage, head) : *found->second;
        },
        cell);
    if (is_covered(m_explanation->value))
        m_explanation->steps.clear(); // an exercise gives them as hints, one at a time
}

const ParameterExplanation& ExplanationPanel::explained(const ParameterCell& number) {
    const Experiment& experiment = m_document.experiment();
    if (!m_ofParameter || m_ofParameter->cell != number)
        m_ofParameter = explain(experiment, number);
    m_ofParameter->value = value_at(experiment, number.id, number.row, number.column);
    return *m_ofParameter;
}

bool ExplanationPanel::isWanted(const Sensitivity& sensitivity) const {
    const auto number = parameterInQuestion();
    const MatrixPtr matrix = number ? parameter(m_document.experiment(), number->id) : nullptr;
    return matrix && number->id == sensitivity.by && m_selection.inspected() == sensitivity.of &&
           matrix->rows() == sensitivity.slopes.rows() && matrix->cols() == sensitivity.slopes.cols();
}

/// Requests how the inspected cell changes with the parameter in question. The previous answer stays until
/// then.
void ExplanationPanel::ask() {
    if (m_sensitivity && !isWanted(*m_sensitivity))
        m_sensitivity.reset();
    const auto number = parameterInQuestion();
    const auto& cell = m_selection.inspected();
    const Experiment& experiment = m_document.experiment();
    // A slope may be a covered number: that of an output with a value is a weight.
    if (!m_document.cover().isEmpty())
        m_sensitivity.reset();
    if (!number || !cell || is_empty(experiment) || !m_document.cover().isEmpty())
        return;
    if (multiplications_of_sensitivity(experiment) <= mostAtOnce) {
        m_sensitivity = sensitivity_of(experiment, *cell, number->id);
        return;
    }
    m_askAgain = m_asking;
    if (std::exchange(m_asking, true))
        return;
    m_tasks.start([this, experiment, of = *cell, by = number->id]() -> std::function<void()> {
        return [this, answer = sensitivity_of(experiment, of, by)] {
            m_asking = false;
            if (answer && isWanted(*answer) && m_document.cover().isEmpty())
                m_sensitivity = answer;
            if (std::exchange(m_askAgain, false))
                ask();
            display();
        };
    });
}

void ExplanationPanel::display() {
    const std::optional<Source> about = subject();
    const bool isOther = about != m_shown;
    const auto* cell = about ? std::get_if<CellRef>(&*about) : nullptr;
    if (!cell || isOther)
        m_explanation.reset();
    if (cell)
        explainCell();
    m_shown = about;
    const Experiment& experiment = m_document.experiment();
    ExplanationRichText page(experiment, m_theme, m_browser->lineWidth());
    page.addTrail(m_trail);
    const bool covers = !m_document.cover().isEmpty();
    if (!about) {
        if (const QString looks = attentionInWords(m_document, m_selection); !looks.isEmpty())
            page.addAttention(looks);
        page.addHint();
    } else if (m_explanation) {
        page.addCell(*m_explanation, covers ? std::nullopt : m_probedParameter, m_sensitivity, m_aboutOpen,
                     m_pull, m_allPulls);
    } else if (cell) {
        page.addWaiting();
    } else {
        const auto& number = std::get<ParameterCell>(*about);
        const auto& of = m_selection.inspected();
        page.addParameter(explained(number), !of);
        if (of && !covers)
            page.addSensitivity(number, *of, m_sensitivity);
    }
    m_browser->setPage(std::move(page), isOther);
    m_back->setVisible(!m_trail.empty());
    m_copy->setVisible(m_explanation.has_value());
}

void ExplanationPanel::setProbedParameter(const ParameterCell& cell) {
    m_probedParameter = cell;
    if (!m_selection.inspected() || m_selection.inspectedParameter())
        m_selection.inspect(cell);
    else
        refresh();
}

void ExplanationPanel::show(const Source& source) {
    const QScopedValueRollback following(m_following, true);
    if (const auto* cell = std::get_if<CellRef>(&source))
        m_selection.inspect(*cell);
    else
        m_selection.inspect(std::get<ParameterCell>(source));
    emit sourceFollowed(source);
}

void ExplanationPanel::follow(const Source& source) {
    if (const auto about = subject(); about && about != source)
        m_trail.push_back(*about);
    show(source);
}

void ExplanationPanel::back() {
    if (m_trail.empty())
        return;
    const Source source = m_trail.back();
    m_trail.pop_back();
    show(source);
}

void ExplanationPanel::followLink(const QString& link) {
    if (link == aboutLink())
        return setAboutOpen(!m_aboutOpen);
    if (link == allPullsLink()) {
        m_allPulls = !m_allPulls;
        return display();
    }
    for (std::size_t step = 0; step < m_trail.size(); ++step) {
        if (link != trailLink(step))
            continue;
        const Source source = m_trail[step];
        m_trail.resize(step);
        return show(source);
    }
    if (const auto source = linkedSource(link))
        follow(*source);
}

void ExplanationPanel::setAboutOpen(bool open) {
    if (std::exchange(m_aboutOpen, open) != open)
        display();
}

void ExplanationPanel::copy(As form) {
    if (!m_explanation)
        return;
    const std::string text = form == As::text       ? write_text(*m_explanation)
                             : form == As::markdown ? write_markdown(*m_explanation)
                                                    : write_latex(*m_explanation);
    QGuiApplication::clipboard()->setText(QString::fromStdString(text));
    emit messageRequested(tr("The explanation is on the clipboard"));
}

void ExplanationPanel::restyle() {
    QPalette colours = palette();
    colours.setColor(QPalette::Window, m_theme.colours().panel);
    colours.setColor(QPalette::Base, m_theme.colours().panel);
    setPalette(colours);
    colours.setColor(QPalette::WindowText, m_theme.colours().border); // lines between steps
    m_browser->setPalette(colours);
    layout()->setContentsMargins(0, 1, 0, 0);
    fitButtons();
    display();
}

void ExplanationPanel::fitButtons() {
    constexpr double narrowBelow = 200;
    const int side = m_theme.px(width() < m_theme.px(narrowBelow) ? 3 : 8);
    m_bar->layout()->setContentsMargins(side, m_theme.px(2), side, m_theme.px(6));
    m_pullBar->setRoom(width() - 2 * side);
}

/// A hairline at the top, for when the panel covers part of the board.
void ExplanationPanel::paintEvent(QPaintEvent* /*event*/) {
    QPainter(this).fillRect(0, 0, width(), 1, m_theme.colours().border);
}

void ExplanationPanel::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    fitButtons();
    display(); // the width of formulas and bars depends on it
}

} // namespace lab
