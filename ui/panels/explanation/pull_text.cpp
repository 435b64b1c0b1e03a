// SPDX-License-Identifier: GPL-3.0-or-later
//
// What would raise a number, in an explanation.
#include "core/base/number_format.h"
#include "core/describe/largest_term.h"
#include "ui/look/theme.h"
#include "ui/panels/explanation/explanation_links.h"
#include "ui/panels/explanation/explanation_rich_text.h"
#include "ui/panels/explanation/explanation_table.h"
#include "ui/selection/pull_of_inspected.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>

namespace lab {

namespace {

constexpr std::size_t fewPulls = 5, manyPulls = 200; // rows; more would take long to lay out

class PullPageText {
    Q_DECLARE_TR_FUNCTIONS(ExplanationRichText)
};

} // namespace

void ExplanationRichText::addPulls(const PullOfCell& found, bool all) {
    const std::vector<ParameterCell> shown = strongest(found.pull, all ? manyPulls : fewPulls);
    const QString quiet = QStringLiteral("color:%1").arg(m_theme.colours().muted.name());
    m_html += paragraph(PullPageText::tr("Each alone by 0.1, and the gain by its slope:"), quiet);
    ExplanationTable table(m_theme, m_width);
    for (const ParameterCell& each : shown) {
        const double slope = found.pull.slopes.at(each.id)(each.row, each.column);
        const QString name = QStringLiteral("<a href=\"%1\">%2</a>")
                                 .arg(linkTo(each), nameInList(m_experiment, each).toHtmlEscaped());
        const QString what = slope > 0 ? QStringLiteral("▲&nbsp;+0.1") : QStringLiteral("▼&nbsp;−0.1");
        table.add({name, what, QLatin1Char('+') + gainText(slope), std::abs(slope)});
    }
    m_html +=
        table.html([&](double part, double width) { return bar(part, found.pull.largest, false, width); });
    const auto rows = static_cast<Index>(shown.size());
    if (all && rows < found.pull.count)
        m_html += paragraph(
            PullPageText::tr("The %1 strongest of %2.").arg(rows).arg(groupedNumber(found.pull.count)),
            quiet);
    if (found.pull.count > static_cast<Index>(fewPulls)) {
        const bool isAll = found.pull.count <= static_cast<Index>(manyPulls);
        const QString more = isAll ? PullPageText::tr("All %1").arg(found.pull.count)
                                   : PullPageText::tr("The %1 strongest").arg(manyPulls);
        m_html += paragraph(QStringLiteral("<a href=\"%1\">%2</a>")
                                .arg(allPullsLink(), all ? PullPageText::tr("Only the strongest") : more));
    }
}

void ExplanationRichText::addPull(const PullOfInspected& pull, bool all, const Explanation& explanation) {
    const PullOfCell* found = pull.found();
    const QString silent = pull.whySilent();
    if (!pull.isOn() ||
        (!found && silent.isEmpty() && !pull.isStale())) // a page may not have computed it yet
        return;
    m_html += QStringLiteral("<hr>") +
              paragraph(QStringLiteral("<b>%1</b>").arg(PullPageText::tr("What would raise it")));
    const QString quiet = QStringLiteral("color:%1").arg(m_theme.colours().muted.name());
    if (!silent.isEmpty()) {
        m_html += paragraph(silent, quiet);
        return;
    }
    if (!found) {
        m_html += paragraph(PullPageText::tr("Computing…"), quiet);
        return;
    }
    if (found->pull.count == 0)
        m_html += paragraph(textOfSentence(found->nothing), quiet);
    else
        addPulls(*found, all);
    if (const auto words = found->pull.count > 0 ? largest_term_words(explanation) : std::nullopt)
        m_html += paragraph(textOfSentence(*words), quiet);
    if (const auto words = found->pull.count > 0 ? score_slope_words(m_experiment, found->of) : std::nullopt)
        m_html += paragraph(textOfSentence(*words), quiet);
    if (found->saturation)
        m_html += paragraph(textOfSentence(saturation_words(m_experiment, *found->saturation)), quiet);
}

} // namespace lab
