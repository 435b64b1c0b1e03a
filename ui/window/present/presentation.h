// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presenting: the page alone on the whole screen, in letters that the last row can read, with keys for the
// hand that teaches.
//
// The window's own content is hidden as a whole and keeps what it shows; only the page, with the parameters
// and the explanation that can be opened over it, moves to the slide and back. So nothing has to be restored
// one by one, whatever happens meanwhile.
#pragma once

#include "core/experiment.h"

#include <QMainWindow>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <optional>
#include <vector>

class QStackedWidget;

namespace lab {

class LabDocument;
class Lesson;
class Selection;
class Slide;
class Theme;
struct StageBlock;
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
        Lesson& lesson; ///< of that document
        Selection& selection;
        Theme& theme;
        QStackedWidget& pages; ///< in the body
        QWidget& body;
        /// Tells the pages and what surrounds them in the body that the page has the whole screen.
        std::function<void(bool presented)> notify;
    };
    Presentation(const Parts& parts, QObject* parent);
    ~Presentation() override;

    bool isRunning() const { return m_slide != nullptr; }
    void begin();
    void end();
    /// Says something on the slide, where the window's own lines are hidden. Empty: which keys there are.
    void say(const QString& text);
    /// What stands above the page; empty: nothing.
    void setTitle(const QString& title);

    /// Whether the document was presented and is still that document.
    bool canRevert() const;
    /// Undoes all that was tried since presenting began, in one undo step. False: nothing had changed.
    bool revert();

    /// nullptr unless it is running.
    Slide* slide() const { return m_slide; }
    bool isBlank() const { return m_blank != nullptr; }
    bool hasLaser() const { return m_hasLaser; }

signals:
    /// It begins, before anything is hidden, or has ended.
    void runningChanged();
    /// canRevert() may have changed.
    void revertible();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fitSoon();
    void fit();
    bool takesKey(const QKeyEvent& event);
    bool take(KeyCommand command);
    bool turn(int by);
    bool openNext();
    void showCount();
    std::vector<StageBlock> shownMatrices() const;
    bool isWhollyCovered(const StageBlock& block) const;
    void coverPointedAt();
    void coverShown();
    void openChosen();
    void setBlank(bool blank);
    void setLaser(bool laser);

    Parts m_parts;
    Slide* m_slide = nullptr;
    QWidget* m_blank = nullptr;
    QPointer<QWidget> m_focus; ///< had the keyboard before
    Qt::WindowStates m_stateBefore;
    int m_index = 0; ///< of the body in the window's column
    bool m_hasLaser = false;
    QString m_title;
    QTimer m_fit;
    std::optional<Experiment> m_before; ///< as it was when presenting began
    std::optional<Experiment> m_opened; ///< the document that it belongs to, as it was opened
};

} // namespace lab
