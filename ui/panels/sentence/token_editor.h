// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits the chips of a row: moves one by dragging, opens one for typing, requests its menu. By keyboard: Alt
// and the arrows, F2, Delete, the menu key.
#pragma once

#include "core/base/types.h"
#include "ui/keys/key_bindings.h"

#include <QObject>
#include <QPoint>

#include <optional>
#include <string>
#include <vector>

class QLineEdit;
class QMouseEvent;
class QWidget;

namespace lab {

class PillButton;
class Theme;

class TokenEditor : public QObject {
    Q_OBJECT
public:
    /// `chips` belong to `row`, in the order of their tokens; a chip shows white space as signs, but the
    /// token itself is edited.
    TokenEditor(const Theme& theme, QWidget* row, const std::vector<PillButton*>& chips,
                const std::vector<std::string>& tokens);

    /// Starts watching a chip.
    void add(PillButton* chip);
    /// Opens a chip for typing.
    void edit(TokenIndex token);
    QLineEdit* editor() const { return m_editor; }
    /// Cancels dragging and editing, because the tokens were replaced.
    void letGo();

signals:
    /// The token cannot be edited, and why.
    void refused(const QString& reason);
    /// A chip is about to be edited. The first click of a double click may have inspected its token.
    void opened();
    void moved(lab::TokenIndex from, lab::TokenIndex to);
    void removed(lab::TokenIndex token);
    void typed(lab::TokenIndex token, const QString& text);
    void menuWanted(lab::TokenIndex token, QPoint at);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::optional<TokenIndex> tokenOf(const QObject* chip) const;
    bool press(TokenIndex token, const QMouseEvent& event);
    bool drag(const QMouseEvent& event);
    bool drop(const QMouseEvent& event);
    bool pressKey(TokenIndex token, KeyCommand command);
    void move(TokenIndex token, TokenIndex to);
    TokenIndex gapAt(QPoint point) const;
    void showGap();
    void finishEditing(bool keep);

    struct Drag {
        TokenIndex token;
        QPoint from; ///< in global coordinates
        bool moving = false;
        TokenIndex gap = 0; ///< the chip before which it would be dropped
    };

    const Theme& m_theme;
    QWidget* m_row;
    const std::vector<PillButton*>& m_chips;
    const std::vector<std::string>& m_tokens;
    QWidget* m_marker;
    std::optional<Drag> m_drag;
    QLineEdit* m_editor = nullptr;
    TokenIndex m_edited = 0;
};

} // namespace lab
