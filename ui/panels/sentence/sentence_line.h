// SPDX-License-Identifier: GPL-3.0-or-later
//
// One sentence: its text, how it is split into tokens, why a text was rejected, and its tokens below.
#pragma once

#include "core/edits/sentence.h"
#include "core/experiment/change.h"
#include "ui/panels/sentence/token_row.h"

#include <QWidget>

class QBoxLayout;
class QLabel;
class QAction;
class QLineEdit;
class QPushButton;

namespace lab {

class AttentionArcs;
class LabDocument;
class NumberField;
class Selection;
class Theme;

class SentenceLine : public QWidget {
    Q_OBJECT
public:
    /// The line of the source is hidden while the document has none.
    SentenceLine(LabDocument& document, Selection& selection, const Theme& theme, Side side,
                 QWidget* parent = nullptr);

    QLineEdit& line() const { return *m_line; }
    /// Opens the choice of tokenizer. Its text names the current one.
    QPushButton& tokenizer() const { return *m_tokenizer; }
    /// The field for the position of the first token, from 1. Hidden while it is 1 and the user does not type
    /// into it.
    NumberField& first();
    /// Shows that field, for typing.
    void typeFirst();
    static QString firstHint();
    TokenRow& tokens() const { return *m_tokens; }
    /// Why the last change of the sentence was rejected; empty if it was not.
    QString problem() const;
    void showProblem(const QString& reason);

    /// Adds a control beside the line, after the existing ones.
    void addOption(QWidget* option);
    /// The label in front of the line, at least `width` pixels wide if beside it. Empty: none.
    void setLabel(const QString& text, int width);
    /// The width of a label with that text.
    int labelWidth(const QString& text) const;
    /// Whether the window is high enough for arcs between the tokens.
    void setRoomForArcs(bool room);
    /// Puts label and controls beside the line, or above and below it if the line would be too short to read.
    void arrange();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh(const Change& change);
    void showText(const Sequence& now);
    void refuse(const QString& reason, Side side);
    void restyle();
    void showLock();
    void updateLine();
    void fillTokenizerMenu();
    void updateTokenizer();
    void showFirst(const Sequence& now);
    void connectChips();
    void showTokenMenu(TokenIndex token, QPoint at);
    void updatePadding();
    void updateInspected();
    void updateAttention();
    void placeArcs();
    void fitChips();
    /// Empty if the document has no such side.
    Sequence sequence() const;
    /// Whether the sentence is the query of a cache step: see core/experiment/cache_step.h.
    bool isLastWord() const;

    LabDocument& m_document;
    Selection& m_selection;
    const Theme& m_theme;
    Side m_side;
    QBoxLayout* m_top;   ///< m_typed and the options
    QBoxLayout* m_typed; ///< the label and the line
    QLabel* m_label;
    QLineEdit* m_line;
    QAction* m_lock;    ///< a sign in the line
    QWidget* m_options; ///< beside the line, or under it
    QPushButton* m_tokenizer;
    QLabel* m_problem;
    // Made when a document has a first position, or when it is asked for.
    QLabel* m_firstLabel = nullptr;
    NumberField* m_first = nullptr;
    TokenRow* m_tokens;
    AttentionArcs* m_arcs; ///< under the tokens, where they take one line
    bool m_roomForArcs = false;
};

} // namespace lab
