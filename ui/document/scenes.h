// SPDX-License-Identifier: GPL-3.0-or-later
//
// The scenes of the document, in their order, and which of them was gone to last.
#pragma once

#include "ui/document/kept_view.h"
#include "ui/document/step.h"

#include <QObject>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace lab {

class LabDocument;

class Scenes : public QObject {
    Q_OBJECT
public:
    /// `look` says what the window shows now. What it should show is said by LabDocument::placeWanted().
    Scenes(LabDocument& document, std::function<KeptView()> look, QObject* parent = nullptr);

    /// The scenes, as indices of snapshots.
    const std::vector<std::size_t>& indices() const { return m_indices; }
    // The following functions return places in indices().
    /// The scene that the user went to or kept last, whatever has been edited since; nullopt: there is none,
    /// or it was deleted.
    std::optional<std::size_t> current() const { return m_current; }
    /// The scene after current(). Before any scene was current, the first one; if the current one was
    /// deleted, the one that took its place. nullopt: there is none.
    std::optional<std::size_t> next() const;
    std::optional<std::size_t> previous() const;
    QString name(std::size_t scene) const;

    /// One undo step if the scene has other numbers, otherwise none. While a lesson is played, sceneWanted()
    /// or stepWanted() takes the place of this and of step().
    void goTo(std::size_t scene);
    /// While goTo() shows a scene: whether it replaces numbers that are in no scene, so that nothing but undo
    /// brings them back.
    bool isReplacingEdits() const { return m_replacesEdits; }
    /// Goes to the next scene or, with −1, to the one before. Returns false if there is none.
    bool step(int by);
    /// The state before the user began to go through the scenes.
    struct Start {
        Experiment experiment;
        ScenePlace place;
        int step; ///< of the undo stack
    };
    Start start() const;
    /// Goes back there; stays where numbers have been edited since, which would be lost from sight. If
    /// nothing but going to scenes has been done, that is undone; otherwise it is one undo step if numbers
    /// differ.
    void leave(const Start& start);
    /// Why step() leads nowhere.
    QString whyNoStep(int by) const;

    /// What the window shows now, alone and with the scene that was gone to last.
    KeptView look() const { return m_look(); }
    ScenePlace place() const;

signals:
    /// While a lesson is played: somebody wants to go to this snapshot, or so many steps on.
    void sceneWanted(std::size_t snapshot);
    void stepWanted(int by);
    /// goTo() is about to show a scene; the window and the document are still as they were.
    void leaving();
    /// Other scenes, or another one is current.
    void changed();

private:
    void refresh();
    bool hasOnlyScenesSince(int step) const;
    bool hasEdits(const Experiment& now) const;

    LabDocument& m_document;
    std::function<KeptView()> m_look;
    std::vector<std::size_t> m_indices;
    std::optional<std::size_t> m_current;
    bool m_replacesEdits = false;
    std::size_t m_last = 0; ///< where the current scene stands, or stood before it was deleted
};

} // namespace lab
