// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/lesson/lesson_editing.h"

#include "ui/document/edits/lesson_edits.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/kept_view.h"
#include "ui/document/lab_document.h"
#include "ui/document/lesson/lesson_editor.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/document/scenes.h"
#include "ui/look/theme.h"
#include "ui/panels/lesson/lesson_edit_panel.h"
#include "ui/selection/selection.h"
#include "ui/widgets/pill_button.h"

#include <QLineEdit>
#include <QMenu>
#include <QWidget>

#include <initializer_list>
#include <utility>

namespace lab {

LessonEditing::LessonEditing(const Parts& parts, QObject* parent)
    : QObject(parent), m_parts(parts), m_editor(new LessonEditor(parts.document, parts.scenes, this)) {
    connect(m_editor, &LessonEditor::toggled, this, [this](bool on) {
        show();
        emit toggled(on);
    });
    connect(&parts.player, &LessonPlayer::stepChanged, this, &LessonEditing::follow);
    for (const DocumentStep* each :
         std::initializer_list<const DocumentStep*>{&parts.player.asked(), &parts.player.tried()}) {
        connect(each, &DocumentStep::begun, this, &LessonEditing::show);
        connect(each, &DocumentStep::ended, this, &LessonEditing::show);
    }
}

void LessonEditing::toggle() {
    if (m_editor->isOn() && m_isShown)
        m_editor->end();
    else
        begin();
}

void LessonEditing::begin() {
    std::optional<std::size_t> played;
    if (m_parts.player.isOn())
        played = m_parts.player.current();
    if (DocumentStep* step = m_parts.player.documentStep())
        step->leave();
    m_parts.player.leaveThen([this, played] {
        m_editor->begin();
        if (played)
            m_editor->goTo(*played);
        if (m_isShown)
            m_panel->takeKeyboard();
    });
}

void LessonEditing::editSnapshot(std::size_t snapshot) {
    if (!is_step(m_parts.document.experiment().snapshots[snapshot]))
        makeStep(m_parts.document, snapshot);
    m_editor->begin();
    m_editor->take(snapshot);
    if (m_isShown)
        m_panel->takeKeyboard();
}

void LessonEditing::setPresented(bool presented) {
    m_isPresented = presented;
    show();
}

void LessonEditing::finishTyping() {
    if (m_panel)
        m_panel->finishTyping();
}

void LessonEditing::makePanel() {
    if (m_panel)
        return;
    m_panel = new LessonEditPanel(*m_editor, m_parts.document, m_parts.theme, &m_parts.window);
    m_back =
        new PillButton(m_parts.theme, PillButton::Kind::plain, tr("◀ Back to the lesson"), &m_parts.window);
    m_back->setAutoFillBackground(true);
    m_back->hide();
    connect(m_back, &QAbstractButton::clicked, this, &LessonEditing::backWanted);
    connect(m_panel, &LessonEditPanel::newStepWanted, this, &LessonEditing::addStepHere);
    connect(m_panel, &LessonEditPanel::tryWanted, this,
            [this](std::size_t step) { m_parts.player.tryFrom(step); });
    connect(m_panel, &LessonEditPanel::keepWanted, this, [this](std::size_t snapshot) {
        if (!m_parts.document.isFitting()) // what it has found is not kept yet
            updateScene(m_parts.document, snapshot, m_parts.scenes.look());
    });
    connect(m_panel, &LessonEditPanel::questionMenuShown, this, [this](QMenu* menu) {
        const auto& cell = m_parts.selection.inspected();
        if (cell)
            addQuestions(*menu, m_parts.document, {cell->stage, cell->head, cell},
                         [this](const nlohmann::ordered_json& question) { ask(question); });
        else
            menu->addAction(tr("About numbers: right-click a cell or a card"))->setEnabled(false);
    });
    emit panelMade(m_panel);
}

void LessonEditing::show() {
    const bool isElsewhere = m_parts.player.questions(); // in the panel of those
    const bool isShown = m_editor->isOn() && !m_isPresented && !isElsewhere;
    if (std::exchange(m_isShown, isShown) == isShown)
        return;
    if (isShown)
        makePanel();
    const bool hadKeyboard = m_panel->isAncestorOf(m_parts.window.focusWidget());
    if (isShown || !isElsewhere)
        emit panelWanted(isShown ? m_panel : nullptr, isShown ? m_back : nullptr);
    if (!isShown && hadKeyboard && !isElsewhere)
        emit keyboardFreed();
}

/// While a step is tried, the panel waits; a lesson that is played in earnest ends it.
void LessonEditing::follow() {
    const bool plays = m_parts.player.isOn();
    if (plays && !m_parts.player.isTrial() && m_editor->isOn())
        return m_editor->end();
    show();
    const bool wasTrying = std::exchange(m_isTrying, plays && m_parts.player.isTrial());
    if (plays || !wasTrying || !m_isShown)
        return;
    emit messageRequested(tr("Back from trying the lesson; no answer was kept"));
    m_panel->takeKeyboard();
}

void LessonEditing::addStepHere() {
    const KeptView shown = m_parts.scenes.look();
    const auto made = addStep(m_parts.document, shown, m_parts.nameOf(shown));
    if (!made)
        return;
    m_editor->take(*made);
    m_panel->name().setFocus(Qt::OtherFocusReason);
    m_panel->name().selectAll();
}

void LessonEditing::fill(QMenu& menu, const AskPlace& at) {
    if (!m_isShown || !m_editor->current())
        return;
    addQuestions(menu, m_parts.document, at,
                 [this](const nlohmann::ordered_json& question) { ask(question); });
    menu.addSeparator();
}

void LessonEditing::ask(const nlohmann::ordered_json& question) {
    if (!m_editor->current())
        return;
    addQuestion(m_parts.document, *m_editor->snapshot(), question);
    m_panel->editLast();
}

} // namespace lab
