// SPDX-License-Identifier: GPL-3.0-or-later
//
// What to try with the open example: one line a step, which is ticked once it has been done.
#pragma once

#include "ui/document/example_steps.h"

#include <QWidget>

#include <vector>

class QLabel;

namespace lab {

class LabDocument;
class Selection;
class Theme;

class StepList : public QWidget {
    Q_OBJECT
public:
    StepList(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

    /// Whether there are steps, and the document is still the example that they are about.
    bool hasSteps() const { return m_applies; }
    /// A done step stays done, even if it is undone: it has been seen.
    bool isDone(std::size_t step) const { return m_rows[step].done; }

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

signals:
    /// Another example was opened, or the document was saved. After an edit, hasSteps() changes silently: the
    /// page lays out anyway.
    void changed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void restart();
    bool update();
    void tick();
    void restyle();
    int textLeft() const;

    struct Row {
        ExampleStep step;
        QLabel* label;
        bool begun = false, done = false;
    };

    LabDocument& m_document;
    Selection& m_selection;
    const Theme& m_theme;
    QLabel* m_heading;
    std::vector<Row> m_rows;
    Experiment m_before; ///< what was seen last
    bool m_applies = false;
};

} // namespace lab
