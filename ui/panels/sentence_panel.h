// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sentence, large, with what places mean to it beside it; its tokens under it, and those of the source
// under them.
#pragma once

#include "core/change.h"
#include "core/sentence.h"
#include "ui/panels/token_row.h"

#include <QFrame>

#include <vector>

class QBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lab {

class LabDocument;
class Selection;
class Theme;

class SentencePanel : public QFrame {
    Q_OBJECT
public:
    SentencePanel(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

    QLineEdit& line() const { return *m_line; }
    /// Opens the choice of how the sentence becomes tokens; its text says how it does.
    QPushButton& tokenizer() const { return *m_tokenizer; }
    /// Opens the choice of positions; its text says which are added to the tokens' vectors.
    QPushButton& position() const { return *m_position; }
    const std::vector<PillButton*>& chips() const { return m_tokens->chips(); }
    TokenRow& tokens() const { return *m_tokens; }
    /// The tokens that keys and values come from; hidden where they are the sentence's own.
    TokenRow& source() const { return *m_source; }
    /// Why the last change of the sentence was refused; empty where it was not.
    QString problem() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh(const Change& change);
    void refuse(const QString& reason);
    void updateHeld();
    void restyle();
    void updateLine();
    void fillTokenizerMenu();
    void updateTokenizer();
    void connectRow(TokenRow* row, Side side);
    void showTokenMenu(Side side, TokenIndex token, QPoint at);
    void updatePadding();
    void fillPositionMenu();
    void updatePosition();
    void arrangeLine();
    void fitChips();

    LabDocument& m_document;
    Selection& m_selection;
    const Theme& m_theme;
    QBoxLayout* m_top;
    QLineEdit* m_line;
    QWidget* m_options; ///< beside the line, or under it
    QPushButton* m_tokenizer;
    QPushButton* m_position;
    QLabel* m_problem;
    TokenRow* m_tokens;
    TokenRow* m_source;
};

} // namespace lab
