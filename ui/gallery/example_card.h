// SPDX-License-Identifier: GPL-3.0-or-later
//
// An example as a button: its attention weights, its name, its sentence, what one will see in it, and how
// many scenes it comes with; of a lesson, how many of its steps are done.
#pragma once

#include "core/lesson/lesson_step.h"
#include "core/lesson/progress.h"
#include "ui/look/theme.h"

#include <QAbstractButton>
#include <QImage>

#include <vector>

namespace lab {

class ExampleCard : public QAbstractButton {
    Q_OBJECT
public:
    /// `name` is one of exampleNames().
    ExampleCard(const Theme& theme, const QString& name, QWidget* parent = nullptr);

    const QString& name() const { return m_name; }
    /// Of the lesson; empty if it is none.
    const std::string& lessonId() const { return m_lesson.identity.id; }
    /// Shows how far somebody has come in it.
    void setProgress(const LessonProgress& progress);
    /// What stands on the card, and where.
    struct Line {
        QString text;
        TextRole role;
        QColor colour;
        int above; ///< points of space
        QRect place;
    };
    struct Places {
        QRect picture;
        std::vector<Line> lines;
        int height = 0;
    };
    Places placesIn(int width) const;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    std::vector<Line> linesIn(int width) const;
    void describe();
    void restyle();

    const Theme& m_theme;
    const QString m_name;
    QString m_sentence;
    QString m_promise;
    QString m_scenes; ///< empty: it has none
    ReadLesson m_lesson;
    QImage m_cells;
};

} // namespace lab
