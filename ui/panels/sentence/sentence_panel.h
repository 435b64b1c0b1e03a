// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sentence in large type, with the choice of positions beside it and its tokens below. Below that, in the
// same way, the second sentence, if keys and values come from one.
#pragma once

#include "ui/panels/sentence/sentence_line.h"

#include <QFrame>

#include <vector>

namespace lab {

class FindLine;
class NextWordControls;

class SentencePanel : public QFrame {
    Q_OBJECT
public:
    SentencePanel(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

    QLineEdit& line() const { return m_sentence->line(); }
    QPushButton& tokenizer() const { return m_sentence->tokenizer(); }
    /// Opens the choice of positions. Its text names those added to the tokens' vectors.
    QPushButton& position() const { return *m_position; }
    /// The position of the sentence's first token; see SentenceLine.
    NumberField& first() { return m_sentence->first(); }
    const std::vector<PillButton*>& chips() const { return tokens().chips(); }
    TokenRow& tokens() const { return m_sentence->tokens(); }
    QString problem() const { return m_sentence->problem(); }
    /// Opens the choice between what a token looks at and what looks at it. Hidden where keys have a sentence
    /// of their own.
    QPushButton& looking() const { return *m_looking; }
    /// Whether the window is high enough for arcs between the tokens.
    void setRoomForArcs(bool room) { m_sentence->setRoomForArcs(room); }
    /// The sentence that keys and values come from. Hidden if they come from the first. Made when a document
    /// has it, or when it is asked for.
    SentenceLine& source();
    /// Gives keys and values a sentence of their own. Hidden if they have one.
    PillButton& addSource() const { return *m_add; }
    PillButton& removeSource();
    /// Finds tokens of both sentences. Made when it is first asked for.
    FindLine& find();
    /// The sentence word by word.
    NextWordControls& nextWord() const { return *m_nextWord; }

signals:
    /// Return ends the typing of a sentence.
    void typed();
    void messageRequested(const QString& message);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh(const Change& change);
    void restyle();
    void tellEnd();
    void updateSource();
    void mark(const std::vector<InspectedToken>& tokens);
    void labelLines();
    void fillPositionMenu();
    void updatePosition();
    void fillLookingMenu();
    void updateLooking();
    void fitOptions();

    LabDocument& m_document;
    Selection& m_selection;
    const Theme& m_theme;
    SentenceLine* m_sentence;
    SentenceLine* m_source = nullptr;
    FindLine* m_find = nullptr;
    QPushButton* m_position;
    QAction* m_rotary = nullptr; ///< in its menu
    QAction* m_alibi = nullptr;
    QAction* m_first = nullptr;
    QAction* m_firstOfSource = nullptr;
    QPushButton* m_looking;
    NextWordControls* m_nextWord;
    bool m_wasStep = false;  ///< the document was a cache step
    bool m_hasEnded = false; ///< it is no longer one since the keys' line is typed in
    PillButton* m_add;
    PillButton* m_remove = nullptr; ///< made with `m_source`
};

} // namespace lab
