// SPDX-License-Identifier: GPL-3.0-or-later
//
// The document's description on the board, and what to try if it is an example. A description that was
// written for another sentence or notation is folded.
#pragma once

#include <QWidget>

class QLabel;

namespace lab {

struct Experiment;
class FoldHeader;
class LabDocument;
class Selection;
class StepList;
class Theme;

class BoardDescription : public QWidget {
    Q_OBJECT
public:
    BoardDescription(LabDocument& document, Selection& selection, const Theme& theme,
                     QWidget* parent = nullptr);

    /// Shows the description of `now`. Returns whether its size may have changed.
    bool refresh(const Experiment& now, const Experiment& opened);
    bool isEmpty() const;
    /// The header that folds the text; hidden while there is no reason to.
    FoldHeader& header() const { return *m_header; }

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

signals:
    /// The user has folded or unfolded it, or there are other steps to try.
    void resized();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void restyle();
    void layOut();
    int headerHeight() const;
    struct Parts {
        QRect text, steps;
    };
    Parts partsIn(int width) const;
    bool isUnfolded() const;

    const Theme& m_theme;
    FoldHeader* m_header;
    QLabel* m_text;
    StepList* m_steps;
    bool m_folds = false; // it can be folded
};

} // namespace lab
