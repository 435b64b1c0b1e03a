// SPDX-License-Identifier: GPL-3.0-or-later
//
// The computed cells that are fixed by hand, each of which can be freed; nothing where there are none.
#pragma once

#include "core/stage.h"

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
    /// Somebody wants to see that stage.
    void asked(lab::StageId stage);

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
    std::vector<CellRef> m_cells; ///< those of the list, in its order
};

} // namespace lab
