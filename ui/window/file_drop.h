// SPDX-License-Identifier: GPL-3.0-or-later
//
// Accepts files dropped anywhere on a window, including its text fields, which would insert the file name as
// text.
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
    /// `file` is the path of a document, of a file of named arrays, or of a file whose name tells that it
    /// cannot be opened: the receiver says why. `on`: as for matrixDropped().
    void dropped(const QString& file, const QWidget* on);
    /// A file of numbers, and the innermost widget that it was dropped on, or nullptr.
    void matrixDropped(const QString& file, const QWidget* on);
    /// The drop was refused, and why.
    void refused(const QString& message);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void take(const QMimeData& data, const QWidget* on);

    QWidget* m_window;
};

} // namespace lab
