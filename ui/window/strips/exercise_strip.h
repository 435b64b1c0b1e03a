// SPDX-License-Identifier: GPL-3.0-or-later
//
// Asks for the covered numbers: a field for the answer, hints one at a time, and buttons that show them or
// draw new ones. For numbers that are covered without being asked for, it says so and offers to ask. Hidden
// while nothing is covered.
#pragma once

#include "ui/document/lesson/exercise.h"
#include "ui/window/strips/notice_strip.h"

#include <functional>

class QLineEdit;

namespace lab {

class Selection;

class ExerciseStrip : public NoticeStrip {
    Q_OBJECT
public:
    /// While aside it neither shows nor asks anything, whatever is covered.
    void setAside(bool aside);
    /// `howOpened` says how presenting opens several numbers that are covered.
    ExerciseStrip(LabDocument& document, Selection& selection, const Theme& theme,
                  std::function<QString()> howOpened, QWidget* parent = nullptr);

    Exercise& exercise() { return m_exercise; }
    QLineEdit& field() const { return *m_field; }
    /// Shows what is asked for, or hides. To be called once it has its place in the window.
    void refresh();
    /// Says this above the question, until the next answer or hint. A formula is painted above that.
    void tell(const QString& said, const std::optional<Formula>& formula = {});

signals:
    /// An exercise begins: it is about to be shown and to take the keyboard.
    void begun();
    /// A cell is asked for, and the strip has its place.
    void asks(const lab::CellRef& cell);
    /// What a cell is computed from is framed on the board, as a hint.
    void framed(const lab::CellRef& cell);
    /// The strip has the keyboard focus and is about to hide: the focus has to go elsewhere.
    void keyboardFreed();
    void messageRequested(const QString& message);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void askFor(const CellRef& cell);
    void take(const QString& text);
    void hint();
    void redraw();
    QString question() const;
    bool isKept() const;
    QString coveredCount() const;
    void sayCovered();
    void showControls();
    QString coveredWords() const;
    void reserveRoom();

    LabDocument& m_document;
    Selection& m_selection;
    std::function<QString()> m_howOpened;
    Exercise m_exercise;
    QLineEdit* m_field;
    QPushButton* m_hint;
    QPushButton* m_show;
    QPushButton* m_again;
    QPushButton* m_ask;
    QPushButton* m_end;
    QString m_said;        ///< about the last answer, or the last hint
    QString m_longest;     ///< that was said in this exercise
    bool m_edited = false; ///< the document has just changed
    bool m_aside = false;
    bool m_asking = false;
    std::uint64_t m_begun = 0; ///< of the cover that is shown
};

} // namespace lab
