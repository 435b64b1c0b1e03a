// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/sentence_panel.h"

#include "ui/document/lab_document.h"
#include "ui/document/options.h"
#include "ui/theme.h"

#include <QActionGroup>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace lab {

namespace {

constexpr std::array positions{PositionKind::none, PositionKind::sinusoidal, PositionKind::learned};

QString positionText(PositionKind kind) {
    switch (kind) {
    case PositionKind::none:
        return SentencePanel::tr("none");
    case PositionKind::sinusoidal:
        return SentencePanel::tr("sinusoidal");
    case PositionKind::learned:
        return SentencePanel::tr("learned");
    }
    return {};
}

QString positionHint(PositionKind kind) {
    switch (kind) {
    case PositionKind::none:
        return SentencePanel::tr("A token's vector is the same wherever it stands");
    case PositionKind::sinusoidal:
        return SentencePanel::tr("Sines and cosines of the position are added to the vector of a token");
    case PositionKind::learned:
        return SentencePanel::tr("A row of a table, which you can edit, is added to the vector of a token");
    }
    return {};
}

} // namespace

SentencePanel::SentencePanel(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent)
    : QFrame(parent), m_document(document), m_theme(theme),
      m_sentence(new SentenceLine(document, selection, theme, Side::sentence, this)),
      m_source(new SentenceLine(document, selection, theme, Side::source, this)),
      m_position(new QPushButton) {
    setAutoFillBackground(true);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_sentence);
    column->addWidget(m_source);
    m_sentence->addOption(m_position);
    fillPositionMenu();
    connect(&document, &LabDocument::changed, this, &SentencePanel::refresh);
    connect(&theme, &Theme::changed, this, &SentencePanel::restyle);
    restyle();
    refresh({});
}

void SentencePanel::refresh(const Change& change) {
    if (reshapes(change) || change.field == Field::position)
        updatePosition();
}

void SentencePanel::fillPositionMenu() {
    m_position->setObjectName(QStringLiteral("positionMenu"));
    auto* menu = new QMenu(m_position);
    menu->setToolTipsVisible(true);
    auto* group = new QActionGroup(menu);
    for (const PositionKind kind : positions) {
        QAction* action = menu->addAction(positionText(kind));
        action->setToolTip(positionHint(kind));
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, kind] { setPosition(m_document, kind); });
    }
    m_position->setMenu(menu);
}

void SentencePanel::updatePosition() {
    const Experiment& experiment = m_document.experiment();
    const PositionKind kind = experiment.embedding.position.kind;
    const auto which = std::ranges::find(positions, kind) - positions.begin();
    m_position->menu()->actions()[which]->setChecked(true);
    m_position->setEnabled(has_inputs(experiment));
    m_position->setToolTip(has_inputs(experiment)
                               ? positionHint(kind)
                               : tr("Queries, keys and values are given, so no position is added"));
    m_position->setAccessibleName(tr("Position: %1").arg(positionText(kind)));
    fitPosition();
}

/// In a very narrow window the kind alone is said.
void SentencePanel::fitPosition() {
    const QString kind = positionText(m_document.experiment().embedding.position.kind);
    const QMargins margins = layout()->contentsMargins();
    m_position->setText(tr("Position: %1").arg(kind));
    if (m_position->sizeHint().width() > width() - margins.left() - margins.right())
        m_position->setText(kind);
    m_sentence->arrange();
}

void SentencePanel::restyle() {
    layout()->setContentsMargins(m_theme.px(12), m_theme.px(6), m_theme.px(12), m_theme.px(6));
    layout()->setSpacing(m_theme.px(6));
    fitPosition();
}

void SentencePanel::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    fitPosition();
}

} // namespace lab
