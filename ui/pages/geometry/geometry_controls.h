// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which query the planes show, in which plane, and which numbers stand at the feet of keys.
#pragma once

#include "core/analysis/geometry/moved_tip.h"
#include "core/base/types.h"
#include "ui/widgets/control_row.h"

#include <functional>

class QButtonGroup;

namespace lab {

enum class FootNumbers;
struct PlaneChoice;
class LabDocument;
class PageChoices;
class PillButton;

class GeometryControls : public ControlRow {
    Q_OBJECT
public:
    GeometryControls(LabDocument& document, PageChoices& choices, const Theme& theme);

    /// The query that is shown: the chosen one, or one that is pointed at or inspected.
    void setQuery(Index query);
    /// The tip that is pointed at, dragged or reached by keys, whose way to give way is named; of which head.
    void setTip(const Tip& tip);
    /// What gives way when it is dragged: what is chosen, or else what suits it.
    GivesWay wayOf(const Tip& tip) const;
    /// Whether a part of a plane is seen, so that it can be shown whole again.
    void setZoomed(bool zoomed);
    void refresh() override;

    PillButton& queries() const { return *m_queries; }
    PillButton& axes() const { return *m_axes; }
    PillButton& regions() const { return *m_regions; }
    PillButton& way() const { return *m_way; }
    PillButton& whole() const { return *m_whole; }

signals:
    /// A query was chosen from the menu.
    void queryChosen(lab::Index query);
    void wholeWanted();

private:
    void addFeet();
    void fillQueries();
    void fillAxes();
    void fillWays();
    void choose(const std::function<void(PlaneChoice&)>& change);

    LabDocument& m_document;
    PageChoices& m_choices;
    PillButton* m_queries;
    PillButton* m_axes;
    PillButton* m_way;
    PillButton* m_regions;
    PillButton* m_whole;
    std::vector<std::pair<FootNumbers, PillButton*>> m_feet;
    Index m_query = 0;
    Tip m_tip{StageId::queries, 0, 0};
};

} // namespace lab
