// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "ui/document/edits/options.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/files/recovery.h"
#include "ui/look/theme.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/compare/comparison_picker.h"
#include "ui/pages/explore/board.h"
#include "ui/pages/heads/heads_page.h"
#include "ui/pages/links/links_page.h"
#include "ui/pages/statistics/statistics_page.h"
#include "ui/panels/dictionary/dictionary_panel.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/panels/parameters/matrix_grid.h"
#include "ui/panels/parameters/matrix_model.h"
#include "ui/panels/parameters/parameter_section.h"
#include "ui/panels/parameters/parameters_panel.h"
#include "ui/panels/sentence/sentence_panel.h"
#include "ui/selection/dependency_highlighter.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/text_limit.h"
#include "ui/window/actions.h"
#include "ui/window/document_controller.h"
#include "ui/window/explanation_presenter.h"
#include "ui/window/figure_export.h"
#include "ui/window/file_drop.h"
#include "ui/window/manual_window.h"
#include "ui/window/page_stack.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/banner.h"
#include "ui/window/strips/file_strip.h"
#include "ui/window/strips/head_strip.h"
#include "ui/window/strips/recovery_strip.h"
#include "ui/window/strips/title_strip.h"
#include "ui/window/top_bar.h"
#include "ui/window/window_layout.h"

#include <QApplication>
#include <QCloseEvent>
#include <QFileInfo>
#include <QLineEdit>
#include <QScreen>
#include <QVBoxLayout>

#include <array>

namespace lab {

namespace {

constexpr int frameHeight = 40;    // estimated: the window has no frame yet
constexpr double shortBelow = 430; // points of height below which the sentence scrolls with the board
constexpr std::array scales{80, 90, 100, 110, 125, 150, 175, 200, 250, 300};

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
      m_figureExport(new FigureExport(m_document, theme, m_preferences, this)) {
    // Connected first: the selection must be valid before other slots see the change.
    connect(&m_document, &LabDocument::changed, this, [this] { m_selection.fit(m_document.experiment()); });
    m_topBar = new TopBar(m_document, *m_actions, theme);
    m_banner = new Banner(theme);
    m_recoveryStrip = new RecoveryStrip(*m_recovery, theme);
    m_fileStrip = new FileStrip(m_document, theme);
    m_titleStrip = new TitleStrip(m_document, theme);
    m_sentence = new SentencePanel(m_document, m_selection, theme);
    m_parameters = new ParametersPanel(m_document, m_selection, theme);
    m_heads = new HeadStrip(m_document, m_selection, theme);
    m_board = new Board(m_document, m_selection, theme);
    m_links = new LinksPage(m_document, m_selection, theme);
    m_statistics = new StatisticsPage(m_document, m_selection, theme);
    m_headsPage = new HeadsPage(m_document, m_selection, theme);
    m_compare = new ComparePage(m_document, m_selection, theme);
    m_pages = new PageStack(*m_actions, m_selection);
    addPages();
    new DependencyHighlighter(m_document, m_selection, this);
    m_explanation = new ExplanationPanel(m_document, m_selection, theme);
    m_body = new WindowLayout(m_parameters, m_heads, m_pages, m_explanation, theme);
    // Queued: the bar has its new width by then.
    connect(
        m_body, &WindowLayout::drawerChanged, m_topBar, [this] { m_topBar->setDrawer(m_body->hasDrawer()); },
        Qt::QueuedConnection);
    m_body->setWidths(m_preferences.columns); // may already turn the parameters into a drawer
    connect(m_body, &WindowLayout::widthsChanged, this,
            [this](const ColumnWidths& widths) { m_preferences.columns = widths; });
    connect(m_pages, &PageStack::pageChanged, this, &MainWindow::placeParts);
    m_presenter = new ExplanationPresenter(
        {m_selection, *m_actions, *m_body, *m_board, *m_pages, *m_parameters, *m_explanation}, this);
    (*m_actions)[ActionId::explanation].setChecked(m_preferences.explains);
    m_presenter->setExplaining(m_preferences.explains);
    placeParts();
    m_status = new StatusLine(m_document, m_selection, *m_board, theme);
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
    column->addWidget(m_titleStrip);
    column->addWidget(m_banner);
    column->addWidget(m_sentence);
    column->addWidget(line(centre));
    column->addWidget(m_body, 1);
    column->addWidget(line(centre));
    column->addWidget(m_status);
    setCentralWidget(centre);
    connectActions();
    connectDocument();
    connectFile();
    updateTitle();
    updateChecks();
    setMinimumSize(480, 360);
    if (!restoreGeometry(m_preferences.geometry))
        resize(QSize(1440, 900).boundedTo(screen()->availableSize() - QSize(0, frameHeight)));
    m_sentence->line().setFocus();
}

MainWindow::~MainWindow() {
    // Hide while the document still exists: an editor that loses the focus writes its number.
    hide();
}

/// Adds the pages of the modes. Each mode has an action in Actions.
void MainWindow::addPages() {
    const QString hint = tr("Click a number to see how it was computed; double-click to override it");
    const QString hintWithoutExplanations =
        tr("Click a number to inspect it, double-click to override it; %1 shows how it was computed")
            .arg((*m_actions)[ActionId::explanation].shortcut().toString(QKeySequence::NativeText));
    m_pages->add(ActionId::mode_explore, m_board,
                 {.hint = hint, .hintWithoutExplanations = hintWithoutExplanations});
    m_pages->add(ActionId::mode_links, m_links, {.hint = tr("Click a token or a line to inspect it")});
    m_pages->add(
        ActionId::mode_heads, m_headsPage,
        {.parameters = false,
         .explanation = false,
         .heads = false,
         .hint =
             tr("Point at a cell to highlight it in every head; click to select that head in Explore too")});
    m_pages->add(ActionId::mode_compare, m_compare,
                 {.explanation = false, .hint = tr("Click a number to inspect it on every card")});
    m_pages->add(ActionId::mode_statistics, m_statistics,
                 {.explanation = false, .hint = tr("Click a stage for details")});
    for (Page* page : std::initializer_list<Page*>{m_board, m_links, m_headsPage, m_compare, m_statistics}) {
        connect(page, &Page::exportRequested, m_figureExport, &FigureExport::save);
        connect(page, &Page::copyRequested, m_figureExport, &FigureExport::copy);
        // Through this window: the status line does not exist yet.
        connect(page, &Page::refused, this, [this](const QString& reason) { m_status->say(reason); });
    }
}

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
    on(ActionId::describe, [this] { m_titleStrip->open(); });
    on(ActionId::undo, [this] { m_document.undo(); });
    on(ActionId::redo, [this] { m_document.redo(); });
    on(ActionId::reset, [this] { m_document.resetToOpened(); });
    on(ActionId::export_figure,
       [this] { m_figureExport->save(m_pages->page().figure().value_or(*m_board->figure())); });
    on(ActionId::snapshot, [this] {
        finishTyping();
        m_status->say(tr("“%1” taken; Compare shows what changes from here").arg(takeSnapshot(m_document)));
    });
    on(ActionId::copy_weights, [this] { m_figureExport->copy(*m_board->figure()); });
    on(ActionId::copy_links, [this] { m_figureExport->copy(*m_links->figure()); });
    on(ActionId::theme_system, [this] { m_theme.setMode(ColourMode::system); });
    on(ActionId::theme_light, [this] { m_theme.setMode(ColourMode::light); });
    on(ActionId::theme_dark, [this] { m_theme.setMode(ColourMode::dark); });
    on(ActionId::notation_rows, [this] { setNotation(m_document, Notation::rows); });
    on(ActionId::notation_columns, [this] { setNotation(m_document, Notation::columns); });
    on(ActionId::view_settings, [this] { m_status->openView(); });
    on(ActionId::larger, [this] {
        const auto next = std::ranges::upper_bound(scales, m_theme.scale());
        setScale(next == scales.end() ? scales.back() : *next);
    });
    on(ActionId::smaller, [this] {
        const auto here = std::ranges::lower_bound(scales, m_theme.scale());
        setScale(here == scales.begin() ? scales.front() : *std::prev(here));
    });
    on(ActionId::normal_size, [this] { setScale(100); });
    on(ActionId::full_screen, [this](bool full) { setFullScreen(full); });
    on(ActionId::parameters, [this](bool open) { m_body->setDrawerOpen(open); });
    on(ActionId::explanation, [this](bool explains) {
        m_preferences.explains = explains;
        m_presenter->setExplaining(explains);
        placeParts();
    });
    on(ActionId::stop_inspecting, [this] { m_selection.clearInspected(); });
    on(ActionId::manual, [this] { openManual(); });
    on(ActionId::quit, [this] { close(); });
    connect(m_topBar, &TopBar::recentChosen, this, &MainWindow::openFile);
    connect(m_topBar, &TopBar::exampleChosen, m_controller, &DocumentController::openExample);
    connect(m_figureExport, &FigureExport::messageRequested, m_status, &StatusLine::say);
    connect(m_compare, &ComparePage::coloursShown, m_status, &StatusLine::setScales);
    connect(m_compare, &ComparePage::snapshotWanted, &(*m_actions)[ActionId::snapshot], &QAction::trigger);
    auto* drop = new FileDrop(this);
    connect(drop, &FileDrop::dropped, this, &MainWindow::openFile);
    connect(drop, &FileDrop::matrixDropped, this, &MainWindow::readMatrix);
    connect(drop, &FileDrop::refused, m_banner, &Banner::say);
    connect(new TextLimit(this), &TextLimit::refused, m_status, &StatusLine::say);
    connect(m_controller, &DocumentController::failed, m_banner, &Banner::say);
    connect(m_controller, &DocumentController::failed, m_status, &StatusLine::clearMessage);
    connect(m_controller, &DocumentController::succeeded, m_banner, &QWidget::hide);
    connect(m_controller, &DocumentController::messageRequested, m_status, &StatusLine::say);
    connect(m_recovery, &Recovery::failed, m_banner, &Banner::say);
    connect(m_recoveryStrip, &RecoveryStrip::openRequested, this, [this](const Recovery::FilePtr& offer) {
        finishTyping();
        m_controller->openRecovered(offer);
    });
    connect(m_parameters, &ParametersPanel::refused, m_status, &StatusLine::say);
    // A shared colour range is known only once the board's numbers are.
    connect(m_board, &Board::refreshed, m_parameters, &ParametersPanel::updateLook);
    connect(m_explanation, &ExplanationPanel::messageRequested, m_status, &StatusLine::say);
    connect(m_parameters, &ParametersPanel::messageRequested, m_status, &StatusLine::say);
    connect(m_parameters, &ParametersPanel::stageRequested, this, [this](StageId stage) {
        (*m_actions)[ActionId::mode_explore].trigger();
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
    connect(m_fileStrip, &FileStrip::compareWanted, this, [this] {
        (*m_actions)[ActionId::mode_compare].trigger();
        m_compare->choice().compareWithFile(m_document.file());
    });
    // Queued: the menu entry that restores an example must not be deleted while it is being handled.
    connect(
        &m_controller->changedExamples(), &ChangedExamples::changed, m_topBar,
        [this] { m_topBar->setChangedExamples(m_controller->changedExamples().entries()); },
        Qt::QueuedConnection);
    connect(m_topBar, &TopBar::changedExampleChosen, m_controller, &DocumentController::openChangedExample);
}

void MainWindow::connectDocument() {
    // A document may finish loading while a menu of the previous document is open.
    connect(&m_document, &LabDocument::changed, this, [](const Change& change) {
        QWidget* popup = QApplication::activePopupWidget();
        for (; popup && change.field == Field::everything; popup = QApplication::activePopupWidget())
            popup->close();
    });
    connect(&m_document, &LabDocument::fileChanged, this, [this] {
        m_selection.clearInspected();
        updateTitle();
        if (m_document.experiment().sequence.text.empty())
            m_sentence->line().setFocus(); // an empty document starts with a sentence
    });
    connect(&m_document, &LabDocument::outOfMemory, this, [this] {
        m_banner->say(tr("There is not enough memory to compute this document, so some numbers are out of "
                         "date or missing. Undo, shorten the sentence, or open a smaller document; your "
                         "document is intact and can be saved."));
    });
    connect(&m_selection, &Selection::inspectedChanged, this, &MainWindow::updateChecks);
    const QUndoStack& stack = m_document.undoStack();
    connect(&stack, &QUndoStack::cleanChanged, this, &MainWindow::updateTitle);
    connect(&stack, &QUndoStack::indexChanged, this, &MainWindow::updateChecks);
    connect(&m_document, &LabDocument::changed, this, [this](const Change& change) {
        updateChecks();
        if (change.field == Field::everything || change.field == Field::description)
            updateTitle();
    });
    connect(&m_document, &LabDocument::previewEnded, this, &MainWindow::updateChecks);
    connect(&m_theme, &Theme::changed, this, [this] {
        m_preferences.scale = m_theme.scale();
        m_preferences.mode = m_theme.mode();
        updateChecks();
        arrangeForHeight();
    });
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
    const bool rows = m_document.experiment().notation == Notation::rows;
    actions[rows ? ActionId::notation_rows : ActionId::notation_columns].setChecked(true);
    switch (m_theme.mode()) {
    case ColourMode::system:
        actions[ActionId::theme_system].setChecked(true);
        break;
    case ColourMode::light:
        actions[ActionId::theme_light].setChecked(true);
        break;
    case ColourMode::dark:
        actions[ActionId::theme_dark].setChecked(true);
        break;
    }
    const bool empty = is_empty(m_document.experiment());
    actions[ActionId::export_figure].setEnabled(!empty);
    actions[ActionId::copy_weights].setEnabled(!empty);
    actions[ActionId::copy_links].setEnabled(!empty);
    actions[ActionId::stop_inspecting].setEnabled(m_selection.isInspecting());
}

void MainWindow::setScale(int percent) {
    m_theme.setScale(percent);
    m_status->say(tr("Everything at %1 %").arg(m_theme.scale()));
}

void MainWindow::setFullScreen(bool full) {
    setWindowState(windowState().setFlag(Qt::WindowFullScreen, full)); // a maximised window comes back as one
}

void MainWindow::openFile(const QString& file) {
    finishTyping();
    m_controller->openFile(file);
}

void MainWindow::readMatrix(const QString& file, const QWidget* on) {
    ParameterSection* section = m_parameters->sectionAround(on);
    if (section && section->model().isPresent())
        section->readFile(file);
    else
        m_banner->say(tr("“%1” holds numbers: drop it on the matrix on the left that should take them.")
                          .arg(QFileInfo(file).fileName()));
}

/// Applies a number that is still being typed.
void MainWindow::finishTyping() {
    QWidget* focused = focusWidget();
    if (auto* field = qobject_cast<NumberField*>(focused))
        field->finish();
    else if (focused && m_parameters->isAncestorOf(focused))
        m_parameters->setFocus();
    else if (qobject_cast<QLineEdit*>(focused) && m_board->isAncestorOf(focused))
        m_board->setFocus();
    else if (qobject_cast<QLineEdit*>(focused) && m_compare->isAncestorOf(focused))
        m_compare->setFocus();
    else if (focused && m_dictionary && m_dictionary->isAncestorOf(focused))
        m_dictionary->setFocus();
}

void MainWindow::openDictionary() {
    if (!m_dictionary) {
        m_dictionary = new DictionaryPanel(m_document, m_selection, m_theme);
        connect(m_board, &Board::refreshed, m_dictionary, &DictionaryPanel::updateLook);
        connect(m_dictionary, &DictionaryPanel::closed, this, &MainWindow::closeDictionary);
        connect(m_dictionary, &DictionaryPanel::refused, m_status, &StatusLine::say);
        m_body->setBottomPanel(m_dictionary);
    }
    QAction& drawer = (*m_actions)[ActionId::parameters];
    if (drawer.isChecked()) // it would cover the dictionary
        drawer.trigger();
    m_dictionary->setFocus();
}

void MainWindow::openManual() {
    if (!m_manual)
        m_manual = new ManualWindow(m_theme, this);
    m_manual->show();
    m_manual->raise();
    m_manual->activateWindow();
}

void MainWindow::closeDictionary() {
    finishTyping();
    m_dictionary = nullptr;
    m_body->setBottomPanel(nullptr);
    m_parameters->section(ParameterId::E)->grid().setFocus();
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ActivationChange && isActiveWindow())
        m_controller->checkFile(); // another program may have changed the file
}

void MainWindow::closeEvent(QCloseEvent* event) {
    finishTyping();
    if (!m_mayClose && m_controller->hasUnsaved()) {
        event->ignore();
        m_controller->beforeClosing([this] {
            m_mayClose = true;
            close();
        });
        return;
    }
    m_recovery->discard();
    m_preferences.geometry = saveGeometry();
    m_preferences.save();
    event->accept();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    arrangeForHeight();
}

/// In a low window sentence and head strip scroll with the page, to leave room for the board.
void MainWindow::arrangeForHeight() {
    const bool isShort = height() < m_theme.px(shortBelow);
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

/// Sets up what surrounds the current page.
void MainWindow::placeParts() {
    const PageParts& parts = m_pages->parts();
    const bool promises = m_preferences.explains || parts.hintWithoutExplanations.isEmpty();
    m_heads->setPage(parts.heads, promises ? parts.hint : parts.hintWithoutExplanations);
    m_body->setParts(parts);
    (*m_actions)[ActionId::explanation].setEnabled(parts.explanation);
}

} // namespace lab
