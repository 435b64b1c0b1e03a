// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/strips/head_strip.h"

#include "core/number_format.h"
#include "ui/document/edits/token_options.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/plots/heatmap/heatmap_content.h"
#include "ui/plots/shared/file_settings.h"
#include "ui/plots/shared/head_colours.h"
#include "ui/selection/selection.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/retire.h"

#include <QButtonGroup>
#include <QLabel>

namespace lab {

HeadStrip::HeadStrip(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent)
    : QFrame(parent), m_document(document), m_selection(selection), m_theme(theme),
      m_flow(new FlowLayout(this)), m_group(new QButtonGroup(this)), m_held(new QLabel(this)),
      m_release(new PillButton(theme, PillButton::Kind::plain, tr("✕ release"), this)) {
    setAutoFillBackground(true);
    m_held->setAlignment(Qt::AlignVCenter);
    m_release->setToolTip(tr("Release what is held (Escape)"));
    m_release->setAccessibleName(tr("Release"));
    m_flow->addWidget(m_held);
    m_flow->addWidget(m_release);
    connect(m_release, &QAbstractButton::clicked, &selection, &Selection::release);
    connect(&selection, &Selection::heldChanged, this, &HeadStrip::refreshHeld);
    connect(&selection, &Selection::headChanged, this, &HeadStrip::refreshHeads);
    connect(&document, &LabDocument::changed, this, [this] {
        refreshHeads();
        refreshHeld();
    });
    connect(&document, &LabDocument::computed, this, &HeadStrip::refreshHeld);
    connect(&theme, &Theme::changed, this, &HeadStrip::restyle);
    connect(&theme, &Theme::changed, this, &HeadStrip::refreshHeads); // dots that can be seen
    restyle();
    refreshHeads();
    refreshHeld();
}

void HeadStrip::refreshHeads() {
    const auto count = static_cast<std::size_t>(m_document.experiment().heads.count);
    const bool sameHeads = count == m_heads.size();
    while (m_heads.size() > count) {
        m_group->removeButton(m_heads.back());
        retire(m_heads.back());
        m_heads.pop_back();
    }
    for (std::size_t i = m_heads.size(); i < count; ++i) {
        auto* pill = new PillButton(m_theme, PillButton::Kind::choice, tr("Head %1").arg(i + 1), this);
        m_group->addButton(pill);
        // In front of what is held.
        m_flow->removeWidget(m_held);
        m_flow->removeWidget(m_release);
        m_flow->addWidget(pill);
        m_flow->addWidget(m_held);
        m_flow->addWidget(m_release);
        pill->show();
        connect(pill, &QAbstractButton::toggled, this, [this, i](bool on) {
            if (on)
                m_selection.setHead(static_cast<HeadIndex>(i));
        });
        m_heads.push_back(pill);
    }
    for (std::size_t i = 0; i < count; ++i)
        m_heads[i]->setDot(headFill(static_cast<HeadIndex>(i), m_theme.colours().panel));
    m_heads[static_cast<std::size_t>(m_selection.head())]->setChecked(true);
    if (!sameHeads)
        showHeads();
}

void HeadStrip::showHeads() {
    for (PillButton* pill : m_heads)
        pill->setVisible(m_hasHeads && m_heads.size() > 1);
    updateGeometry();
}

void HeadStrip::setPage(bool heads, const QString& hint) {
    m_hasHeads = heads;
    m_hint = hint;
    showHeads();
    refreshHeld();
}

void HeadStrip::refreshHeld() {
    QString text;
    if (const auto& held = m_selection.held()) {
        const HeatmapContent content = stageContent(m_document, held->stage, held->head, false);
        const HeatmapMapping mapping = content.mapping();
        text = tr("held: %1").arg(content.title);
        if (held->row < mapping.rows && held->column < mapping.columns) // computed already
            text = tr("held: %1, %2").arg(content.title, content.describe({held->row, held->column}));
    } else if (const auto& number = m_selection.heldParameter()) {
        const Experiment& experiment = m_document.experiment();
        text = tr("held: %1: %2")
                   .arg(cellName(experiment, number->id, number->row, number->column),
                        QString::fromStdString(
                            brief((*parameter(experiment, number->id))(number->row, number->column))));
    } else if (const auto& token = m_selection.heldToken()) {
        text = tr("held: %1")
                   .arg(quoted(tokenLabels(sequence_of(m_document.experiment(), token->side).tokens),
                               token->token));
    }
    if (text.isEmpty() && !is_empty(m_document.experiment()))
        text = m_hint;
    m_release->setVisible(m_selection.holdsAnything());
    m_held->setVisible(!text.isEmpty());
    if (text == m_held->text())
        return;
    m_held->setText(text);
    fitHeld();
}

/// A text that is longer than the strip goes on in a second line.
void HeadStrip::fitHeld() {
    const QMargins margins = m_flow->contentsMargins();
    const int text = QFontMetrics(m_held->font()).horizontalAdvance(m_held->text());
    m_held->setWordWrap(text > width() - margins.left() - margins.right());
    updateGeometry();
}

void HeadStrip::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    fitHeld();
}

void HeadStrip::restyle() {
    QPalette colours = palette();
    colours.setColor(QPalette::Window, m_theme.colours().page);
    colours.setColor(QPalette::WindowText, m_theme.colours().muted);
    setPalette(colours);
    m_held->setFont(m_theme.font(TextRole::body));
    m_held->setMinimumHeight(m_release->sizeHint().height());
    m_flow->setContentsMargins(m_theme.px(12), m_theme.px(6), m_theme.px(12), 0);
    m_flow->setSpacing(m_theme.px(6));
    fitHeld();
}

} // namespace lab
