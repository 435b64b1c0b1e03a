// SPDX-License-Identifier: GPL-3.0-or-later
//
// Making a lesson in the window: its panel, the questions in the menus of cards, and trying a step.
#pragma once

#include "ui/window/lesson/ask_menu.h"

#include <QObject>

#include <functional>

class QWidget;

namespace lab {

class LessonEditPanel;
class LessonEditor;
class LessonPlayer;
class PillButton;
class Scenes;
class Selection;
class Theme;
struct KeptView;

class LessonEditing : public QObject {
    Q_OBJECT
public:
    /// The parts of one window, which must outlive this object.
    struct Parts {
        QWidget& window;
        LabDocument& document;
        LessonPlayer& player;
        Scenes& scenes;
        Selection& selection;
        const Theme& theme;
        /// What a scene of what the window shows is called.
        std::function<QString(const KeptView&)> nameOf;
    };
    LessonEditing(const Parts& parts, QObject* parent);

    LessonEditor& editor() const { return *m_editor; }
    /// Made when a lesson is first edited.
    LessonEditPanel* panel() const { return m_panel; }
    /// Begins, leaving a lesson that is played at its step; ends if a lesson is edited.
    void toggle();
    void begin();
    /// Edits that snapshot, as a step of the lesson.
    void editSnapshot(std::size_t snapshot);
    /// While it is true, nothing that the scene inspects is explained unless somebody asks.
    bool isShown() const { return m_isShown; }
    /// While presenting, the panel is not for the audience.
    void setPresented(bool presented);
    /// Applies what is typed in a line of the panel and was not applied yet.
    void finishTyping();
    /// Adds questions to the menu of a card.
    void fill(QMenu& menu, const AskPlace& at);

signals:
    /// It is shown beside the page, with a button that leads back to it; nullptr: no longer.
    void panelWanted(QWidget* panel, QWidget* back);
    void panelMade(QWidget* panel);
    /// The explanation should give the panel its place back.
    void backWanted();
    /// The panel had the keyboard and goes.
    void keyboardFreed();
    void messageRequested(const QString& message);
    void toggled(bool on);

private:
    void makePanel();
    void show();
    void follow();
    void addStepHere();
    void ask(const nlohmann::ordered_json& question);

    Parts m_parts;
    LessonEditor* m_editor;
    LessonEditPanel* m_panel = nullptr;
    PillButton* m_back = nullptr;
    bool m_isShown = false;
    bool m_isPresented = false;
    bool m_isTrying = false;
};

} // namespace lab
