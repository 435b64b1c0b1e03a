// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds tokens of both sentences, by a part of the word or by their position: Enter goes to the next one and
// inspects it. Hidden until it is opened.
#pragma once

#include "core/experiment/experiment.h"
#include "ui/selection/selection.h"

#include <QPointer>
#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QLineEdit;

namespace lab {

class LabDocument;
class PillButton;
class Theme;

/// The tokens whose word contains the text, in whichever case, or whose position it is; those of the first
/// sentence come first. White space around the text makes no difference. Empty: none.
std::vector<InspectedToken> tokensFound(const Experiment& experiment, const QString& text);

class FindLine : public QWidget {
    Q_OBJECT
public:
    FindLine(const LabDocument& document, Selection& selection, const Theme& theme,
             QWidget* parent = nullptr);

    /// Shows it, and takes the keyboard.
    void open();
    /// Hides the line, and returns the focus to the widget that had it before.
    void close();
    QLineEdit& field() const { return *m_field; }
    /// How many tokens match: "2 of 5".
    QString count() const;

signals:
    /// The tokens that match have changed to these; none while the line is closed.
    void found(const std::vector<lab::InspectedToken>& tokens);
    /// This match is the current one, and should be in sight.
    void reached(const lab::InspectedToken& token);
    /// The line has the keyboard focus and is about to hide, but the widget that had the focus before cannot
    /// take it back.
    void keyboardFreed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void search();
    void type();
    void step(int by);
    void tell();
    void restyle();

    const LabDocument& m_document;
    Selection& m_selection;
    const Theme& m_theme;
    QLineEdit* m_field;
    QLabel* m_count;
    PillButton* m_previous;
    PillButton* m_next;
    PillButton* m_close;
    std::vector<InspectedToken> m_found;
    std::optional<std::size_t> m_at; ///< the one that was gone to
    QPointer<QWidget> m_before;      ///< had the keyboard
};

} // namespace lab
