// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tokens of one sequence as chips, in a few lines; beyond that they scroll. Chips can be moved, typed
// over and removed.
#pragma once

#include "core/experiment/token_name.h"
#include "ui/panels/sentence/token_attention.h"
#include "ui/widgets/pill_button.h"

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
class Theme;

class TokenRow : public QScrollArea {
    Q_OBJECT
public:
    explicit TokenRow(const Theme& theme, QWidget* parent = nullptr);
    ~TokenRow() override;

    const std::vector<PillButton*>& chips() const { return m_chips; }
    TokenEditor& tokenEditor() const { return *m_tokenEditor; }
    /// The text in front of the tokens.
    QString heading() const;

    /// If many tokens are new, the last chips are added a moment later.
    void setTokens(const Sequence& sequence, const QString& heading);
    /// Whether nothing says that tokens can be edited, because they cannot.
    void setLocked(bool locked);
    /// Highlights the chips for which `lit` is true.
    void light(std::function<bool(TokenIndex)> lit);
    /// Strikes the chips out for which `hidden` is true: no query attends to them.
    void strike(std::function<bool(TokenIndex)> hidden);
    /// Marks the chips for which `found` is true: they are what is looked for.
    void mark(std::function<bool(TokenIndex)> found);
    /// Scrolls a chip into sight, once it has been added.
    void reveal(TokenIndex token);
    /// Fills the chips with attention; nullopt: none.
    void showAttention(const std::optional<TokenAttention>& attention);
    bool takesOneLine(int width) const;
    int lineHeight() const;
    /// The middle of each chip, from the left of this widget. Empty if they take more than a line.
    std::vector<int> middlesOfOneLine() const;
    /// Sets the height to the lines that the chips need at this width, up to `mostLines`.
    void fit(int width, int mostLines);

signals:
    /// The user wants to inspect the token.
    void clicked(lab::TokenIndex token);
    /// The pointer is on the token's chip; nullopt: on none.
    void pointed(std::optional<lab::TokenIndex> token);
    /// More chips were added.
    void grown();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addChips();
    void scrollTo(TokenIndex token);
    QList<PillButton::Band> bandsOf(std::size_t token) const;
    void setToken(TokenIndex token);
    void showHidden(TokenIndex token);
    void restyle();

    const Theme& m_theme;
    QWidget* m_row;
    FlowLayout* m_flow;
    QLabel* m_heading;
    std::vector<std::string> m_tokens;
    bool m_isLocked = false;
    Index m_offset = 0;             // the position of the first token, from 0
    std::vector<TokenName> m_names; // of the tokens
    std::function<bool(TokenIndex)> m_lit;
    std::function<bool(TokenIndex)> m_hidden;
    std::function<bool(TokenIndex)> m_found;
    std::optional<TokenIndex> m_awaited; ///< to be revealed once its chip has been added
    std::optional<TokenAttention> m_attention;
    std::vector<PillButton*> m_chips;           ///< of the first tokens, or of all
    std::unique_ptr<TokenEditor> m_tokenEditor; ///< watches the chips, which are deleted after it
    QTimer m_untilMore;
};

} // namespace lab
