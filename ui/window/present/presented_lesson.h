// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lesson that is presented to a class: as somebody finds it who has answered nothing, and no answer is
// kept. Somebody's own lesson, with answers in it, goes on while presented.
#pragma once

namespace lab {

class LabDocument;
class LessonPlayer;
class Scenes;

class PresentedLesson {
public:
    /// Parts of one window, which must outlive this object.
    PresentedLesson(const LabDocument& document, LessonPlayer& player, const Scenes& scenes)
        : m_document(document), m_player(player), m_scenes(scenes) {}

    /// To be called before presenting begins: plays the lesson from its first step on, from the scene that
    /// was gone to last, or from the step that is played.
    void begin(bool atFirst);
    /// To be called once presenting has ended: what was played before goes on.
    void end();

private:
    const LabDocument& m_document;
    LessonPlayer& m_player;
    const Scenes& m_scenes;
    bool m_isOn = false;
    bool m_wasPlayed = false; ///< before presenting
};

} // namespace lab
