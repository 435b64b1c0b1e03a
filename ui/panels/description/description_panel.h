// SPDX-License-Identifier: GPL-3.0-or-later
//
// The document's description, and what leads on: through its scenes, to a lesson, or to what an example asks.
// A description that was written for another sentence or notation is folded. Stands below the explanation
// where that has a column, else on the board.
#pragma once

#include <QWidget>

class QLabel;

namespace lab {

class FoldHeader;
class LabDocument;
class LessonPlayer;
class Scenes;
class PillButton;
class Theme;

class DescriptionPanel : public QWidget {
    Q_OBJECT
public:
    DescriptionPanel(LabDocument& document, const Scenes& scenes, const LessonPlayer& lesson,
                     const Theme& theme, QWidget* parent = nullptr);

    /// Where something else shows the text.
    void hideText(bool hides);
    /// The header that folds the text; hidden while there is no reason to.
    FoldHeader& header() const { return *m_header; }
    /// Leads to the next scene, and from the last one to the first; hidden where there is none, and where the
    /// document has a lesson, which lesson() starts.
    PillButton& scenes() const { return *m_scenesButton; }
    PillButton& lesson() const { return *m_lessonButton; }
    /// Which lesson to go on with; empty: none was begun.
    void offerLesson(const QString& name);
    /// Opens that lesson, or the first one; at the example that the program starts with.
    PillButton& firstLesson() const { return *m_firstLesson; }
    /// Opens the one that follows the document's lesson, once that is done.
    PillButton& nextLesson() const { return *m_nextLesson; }

    /// Begins what the example asks (TriedStep), as long as the document is about that.
    PillButton& tryButton() const { return *m_tryButton; }

    /// Puts the keyboard on what leads on, if it is in sight.
    void takeKeyboard();

    bool hasHeightForWidth() const override { return true; }
    /// 0 if there is nothing to show. When it changes, the panel gets a LayoutRequest at once.
    int heightForWidth(int width) const override;

signals:
    void sceneWanted(std::size_t scene);
    void lessonWanted();
    void tryWanted();
    void exampleWanted(const QString& name);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void showScenes();
    void showLesson();
    void showTry();
    bool isLessonDone() const;
    std::vector<PillButton*> ways() const;
    void requestLayout();
    void restyle();
    void layOut();
    int headerHeight() const;
    struct Parts {
        QRect text;
        std::vector<std::pair<PillButton*, QRect>> ways;
        int height = 0;
    };
    Parts partsIn(int width) const;
    bool hasText() const;
    bool isUnfolded() const;

    LabDocument& m_document;
    const Scenes& m_scenes;
    const LessonPlayer& m_lesson;
    const Theme& m_theme;
    FoldHeader* m_header;
    QLabel* m_text;
    PillButton* m_scenesButton;
    PillButton* m_lessonButton; ///< in its place, where the document has a lesson
    PillButton* m_firstLesson;
    PillButton* m_nextLesson;
    QString m_offered; ///< see offerLesson()
    PillButton* m_tryButton;
    bool m_folds = false; // it can be folded
    bool m_hidesText = false;
};

} // namespace lab
