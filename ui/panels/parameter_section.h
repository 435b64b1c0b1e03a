// SPDX-License-Identifier: GPL-3.0-or-later
//
// One parameter in the left column: a header that folds it, and its grid.
#pragma once

#include "core/parameter.h"

#include <QWidget>

#include <optional>

class QLabel;

namespace lab {

class LabDocument;
class MatrixGrid;
class MatrixModel;
class PillButton;
class Selection;
class Theme;

class ParameterSection : public QWidget {
    Q_OBJECT
public:
    ParameterSection(LabDocument& document, Selection& selection, const Theme& theme, ParameterId id,
                     std::optional<ParameterId> bias, QWidget* parent = nullptr);

    ParameterId id() const { return m_id; }
    MatrixGrid& grid() const { return *m_grid; }
    MatrixModel& model() const { return *m_model; }
    bool isFolded() const { return m_folded; }
    void setFolded(bool folded);

signals:
    void refused(const QString& reason);
    void told(const QString& message);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void restyle();

    const Theme& m_theme;
    ParameterId m_id;
    MatrixModel* m_model;
    MatrixGrid* m_grid;
    class FoldHeader* m_header;
    QLabel* m_problem;
    bool m_folded = false;
};

} // namespace lab
