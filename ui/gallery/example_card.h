// SPDX-License-Identifier: GPL-3.0-or-later
//
// An example as a button: its attention weights, its sentence, and what one will see in it.
#pragma once

#include <QAbstractButton>
#include <QImage>

namespace lab {

class Theme;

class ExampleCard : public QAbstractButton {
    Q_OBJECT
public:
    /// `name` is one of exampleNames().
    ExampleCard(const Theme& theme, const QString& name, QWidget* parent = nullptr);

    const QString& name() const { return m_name; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Places {
        QRect picture, sentence, promise;
        QString shown; ///< of the sentence
        int height = 0;
    };
    Places placesIn(int width) const;
    void restyle();

    const Theme& m_theme;
    const QString m_name;
    QString m_sentence;
    QString m_promise;
    QImage m_cells;
};

} // namespace lab
