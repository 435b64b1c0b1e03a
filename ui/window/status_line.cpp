// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/status_line.h"

#include "core/base/number_format.h"
#include "ui/document/lab_document.h"
#include "ui/look/announce.h"
#include "ui/look/icons.h"
#include "ui/look/theme.h"
#include "ui/pages/explore/board.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/selection/selection.h"
#include "ui/text/breakable.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/drag/largest_change.h"
#include "ui/window/view_popover.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QTextDocumentFragment>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {
constexpr int sayingLasts = 6000; // milliseconds
constexpr int untilRefreshed = 50;
constexpr double leastForSign = 300;  // points of width
constexpr double leastForWords = 480; // points of width, for more than what is most needed
/// By its chip, its vector, or a number of its row.
std::optional<TokenIndex> queryPointedAt(const Selection& selection) {
    if (selection.hoveredToken() && selection.hoveredToken()->side == Side::sentence)
        return selection.hoveredToken()->token;
    const std::optional<CellRef>& cell = selection.hovered();
    return cell && info(cell->stage).rows == Axis::query_token ? std::optional(cell->row) : std::nullopt;
}

} // namespace

StatusLine::StatusLine(LabDocument& document, Selection& selection, const Board& board, QAction& parameters,
                       const Theme& theme, QWidget* parent)
    : QFrame(parent), m_document(document), m_selection(selection), m_board(board), m_theme(theme),
      m_parametersAction(parameters), m_parameters(new QToolButton(this)), m_left(new QLabel(this)),
      m_right(new PillButton(theme, PillButton::Kind::plain, {}, this)) {
    setAutoFillBackground(true);
    m_left->setTextFormat(Qt::RichText);
    m_left->setWordWrap(true);
    m_parameters->setObjectName(QStringLiteral("parametersButton"));
    m_parameters->setDefaultAction(&parameters);
    m_parameters->setFocusPolicy(Qt::TabFocus);
    connect(&parameters, &QAction::toggled, this, &StatusLine::sayParameters);
    m_right->setSmall();
    m_right->setNeverElided();
    m_right->setShowsArrow();
    m_right->setToolTip(tr("Palettes, ranges, decimals and notation"));
    connect(m_right, &QAbstractButton::clicked, this, &StatusLine::openView);
    auto* row = new QHBoxLayout(this);
    row->addWidget(m_parameters);
    row->addWidget(m_left, 1);
    row->addWidget(m_right);
    connect(&document, &LabDocument::changed, this, [this] {
        // What is still being computed is no change yet: computed() follows.
        if (!m_document.isPreviewing() || !m_document.view(StageId::weights, m_selection.head()).stale)
            sayChange();
    });
    connect(&document, &LabDocument::edited, this, [this](const QString& text, const auto& before) {
        const QString change = largestChange(m_document, m_selection.head(), before);
        if (!change.isEmpty())
            m_dragSummary = summaryOf(text, change);
        announce(*this, change.isEmpty() ? text : m_dragSummary);
        refreshSoon();
    });
    connect(&document, &LabDocument::computed, this, [this] {
        if (m_document.isPreviewing())
            sayChange();
        else if (!m_board.isVisible())
            refreshSoon(); // the colours
    });
    connect(&document.fit(), &FitPreview::textChanged, this, &StatusLine::refreshSoon);
    connect(&document, &LabDocument::previewEnded, this, [this] {
        const QString summary = std::exchange(m_summaryToKeep, {});
        const bool committed =
            m_document.undoStack().undoText() == m_step; // neither cancelled nor without effect
        m_dragSummary = committed ? summary : QString();
        if (committed)
            announce(*this, summary.isEmpty() ? m_step : summary);
        emit dragEnded(committed);
        refresh();
    });
    connect(&board, &Board::refreshed, this, [this] {
        sayColours();
        refreshSoon();
    });
    connect(&selection, &Selection::hoveredChanged, this, [this] {
        m_dragSummary.clear();
        refresh();
    });
    connect(&theme, &Theme::changed, this, &StatusLine::restyle);
    m_untilRefreshed.setSingleShot(true);
    connect(&m_untilRefreshed, &QTimer::timeout, this, &StatusLine::refresh);
    m_untilSaid.setSingleShot(true);
    connect(&m_untilSaid, &QTimer::timeout, this, &StatusLine::refresh);
    sayColours();
    restyle();
    refresh();
}

QString StatusLine::summaryOf(const QString& step, const QString& change) {
    return tr("%1 · largest change: %2").arg(step, change);
}

/// Shows what the drag has changed so far.
void StatusLine::sayChange() {
    m_dragSummary.clear();
    if (m_document.isPreviewing() && !m_document.isFitting()) {
        const QString change = largestChange(m_document, m_selection.head(), queryPointedAt(m_selection));
        m_step = m_document.previewText();
        const bool changes = m_document.previewChanges();
        if (!change.isEmpty() && changes)
            m_dragSummary = summaryOf(m_step, change);
        m_summaryToKeep = m_dragSummary;
        emit changeSaid(changes ? change : QString());
        emit dragged(!changes ? QString() : m_dragSummary.isEmpty() ? m_step : m_dragSummary);
    }
    refreshSoon();
}

/// Throttled: each new text relays out the whole window.
void StatusLine::refreshSoon() {
    if (!m_untilRefreshed.isActive())
        m_untilRefreshed.start(untilRefreshed);
}

void StatusLine::sayColours() {
    const NumberStyle style = numberStyle(m_document, m_selection.head());
    const QString colourLimit =
        style.colourLimit
            ? QString::fromStdString(display(*style.colourLimit, decimals_for(*style.colourLimit, 2)))
            : QString();
    QStringList parts{m_scales};
    if (m_scales.isEmpty()) {
        parts = {tr("zero-centred")};
        switch (viewSettings(m_document.experiment()).range) {
        case ColourRange::per_matrix:
            parts += tr("per matrix");
            break;
        case ColourRange::shared:
            parts += tr("shared ±%1").arg(colourLimit);
            break;
        case ColourRange::fixed:
            parts += tr("fixed ±%1").arg(colourLimit);
            break;
        }
        // A card that is not shown may be of earlier numbers.
        const MatrixHeatmap& card = m_board.card(StageId::weights)->heatmap();
        const HeatmapContent weights =
            card.isVisible() || is_empty(m_document.experiment())
                ? card.content()
                : stageContent(m_document, StageId::weights, m_selection.head(), false);
        if (weights.kind == ColourScale::Kind::sequential)
            parts += (adaptsWeightRange(m_document.experiment()) ? tr("weights from %1 to %2 (automatic)")
                                                                 : tr("weights from %1 to %2"))
                         .arg(barEnd(weights.scale(), false), barEnd(weights.scale(), true));
    }
    if (style.decimals)
        parts += *style.decimals == 1 ? tr("1 decimal") : tr("%1 decimals").arg(*style.decimals);
    m_right->setText(tr("colours: %1").arg(parts.join(QStringLiteral(", "))));
}

void StatusLine::setScales(const QString& scales) {
    m_scales = scales;
    sayColours();
}

void StatusLine::openView() {
    if (!m_view) {
        m_view = new ViewPopover(m_document, m_selection, m_theme, this);
        connect(m_view, &ViewPopover::refused, this, &StatusLine::say);
    }
    m_view->openAt(mapToGlobal(QPoint(width() - m_theme.px(8), -m_theme.px(4))));
}

QString StatusLine::text() {
    if (m_untilRefreshed.isActive())
        refresh();
    QString text = QTextDocumentFragment::fromHtml(m_left->text()).toPlainText();
    return text.remove(QChar(0x200B)); // of breakable()
}

void StatusLine::say(const QString& message) {
    m_untilRefreshed.stop();
    m_left->setText(breakable(message).toHtmlEscaped());
    announce(*this, message);
    updateGeometry();
    m_untilSaid.start(sayingLasts);
}

void StatusLine::clearMessage() {
    m_untilSaid.stop();
    refresh();
}

QString StatusLine::summary() const {
    const Experiment& experiment = m_document.experiment();
    const Dimensions d = dimensions(experiment);
    QStringList parts;
    if (has_inputs(experiment))
        parts += QStringLiteral("d<sub>model</sub> %1").arg(d.d_model);
    parts += QStringLiteral("d<sub>k</sub> %1").arg(d.d_k);
    if (d.d_v != d.d_k)
        parts += QStringLiteral("d<sub>v</sub> %1").arg(d.d_v);
    parts += tr("heads %1").arg(d.H);
    if (width() < m_theme.px(leastForWords))
        return parts.join(QStringLiteral("  ·  "));
    parts += experiment.notation == Notation::rows ? tr("rows notation (X W)") : tr("columns notation (W X)");
    if (!m_board.isVisible())
        return parts.join(QStringLiteral("  ·  "));
    const double ms = m_board.lastComputation();
    parts += ms < 1 ? tr("recomputed in %1 µs").arg(std::max(1LL, std::llround(ms * 1000)))
                    : tr("recomputed in %1 ms").arg(std::llround(ms));
    return parts.join(QStringLiteral("  ·  "));
}

void StatusLine::refresh() {
    m_untilRefreshed.stop();
    const auto& hovered = m_selection.hovered();
    if (m_document.isFitting() && !hovered) {
        m_left->setText(m_document.previewText().toHtmlEscaped());
    } else if (!m_dragSummary.isEmpty()) {
        m_left->setText(m_dragSummary.toHtmlEscaped());
    } else if (hovered && m_document.view(hovered->stage, hovered->head).matrix) {
        const HeatmapContent content = stageContent(m_document, hovered->stage, hovered->head, false);
        if (content.has({hovered->row, hovered->column}))
            m_left->setText(tr("%1: %2")
                                .arg(content.title, content.describe({hovered->row, hovered->column}))
                                .toHtmlEscaped());
    } else {
        m_left->setText(summary());
    }
    if (!m_board.isVisible()) // otherwise it has its new numbers later, and says so
        sayColours();
    updateGeometry();
}

/// The sign is enough while the column is there; without it, the words say what is missing, if they fit.
void StatusLine::sayParameters() {
    m_parameters->setVisible(width() >= m_theme.px(leastForSign)); // otherwise the menu has it
    const bool hasRoom = width() >= m_theme.px(leastForWords);
    m_parameters->setToolButtonStyle(
        m_parametersAction.isChecked() || !hasRoom ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
}

void StatusLine::restyle() {
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, m_theme.colours().muted);
    setPalette(colours);
    m_left->setFont(m_theme.font(TextRole::small));
    const int side = m_theme.px(16);
    m_parametersAction.setIcon(icon(Sign::left_column, m_theme.colours().muted, side, devicePixelRatioF()));
    m_parameters->setIconSize({side, side});
    m_parameters->setFont(m_theme.font(TextRole::small));
    m_parameters->setFixedHeight(m_right->sizeHint().height()); // the line is no higher for it
    sayParameters();
    layout()->setContentsMargins(m_theme.px(6), 0, m_theme.px(12), 0);
    layout()->setSpacing(m_theme.px(10));
    updateGeometry();
}

void StatusLine::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    sayParameters();
    if (!m_untilSaid.isActive()) // a long message makes the line higher, and stays
        refresh();
}

void StatusLine::setWindowWidth(int width) {
    // Each colour bar shows the colour scale too, so a narrow window leaves the line to the rest.
    m_right->setVisible(width >= m_theme.px(820));
}

/// The popover must not outlast the visible window.
void StatusLine::hideEvent(QHideEvent* event) {
    if (m_view)
        m_view->close();
    QFrame::hideEvent(event);
}

} // namespace lab
