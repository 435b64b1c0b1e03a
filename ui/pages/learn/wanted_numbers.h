// SPDX-License-Identifier: GPL-3.0-or-later
//
// Types the numbers that are wanted of the output, each one undo step. A click, Enter or F2 opens a field
// over a cell, Delete wants any number there.
#pragma once

#include "ui/plots/heatmap/heatmap_mapping.h"

#include <QObject>
#include <QString>

#include <optional>

class QKeyEvent;
class QLineEdit;
class QMouseEvent;
class QWidget;

namespace lab {

class LabDocument;
class MatrixHeatmap;
class Theme;

class WantedNumbers : public QObject {
    Q_OBJECT
public:
    /// On a heatmap that is a child of `card`; off at first.
    WantedNumbers(LabDocument& document, const Theme& theme, MatrixHeatmap& heatmap, QWidget& card);

    /// Whether numbers can be typed. Closes the field.
    void setOn(bool on);
    void edit(StoredCell cell);
    /// The open field, or null.
    QLineEdit* field() const { return m_field; }
    /// Closes it, and forgets what is typed.
    void close();

signals:
    /// The typed text was rejected, and why.
    void refused(const QString& reason);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool filterHeatmap(QEvent* event);
    bool filterField(QEvent* event);
    void goOn(Index by);
    void apply();
    void want(StoredCell cell, std::optional<double> number);

    LabDocument& m_document;
    const Theme& m_theme;
    MatrixHeatmap& m_heatmap;
    QWidget& m_card;
    bool m_isOn = false;
    QLineEdit* m_field = nullptr;
    StoredCell m_edited;
};

} // namespace lab
