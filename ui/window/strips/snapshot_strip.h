// SPDX-License-Identifier: GPL-3.0-or-later
//
// The snapshots of the document in a row: a click goes there. Scenes are filled and have their number in
// front; snapshots of numbers alone are outlines. They are renamed, deleted and moved here, by dragging, by
// keys and by a menu.
#pragma once

#include "ui/keys/key_bindings.h"

#include <QFrame>
#include <QPoint>
#include <QPointer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QGridLayout;
class QHBoxLayout;
class QLineEdit;
class QMouseEvent;
class QScrollArea;

namespace lab {

struct Experiment;
class LabDocument;
class LessonPlayer;
class Scenes;
class PillButton;
class SceneNotes;
class Theme;

class SnapshotStrip : public QFrame {
    Q_OBJECT
public:
    SnapshotStrip(LabDocument& document, Scenes& scenes, const LessonPlayer& lesson, const Theme& theme,
                  QWidget* parent = nullptr);

    const std::vector<PillButton*>& pills() const { return m_pills; }
    /// The line in which a name is typed.
    QLineEdit& nameLine() const { return *m_name; }
    /// Starts the lesson of the document; hidden where there is none, and while it is played.
    PillButton& lesson() const { return *m_lessonButton; }
    /// Asks for the name of the last one. Afterwards the keyboard goes back to where it was.
    void nameLast();
    /// Puts the keyboard on the current scene, or the first snapshot.
    void takeKeyboard();
    /// Keeps the name and the notes that are being typed.
    void finishTyping();
    /// nullptr before notes are edited for the first time.
    SceneNotes* notes() const { return m_notes; }

signals:
    void sceneWanted();
    void lessonWanted();
    /// This snapshot should be edited as a step of the lesson.
    void stepWanted(std::size_t which);
    void closeWanted();
    void messageRequested(const QString& message);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Drag {
        std::size_t from;
        QPoint begin; ///< global
        bool moving = false;
        std::size_t gap = 0; ///< before which pill it would be dropped
    };

    void addPill();
    void refresh();
    void showLesson();
    void mark();
    std::optional<std::size_t> current() const;
    std::optional<std::size_t> indexOf(const QObject* pill) const;
    void go(std::size_t which);
    void act(std::size_t which, KeyCommand command);
    void move(std::size_t which, std::size_t to);
    void focusPill(std::size_t which);
    void keepInSight();
    void openMenu(std::size_t which, const QPoint& where);
    bool filterPill(std::size_t which, QEvent& event);
    bool leadOn(std::size_t which, const QFocusEvent& event);
    bool filterName(QEvent& event);
    bool drag(const QMouseEvent& event);
    bool drop(const QMouseEvent& event);
    void showGap();
    void beginRename(std::size_t which);
    void endRename(bool take);
    void editNotes(std::size_t which);
    void scroll(int pixels);
    void arrange();
    void restyle();

    LabDocument& m_document;
    Scenes& m_scenes;
    const LessonPlayer& m_lesson;
    const Theme& m_theme;
    QWidget* m_row;
    QHBoxLayout* m_places; ///< of the pills
    QGridLayout* m_grid;   ///< notes, and below them the row with its buttons
    QScrollArea* m_area;
    PillButton* m_lessonButton;
    PillButton* m_left;
    PillButton* m_right;
    PillButton* m_add;
    PillButton* m_close;
    QLineEdit* m_name;
    SceneNotes* m_notes = nullptr;
    QWidget* m_marker; ///< where a dragged one would be dropped
    std::vector<PillButton*> m_pills;
    std::optional<Drag> m_drag;
    bool m_wentOn = false;                       ///< another scene was gone to while the strip was hidden
    QPointer<QWidget> m_focusBefore;             ///< had the keyboard before nameLast()
    std::shared_ptr<const Experiment> m_marked;  ///< the scene that was gone to
    std::shared_ptr<const Experiment> m_renamed; ///< of the snapshot whose name is being typed
};

} // namespace lab
