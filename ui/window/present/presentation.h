// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presenting: the page alone on the whole screen, in letters that the last row of seats can read, with keys
// for the presenter.
//
// On one screen the window's own content is hidden as a whole and keeps what it shows; only the page, with
// the parameters and the explanation that can be opened over it, moves to the slide and back. So nothing has
// to be restored one by one, whatever happens meanwhile.
//
// Where there are two screens, the slide is in a window of its own with pages of its own, and this window
// stays as it is, with notes below the page.
#pragma once

#include "core/experiment/experiment.h"
#include "ui/document/cover.h"
#include "ui/document/scenes.h"
#include "ui/pages/page_choices.h"
#include "ui/window/present/opens.h"

#include <QMainWindow>
#include <QObject>
#include <QPointer>
#include <QRect>
#include <QTimer>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

class QScreen;
class QStackedWidget;

namespace lab {

class LabDocument;
class LessonPlayer;
class Notes;
class PageChoices;
class Page;
class PresentScreens;
class Selection;
class Slide;
class SlideWindow;
class Theme;
struct CellRef;
struct SizedTheme;
enum class KeyCommand;

/// The scale, in per cent, at which numbers on cards are 1/40 of the height in pixels.
int presentedScale(int height);

class Presentation : public QObject {
    Q_OBJECT
public:
    /// The parts of one window, which must outlive this object. `body` is in the column of the window's
    /// central widget.
    struct Parts {
        QMainWindow& window;
        LabDocument& document;
        Scenes& scenes;             ///< of that document
        const LessonPlayer& lesson; ///< likewise
        Selection& selection;
        PageChoices& choices;
        Theme& theme;
        QStackedWidget& pages; ///< in the body
        qsizetype tabs;        ///< that show them: their keys are Ctrl 1 and so on
        QWidget& body;
        /// Tells the pages and what surrounds them in the body that the page has the whole screen.
        std::function<void(bool presented)> notify;
        PresentScreens& screens;
        const Opens& opens; ///< what a clicker opens at a time
        /// Makes a second set of the same pages, for the audience, with lengths of `theme`.
        std::function<QStackedWidget*(Theme& theme)> makePages;
    };
    Presentation(const Parts& parts, QObject* parent);
    ~Presentation() override;

    bool isRunning() const { return m_slide != nullptr; }
    /// Whether the slide covers the window; otherwise it is on another screen.
    bool hidesWindow() const { return m_slide && !m_beside; }
    enum class From { first_scene, here };
    /// `from`: with the first scene, if there is one, or with the page as it is.
    void begin(From from);
    void end();
    /// Says something on the slide, where the window's own lines are hidden. Empty: which keys there are.
    void say(const QString& text);
    /// Says it only if there is a second screen; otherwise the window says it itself.
    void sayBeside(const QString& text);
    /// What stands above the page; empty: nothing.
    void setTitle(const QString& title);
    /// What a lesson asks, for a slide in a window of its own; on the other one, the panel of the lesson has
    /// it.
    void setQuestion(const QString& question);
    /// Applies what is being typed on the slide, if the slide has a window of its own.
    void finishTyping();
    /// The theme of the slide's own window while the user works there; otherwise that of the window. On a
    /// slide, the normal scale is that of its screen.
    SizedTheme themeInUse() const;

    /// Whether the document was presented and is still that document.
    bool canRevert() const;
    /// What revert() has changed: nothing, only how numbers are shown, or the experiment, too.
    enum class Reverted { nothing, look, experiment };
    /// Brings the experiment back as it was when presenting began, as one undo step, and how its numbers,
    /// colours and cards were shown, which is no undo step anywhere.
    Reverted revert();

    /// Scrolls to a cell where only a part is in sight.
    void showCell(const CellRef& cell);

    /// nullptr unless it is running.
    Slide* slide() const { return m_slide; }
    // nullptr unless there are two screens.
    SlideWindow* slideWindow() const { return m_beside; }
    Notes* notes() const { return m_notes; }
    bool isBlank() const { return m_blank != nullptr; }
    bool hasLaser() const { return m_hasLaser; }

signals:
    /// The presentation begins (nothing has been hidden yet), or has ended.
    void runningChanged();
    /// canRevert() may have changed.
    void revertible();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void beginOver();
    void endOver();
    void beginBeside(QScreen& screen);
    void endBeside();
    void moveWindow(const QScreen& from);
    void moveTo(const QRect& geometry);
    void moveTo(const QScreen& screen);
    void loseScreen(const QScreen* gone);
    void keepInSight();
    /// Where the slide is: the window, or one of its own.
    QWidget& place() const;
    void fitSoon();
    void fit();
    bool takesKey(const QKeyEvent& event, const QWidget* focused);
    bool take(KeyCommand command);
    bool turn(int by);
    bool openNext();
    std::optional<CellRef> nextCovered() const;
    Block opensAlong(const CellRef& cell) const;
    bool closeLast();
    bool goBack();
    void leaveGrid();
    void goFirst();
    void showCount();
    std::vector<StageBlock> shownMatrices() const;
    Page& shownPage() const;
    void scrollSlide(int by);
    std::vector<StageBlock> pointedAt();
    std::optional<StageBlock> matrixUnderPointer() const;
    void cover(KeyCommand command, const std::vector<StageBlock>& matrices);
    void chooseHead(int by);
    void showKeys();
    QStringList keys() const;
    void openChosen();
    void setBlank(bool blank);
    void setLaser(bool laser);

    Parts m_parts;
    Slide* m_slide = nullptr;
    SlideWindow* m_beside = nullptr;
    Notes* m_notes = nullptr;
    std::vector<QPointer<QWidget>> m_left; ///< windows of slides, which will be deleted from the event loop
    std::optional<QRect> m_geometryBefore; ///< if the window was moved to another screen
    QWidget* m_blank = nullptr;
    QPointer<QWidget> m_focus; ///< had the keyboard before
    Qt::WindowStates m_stateBefore;
    int m_index = 0; ///< of the body in the window's column
    bool m_hasLaser = false;
    QString m_title;
    QString m_question;
    QTimer m_fit;
    std::optional<Experiment> m_before;   ///< as it was when presenting began
    std::optional<Experiment> m_opened;   ///< the document that it belongs to, as it was opened
    PageLooks m_looks;                    ///< as they were when presenting began
    std::optional<Scenes::Start> m_start; ///< where one was then, if it began with the first scene
    /// The last thing that C, O and their like did, and how to take it back.
    struct CoverStep {
        KeyCommand command;
        std::vector<StageBlock> matrices;
        Cover before;
        std::uint64_t after; ///< Cover::changes()
    };
    std::optional<CoverStep> m_coverStep;
    /// How scenes were left while presenting.
    struct LeftScene {
        Experiment experiment;
        Cover cover;
    };
    std::map<std::shared_ptr<const Experiment>, LeftScene> m_leftScenes;
};

} // namespace lab
