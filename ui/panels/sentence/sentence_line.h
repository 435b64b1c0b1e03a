// SPDX-License-Identifier: GPL-3.0-or-later
//
// One sentence: what can be typed, how it becomes tokens, why a text was refused, and its tokens under it.
#pragma once

#include "core/change.h"
#include "core/sentence.h"
#include "ui/panels/sentence/token_row.h"

#include <QWidget>

class QBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lab {

class LabDocument;
class Selection;
class Theme;

class SentenceLine : public QWidget {
    Q_OBJECT
public:
    /// The source may come and go; without one its line is hidden.
    SentenceLine(LabDocument& document, Selection& selection, const Theme& theme, Side side,
                 QWidget* parent = nullptr);

    QLineEdit& line() const { return *m_line; }
    /// Opens the choice of how the sentence becomes tokens; its text says how it does.
    QPushButton& tokenizer() const { return *m_tokenizer; }
    TokenRow& tokens() const { return *m_tokens; }
    /// Why the last change of the sentence was refused; empty where it was not.
    QString problem() const;

    /// One more control beside the line, after those that are there.
    void addOption(QWidget* option);
    /// What is said in front of the line, in that width where the line is beside it; empty: nothing.
    void setLabel(const QString& text, int width);
    /// How wide a label of that text would be.
    int labelWidth(const QString& text) const;
    /// Puts label and controls beside the line, or over and under it where that would be too short to read.
    void arrange();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh(const Change& change);
    void showText(const Sequence& now);
    void refuse(const QString& reason, Side side);
    void showProblem(const QString& reason);
    void restyle();
    void updateLine();
    void fillTokenizerMenu();
    void updateTokenizer();
    void connectChips();
    void showTokenMenu(TokenIndex token, QPoint at);
    void updatePadding();
    void updateInspected();
    void fitChips();
    /// Empty where the side is not there.
    Sequence sequence() const;

    LabDocument& m_document;
    Selection& m_selection;
    const Theme& m_theme;
    Side m_side;
    QBoxLayout* m_top;   ///< what is typed, and the options
    QBoxLayout* m_typed; ///< the label and the line
    QLabel* m_label;
    QLineEdit* m_line;
    QWidget* m_options; ///< beside the line, or under it
    QPushButton* m_tokenizer;
    QLabel* m_problem;
    TokenRow* m_tokens;
};

} // namespace lab
