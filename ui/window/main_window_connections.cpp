// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the main window's actions and parts do.
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/examples.h"
#include "ui/document/files/recovery.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/keys/tab_order.h"
#include "ui/look/announce.h"
#include "ui/look/manual_topic.h"
#include "ui/look/theme.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/compare/comparison_picker.h"
#include "ui/pages/explore/board.h"
#include "ui/pages/links/links_page.h"
#include "ui/pages/statistics/statistics_page.h"
#include "ui/panels/description/description_panel.h"
#include "ui/panels/dictionary/dictionary_panel.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/panels/lesson/lesson_edit_panel.h"
#include "ui/panels/lesson/lesson_panel.h"
#include "ui/panels/parameters/parameters_panel.h"
#include "ui/panels/sentence/find_line.h"
#include "ui/panels/sentence/sentence_panel.h"
#include "ui/selection/pull_of_inspected.h"
#include "ui/widgets/text_limit.h"
#include "ui/window/about/about_box.h"
#include "ui/window/about/key_sheet.h"
#include "ui/window/array_import.h"
#include "ui/window/check/check_panel.h"
#include "ui/window/check/number_check.h"
#include "ui/window/data_export.h"
#include "ui/window/document_controller.h"
#include "ui/window/drag/drag_bubble.h"
#include "ui/window/drag/gesture_end.h"
#include "ui/window/explanation_presenter.h"
#include "ui/window/figure_export.h"
#include "ui/window/file_drop.h"
#include "ui/window/keyboard/focus_outline.h"
#include "ui/window/keyboard/keyboard_actions.h"
#include "ui/window/lesson/lesson_editing.h"
#include "ui/window/lesson_guide.h"
#include "ui/window/main_window.h"
#include "ui/window/menu/actions.h"
#include "ui/window/menu/main_menu.h"
#include "ui/window/page_stack.h"
#include "ui/window/paste/tokens_paste.h"
#include "ui/window/present/presentation.h"
#include "ui/window/present/presented_lesson.h"
#include "ui/window/questions/defaults_question.h"
#include "ui/window/scenes/window_view.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/banner.h"
#include "ui/window/strips/covered_strip.h"
#include "ui/window/strips/file_strip.h"
#include "ui/window/strips/fit_strip.h"
#include "ui/window/strips/head_strip.h"
#include "ui/window/strips/recovery_strip.h"
#include "ui/window/strips/snapshot_strip.h"
#include "ui/window/strips/title_strip.h"
#include "ui/window/strips/wait_strip.h"
#include "ui/window/top_bar.h"
#include "ui/window/view_actions.h"
#include "ui/window/window_layout.h"

#include <QApplication>
#include <QLineEdit>
#include <QVBoxLayout>

#include <utility>

namespace lab {

void MainWindow::connectActions() {
    const auto on = [this](ActionId id, auto does) {
        connect(&(*m_actions)[id], &QAction::triggered, this, does);
    };
    on(ActionId::create, [this] {
        finishTyping();
        m_controller->create();
    });
    on(ActionId::open, [this] {
        finishTyping();
        m_controller->askToOpen();
    });
    on(ActionId::save, [this] {
        finishTyping();
        m_controller->save();
    });
    on(ActionId::save_as, [this] {
        finishTyping();
        m_controller->saveAs();
    });
    on(ActionId::describe, [this] { titleStrip().open(); });
    on(ActionId::undo, [this] {
        const bool cancels = m_document.isPreviewing();
        const QString text = cancels ? m_document.previewText() : m_document.undoStack().undoText();
        const int before = m_document.undoStack().index();
        m_document.undo();
        if (m_document.undoStack().index() != before || (cancels && !m_document.isPreviewing()))
            announce(*this, tr("Undone: %1").arg(text));
    });
    on(ActionId::redo, [this] {
        const QString text = m_document.undoStack().redoText();
        const int before = m_document.undoStack().index();
        m_document.redo();
        if (m_document.undoStack().index() != before)
            announce(*this, tr("Done again: %1").arg(text));
    });
    on(ActionId::revert, [this] {
        m_status->say(m_document.revertToOpened() ? tr("Reverted; Undo brings the changes back")
                                                  : tr("Nothing to revert"));
    });
    on(ActionId::export_figure,
       [this] { m_figureExport->save(m_pages->page().figure().value_or(*m_board->figure())); });
    on(ActionId::export_film, [this] { m_figureExport->saveFilm(); });
    on(ActionId::export_handout, [this] { m_figureExport->save(HandoutFigure{m_selection.head()}); });
    on(ActionId::export_numbers, [this] {
        finishTyping();
        m_dataExport->saveAll();
    });
    on(ActionId::export_spreadsheet, [this] {
        finishTyping();
        m_dataExport->saveSpreadsheet();
    });
    on(ActionId::export_script, [this] { m_figureExport->saveScript(); });
    on(ActionId::snapshot, [this] {
        finishTyping();
        m_status->say(tr("“%1” taken; Compare shows what changes from here").arg(takeSnapshot(m_document)));
    });
    on(ActionId::copy_weights, [this] { m_figureExport->copy(*m_board->figure()); });
    on(ActionId::copy_links, [this] { m_figureExport->copy(*links().figure()); });
    on(ActionId::find_token, [this] { m_sentence->find().open(); });
    on(ActionId::check_everything, [this] { m_check->openEverything(); });
    on(ActionId::check_numbers, [this] { m_check->panel() ? m_check->close() : m_check->open(); });
    on(ActionId::view_settings, [this] { m_status->openView(); });
    on(ActionId::stop_inspecting, [this] { goBack(); });
    const auto present = [this](Presentation::From from) {
        finishTyping();
        if (m_presentation->isRunning())
            return m_presentation->end();
        m_presentedLesson->begin(from == Presentation::From::first_scene);
        m_presentation->begin(from);
    };
    on(ActionId::present, [present] { present(Presentation::From::first_scene); });
    on(ActionId::present_here, [present] { present(Presentation::From::here); });
    on(ActionId::revert_presented, [this] {
        finishTyping();
        using enum Presentation::Reverted;
        const Presentation::Reverted reverted = m_presentation->revert();
        const QString said = reverted == nothing ? tr("Nothing to revert")
                             : reverted == look
                                 ? tr("Colours and cards are shown as before presenting")
                                 : tr("The experiment, and how it is shown, are as before presenting; Undo "
                                      "brings the changes of the experiment back");
        m_status->say(said);
        m_presentation->say(said);
    });
    connect(m_presentation, &Presentation::runningChanged, this, &MainWindow::followPresentation);
    connect(m_presentation, &Presentation::revertible, this, &MainWindow::updateChecks);
    connect(m_board, &Board::aloneChanged, this, &MainWindow::updateChecks);
    on(ActionId::why_scaled, [this] { m_pages->open<StatisticsPage>().showScaling(); });
    on(ActionId::manual, [this] {
        const QString inHand = m_lesson->isOn() ? QStringLiteral("lessons") : manualTopic(focusWidget());
        openManual(inHand.isEmpty() ? m_pages->parts().manual : inHand);
    });
    on(ActionId::manual_keys, [this] { openManual(QStringLiteral("gestures-and-keys")); });
    on(ActionId::key_sheet, [this] { showKeySheet(*this, QWidget::actions(), m_theme); });
    on(ActionId::restore_defaults, [this] { askAboutDefaults(this, [this] { restoreDefaults(); }); });
    on(ActionId::about, [this] { showAboutBox(*this, m_theme); });
    on(ActionId::quit, [this] { close(); });
    const auto sized = [this] { return m_presentation->themeInUse(); };
    connect(new ViewActions(m_document, m_theme, sized, *m_actions, this), &ViewActions::messageRequested,
            m_status, &StatusLine::say);
}

void MainWindow::connectParts() {
    auto* paste = new TokensPaste(m_document, *m_sentence, m_theme, this);
    connect(paste, &TokensPaste::messageRequested, m_status, &StatusLine::say);
    connect(paste, &TokensPaste::stripMade, this, [this](QWidget* strip) {
        auto* column = static_cast<QVBoxLayout*>(centralWidget()->layout());
        column->insertWidget(column->indexOf(m_body), strip); // the sentence is elsewhere in a low window
        tabAfter(*m_sentence, *strip);
    });
    connect(m_menu, &MainMenu::messageRequested, m_status, &StatusLine::say);
    connect(m_sentence, &SentencePanel::messageRequested, m_status, &StatusLine::say);
    connect(m_menu, &MainMenu::recentChosen, this, &MainWindow::openFile);
    connect(m_topBar, &TopBar::exampleChosen, m_controller, &DocumentController::openExample);
    connect(m_pages, &PageStack::exampleChosen, m_controller, &DocumentController::openExample);
    connect(m_controller, &DocumentController::exampleOpened, m_pages, [this](const QString& name) {
        m_pages->open(pageAtFirst(name));
        m_pages->scrollToStart();
        if (lessonNames().contains(name))
            m_guide->startOrGoThere();
    });
    connect(m_figureExport, &FigureExport::messageRequested, m_status, &StatusLine::say);
    connect(m_pages, &PageStack::exportRequested, m_figureExport, &FigureExport::save);
    connect(m_pages, &PageStack::copyRequested, m_figureExport, &FigureExport::copy);
    connect(m_dataExport, &DataExport::messageRequested, m_status, &StatusLine::say);
    connect(m_dataExport, &DataExport::failed, m_banner, &Banner::say);
    connect(m_dataExport, &DataExport::failed, m_status, &StatusLine::clearMessage);
    connect(m_pages, &PageStack::numbersRequested, this,
            [this](StageId stage, HeadIndex head) { m_dataExport->save(array_of(stage), head); });
    connect(m_parameters, &ParametersPanel::numbersRequested, this,
            [this](ParameterId id, HeadIndex head) { m_dataExport->save(array_of(id), head); });
    connect(m_pages, &PageStack::checkRequested, m_check, [this](StageId stage, HeadIndex head) {
        m_check->open(Asked{stage, head});
    });
    connect(m_pages, &PageStack::coverRequested, this, &MainWindow::coverUnasked);
    connect(m_check, &NumberCheck::placed, this, [this](QWidget* panel) {
        if (panel && m_dictionary)
            closeDictionary();
        QAction& parameters = (*m_actions)[ActionId::parameters];
        if (panel && m_body->hasDrawer() && parameters.isChecked()) // it would cover the panel
            parameters.trigger();
        m_body->setBottomPanel(panel, true);
        if (!panel)
            m_pages->currentWidget()->setFocus();
    });
    connect(m_check, &NumberCheck::boardWanted, this, [this] { m_pages->open<Board>(); });
    connect(m_pages, &PageStack::refused, m_status, &StatusLine::say);
    connect(m_pages, &PageStack::refused, m_presentation, &Presentation::say);
    connect(m_pages, &PageStack::pageMade, this, [this](Page* page) {
        if (m_pages->isAncestorOf(page)) // and not on the slide
            connect(page, &Page::coloursShown, m_status, &StatusLine::setScales);
        if (const auto* compare = qobject_cast<ComparePage*>(page))
            connect(compare, &ComparePage::snapshotWanted, &(*m_actions)[ActionId::snapshot],
                    &QAction::trigger);
    });
    connect(m_pages, &PageStack::pageChanged, this, &MainWindow::placeDescription);
    connect(m_pages, &PageStack::pageChanged, this, &MainWindow::updateChecks); // a card alone is on its page
    connect(m_body, &WindowLayout::explanationColumnChanged, this, &MainWindow::placeDescription);
    new GestureEnd(this);
    auto* drop = new FileDrop(this);
    connect(drop, &FileDrop::dropped, this, [this](const QString& file, const QWidget* on) {
        if (!m_guide->read(file, on) && !m_check->read(file, on))
            openFile(file);
    });
    connect(drop, &FileDrop::matrixDropped, this, &MainWindow::readMatrix);
    connect(drop, &FileDrop::refused, m_banner, &Banner::say);
    connect(new TextLimit(this), &TextLimit::refused, m_status, &StatusLine::say);
    connect(m_controller, &DocumentController::failed, m_banner, &Banner::say);
    connect(m_controller, &DocumentController::noticed, m_banner, &Banner::say);
    connect(m_controller, &DocumentController::failed, m_status, &StatusLine::clearMessage);
    connect(m_controller, &DocumentController::succeeded, m_banner, &QWidget::hide);
    connect(m_controller, &DocumentController::messageRequested, m_status, &StatusLine::say);
    auto* arrays = new ArrayImport(m_document, *m_controller, m_theme, this);
    connect(arrays, &ArrayImport::shown, m_banner, &QWidget::hide);
    connect(arrays, &ArrayImport::shown, m_status, &StatusLine::clearMessage);
    connect(arrays, &ArrayImport::failed, m_banner, &Banner::say);
    connect(arrays, &ArrayImport::failed, m_status, &StatusLine::clearMessage);
    connect(arrays, &ArrayImport::messageRequested, m_status, &StatusLine::say);
    connect(m_parameters, &ParametersPanel::layerPasted, arrays, &ArrayImport::openPasted);
    connect(paste, &TokensPaste::layerPasted, arrays, &ArrayImport::openPasted);
    connect(m_recovery, &Recovery::failed, m_banner, &Banner::say);
    connect(m_controller, &DocumentController::lastOffered, this, &MainWindow::offerLast);
    connect(m_recoveryStrip, &RecoveryStrip::openRequested, this, [this](const Recovery::FilePtr& offer) {
        finishTyping();
        m_controller->openRecovered(offer);
    });
    connect(m_parameters, &ParametersPanel::refused, m_status, &StatusLine::say);
    // A shared colour range is known only once the board's numbers are.
    connect(m_board, &Board::refreshed, m_parameters, &ParametersPanel::updateLook);
    auto* bubble = new DragBubble(m_theme, this);
    connect(m_status, &StatusLine::changeSaid, bubble, &DragBubble::say);
    connect(m_status, &StatusLine::dragEnded, bubble, &DragBubble::end);
    connect(m_status, &StatusLine::dragged, m_presentation, &Presentation::sayBeside);
    connect(m_status, &StatusLine::dragEnded, m_presentation, [this](bool changed) {
        if (!changed)
            m_presentation->sayBeside({});
    });
    connect(m_explanation, &ExplanationPanel::messageRequested, m_status, &StatusLine::say);
    connect(m_parameters, &ParametersPanel::messageRequested, m_status, &StatusLine::say);
    connect(m_parameters, &ParametersPanel::stageRequested, this, [this](StageId stage) {
        m_pages->open<Board>();
        m_board->reveal(stage);
    });
    connect(m_parameters, &ParametersPanel::dictionaryWanted, this, &MainWindow::openDictionary);
}

/// Connects what is offered when another program has changed the document's file, and the changed examples.
void MainWindow::connectFile() {
    connect(m_controller, &DocumentController::onDisk, m_fileStrip, &FileStrip::setState);
    connect(m_fileStrip, &FileStrip::saveWanted, this, [this] {
        finishTyping();
        m_controller->saveAnyway();
    });
    connect(m_fileStrip, &FileStrip::saveAsWanted, &(*m_actions)[ActionId::save_as], &QAction::trigger);
    connect(m_fileStrip, &FileStrip::openWanted, this, [this] {
        finishTyping();
        m_controller->openTheirs();
    });
    connect(m_fileStrip, &FileStrip::compareWanted, this,
            [this] { m_pages->open<ComparePage>().picker().compareWithFile(m_document.file()); });
    // Queued: the menu entry that restores an example must not be deleted while it is being handled.
    connect(
        &m_controller->changedExamples(), &ChangedExamples::changed, m_menu,
        [this] { m_menu->setChangedExamples(m_controller->changedExamples().entries()); },
        Qt::QueuedConnection);
    connect(m_menu, &MainMenu::changedExampleChosen, m_controller, &DocumentController::openChangedExample);
}

/// In the order in which one reads the window.
void MainWindow::connectKeyboard() {
    const auto fixed = [](QWidget* area) -> Areas::Area { return [area] { return area; }; };
    new FocusOutline(m_theme, this);
    lab::connectKeyboard(*this, *m_actions,
                         {fixed(m_topBar),
                          fixed(m_recoveryStrip),
                          fixed(m_fileStrip),
                          fixed(m_waitStrip),
                          [this]() -> QWidget* { return m_fitStrip; },
                          fixed(m_banner),
                          [this]() -> QWidget* { return m_titleStrip; },
                          fixed(m_sentence),
                          fixed(m_parameters),
                          fixed(m_heads),
                          fixed(m_pages),
                          [this]() -> QWidget* { return m_check->panel(); },
                          [this]() -> QWidget* { return m_dictionary; },
                          fixed(m_explanation),
                          [this]() -> QWidget* { return m_guide->panel(); },
                          [this]() -> QWidget* { return m_editing->panel(); },
                          fixed(m_description),
                          [this]() -> QWidget* { return m_covered; },
                          [this]() -> QWidget* { return m_snapshotStrip; },
                          fixed(m_status)},
                         m_theme);
}

void MainWindow::connectScenes() {
    const auto on = [this](ActionId id, auto does) {
        connect(&(*m_actions)[id], &QAction::triggered, this, does);
    };
    on(ActionId::keep_scene, [this] {
        finishTyping();
        const QString name = m_view->keep();
        const QString said = tr("“%1” kept, with what the window shows").arg(name);
        m_preferences.snapshotStrip = true;
        showSnapshotStrip();
        m_status->say(said);
        m_presentation->say(said);
        if (!m_presentation->isRunning())
            m_snapshotStrip->nameLast();
    });
    on(ActionId::next_scene, [this] {
        finishTyping();
        m_view->step(1);
    });
    on(ActionId::previous_scene, [this] {
        finishTyping();
        m_view->step(-1);
    });
    connect(m_description, &DescriptionPanel::sceneWanted, this, [this](std::size_t scene) {
        finishTyping();
        m_preferences.snapshotStrip = true; // the description is not in sight in every scene
        showSnapshotStrip();
        m_view->scenes().goTo(scene);
    });
    on(ActionId::snapshot_strip, [this](bool isWanted) {
        m_preferences.snapshotStrip = isWanted;
        showSnapshotStrip();
        if (m_snapshotStrip && m_snapshotStrip->isVisible())
            m_snapshotStrip->takeKeyboard();
        else if (isWanted)
            m_status->say(tr("There are no snapshots yet; the strip opens with the first one"));
    });
    connect(m_view, &WindowView::messageRequested, m_status, &StatusLine::say);
    connect(m_view, &WindowView::remarkRequested, m_presentation, &Presentation::say);
    connect(m_view, &WindowView::revealed, m_presentation, &Presentation::showCell);
    connect(m_pages, &PageStack::subjectChanged, m_view, &WindowView::titleChanged);
    connect(m_view, &WindowView::titleChanged, this, [this] {
        const QString title = m_view->title();
        m_presentation->setTitle(title);
        m_pages->setTitled(!title.isEmpty());
    });
    connect(&m_view->scenes(), &Scenes::changed, this, &MainWindow::showSnapshotStrip);
    connect(&m_view->scenes(), &Scenes::changed, this, &MainWindow::countScenes);
    connect(m_controller, &DocumentController::succeeded, this, &MainWindow::sayScenes);
    showSnapshotStrip();
    countScenes();
}

void MainWindow::connectPull() {
    QAction& action = (*m_actions)[ActionId::what_raises];
    connect(m_pull, &PullOfInspected::changed, this, [this, &action] {
        action.setChecked(m_pull->isOn());
        m_parameters->setPull(m_pull->shown());
    });
    connect(&action, &QAction::triggered, this, [this](bool isWanted) {
        m_pull->setOn(isWanted);
        if (isWanted && !m_selection.inspected())
            m_status->say(tr("Inspect a number to see which parameters would raise it"));
        else if (isWanted && !m_pull->whySilent().isEmpty())
            m_status->say(m_pull->whySilent());
    });
    connect(m_parameters, &ParametersPanel::numberWanted, m_explanation, &ExplanationPanel::follow);
    const auto noteQuestion = [this] {
        m_pull->setAsked(m_lesson->isOn() && m_lesson->question());
        m_pull->setHint(m_lesson->pulledGoal());
    };
    connect(m_lesson, &LessonPlayer::stepChanged, m_pull, noteQuestion);
    connect(m_lesson, &LessonPlayer::changed, m_pull, noteQuestion);
    m_pull->connectLast();
    m_pull->setOn(m_preferences.whatRaises);
}

void MainWindow::connectLesson(ExplanationPresenter& presenter) {
    m_guide = new LessonGuide({*this, m_document, *m_lesson, m_view->scenes(), m_selection, *m_board,
                               *m_pages, *m_body, presenter, m_theme},
                              this);
    const auto on = [this](ActionId id, auto does) {
        connect(&(*m_actions)[id], &QAction::triggered, this, does);
    };
    const auto begin = [this] {
        finishTyping();
        m_guide->startOrGoThere();
    };
    on(ActionId::lesson, begin);
    on(ActionId::leave_lesson, [this] { m_lesson->leave(); });
    connect(m_description, &DescriptionPanel::lessonWanted, this, begin);
    connect(m_description, &DescriptionPanel::tryWanted, m_lesson, [this] {
        finishTyping();
        m_lesson->tryExample();
    });
    connect(m_description, &DescriptionPanel::exampleWanted, m_controller, &DocumentController::openExample);
    connect(m_guide, &LessonGuide::messageRequested, m_status, &StatusLine::say);
    connect(m_guide, &LessonGuide::messageRequested, m_presentation, &Presentation::say);
    connect(m_guide, &LessonGuide::asks, m_presentation, &Presentation::setQuestion);
    connect(m_guide, &LessonGuide::exampleWanted, m_controller, &DocumentController::openExample);
    connect(m_guide, &LessonGuide::panelMade, this, [this](QWidget* panel) {
        tabAfter(*m_explanation, *panel);
        setManualTopic(*panel, QStringLiteral("check")); // of a lesson: see above
    });
    connect(m_guide, &LessonGuide::askingBegun, this, [this] {
        if (m_lesson->asked().isOn())
            closeCheckBefore([this](const QString& said) { m_lesson->asked().say(said); });
        updateChecks();
    });
    connect(m_guide, &LessonGuide::finished, m_description, &DescriptionPanel::takeKeyboard);
    connect(&m_lesson->tried(), &TriedStep::offerChanged, this, &MainWindow::updateChecks);
    connect(m_guide, &LessonGuide::askingEnded, this, &MainWindow::placeDescription);
    connect(m_lesson, &LessonPlayer::failed, m_banner, &Banner::say);
    connect(m_lesson, &LessonPlayer::lessonChanged, this, &MainWindow::updateChecks);
    connect(m_lesson, &LessonPlayer::lessonChanged, this, &MainWindow::countScenes);
    connect(m_lesson, &LessonPlayer::stepChanged, this, &MainWindow::followLesson);
    connect(m_lesson, &LessonPlayer::stepChanged, this, &MainWindow::noteLesson);
    connect(m_lesson, &LessonPlayer::changed, this, &MainWindow::noteLesson);
    m_description->offerLesson(m_preferences.lesson);
    connectLessonEditing(presenter);
}

void MainWindow::connectLessonEditing(ExplanationPresenter& presenter) {
    m_editing = new LessonEditing({*this, m_document, *m_lesson, m_view->scenes(), m_selection, m_theme,
                                   [this](const KeptView& kept) { return m_view->nameOf(kept); }},
                                  this);
    presenter.addQuiet([this] { return m_editing->isShown(); });
    connect(&(*m_actions)[ActionId::edit_lesson], &QAction::triggered, this, [this] {
        finishTyping();
        m_editing->toggle();
    });
    connect(m_guide, &LessonGuide::editWanted, m_editing, &LessonEditing::begin);
    connect(m_editing, &LessonEditing::panelMade, this,
            [this](QWidget* panel) { tabAfter(*m_explanation, *panel); });
    connect(m_editing, &LessonEditing::panelWanted, this, [this, &presenter](QWidget* panel, QWidget* back) {
        presenter.bringUp();
        m_body->setGuide(panel, back);
        placeDescription();
    });
    connect(m_editing, &LessonEditing::backWanted, this, [this, &presenter] {
        m_selection.clearInspected();
        presenter.setAsked(false);
    });
    connect(m_editing, &LessonEditing::keyboardFreed, this,
            [this] { m_pages->currentWidget()->setFocus(Qt::OtherFocusReason); });
    connect(m_editing, &LessonEditing::toggled, this, &MainWindow::updateChecks);
    connect(m_editing, &LessonEditing::messageRequested, m_status, &StatusLine::say);
    connect(m_board, &Board::cardMenuMade, this,
            [this](QMenu* menu, StageId stage, const std::optional<CellRef>& cell) {
                m_editing->fill(*menu, {stage, info(stage).per_head ? m_selection.head() : 0, cell});
            });
}

/// Remembers which of the program's lessons to go on with: this one, or the next if it is done.
void MainWindow::noteLesson() {
    const auto at = lessonNames().indexOf(m_document.exampleName());
    if (at < 0 || !m_lesson->isOn() || m_lesson->isTrial())
        return;
    const bool isDone = m_lesson->doneCount() == m_lesson->stepCount();
    const QString name = lessonNames()[isDone ? (at + 1) % lessonNames().size() : at];
    if (std::exchange(m_preferences.lesson, name) == name)
        return;
    m_preferences.save(); // the program may end without warning
    m_description->offerLesson(name);
}

/// What cannot be used while a lesson is played goes.
void MainWindow::followLesson() {
    if (m_lesson->isOn()) {
        m_check->close();
        if (m_dictionary)
            closeDictionary();
        if (m_titleStrip)
            m_titleStrip->hide();
    }
    if (m_covered)
        m_covered->setAside(m_presentation->isRunning() || m_lesson->isOn());
    placeDescription();
    updateChecks();
}

void MainWindow::connectDocument() {
    // A document may finish loading while a menu of the previous document is open.
    connect(&m_document, &LabDocument::changed, this, [](const Change& change) {
        QWidget* popup = QApplication::activePopupWidget();
        for (; popup && change.field == Field::everything; popup = QApplication::activePopupWidget())
            popup->close();
    });
    connect(m_sentence, &SentencePanel::typed, this,
            [this] { m_pages->currentWidget()->setFocus(Qt::OtherFocusReason); });
    connect(&m_document, &LabDocument::replaced, this, [this] {
        m_board->showAll();
        m_aloneBefore.reset();
    });
    connect(&m_document, &LabDocument::fileChanged, this, [this] {
        m_selection.clearInspected();
        m_selection.setHovered(std::nullopt); // the pointer may rest where a cell of the other document was
        m_selection.setHoveredToken(std::nullopt);
        updateTitle();
        if (m_document.experiment().sequence.text.empty())
            m_sentence->line().setFocus(); // an empty document starts with a sentence
    });
    connect(&m_document, &LabDocument::exampleOpened, this, [this] {
        if (const auto token = inspectedAtFirst(m_document.exampleName()))
            m_selection.toggleInspectedToken({*token});
    });
    connect(&m_document, &LabDocument::outOfMemory, this, [this] {
        m_banner->say(tr("There is not enough memory to compute this document, so some numbers are out of "
                         "date or missing. Undo, shorten the sentence, or open a smaller document; your "
                         "document is intact and can be saved."));
    });
    connect(&m_selection, &Selection::inspectedChanged, this, &MainWindow::updateChecks);
    connect(&m_document, &LabDocument::coverChanged, this, [this] {
        sayCovered();
        updateChecks();
    });
    connect(&m_document, &LabDocument::modifiedChanged, this, &MainWindow::updateTitle);
    connect(&m_document, &LabDocument::historyChanged, this, &MainWindow::updateChecks);
    connect(&m_document, &LabDocument::changed, this, [this](const Change& change) {
        updateChecks();
        if (change.field == Field::everything || change.field == Field::description)
            updateTitle();
    });
    connect(&m_document, &LabDocument::previewEnded, this, &MainWindow::updateChecks);
    connect(&m_theme.motion(), &Motion::changed, this,
            [this] { m_preferences.reducedMotion = m_theme.motion().chosen(); });
    connect(&m_theme, &Theme::changed, this, [this] {
        m_preferences.scale = m_theme.chosenScale();
        m_preferences.mode = m_theme.mode();
        m_preferences.highContrast = m_theme.chosenContrast();
        updateChecks();
        arrangeForSize();
    });
}

} // namespace lab
