// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/token_edits.h"

#include "core/edits/tokens.h"
#include "core/experiment/token_name.h"
#include "ui/document/lab_document.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>

namespace lab {

namespace {

class Tokens {
    Q_DECLARE_TR_FUNCTIONS(TokenEdits)
};

} // namespace

QString tokenText(const Experiment& experiment, Side side, TokenIndex token) {
    return shownWord(sequence_of(experiment, side).tokens[static_cast<std::size_t>(token)]);
}

QString typedFor(const std::string& word, const QString& text) {
    const QString before = QString::fromStdString(word);
    return before == before.trimmed() ? text.trimmed() : text;
}

QString quotedToken(const Experiment& experiment, Side side, TokenIndex token) {
    return QString::fromStdString(text_of(token_name(sequence_of(experiment, side), token).quoted()));
}

Side keySide(const Experiment& experiment) {
    return experiment.source ? Side::source : Side::sentence;
}

void moveToken(LabDocument& document, Side side, TokenIndex from, TokenIndex to) {
    const Experiment& before = document.commitPending();
    document.applyTokens(with_token_moved(before, side, from, to), side,
                         Tokens::tr("%1 moved").arg(quotedToken(before, side, from)));
}

void removeToken(LabDocument& document, Side side, TokenIndex token) {
    const Experiment& before = document.commitPending();
    document.applyTokens(with_token_removed(before, side, token), side,
                         Tokens::tr("%1 removed").arg(quotedToken(before, side, token)));
}

void duplicateToken(LabDocument& document, Side side, TokenIndex token) {
    const Experiment& before = document.commitPending();
    document.applyTokens(with_token_duplicated(before, side, token), side,
                         Tokens::tr("%1 duplicated").arg(quotedToken(before, side, token)));
}

void replaceToken(LabDocument& document, Side side, TokenIndex token, const QString& text) {
    const Experiment& before = document.commitPending();
    const QString old = quotedToken(before, side, token);
    const std::string now =
        typedFor(sequence_of(before, side).tokens[static_cast<std::size_t>(token)], text).toStdString();
    const QString name =
        now.empty() ? Tokens::tr("%1 removed").arg(old) : Tokens::tr("%1 → “%2”").arg(old, shownWord(now));
    document.applyTokens(with_token_replaced(before, side, token, now), side, name);
}

} // namespace lab
