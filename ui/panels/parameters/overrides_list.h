// SPDX-License-Identifier: GPL-3.0-or-later
//
// The overridden cells. Each override can be removed. Hidden if there are none.
#pragma once

#include "core/experiment/stage.h"

#include <QFrame>

#include <vector>

class QLabel;
class QListWidget;
class QPushButton;

namespace lab {

class LabDocument;
class Selection;
class Theme;

class OverridesList : public QFrame {
    Q_OBJECT
public:
    OverridesList(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

    QListWidget& list() const { return *m_list; }

signals:
    /// The user wants to see that stage.
    void stageRequested(lab::StageId stage);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh(const Change& change);
    void show(int row);
    void removeCurrent();
    void restyle();
    void fitHeight();

    LabDocument& m_document;
    Selection& m_selection;
    const Theme& m_theme;
    QLabel* m_heading;
    QListWidget* m_list;
    QPushButton* m_remove;
    QPushButton* m_removeAll;
    std::vector<CellRef> m_cells; ///< in the order of the list
};

} // namespace lab
