// SPDX-License-Identifier: GPL-3.0-or-later
//
// A file that is dropped anywhere on a window, on its text fields too, which would take its name for text.
#pragma once

#include <QObject>

class QMimeData;
class QWidget;

namespace lab {

class FileDrop : public QObject {
    Q_OBJECT
public:
    explicit FileDrop(QWidget* window);

signals:
    /// A document, by its path.
    void dropped(const QString& file);
    /// A file of numbers, and what it was dropped on: the innermost widget there, or nullptr.
    void matrixDropped(const QString& file, const QWidget* on);
    /// Something else, and what can be dropped.
    void refused(const QString& message);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void take(const QMimeData& data, const QWidget* on);

    QWidget* m_window;
};

} // namespace lab
