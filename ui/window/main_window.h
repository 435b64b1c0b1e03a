// SPDX-License-Identifier: GPL-3.0-or-later
//
// The main window: puts the parts together and connects the actions.
#pragma once

#include "core/experiment/stage.h"
#include "ui/document/lab_document.h"
#include "ui/plots/figure.h"
#include "ui/selection/selection.h"
#include "ui/window/preferences.h"

#include <QMainWindow>
#include <QPointer>

#include <functional>
#include <memory>

namespace lab {

class Actions;
class Banner;
class Board;
class ComparePage;
class CoveredStrip;
class DescriptionPanel;
class DictionaryPanel;
class DocumentController;
class ExplanationPanel;
class ExplanationPresenter;
class FileStrip;
class FitRun;
class FitStrip;
class FirstMarks;
class HeadStrip;
class HeadsPage;
class LastDocumentStrip;
class LessonEditing;
class LessonGuide;
class LessonPlayer;
class LinksPage;
class MainMenu;
class ManualWindow;
class NumberCheck;
class PageChoices;
class PagePanels;
class PageStack;
class PresentScreens;
class PresentedLesson;
class PullOfInspected;
class Presentation;
class ParametersPanel;
class DataExport;
class FigureExport;
class Recovery;
class RecoveryStrip;
class SentencePanel;
class SnapshotStrip;
class StatusLine;
class Theme;
class TitleStrip;
class TopBar;
class WaitStrip;
class WindowLayout;
class WindowView;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(Theme& theme, Preferences preferences);
    ~MainWindow() override;

    LabDocument& document() { return m_document; }
    Selection& selection() { return m_selection; }
    DocumentController& controller() const { return *m_controller; }
    FigureExport& figureExport() const { return *m_figureExport; }
    const Actions& actions() const { return *m_actions; }
    Board& board() const { return *m_board; }
    PageStack& pages() const { return *m_pages; }
    // Made by these if they have not been shown.
    LinksPage& links() const;
    HeadsPage& headsPage() const;
    ComparePage& compare() const;
    ParametersPanel& parameters() const { return *m_parameters; }
    SentencePanel& sentence() const { return *m_sentence; }
    HeadStrip& heads() const { return *m_heads; }
    ExplanationPanel& explanation() const { return *m_explanation; }
    PullOfInspected& pull() const { return *m_pull; }
    StatusLine& status() const { return *m_status; }
    LessonPlayer& lesson() const { return *m_lesson; }
    LessonGuide& lessonGuide() const { return *m_guide; }
    LessonEditing& lessonEditing() const { return *m_editing; }
    Presentation& presentation() const { return *m_presentation; }
    Banner& banner() const { return *m_banner; }
    Recovery& recovery() const { return *m_recovery; }
    /// Made when it is first asked for.
    TitleStrip& titleStrip();
    /// What the window shows, and its scenes.
    WindowView& view() const { return *m_view; }
    /// Made when it is first shown.
    SnapshotStrip* snapshotStrip() const { return m_snapshotStrip; }
    RecoveryStrip& recoveryStrip() const { return *m_recoveryStrip; }
    FileStrip& fileStrip() const { return *m_fileStrip; }
    WaitStrip& waitStrip() const { return *m_waitStrip; }
    /// nullptr unless this is the first start.
    FirstMarks* firstMarks() const { return m_firstMarks; }
    /// nullptr while it is closed.
    DictionaryPanel* dictionary() const { return m_dictionary; }
    NumberCheck& numberCheck() const { return *m_check; }

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void connectActions();
    void connectParts();
    void connectKeyboard();
    void connectDocument();
    void connectFile();
    void connectScenes();
    void connectPull();
    void connectFit(PageChoices& choices);
    void showFitStrip();
    void foldFixed(const FitRun& fit);
    void connectLesson(ExplanationPresenter& presenter);
    void connectLessonEditing(ExplanationPresenter& presenter);
    void followLesson();
    void noteLesson();
    void showSnapshotStrip();
    void pointOut();
    void offerLast(const QString& name, const QString& file);
    void restoreDefaults();
    void makeCoveredStrip();
    void sayCovered();
    void closeCheckBefore(const std::function<void(const QString& said)>& tell);
    void coverUnasked(const StageBlock& block);
    void followPresentation();
    /// Makes what presents the page.
    void addPresentation(PageChoices& choices);
    /// Checks what a clicker opens at a time.
    void showOpens();
    /// The scenes that Present walks through: on its button, and once when they are opened.
    void countScenes();
    void sayScenes();
    /// What Escape can leave, the topmost level first; `window`: there is nothing left to leave.
    enum class Level { inspected, hints, alone, presenting, fit, questions, window };
    Level topmost() const;
    void goBack();
    void updateTitle();
    void updateChecks();
    void openFile(const QString& file);
    void readMatrix(const QString& file, const QWidget* on);
    void finishTyping();
    void openDictionary();
    void closeDictionary();
    /// Opens the manual on this page, or where it was.
    void openManual(const QString& page = {});
    void arrangeForSize();
    void placeDescription();

    Theme& m_theme;
    Preferences m_preferences;
    LabDocument m_document;
    Selection m_selection;
    Actions* m_actions;
    Recovery* m_recovery;
    DocumentController* m_controller;
    FigureExport* m_figureExport;
    DataExport* m_dataExport;
    MainMenu* m_menu;
    TopBar* m_topBar;
    Banner* m_banner;
    RecoveryStrip* m_recoveryStrip;
    LastDocumentStrip* m_lastStrip = nullptr; ///< made if there is something to offer
    FileStrip* m_fileStrip;
    WaitStrip* m_waitStrip;
    TitleStrip* m_titleStrip = nullptr;
    FitStrip* m_fitStrip = nullptr;
    CoveredStrip* m_covered = nullptr; ///< made when something is covered
    SnapshotStrip* m_snapshotStrip = nullptr;
    WindowView* m_view;
    LessonPlayer* m_lesson;
    LessonGuide* m_guide = nullptr;
    LessonEditing* m_editing = nullptr;
    SentencePanel* m_sentence;
    ParametersPanel* m_parameters;
    HeadStrip* m_heads;
    Board* m_board;
    PullOfInspected* m_pull;
    ExplanationPanel* m_explanation;
    DescriptionPanel* m_description;
    PageStack* m_pages;
    WindowLayout* m_body;
    PresentScreens* m_screens;
    Presentation* m_presentation;
    std::unique_ptr<PresentedLesson> m_presentedLesson;
    PagePanels* m_panels;
    std::optional<StageId> m_aloneBefore; ///< the card that was shown alone before presenting
    DictionaryPanel* m_dictionary = nullptr;
    StatusLine* m_status;
    NumberCheck* m_check = nullptr;
    FirstMarks* m_firstMarks = nullptr;
    QPointer<ManualWindow> m_manual; ///< null while it is closed
    QWidget* m_pageHeader;           // contains sentence and head strip while they scroll with the page
    QSize m_sizeAtStart;
    QScreen* m_screenAtStart; ///< for comparison only
    bool m_short = false;
    bool m_mayClose = false;
};

} // namespace lab
