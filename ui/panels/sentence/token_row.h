// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tokens of one sequence as chips, in a few lines; more of them scroll. They can be moved, typed over and
// removed.
#pragma once

#include "core/token_name.h"

#include <QScrollArea>
#include <QTimer>

#include <functional>
#include <memory>
#include <string>
#include <vector>

class QLabel;

namespace lab {

class TokenEditor;
class FlowLayout;
class PillButton;
class Theme;

class TokenRow : public QScrollArea {
    Q_OBJECT
public:
    explicit TokenRow(const Theme& theme, QWidget* parent = nullptr);
    ~TokenRow() override;

    const std::vector<PillButton*>& chips() const { return m_chips; }
    TokenEditor& hand() const { return *m_hand; }
    /// What is said of the tokens, in front of them.
    QString heading() const;

    /// Of many tokens that are new the last chips come a moment later.
    void setTokens(const std::vector<std::string>& tokens, const QString& heading);
    /// Lights the chips for which `lit` is true.
    void light(std::function<bool(TokenIndex)> lit);
    /// Strikes the chips out for which `hidden` is true: no query attends to them.
    void strike(std::function<bool(TokenIndex)> hidden);
    /// Takes the lines that the chips need in this width, up to `mostLines`.
    void fit(int width, int mostLines);

signals:
    /// Its token is to be inspected.
    void clicked(lab::TokenIndex token);
    /// More chips have come.
    void grown();

private:
    void addChips();
    void setToken(TokenIndex token);
    void name(TokenIndex token);
    void restyle();

    const Theme& m_theme;
    QWidget* m_row;
    FlowLayout* m_flow;
    QLabel* m_heading;
    std::vector<std::string> m_tokens;
    std::vector<TokenName> m_names; // of the tokens
    std::function<bool(TokenIndex)> m_lit;
    std::function<bool(TokenIndex)> m_hidden;
    std::vector<PillButton*> m_chips;    ///< of the first of them, or of all
    std::unique_ptr<TokenEditor> m_hand; ///< watches the chips, which are deleted after it
    QTimer m_untilMore;
};

} // namespace lab
