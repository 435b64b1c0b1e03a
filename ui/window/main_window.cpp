// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "ui/document/files/recovery.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/keys/tab_order.h"
#include "ui/look/manual_topic.h"
#include "ui/look/theme.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/explore/board.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/pages/heads/heads_page.h"
#include "ui/pages/links/links_page.h"
#include "ui/pages/page_choices.h"
#include "ui/panels/description/description_panel.h"
#include "ui/panels/dictionary/dictionary_panel.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/panels/parameters/matrix_grid.h"
#include "ui/panels/parameters/matrix_model.h"
#include "ui/panels/parameters/parameter_section.h"
#include "ui/panels/parameters/parameters_panel.h"
#include "ui/panels/sentence/sentence_panel.h"
#include "ui/selection/dependency_highlighter.h"
#include "ui/selection/pull_of_inspected.h"
#include "ui/widgets/number_field.h"
#include "ui/window/check/number_check.h"
#include "ui/window/data_export.h"
#include "ui/window/document_controller.h"
#include "ui/window/explanation_presenter.h"
#include "ui/window/figure_export.h"
#include "ui/window/lesson/lesson_editing.h"
#include "ui/window/lesson_guide.h"
#include "ui/window/manual/manual_window.h"
#include "ui/window/marks/first_marks.h"
#include "ui/window/menu/actions.h"
#include "ui/window/menu/main_menu.h"
#include "ui/window/page_panels.h"
#include "ui/window/page_stack.h"
#include "ui/window/present/presentation.h"
#include "ui/window/present/presented_lesson.h"
#include "ui/window/scenes/window_view.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/banner.h"
#include "ui/window/strips/file_strip.h"
#include "ui/window/strips/head_strip.h"
#include "ui/window/strips/last_document_strip.h"
#include "ui/window/strips/recovery_strip.h"
#include "ui/window/strips/snapshot_strip.h"
#include "ui/window/strips/title_strip.h"
#include "ui/window/strips/wait_strip.h"
#include "ui/window/top_bar.h"
#include "ui/window/window_layout.h"

#include <QApplication>
#include <QCloseEvent>
#include <QFileInfo>
#include <QLineEdit>
#include <QScreen>
#include <QVBoxLayout>

namespace lab {

namespace {

constexpr int frameHeight = 40;    // estimated: the window has no frame yet
constexpr double arcsFrom = 800;   // points of height from which there is room for arcs
constexpr double shortBelow = 430; // points of height below which the sentence scrolls with the board

QFrame* line(QWidget* parent) {
    auto* frame = new QFrame(parent);
    frame->setFrameShape(QFrame::HLine);
    frame->setFrameShadow(QFrame::Plain);
    frame->setForegroundRole(QPalette::Mid);
    frame->setFixedHeight(1);
    return frame;
}

} // namespace

MainWindow::MainWindow(Theme& theme, Preferences preferences)
    : m_theme(theme), m_preferences(std::move(preferences)), m_actions(new Actions(this)),
      m_recovery(new Recovery(m_document, this)),
      m_controller(new DocumentController(m_document, *m_recovery, m_preferences, this)),
      m_figureExport(new FigureExport(m_document, m_selection, theme, m_preferences, this)),
      m_dataExport(new DataExport(m_document, m_preferences, m_controller->waits(), this)) {
    // Connected first: the selection must be valid before other slots see the change.
    connect(&m_document, &LabDocument::changed, this, [this] { m_selection.fit(m_document.experiment()); });
    m_pull = new PullOfInspected(m_document, m_selection, this);
    auto* choices = new PageChoices(m_document, this);
    m_banner = new Banner(theme);
    m_recoveryStrip = new RecoveryStrip(*m_recovery, theme);
    m_fileStrip = new FileStrip(m_document, theme);
    m_waitStrip = new WaitStrip(m_controller->waits(), theme);
    m_sentence = new SentencePanel(m_document, m_selection, theme);
    m_parameters = new ParametersPanel(m_document, m_selection, theme);
    m_pages = new PageStack(*m_actions, {m_document, m_selection, *choices, theme});
    m_heads = new HeadStrip(m_document, m_selection, m_pages->choicesWithin(), theme);
    connect(&(*m_actions)[ActionId::read_numbers], &QAction::toggled, choices, &PageChoices::setReadsNumbers);
    m_board = &m_pages->get<Board>();
    m_view = new WindowView({m_document, m_selection, *m_board, [this] { return m_pages->pageName(); },
                             [this] { return m_pages->subject(); },
                             [this](const QString& page) { return m_pages->open(page); }},
                            this);
    m_lesson = new LessonPlayer(
        m_document, [this] { return m_view->scenes().place(); }, KeptProgress::standardFolder(), this);
    m_menu = new MainMenu(m_document, *m_actions, theme, this); // with the pages, as the tabs of the bar
    m_topBar = new TopBar(m_document, *m_actions, theme, *m_menu);
    new DependencyHighlighter(m_document, m_selection, this);
    connectFit(*choices);
    m_lesson->setBeforeLosing(
        [this](const std::function<void()>& goOn) { m_controller->beforeLosingFound(goOn); });
    m_explanation = new ExplanationPanel(m_document, m_selection, *m_pull, theme);
    m_explanation->setAboutOpen(m_preferences.stageAbout);
    setManualTopic(*m_sentence, QStringLiteral("sentence"));
    setManualTopic(*m_parameters, QStringLiteral("parameters"));
    setManualTopic(*m_explanation, QStringLiteral("explore"));
    m_description = new DescriptionPanel(m_document, m_view->scenes(), *m_lesson, theme);
    m_board->setDescription(m_description);
    m_body = new WindowLayout(m_parameters, m_heads, m_pages, m_explanation, theme);
    m_body->setWidths(m_preferences.columns); // may already turn the parameters into a drawer
    connect(m_body, &WindowLayout::widthsChanged, this,
            [this](const ColumnWidths& widths) { m_preferences.columns = widths; });
    auto* presenter = new ExplanationPresenter(
        {m_selection, *m_actions, *m_body, *m_board, *m_pages, *m_parameters, *m_explanation}, this);
    m_panels = new PagePanels(
        {m_document, *m_actions, *m_pages, *m_body, *m_heads, *presenter, m_preferences}, this);
    addPresentation(*choices);
    m_status = new StatusLine(m_document, m_selection, *m_board, (*m_actions)[ActionId::parameters], theme);
    connect(m_heads, &HeadStrip::refused, m_status, &StatusLine::say);
    m_check = new NumberCheck({m_document, m_selection, theme, *m_pages, *m_board}, this);
    m_pageHeader = new QWidget(this);
    m_pageHeader->hide();
    auto* header = new QVBoxLayout(m_pageHeader);
    header->setContentsMargins({});
    header->setSpacing(0);

    auto* centre = new QWidget;
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(m_topBar);
    column->addWidget(line(centre));
    column->addWidget(m_recoveryStrip);
    column->addWidget(m_fileStrip);
    column->addWidget(m_waitStrip);
    column->addWidget(m_banner);
    column->addWidget(m_sentence);
    column->addWidget(line(centre));
    column->addWidget(m_body, 1);
    column->addWidget(line(centre));
    column->addWidget(m_status);
    setCentralWidget(centre);
    connectActions();
    connectParts();
    connectDocument();
    connectPull();
    connectFile();
    connectScenes();
    connectLesson(*presenter);
    connectKeyboard();
    updateTitle();
    updateChecks();
    setMinimumSize(480, 360);
    if (!restoreGeometry(m_preferences.geometry))
        resize(QSize(1440, 900).boundedTo(screen()->availableSize() - QSize(0, frameHeight)));
    m_sizeAtStart = size();
    m_screenAtStart = screen();
    m_sentence->line().setFocus();
    if (!m_preferences.marksSeen)
        pointOut();
}

MainWindow::~MainWindow() {
    // Hide while the document still exists: an editor that loses the focus writes its number.
    hide();
    m_lesson->finish();
}

LinksPage& MainWindow::links() const {
    return m_pages->get<LinksPage>();
}

HeadsPage& MainWindow::headsPage() const {
    return m_pages->get<HeadsPage>();
}

ComparePage& MainWindow::compare() const {
    return m_pages->get<ComparePage>();
}

TitleStrip& MainWindow::titleStrip() {
    if (!m_titleStrip) {
        m_titleStrip = new TitleStrip(m_document, m_theme);
        auto* column = static_cast<QVBoxLayout*>(centralWidget()->layout());
        column->insertWidget(column->indexOf(m_banner), m_titleStrip);
        tabAfter(*m_fileStrip, *m_titleStrip);
    }
    return *m_titleStrip;
}

/// Shown where there are snapshots, if it is wanted; made when it is first shown.
void MainWindow::showSnapshotStrip() {
    const bool isShown = m_preferences.snapshotStrip && !m_document.experiment().snapshots.empty();
    (*m_actions)[ActionId::snapshot_strip].setChecked(m_preferences.snapshotStrip);
    if (isShown && !m_snapshotStrip) {
        m_snapshotStrip = new SnapshotStrip(m_document, m_view->scenes(), *m_lesson, m_theme);
        setManualTopic(*m_snapshotStrip, QStringLiteral("files"));
        auto* column = static_cast<QVBoxLayout*>(centralWidget()->layout());
        column->insertWidget(column->indexOf(m_status), m_snapshotStrip);
        tabAfter(*m_body, *m_snapshotStrip);
        connect(m_snapshotStrip, &SnapshotStrip::lessonWanted, &(*m_actions)[ActionId::lesson],
                &QAction::trigger);
        connect(m_snapshotStrip, &SnapshotStrip::stepWanted, this,
                [this](std::size_t which) { m_editing->editSnapshot(which); });
        connect(m_snapshotStrip, &SnapshotStrip::sceneWanted, &(*m_actions)[ActionId::keep_scene],
                &QAction::trigger);
        connect(m_snapshotStrip, &SnapshotStrip::closeWanted, &(*m_actions)[ActionId::snapshot_strip],
                &QAction::trigger);
        connect(m_snapshotStrip, &SnapshotStrip::messageRequested, m_status, &StatusLine::say);
    }
    if (!m_snapshotStrip || m_snapshotStrip->isHidden() != isShown)
        return;
    const bool hadFocus = m_snapshotStrip->isAncestorOf(focusWidget());
    m_snapshotStrip->setVisible(isShown);
    if (hadFocus) // hiding would give it to any other field
        m_pages->currentWidget()->setFocus();
}

/// Shows at the first start what can be done.
void MainWindow::pointOut() {
    MatrixGrid& grid = m_parameters->section(ParameterId::W_Q)->grid();
    QLineEdit& line = m_sentence->line();
    std::vector<FirstMarks::Target> cards;
    for (const StageId id : {StageId::weights, StageId::scores, StageId::queries}) {
        StageCard* card = m_board->card(id);
        cards.push_back({card, [card] { return card->rect(); }});
    }
    m_firstMarks = new FirstMarks({m_document,
                                   m_selection,
                                   m_theme,
                                   *centralWidget(),
                                   {&grid, [&grid] { return grid.cellsRect(); }},
                                   cards,
                                   {&line, [&line] { return line.rect(); }}},
                                  this);
    connect(m_firstMarks, &FirstMarks::shownChanged, this, &MainWindow::updateChecks);
}

void MainWindow::offerLast(const QString& name, const QString& file) {
    if (!m_recovery->offers().isEmpty()) // it is among those
        return;
    m_lastStrip = new LastDocumentStrip(name, file, m_theme);
    auto* column = static_cast<QVBoxLayout*>(centralWidget()->layout());
    column->insertWidget(column->indexOf(m_recoveryStrip), m_lastStrip);
    tabAfter(*m_topBar, *m_lastStrip);
    m_lastStrip->show();
    connect(m_lastStrip, &LastDocumentStrip::openRequested, m_controller, &DocumentController::openLast);
    connect(m_recovery, &Recovery::offersChanged, m_lastStrip, &QWidget::hide);
    connect(&m_document, &LabDocument::fileChanged, m_lastStrip, &QWidget::hide); // another is open
}

void MainWindow::restoreDefaults() {
    const Preferences fresh = m_preferences.restored(); // the theme writes what it has into the others
    fresh.giveTo(m_theme);
    m_preferences = fresh;
    m_body->setWidths(m_preferences.columns);
    m_panels->followPreferences();
    m_explanation->setAboutOpen(m_preferences.stageAbout);
    m_pull->setOn(m_preferences.whatRaises);
    showOpens();
    showSnapshotStrip();
    m_preferences.save();
    m_status->say(tr("The defaults are restored"));
}

void MainWindow::updateTitle() {
    setWindowTitle(tr("%1[*] – Attention Lab").arg(m_document.displayName()));
    setWindowModified(m_document.isModified());
}

void MainWindow::updateChecks() {
    const Actions& actions = *m_actions;
    const QUndoStack& stack = m_document.undoStack();
    const auto name = [&](ActionId id, const QString& verb, const QString& step) {
        const QString text = step.isEmpty() ? verb : tr("%1: %2").arg(verb, step);
        actions[id].setText(text);
        actions[id].setToolTip(
            tr("%1 (%2)").arg(text, actions[id].shortcut().toString(QKeySequence::NativeText)));
    };
    name(ActionId::undo, tr("Undo"), stack.undoText());
    name(ActionId::redo, tr("Redo"), stack.redoText());
    actions[ActionId::undo].setEnabled(stack.canUndo() || m_document.isPreviewing());
    actions[ActionId::redo].setEnabled(stack.canRedo());
    const bool plays = m_lesson->isOn();
    const bool fits = m_document.isFitting();
    const bool tries = !m_lesson->hasLesson() && m_lesson->tried().offered() > 0;
    actions[ActionId::lesson].setEnabled(m_lesson->hasLesson() || tries);
    actions[ActionId::lesson].setText(tries ? tr("Try it") : tr("Start lesson"));
    actions[ActionId::leave_lesson].setEnabled(plays);
    // What these change belongs to the lesson as a whole.
    for (const ActionId each : {ActionId::snapshot, ActionId::keep_scene, ActionId::describe})
        actions[each].setEnabled(!plays && !fits);
    const bool empty = is_empty(m_document.experiment());
    actions[ActionId::export_figure].setEnabled(!empty);
    actions[ActionId::export_film].setEnabled(!empty);
    actions[ActionId::export_handout].setEnabled(!empty);
    actions[ActionId::export_numbers].setEnabled(!empty);
    actions[ActionId::export_script].setEnabled(!empty);
    actions[ActionId::export_spreadsheet].setEnabled(!empty);
    actions[ActionId::copy_weights].setEnabled(!empty);
    actions[ActionId::copy_links].setEnabled(!empty);
    actions[ActionId::stop_inspecting].setEnabled(topmost() != Level::window);
    actions[ActionId::stop_inspecting].setText(topmost() == Level::fit ? tr("Cancel finding weights")
                                                                       : tr("Stop inspecting"));
    // These actions show something in the window's content, which may be hidden while presenting.
    for (const ActionId each :
         {ActionId::menu, ActionId::full_screen, ActionId::find_token, ActionId::check_numbers,
          ActionId::check_everything, ActionId::snapshot_strip, ActionId::edit_lesson})
        actions[each].setEnabled(!m_presentation->hidesWindow());
    if (plays) { // it would tell the numbers that are asked for
        actions[ActionId::check_numbers].setEnabled(false);
        actions[ActionId::check_everything].setEnabled(false);
    }
    actions[ActionId::revert_presented].setEnabled(m_presentation->canRevert());
    actions[ActionId::open_row].setText(
        m_document.experiment().notation == Notation::columns ? tr("One column") : tr("One row"));
}

/// What Escape undoes next, unless the widget with the keyboard takes it for a gesture, an editor or a strip.
MainWindow::Level MainWindow::topmost() const {
    if (m_selection.isInspecting())
        return Level::inspected;
    if (m_firstMarks && m_firstMarks->isShown())
        return Level::hints;
    if (m_board->alone() && &m_pages->page() == m_board)
        return Level::alone;
    if (m_presentation->isRunning())
        return Level::presenting;
    if (m_document.isFitting())
        return Level::fit;
    return m_lesson->documentStep() || m_document.cover().isExercise() ? Level::questions : Level::window;
}

/// Escape: one level back.
void MainWindow::goBack() {
    switch (topmost()) {
    case Level::inspected:
        if (!m_guide->leaveExplanation())
            m_selection.clearInspected();
        return;
    case Level::hints:
        return m_firstMarks->end();
    case Level::alone:
        return m_board->showAll();
    case Level::presenting:
        return m_presentation->end();
    case Level::fit:
        return m_document.fit().cancel();
    case Level::questions:
        if (DocumentStep* step = m_lesson->documentStep())
            return step->leave();
        return m_document.uncover();
    case Level::window:
        return;
    }
}

void MainWindow::openFile(const QString& file) {
    finishTyping();
    m_controller->openFile(file);
}

void MainWindow::readMatrix(const QString& file, const QWidget* on) {
    if (m_guide->read(file, on) || m_check->read(file, on))
        return;
    ParameterSection* section = m_parameters->sectionAround(on);
    if (section && section->model().isPresent())
        section->readFile(file);
    else
        m_banner->say(
            tr("“%1” holds numbers: drop it on the matrix on the left that should take them, or on the card "
               "of a stage, to compare them with it.")
                .arg(QFileInfo(file).fileName()));
}

/// Applies a number that is still being typed.
void MainWindow::finishTyping() {
    m_presentation->finishTyping();
    if (m_snapshotStrip)
        m_snapshotStrip->finishTyping();
    m_editing->finishTyping();
    QWidget* focused = focusWidget();
    if (auto* field = qobject_cast<NumberField*>(focused))
        field->finish();
    else if (focused && m_parameters->isAncestorOf(focused))
        m_parameters->setFocus();
    else if (qobject_cast<QLineEdit*>(focused) && m_pages->isAncestorOf(focused) &&
             !m_sentence->isAncestorOf(focused)) // in low windows: its text is applied already
        m_pages->currentWidget()->setFocus();
    else if (focused && m_dictionary && m_dictionary->isAncestorOf(focused))
        m_dictionary->setFocus();
}

void MainWindow::openDictionary() {
    if (!m_dictionary) {
        m_check->close();
        m_dictionary = new DictionaryPanel(m_document, m_selection, m_theme);
        connect(m_board, &Board::refreshed, m_dictionary, &DictionaryPanel::updateLook);
        connect(m_dictionary, &DictionaryPanel::closed, this, &MainWindow::closeDictionary);
        connect(m_dictionary, &DictionaryPanel::refused, m_status, &StatusLine::say);
        m_body->setBottomPanel(m_dictionary);
    }
    QAction& parameters = (*m_actions)[ActionId::parameters];
    if (m_body->hasDrawer() && parameters.isChecked()) // it would cover the dictionary
        parameters.trigger();
    m_dictionary->setFocus();
}

void MainWindow::openManual(const QString& page) {
    if (!m_manual)
        m_manual = new ManualWindow(m_theme, this);
    if (!page.isEmpty())
        m_manual->openPage(page);
    m_manual->show();
    m_manual->raise();
    m_manual->activateWindow();
}

void MainWindow::closeDictionary() {
    finishTyping();
    m_dictionary = nullptr;
    m_body->setBottomPanel(nullptr);
    const bool given = has_given_inputs(m_document.experiment());
    m_parameters->section(given ? ParameterId::X : ParameterId::E)->grid().setFocus();
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ActivationChange && isActiveWindow())
        m_controller->checkFile(); // another program may have changed the file
}

void MainWindow::closeEvent(QCloseEvent* event) {
    finishTyping();
    m_presentation->end(); // what is asked about changes would be hidden, and the window’s size is remembered
    if (!m_mayClose && m_controller->hasUnsaved()) {
        event->ignore();
        m_controller->beforeClosing([this] {
            m_mayClose = true;
            close();
        });
        return;
    }
    m_controller->settleRecovery();
    // Somebody who has only looked leaves nothing behind.
    const bool isMaximized = windowState() != Qt::WindowNoState;
    if (isMaximized || size() != m_sizeAtStart || screen() != m_screenAtStart)
        m_preferences.geometry = saveGeometry();
    m_preferences.marksSeen = m_preferences.marksSeen || (m_firstMarks && m_firstMarks->isAnyDone());
    m_preferences.stageAbout = m_explanation->isAboutOpen();
    m_preferences.whatRaises = m_pull->isSwitchedOn();
    m_preferences.save();
    event->accept();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    arrangeForSize();
}

/// The description stands below the explanation where that has a column beside the board, else on the board.
void MainWindow::placeDescription() {
    if (m_lesson->documentStep() && !m_board->isAncestorOf(m_description))
        return; // on the board, it would push down what is asked for
    const bool beside = m_body->hasExplanationColumn();
    m_description->hideText(m_presentation->notes() != nullptr); // which have the text
    if (&m_pages->page() != m_board || m_board->isAncestorOf(m_description) != beside)
        return; // elsewhere it stays where it is
    if (beside) {
        m_board->setDescription(nullptr);
        m_body->setAside(m_description);
    } else {
        m_body->setAside(nullptr);
        m_board->setDescription(m_description);
    }
}

/// In a low window sentence and head strip scroll with the page, to leave room for the board.
void MainWindow::arrangeForSize() {
    m_status->setWindowWidth(width());
    m_sentence->setRoomForArcs(height() >= m_theme.px(arcsFrom));
    const bool isShort = height() < m_theme.px(shortBelow) && !m_presentation->hidesWindow();
    if (isShort == m_short)
        return;
    m_short = isShort;
    QWidget* focused = focusWidget(); // reparenting loses the focus
    auto* column = static_cast<QVBoxLayout*>(centralWidget()->layout());
    auto* header = static_cast<QVBoxLayout*>(m_pageHeader->layout());
    if (isShort) {
        m_body->setStripHere(false);
        header->addWidget(m_sentence);
        header->addWidget(m_heads);
        m_pages->setHeader(m_pageHeader);
        m_sentence->show(); // at once, for the keyboard may return to it
    } else {
        m_pages->setHeader(nullptr);
        m_pageHeader->setParent(this);
        m_pageHeader->hide();
        header->removeWidget(m_heads);
        column->insertWidget(column->indexOf(m_banner) + 1, m_sentence);
        m_sentence->show();
        m_body->setStripHere(true);
    }
    if (focused && (m_sentence->isAncestorOf(focused) || m_heads->isAncestorOf(focused)))
        focused->setFocus();
}

} // namespace lab
