// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the wedges beside the parameters' numbers mean, and how much the largest stands for.
#pragma once

#include "ui/selection/shown_pull.h"

#include <QLabel>

namespace lab {

class LabDocument;
class Theme;

class PullLegend : public QLabel {
    Q_OBJECT
public:
    PullLegend(const LabDocument& document, const Theme& theme, QWidget* parent = nullptr);

    /// Null: hidden.
    void setPull(ShownPullPtr pull);

signals:
    /// The user wants to see the number with the largest slope.
    void numberWanted(const lab::ParameterCell& cell);

private:
    void write();

    const LabDocument& m_document;
    const Theme& m_theme;
    ShownPullPtr m_pull;
};

} // namespace lab
