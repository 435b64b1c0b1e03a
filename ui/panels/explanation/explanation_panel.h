// SPDX-License-Identifier: GPL-3.0-or-later
//
// Explains where the inspected number comes from. At the right of the board, or below it if room is short.
#pragma once

#include "core/describe/explanation.h"
#include "core/describe/parameter_explanation.h"
#include "core/describe/sensitivity.h"
#include "ui/document/task_thread.h"

#include <QFrame>

#include <optional>
#include <vector>

namespace lab {

class ExplanationBrowser;
class LabDocument;
class PillButton;
class PullBar;
class PullOfInspected;
class Selection;
class Theme;

class ExplanationPanel : public QFrame {
    Q_OBJECT
public:
    ExplanationPanel(LabDocument& document, Selection& selection, PullOfInspected& pull, const Theme& theme,
                     QWidget* parent = nullptr);

    ExplanationBrowser& browser() const { return *m_browser; }
    /// The sources that led to the current one, oldest first.
    const std::vector<Source>& trail() const { return m_trail; }
    /// The current explanation. None while no cell is inspected, or it is not computed yet.
    const std::optional<Explanation>& explanation() const { return m_explanation; }
    const std::optional<Sensitivity>& sensitivity() const { return m_sensitivity; }

    /// Sets the parameter that the user is editing on the left. The panel says how the inspected cell changes
    /// with it, or, if no cell is inspected, what is computed from it.
    void setProbedParameter(const ParameterCell& cell);
    /// Explains the number at `source`, and adds the previous one to the trail.
    void follow(const Source& source);
    /// Returns to the previous explanation.
    void back();
    /// Whether all that there is to say about a stage is shown, and not only its first sentence.
    bool isAboutOpen() const { return m_aboutOpen; }
    void setAboutOpen(bool open);
    PullBar& pullBar() const { return *m_pullBar; }
    PillButton& backButton() const { return *m_back; }

signals:
    /// The user went to `source`.
    void sourceFollowed(const lab::Source& source);
    void messageRequested(const QString& message);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    enum class As { text, markdown, latex };
    void addButtons();
    void refreshSubject();
    void refresh();
    void ask();
    void display();
    void explainCell();
    const ParameterExplanation& explained(const ParameterCell& number);
    bool isWanted(const Sensitivity& sensitivity) const;
    void show(const Source& source);
    void followLink(const QString& link);
    void copy(As form);
    void restyle();
    /// What is explained: the inspected parameter, or else the inspected cell.
    std::optional<Source> subject() const;
    std::optional<ParameterCell> parameterInQuestion() const;

    LabDocument& m_document;
    Selection& m_selection;
    PullOfInspected& m_pull;
    const Theme& m_theme;
    ExplanationBrowser* m_browser;
    PullBar* m_pullBar;
    QWidget* m_bar;
    PillButton* m_back;
    PillButton* m_copy;
    std::vector<Source> m_trail;
    std::optional<Source> m_shown; ///< what the page is about
    std::optional<Explanation> m_explanation;
    std::optional<ParameterExplanation> m_ofParameter; ///< kept: what depends on it takes a while to find out
    std::optional<ParameterCell> m_probedParameter;
    std::optional<Sensitivity> m_sensitivity;
    bool m_asking = false;
    bool m_askAgain = false;
    bool m_aboutOpen = false;
    bool m_following = false;
    bool m_allPulls = false;
    TaskThread m_tasks;
};

} // namespace lab
