// SPDX-License-Identifier: GPL-3.0-or-later
//
// Compares the user's own numbers with a stage, or finds out what they are: below the page, a table to type
// or paste into, and the answer beside it. Nothing of it goes into the document.
//
// While cells are covered, nothing is compared: every answer may read every stage.
#pragma once

#include "core/experiment/stage.h"
#include "ui/document/files/file_tasks.h"
#include "ui/document/task_thread.h"
#include "ui/window/check/check_answer.h"
#include "ui/window/check/given_numbers.h"

#include <QFrame>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

class QBoxLayout;
class QComboBox;
class QLabel;
class QScrollArea;

namespace lab {

class CheckGrid;
class CheckModel;
class LabDocument;
class PillButton;
class RunStrip;
struct JudgedArray;
class Theme;

class CheckPanel : public QFrame {
    Q_OBJECT
public:
    CheckPanel(LabDocument& document, const Theme& theme, QWidget* parent = nullptr);
    ~CheckPanel() override;

    CheckGrid& grid() const { return *m_grid; }
    QComboBox& stages() const { return *m_stages; }
    QComboBox& heads() const { return *m_heads; }
    PillButton& closeButton() const { return *m_close; }
    /// The button that asks for a file with all arrays of a computation.
    PillButton& everythingButton() const { return *m_everything; }
    RunStrip& run() const { return *m_run; }
    /// All that is said, one sentence a line.
    QString said() const;
    /// The buttons that go to where the numbers are.
    const std::vector<PillButton*>& places() const { return m_places; }

    /// Asks for a stage; nullopt: which one it is is the question.
    void setAsked(const std::optional<Asked>& asked);
    const std::optional<Asked>& asked() const { return m_asked; }
    void paste();
    void readFile(const std::string& file);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

signals:
    void closed();
    /// A file of all arrays is to be chosen, and given to readFile().
    void everythingWanted();
    /// The stage that the numbers are instead of the one asked for; nullopt: none.
    void found(std::optional<lab::StageId> stage);
    void placeChosen(const lab::CheckPlace& place);
    /// The user has chosen what to compare with, or has pasted numbers, which are compared with this.
    /// `ofAllHeads`: any head will do.
    void sightWanted(const lab::Asked& what, bool ofAllHeads);

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void addOptions(QBoxLayout& column);
    void connectParts();
    void restyle();
    bool isNarrow(int width) const;
    int heightOfOptions(int width) const;
    QSize roomForGrid(int width) const;
    int tableHeight(int width) const;
    int answerWidth(int width) const;
    int answerHeight(int width) const;
    int wholeLinesOfAnswer(QSize room) const;
    void arrange();
    void showCurrentCell();

    void fillChoices();
    void fillHeads();
    /// Whether the numbers are compared with all heads, so that none can be chosen.
    void setOfAllHeads(bool isOfAllHeads);
    /// Why nothing is compared; empty if nothing is against it.
    QString obstacle() const;
    void refresh();
    void updateStage();
    void forget();
    void askSoon();
    void ask();
    void drop();
    void show(const CheckAnswer& answer);
    void say(CheckAnswer::Verdict verdict, const QString& sentence, const QStringList& more = {},
             const std::vector<CheckPlace>& places = {});
    void sayNothingYet();
    /// Says why something was not taken, until the next edit. What was said of the numbers stays.
    void refuse(const QString& reason);
    void speak();
    void read(std::function<GivenNumbers(const std::stop_token&)> reading);
    void take(GivenNumbers given);
    void takeArray(const JudgedArray& array, const PrintedArray& numbers);
    void leaveArray();

    LabDocument& m_document;
    const Theme& m_theme;
    CheckModel* m_model;
    QLabel* m_heading;
    QLabel* m_which;
    QComboBox* m_stages;
    QComboBox* m_heads;
    PillButton* m_paste;
    PillButton* m_clear;
    PillButton* m_everything;
    PillButton* m_close;
    RunStrip* m_run;
    CheckGrid* m_grid;
    QLabel* m_problem;
    QLabel* m_sentence;
    QLabel* m_more;
    QWidget* m_options = nullptr;
    QWidget* m_answer = nullptr;
    QScrollArea* m_answerArea = nullptr;
    QScrollArea* m_area = nullptr;
    QBoxLayout* m_body = nullptr;
    std::vector<PillButton*> m_places;
    QString m_spoken; ///< by a screen reader, last
    CheckAnswer::Verdict m_verdict = CheckAnswer::Verdict::none;
    std::optional<Asked> m_asked; ///< what the fields show
    /// What an array of m_run is compared with in place of the document: it has these arrays before it.
    std::shared_ptr<const Experiment> m_own;
    QStringList m_forOwn;
    QTimer m_untilAsked; ///< typing is followed by one question
    QTimer m_untilStale; ///< then an old answer goes
    std::stop_source m_stop;
    bool m_isReplaced = false; ///< the last change was of everything
    bool m_isFresh = false;    ///< the numbers have just been pasted or dropped
    bool m_isOfAllHeads = false;
    bool m_hadLabels = false;       ///< the numbers stood beside labels, which are left out
    bool m_werePercentages = false; ///< and had percent signs
    QSize m_kept;                   ///< the size last asked for; the height never shrinks at one width
    int m_question = 0;             ///< counts: only the last one matters
    int m_reading = 0;
    FileTasks m_files;
    TaskThread m_tasks; ///< last, see TaskThread
};

} // namespace lab
