// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shows the explanation when something is inspected, and reveals the numbers that are clicked in it.
#pragma once

#include "core/describe/formula.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <utility>
#include <vector>

namespace lab {

class Actions;
class Board;
class ExplanationPanel;
class PageStack;
class ParametersPanel;
class Selection;
class WindowLayout;

class ExplanationPresenter : public QObject {
    Q_OBJECT
public:
    /// The parts of one window, which must outlive this object.
    struct Parts {
        Selection& selection;
        Actions& actions;
        WindowLayout& body;
        Board& board;
        PageStack& pages;
        ParametersPanel& parameters;
        ExplanationPanel& panel;
    };
    ExplanationPresenter(const Parts& parts, QObject* parent);

    /// Shows what is inspected, if the explanation is open on this page.
    void bringUp();
    /// Where one of those that were added says so, what is inspected is not to be explained.
    void addQuiet(std::function<bool()> quiet) { m_quiet.push_back(std::move(quiet)); }
    /// Explains all the same what is inspected now, or no longer. Returns whether it is explained.
    bool toggleQuiet();
    /// Explains it no longer, if one of those that were added says so.
    void rest();
    /// Shows it even while no number is inspected, until one has been: it says what to click.
    void setAsked(bool asked);

signals:
    /// toggleQuiet() has ended an explanation.
    void rested();

private:
    bool isWanted() const;
    void reveal(const Source& source);

    Parts m_parts;
    std::vector<std::function<bool()>> m_quiet;
    QTimer m_showDelay;
    bool m_asked = false;
    bool m_speaks = false; ///< although one of m_quiet says not to
};

} // namespace lab
