// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/check/number_check.h"

#include "core/io/matrix_file.h"
#include "ui/document/lab_document.h"
#include "ui/keys/tab_order.h"
#include "ui/look/manual_topic.h"
#include "ui/pages/explore/board.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/selection/selection.h"
#include "ui/window/check/check_panel.h"

#include <QFileDialog>
#include <QTimer>

namespace lab {

NumberCheck::NumberCheck(const Parts& parts, QObject* parent) : QObject(parent), m_parts(parts) {}

CheckPanel* NumberCheck::panel() const {
    return m_panel;
}

void NumberCheck::open(const Asked& asked) {
    show();
    m_panel->setAsked(asked);
    m_panel->setFocus();
    reveal(asked, false);
}

/// The card that numbers are compared with stays readable beside the panel.
void NumberCheck::reveal(const Asked& what, bool ofAllHeads) {
    // The panel may have to get its height first.
    QTimer::singleShot(0, this, [this, what, ofAllHeads] {
        if (!m_panel || !m_parts.board.isVisible() || !has_stage(m_parts.document.experiment(), what.stage))
            return;
        if (info(what.stage).per_head && !ofAllHeads)
            m_parts.selection.setHead(what.head);
        if (m_parts.board.alone() != what.stage)
            m_parts.board.showAll();
        m_parts.board.reveal(what.stage);
    });
}

void NumberCheck::open() {
    if (const auto& inspected = m_parts.selection.inspected())
        return open(Asked{inspected->stage, inspected->head});
    show();
    m_panel->setFocus();
}

void NumberCheck::openEverything() {
    show();
    auto* dialog = new QFileDialog(
        m_panel, tr("Check everything"), {},
        tr("Arrays of a computation (*.npz *.safetensors *.txt *.NPZ *.SAFETENSORS *.TXT);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, m_panel,
            [panel = m_panel.data()](const QString& file) { panel->readFile(file.toStdString()); });
    dialog->open();
}

void NumberCheck::show() {
    if (m_panel)
        return;
    m_panel = new CheckPanel(m_parts.document, m_parts.theme);
    setManualTopic(*m_panel, QStringLiteral("check"));
    connect(m_panel, &CheckPanel::closed, this, &NumberCheck::close);
    connect(m_panel, &CheckPanel::everythingWanted, this, &NumberCheck::openEverything);
    connect(m_panel, &CheckPanel::placeChosen, this, &NumberCheck::goTo);
    connect(m_panel, &CheckPanel::sightWanted, this, &NumberCheck::reveal);
    connect(m_panel, &CheckPanel::found, &m_parts.board, &Board::frame);
    emit placed(m_panel);
    tabAfter(m_parts.pages, *m_panel);
}

void NumberCheck::close() {
    if (!m_panel)
        return;
    m_panel = nullptr;
    m_parts.board.frame({});
    emit placed(nullptr);
}

bool NumberCheck::read(const QString& file, const QWidget* on) {
    const std::string path = file.toStdString();
    const bool isOnPanel = m_panel && on && (on == m_panel || m_panel->isAncestorOf(on));
    if (isOnPanel && holdsNumbers(path)) {
        m_panel->readFile(path);
        return true;
    }
    const StageCard* card = stageCardAround(on);
    if (!card || !has_matrix_extension(path))
        return false;
    open(Asked{card->stage(), card->head()});
    m_panel->readFile(path);
    return true;
}

void NumberCheck::goTo(const CheckPlace& place) {
    const CellRef& cell = place.cell;
    const bool isCell = place.kind == CheckPlace::Kind::cell;
    emit boardWanted();
    if (info(cell.stage).per_head && !place.isAnyHead())
        m_parts.selection.setHead(cell.head);
    if (isCell)
        m_parts.selection.inspect(cell);
    else if (m_panel && !m_panel->asked())
        m_panel->setAsked(Asked{cell.stage, cell.head}); // the question is answered
    // The page may have to be laid out first.
    QTimer::singleShot(0, this, [this, cell, isCell, isAtCell = isCell || place.pointsAtCell] {
        if (!has_cell(m_parts.document.experiment(), cell))
            return;
        MatrixHeatmap& heatmap = m_parts.board.card(cell.stage)->heatmap();
        heatmap.setFocus(Qt::OtherFocusReason);
        isCell ? m_parts.board.reveal(cell) : m_parts.board.reveal(cell.stage);
        if (isAtCell)
            heatmap.setCursorCell({cell.row, cell.column});
    });
}

} // namespace lab
