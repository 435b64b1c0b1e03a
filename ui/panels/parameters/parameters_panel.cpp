// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameters/parameters_panel.h"

#include "core/experiment/captured_attention.h"
#include "ui/document/lab_document.h"
#include "ui/keys/tab_order.h"
#include "ui/look/theme.h"
#include "ui/panels/parameters/matrix_grid.h"
#include "ui/panels/parameters/matrix_model.h"
#include "ui/panels/parameters/overrides_list.h"
#include "ui/panels/parameters/parameter_section.h"
#include "ui/panels/parameters/pull_legend.h"
#include "ui/panels/parameters/shape_controls.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/widgets/fold_header.h"
#include "ui/widgets/pill_button.h"

#include <QLabel>
#include <QTextDocumentFragment>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace lab {

namespace {

struct Row {
    ParameterId id;
    std::optional<ParameterId> bias;
};
const Row allRows[] = {
    {ParameterId::E, {}},        {ParameterId::X, {}},
    {ParameterId::X_source, {}}, {ParameterId::position, {}},
    {ParameterId::Q, {}},        {ParameterId::K, {}},
    {ParameterId::V, {}},        {ParameterId::W_Q, ParameterId::b_Q},
    {ParameterId::g_Q, {}},      {ParameterId::W_K, ParameterId::b_K},
    {ParameterId::g_K, {}},      {ParameterId::W_V, ParameterId::b_V},
    {ParameterId::additive, {}}, {ParameterId::W_O, ParameterId::b_O},
    {ParameterId::sink, {}},
};

/// Gains and sinks are not missed where there are none. Of attention that was captured, only what was
/// captured says something; queries, keys and values are zeros.
bool isShown(const Experiment& experiment, ParameterId id) {
    if (is_attention_alone(experiment) && id != ParameterId::additive && id != ParameterId::sink)
        return false;
    const bool isRare = is_gain(id) || id == ParameterId::sink;
    return is_read(experiment, id) && (!isRare || parameter(experiment, id));
}

} // namespace

ParametersPanel::ParametersPanel(LabDocument& document, Selection& selection, const Theme& theme,
                                 QWidget* parent)
    : QScrollArea(parent), m_document(document), m_selection(selection), m_theme(theme),
      m_heading(new QLabel(tr("INPUTS AND WEIGHTS"))),
      m_hint(new QLabel(tr("Drag a number sideways, or type. Hold W to oscillate it. Paste from NumPy, "
                           "PyTorch or a spreadsheet."))),
      m_shape(new ShapeControls(document, theme)), m_sections(std::size(allRows)),
      m_overrides(new OverridesList(document, selection, theme)),
      m_legend(new PullLegend(document, theme, this)) {
    setFrameShape(QFrame::NoFrame);
    setAutoFillBackground(true);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Inputs and weights"));
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    setWidget(content); // while it is empty: it is measured
    column->addWidget(m_heading);
    column->addWidget(m_shape);
    connect(m_shape, &ControlRow::refused, this, &ParametersPanel::refused);
    connect(m_shape, &ShapeControls::messageRequested, this, &ParametersPanel::messageRequested);
    column->addWidget(m_overrides);
    connect(m_overrides, &OverridesList::stageRequested, this, &ParametersPanel::stageRequested);
    connect(m_legend, &PullLegend::numberWanted, this, &ParametersPanel::numberWanted);
    m_hint->setWordWrap(true);
    column->addWidget(m_hint);
    column->addStretch();
    connect(&document, &LabDocument::changed, this, &ParametersPanel::refresh);
    connect(&document, &LabDocument::changed, this, &ParametersPanel::showAddedScores);
    connect(&document, &LabDocument::playedChanged, this, &ParametersPanel::refresh);
    connect(&theme, &Theme::changed, this, &ParametersPanel::restyle);
    restyle();
    refresh();
}

ParameterSection* ParametersPanel::section(ParameterId id) {
    const auto* row = std::ranges::find(allRows, id, &Row::id);
    if (row == std::end(allRows))
        return nullptr;
    const auto index = static_cast<std::size_t>(row - allRows);
    if (!m_sections[index])
        make(index)->setVisible(hasRoomFor(index));
    return m_sections[index];
}

/// Puts the section between its neighbours.
ParameterSection* ParametersPanel::make(std::size_t row) {
    const auto& [id, bias] = allRows[row];
    auto* made = m_sections[row] = new ParameterSection(m_document, m_selection, m_theme, id, bias, widget());
    made->setPull(m_pull);
    made->model().setAllHeads(m_shape->allHeads().isChecked());
    connect(made, &ParameterSection::refused, this, &ParametersPanel::refused);
    connect(made, &ParameterSection::messageRequested, this, &ParametersPanel::messageRequested);
    connect(made, &ParameterSection::layerPasted, this, &ParametersPanel::layerPasted);
    connect(made, &ParameterSection::numberChosen, this, &ParametersPanel::numberChosen);
    connect(made, &ParameterSection::dictionaryWanted, this, &ParametersPanel::dictionaryWanted);
    connect(made, &ParameterSection::numbersRequested, this, &ParametersPanel::numbersRequested);
    connect(&m_shape->allHeads(), &QAbstractButton::toggled, &made->model(), &MatrixModel::setAllHeads);
    QWidget* before = m_fixedLine ? static_cast<QWidget*>(m_fixedLine) : m_shape;
    for (std::size_t i = 0; i < row; ++i) {
        if (m_sections[i])
            before = m_sections[i];
    }
    auto* column = static_cast<QVBoxLayout*>(widget()->layout());
    column->insertWidget(column->indexOf(before) + 1, made);
    tabAfter(*before, *made);
    return made;
}

ParameterSection* ParametersPanel::sectionAround(const QWidget* widget) const {
    for (ParameterSection* each : m_sections) {
        if (each && (each == widget || each->isAncestorOf(widget)))
            return each;
    }
    return nullptr;
}

void ParametersPanel::reveal(const ParameterCell& cell) {
    for (ParameterSection* each : m_sections) {
        if (!each)
            continue;
        const MatrixModel& model = each->model();
        if (!model.isPresent() || (model.id() != cell.id && model.biasId() != cell.id))
            continue;
        openFixed(*each);
        if (each->isHidden())
            continue;
        each->setFolded(false);
        if (const QModelIndex index = model.indexOf(cell); index.isValid()) {
            each->grid().scrollTo(index);
            const QPoint place = each->grid().visualRect(index).center();
            const QPoint inside = each->grid().viewport()->mapTo(widget(), place);
            ensureVisible(inside.x(), inside.y(), m_theme.px(40), m_theme.px(60));
        }
    }
}

void ParametersPanel::setPull(const ShownPullPtr& pull) {
    m_pull = pull;
    for (ParameterSection* each : m_sections) {
        if (each)
            each->setPull(pull);
    }
    m_legend->setPull(pull);
    placeLegend();
}

/// Below what is scrolled, where it stays in sight.
void ParametersPanel::placeLegend() {
    const int height = m_legend->isHidden() ? 0 : m_legend->heightForWidth(width());
    setViewportMargins(0, 0, 0, height);
    m_legend->setGeometry(0, this->height() - height, width(), height);
}

void ParametersPanel::setTrained(const std::optional<std::vector<ParameterId>>& trained) {
    if (trained == m_trained)
        return;
    m_trained = trained;
    refresh();
}

/// Whether the row has nothing that a fit changes.
bool ParametersPanel::isFixed(std::size_t row) const {
    const auto changes = [this](ParameterId id) {
        return std::ranges::find(*m_trained, id) != m_trained->end();
    };
    const auto& [id, bias] = allRows[row];
    return m_trained && !changes(id) && !(bias && changes(*bias));
}

bool ParametersPanel::hasRoomFor(std::size_t row) const {
    const bool isOpen = m_fixedLine && m_fixedLine->isChecked();
    return isShown(m_document.experiment(), allRows[row].id) && (isOpen || !isFixed(row));
}

void ParametersPanel::showFixedLine() {
    QStringList symbols;
    for (std::size_t row = 0; row < m_sections.size(); ++row) {
        const ParameterId id = allRows[row].id;
        if (isFixed(row) && isShown(m_document.experiment(), id) && parameter(m_document.experiment(), id))
            symbols += parameterSymbol(id);
    }
    if (!symbols.isEmpty() && !m_fixedLine) {
        m_fixedLine = new FoldHeader(m_theme, tr("Fixed:"), widget());
        m_fixedLine->setObjectName(QStringLiteral("fixed"));
        m_fixedLine->setToolTip(tr("What finding weights does not change"));
        m_fixedLine->setChecked(false);
        m_fixedLine->setMinimumWidth(1);
        auto* column = static_cast<QVBoxLayout*>(widget()->layout());
        column->insertWidget(column->indexOf(m_shape) + 1, m_fixedLine);
        tabAfter(*m_shape, *m_fixedLine);
        connect(m_fixedLine, &QAbstractButton::toggled, this, &ParametersPanel::refresh);
    }
    if (!m_fixedLine)
        return;
    m_fixedLine->setSymbol(symbols.join(QStringLiteral(", ")));
    m_fixedLine->setAccessibleDescription(
        QTextDocumentFragment::fromHtml(symbols.join(QStringLiteral(", "))).toPlainText());
    m_fixedLine->setVisible(!symbols.isEmpty());
}

/// If it is behind the line.
void ParametersPanel::openFixed(const ParameterSection& section) {
    const auto row = static_cast<std::size_t>(std::ranges::find(m_sections, &section) - m_sections.begin());
    if (m_fixedLine && isFixed(row))
        m_fixedLine->setChecked(true);
}

void ParametersPanel::updateLook() {
    for (const ParameterSection* each : m_sections) {
        if (each)
            each->model().updateLook();
    }
}

void ParametersPanel::refresh() {
    const Experiment& experiment = m_document.experiment();
    m_hint->setVisible(std::ranges::any_of(allRows, [&](const Row& each) {
        return isShown(experiment, each.id) && !m_document.locks(info(each.id).name);
    }));
    showFixedLine();
    for (std::size_t row = 0; row < m_sections.size(); ++row) {
        const bool shown = hasRoomFor(row);
        ParameterSection* each = m_sections[row];
        if (!each && !shown)
            continue;
        if (!each)
            each = make(row);
        if (!shown && each->isAncestorOf(window()->focusWidget()))
            setFocus(Qt::OtherFocusReason); // hiding would give it to any other field
        if (each->isHidden() == shown ||
            (isVisible() && each->isVisible() != shown)) // else it is laid out again
            each->setVisible(shown);
    }
}

/// Zeros change nothing, so what was added is shown where it is edited.
void ParametersPanel::showAddedScores(const Change& change) {
    const bool isWhole = change.field == Field::additive && !change.block;
    if (!isWhole || m_document.experiment().scores.additive.empty())
        return;
    ParameterSection* added = section(ParameterId::additive);
    openFixed(*added);
    added->setFolded(false);
    widget()->layout()->activate();
    ensureWidgetVisible(added, 0, m_theme.px(8));
}

void ParametersPanel::restyle() {
    QPalette colours = palette();
    colours.setColor(QPalette::Window, m_theme.colours().side);
    setPalette(colours);
    QPalette quiet = colours;
    quiet.setColor(QPalette::WindowText, m_theme.colours().muted);
    for (QLabel* label : {m_heading, m_hint}) {
        label->setPalette(quiet);
        label->setFont(m_theme.font(TextRole::small));
    }
    QFont heading = m_theme.font(TextRole::small);
    heading.setWeight(QFont::DemiBold);
    heading.setLetterSpacing(QFont::AbsoluteSpacing, m_theme.px(1) * 0.5);
    m_heading->setFont(heading);
    widget()->layout()->setContentsMargins(m_theme.px(12), m_theme.px(10), m_theme.px(8), m_theme.px(12));
    widget()->layout()->setSpacing(m_theme.px(8));
    placeLegend();
}

void ParametersPanel::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    widget()->setMaximumWidth(viewport()->width());
    placeLegend();
}

} // namespace lab
