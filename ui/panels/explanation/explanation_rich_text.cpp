// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/explanation/explanation_rich_text.h"

#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "core/describe/drawn_words.h"
#include "core/describe/names.h"
#include "ui/look/theme.h"
#include "ui/panels/explanation/explanation_links.h"
#include "ui/panels/explanation/explanation_table.h"
#include "ui/plots/shared/stage_about.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace lab {

namespace {

constexpr std::size_t mostTermRows = 24; // of a sum; the rest share one row
constexpr int leastDecimals = 4;         // with fewer, the rounded parts would not add up
constexpr std::size_t mostSlopes = 10;
constexpr double twoColumnsFrom = 560;
constexpr double columnGap = 28;

class ExplanationText {
    Q_DECLARE_TR_FUNCTIONS(ExplanationRichText)
};

QString textOf(const Said& said) {
    return QString::fromStdString(text_of(said));
}

QString escaped(const std::string& text) {
    return QString::fromStdString(text).toHtmlEscaped();
}

/// Keeps a percentage on one line.
QString prose(const std::string& text) {
    return escaped(text).replace(QStringLiteral(" %"), QStringLiteral("&nbsp;%"));
}

QString linked(const Operand& operand, const QString& text) {
    if (!operand.source)
        return text;
    return QStringLiteral("<a href=\"%1\">%2</a>").arg(linkTo(*operand.source), text);
}

/// The terms that get a row of their own: those with the largest magnitude, in their original order.
std::vector<std::size_t> shownTerms(const std::vector<Term>& terms) {
    std::vector<std::size_t> shown(terms.size());
    std::iota(shown.begin(), shown.end(), std::size_t{0});
    if (shown.size() > mostTermRows) {
        std::ranges::stable_sort(shown, std::ranges::greater{},
                                 [&](std::size_t i) { return std::abs(terms[i].value); });
        shown.resize(mostTermRows - 1);
        std::ranges::sort(shown);
    }
    return shown;
}

QString withCapital(QString text) {
    text[0] = text[0].toUpper();
    return text;
}

QString capitals(const QString& text) {
    return text.toUpper();
}

/// What the picture of a dot product shows.
QString footText(QPointF query, QPointF key) {
    const double length = std::hypot(query.x(), query.y());
    const double foot = (query.x() * key.x() + query.y() * key.y()) / length;
    const auto number = [](double value) {
        return QString::fromStdString(brief(rounded_to_digits(value, 4)));
    };
    return ExplanationText::tr("The score is the length of <i>q</i>, %1, times how far along it the foot of "
                               "<i>k</i> is: %2.")
        .arg(number(length), number(foot));
}

/// The query and the key of a dot product with two features; nullopt of any other step, and where there is no
/// foot, or a number that is covered or not finite.
std::optional<std::pair<QPointF, QPointF>> arrowsOf(const ExplanationStep& step) {
    constexpr std::size_t features = 2;
    if (step.stage != StageId::scores || step.kind != ExplanationKind::sum || step.terms.size() != features)
        return std::nullopt;
    const auto vector = [&](std::size_t factor) {
        return QPointF(step.terms[0].factors[factor].value, step.terms[1].factors[factor].value);
    };
    const QPointF query = vector(0), key = vector(1);
    const bool isFinite = std::isfinite(query.x()) && std::isfinite(query.y()) && std::isfinite(key.x()) &&
                          std::isfinite(key.y());
    return isFinite && !query.isNull() ? std::optional(std::pair(query, key)) : std::nullopt;
}

} // namespace

ExplanationRichText::ExplanationRichText(const Experiment& experiment, const Theme& theme, double width)
    : m_experiment(experiment), m_theme(theme), m_view(viewSettings(experiment)),
      m_decimals(std::max(leastDecimals, m_view.decimals.value_or(0))),
      m_isWide(width >= theme.px(twoColumnsFrom)),
      m_width(m_isWide ? (width - theme.px(columnGap)) / 2 : width) {}

QString ExplanationRichText::paragraph(const QString& text, const QString& style) const {
    return QStringLiteral("<p style=\"margin:0 0 %1px 0; %2\">%3</p>").arg(m_theme.px(4)).arg(style, text);
}

QString ExplanationRichText::digits(double value) const {
    return QString::fromStdString(display(value, decimals_for(std::abs(value), m_decimals)));
}

QString ExplanationRichText::withSign(double value) const {
    return value >= 0 ? QLatin1Char('+') + digits(value) : digits(value);
}

QString ExplanationRichText::symbolText(const CellRef& cell) const {
    return escaped(symbol_of(cell.stage) + '[' + index_of(m_experiment, cell) + ']');
}

/// Writes tiny slopes of a saturated softmax as powers of ten, because decimals would show 0.
QString ExplanationRichText::slopeText(const Sensitivity& sensitivity, Index row, Index column) const {
    const double slope = sensitivity.slopes(row, column);
    constexpr double shownByDecimals = 1e-6;
    if (!sensitivity.saturation || slope == 0 || !(std::abs(slope) < shownByDecimals))
        return withSign(slope);
    return (slope > 0 ? QStringLiteral("+") : QString()) + QString::fromStdString(power_of_ten(slope));
}

QString ExplanationRichText::saturationText(const Sensitivity& sensitivity) const {
    if (!sensitivity.saturation)
        return {};
    return QLatin1Char(' ') + textOfSentence(saturation_words(m_experiment, *sensitivity.saturation));
}

QString ExplanationRichText::textOfSentence(const Said& said) const {
    return withCapital(textOf(said)).toHtmlEscaped() + QLatin1Char('.');
}

QString ExplanationRichText::factorsText(const Term& term) const {
    QString factors; // on one line
    for (const Operand& factor : term.factors) {
        const char* sign = factors.isEmpty() ? "" : factor.divides ? "&nbsp;÷&nbsp;" : "&nbsp;×&nbsp;";
        factors += QString::fromUtf8(sign) + linked(factor, digits(factor.value));
    }
    return factors;
}

QString ExplanationRichText::picture(InlineImage picture) {
    m_pictures.push_back(std::move(picture));
    const QSizeF& size = m_pictures.back().size;
    return QStringLiteral("<img src=\"%1\" width=\"%2\" height=\"%3\">")
        .arg(m_pictures.size() - 1)
        .arg(size.width())
        .arg(size.height());
}

void ExplanationRichText::addFormula(const Formula& formula, double pixels) {
    FormulaLayout layout(formula, m_theme, {m_theme.px(pixels), m_decimals, m_width});
    if (layout.size().width() > m_width && pixels > 9) // shrink long words rather than cut them off
        return addFormula(formula, pixels * std::max(0.6, m_width / layout.size().width()) - 0.5);
    const QColor text = m_theme.colours().text;
    const QColor link = m_theme.colours().accent;
    InlineImage made{layout.size(),
                     [layout, text, link](QPainter& painter) { layout.draw(painter, {}, text, link); },
                     layout,
                     QString::fromStdString(plain(formula, m_decimals)),
                     {}};
    for (const FormulaLayout::Link& each : layout.links())
        made.links.push_back({sourceName(m_experiment, each.source), linkTo(each.source)});
    m_html += paragraph(picture(std::move(made)));
}

QString ExplanationRichText::bar(double value, double largest, bool isSigned, double width) {
    return picture(
        barImage(m_theme, width, value, largest, isSigned ? std::optional(m_view.ofSigned) : std::nullopt));
}

void ExplanationRichText::addTrail(const std::vector<Source>& trail) {
    if (trail.empty())
        return;
    QStringList steps;
    for (std::size_t i = 0; i < trail.size(); ++i)
        steps += QStringLiteral("<a href=\"%1\">%2</a>")
                     .arg(trailLink(i), sourceName(m_experiment, trail[i]).toHtmlEscaped());
    m_html += paragraph(steps.join(QStringLiteral(" › ")) + QStringLiteral(" ›"));
}

void ExplanationRichText::addAttention(const QString& sentence) {
    m_html += paragraph(withCapital(sentence).toHtmlEscaped() + QLatin1Char('.'));
}

void ExplanationRichText::addHint() {
    m_html += paragraph(ExplanationText::tr("HOW A NUMBER IS COMPUTED"),
                        QStringLiteral("color:%1").arg(m_theme.colours().muted.name()));
    m_html += paragraph(
        ExplanationText::tr("Click any number in a matrix, or a ribbon in Links, to see how it was "
                            "computed, step by step. Click one of its operands to go further back."));
    m_html += paragraph(ExplanationText::tr("Click a parameter on the left to see what it affects."));
}

void ExplanationRichText::addHeading(const QString& above, const QString& heading, double value,
                                     const QString& words) {
    const Colours& colours = m_theme.colours();
    const QString quiet = QStringLiteral("color:%1").arg(colours.muted.name());
    const QString large = QStringLiteral("font-size:%1px").arg(m_theme.px(m_isWide ? 15 : 17));
    QFont font = m_theme.font(TextRole::strong);
    font.setPixelSize(m_theme.px(m_isWide ? 20 : 30));
    const double numberWidth = lineWidth(font, QStringLiteral("<b>%1</b>").arg(digits(value)));
    const QString largest = QStringLiteral("font-size:%1px; color:%2")
                                .arg(fittingPixels(m_theme, font, numberWidth, m_width))
                                .arg(colours.accent.name());
    const QString place = QStringLiteral("<b>%1</b>").arg(heading.toHtmlEscaped());
    const QString number = QStringLiteral("<b>%1</b>").arg(digits(value));
    const auto span = [](const QString& style, const QString& text) {
        return QStringLiteral("<span style=\"%1\">%2</span> &nbsp; ").arg(style, text);
    };
    if (m_isWide) { // a wide panel is low: save height
        m_html += paragraph(span(quiet, capitals(above).toHtmlEscaped()) + span(large, place) +
                            span(largest, number));
    } else {
        m_html += paragraph(capitals(above).toHtmlEscaped(), quiet);
        m_html += paragraph(place, large);
        m_html += paragraph(number, largest);
    }
    m_html += paragraph(prose(words.toStdString()) + QLatin1Char('.'));
}

void ExplanationRichText::addWaiting() {
    m_html += paragraph(ExplanationText::tr("Computing…"));
}

void ExplanationRichText::addCell(const Explanation& explanation,
                                  const std::optional<ParameterCell>& probedParameter,
                                  const std::optional<Sensitivity>& sensitivity, bool aboutOpen,
                                  const PullOfInspected& pull, bool allPulls) {
    const QString words = textOf(explanation.words);
    addHeading(textOf(explanation.stage), textOf(explanation.place),
               explanation.rounding ? 0 : explanation.value,
               is_covered(explanation.value) ? withCapital(words) : words); // then it is a sentence
    addAbout(explanation.cell.stage, aboutOpen);
    if (probedParameter)
        addProbedParameter(*probedParameter, explanation.cell, sensitivity);
    addWanted(explanation);
    addPull(pull, allPulls, explanation);
    if (m_isWide)
        m_html += QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"0\">");
    for (std::size_t i = 0; i < explanation.steps.size(); ++i) {
        if (m_isWide)
            m_html += (i % 2 == 0 ? QStringLiteral("<tr><td width=\"%1\" style=\"padding-right:%2px\">")
                                  : QStringLiteral("<td width=\"%1\" style=\"padding-left:%2px\">"))
                          .arg(m_width)
                          .arg(m_theme.px(columnGap / 2));
        addStep(explanation.steps[i], static_cast<int>(i) + 1);
        if (m_isWide)
            m_html += i % 2 == 0 ? QStringLiteral("</td>") : QStringLiteral("</td></tr>");
    }
    if (m_isWide)
        m_html += explanation.steps.size() % 2 == 1 ? QStringLiteral("<td></td></tr></table>")
                                                    : QStringLiteral("</table>");
    const QString madeFrom = picture(frameImage(m_theme, Qt::SolidLine));
    const QString goesInto = picture(frameImage(m_theme, Qt::DotLine));
    m_html += QStringLiteral("<hr>") +
              paragraph(ExplanationText::tr("%1 made from &nbsp; %2 goes into").arg(madeFrom, goesInto),
                        QStringLiteral("color:%1").arg(m_theme.colours().muted.name()));
}

void ExplanationRichText::addStep(const ExplanationStep& step, int number) {
    m_html += QStringLiteral("<hr>");
    m_html += paragraph(QStringLiteral("<b>%1 &nbsp;%2</b>").arg(number).arg(escaped(text_of(step.title))));
    const bool isHidden = step.kind == ExplanationKind::mask && step.result == -HUGE_VAL &&
                          step.terms.front().value != -HUGE_VAL;
    const bool isEmpty = step.numbers.kind == Formula::Kind::row && step.numbers.parts.empty();
    const bool isRoot = step.kind == ExplanationKind::root;
    const bool isDropout = step.kind == ExplanationKind::dropout;
    const bool isLong = step.kind == ExplanationKind::normalizer || step.stage == StageId::scaled_scores;
    const bool inNumbers = !isEmpty && (isLong || isRoot || isDropout);
    if (step.kind != ExplanationKind::overridden)
        addFormula(inNumbers ? formula::row({step.rule, formula::text(" = "), step.numbers}) : step.rule);
    if (step.cap)
        m_html += paragraph(picture(capImage(m_theme, m_width, *step.cap)));
    if (step.terms.size() > 1)
        addTerms(step);
    if (const auto arrows = arrowsOf(step))
        m_html += paragraph(picture(dotImage(m_theme, m_width, arrows->first, arrows->second))) +
                  paragraph(footText(arrows->first, arrows->second),
                            QStringLiteral("color:%1").arg(m_theme.colours().muted.name()));
    if (step.kind == ExplanationKind::normalizer)
        addShares(step);
    if (!step.words.empty())
        m_html += paragraph(prose(text_of(step.words)),
                            QStringLiteral("color:%1")
                                .arg((isHidden ? m_theme.colours().error : m_theme.colours().muted).name()));
    if (isHidden)
        m_html +=
            paragraph(ExplanationText::tr("Kept, it would be %1.").arg(factorsText(step.terms.front())));
    // One product, or a copied number.
    const bool isShort = step.terms.size() == 1 && !isRoot && !isDropout && !isHidden;
    const QString way = isShort && step.terms.front().factors.size() > 1
                            ? factorsText(step.terms.front()) + QLatin1Char(' ')
                            : QString();
    const QString result =
        isShort && way.isEmpty() ? factorsText(step.terms.front()) : digits(step.rounding ? 0 : step.result);
    m_html += QStringLiteral("<p align=\"right\" style=\"margin:0\">%1<b>= %2</b></p>").arg(way, result);
}

void ExplanationRichText::addTerms(const ExplanationStep& step) {
    const std::vector<std::size_t> shown = shownTerms(step.terms);
    double largest = 0;
    double rest = 0;
    for (std::size_t i = 0; i < step.terms.size(); ++i) {
        const double value = step.terms[i].value;
        largest = std::max(largest, std::isfinite(value) ? std::abs(value) : 0);
        rest += std::ranges::binary_search(shown, i) ? 0 : value;
    }
    const auto quiet = [this](const QString& text) {
        return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(m_theme.colours().muted.name(), text);
    };
    ExplanationTable table(m_theme, m_width);
    for (const std::size_t i : shown) {
        const Term& term = step.terms[i];
        table.add({quiet(escaped(term.name)), factorsText(term), withSign(term.value), term.value});
    }
    if (shown.size() < step.terms.size())
        table.add({quiet(QStringLiteral("…")),
                   ExplanationText::tr("%1 smaller ones").arg(step.terms.size() - shown.size()),
                   withSign(rest), rest});
    m_html += table.html([&](double part, double width) { return bar(part, largest, true, width); });
}

void ExplanationRichText::addShares(const ExplanationStep& step) {
    std::vector<std::size_t> order(step.shares.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto own = static_cast<std::size_t>(step.own_share);
    if (order.size() > mostTermRows) { // keep the largest, and the one in question
        std::ranges::stable_sort(order, std::ranges::greater{},
                                 [&](std::size_t i) { return i == own ? HUGE_VAL : step.shares[i].weight; });
        order.resize(mostTermRows - 1);
        std::ranges::sort(order);
    }
    const bool isSigned =
        std::ranges::any_of(step.shares, [](const Share& share) { return share.weight < 0; });
    double largest = isSigned ? 0 : 1;
    double rest = 0;
    for (std::size_t i = 0; i < step.shares.size(); ++i) {
        const double weight = step.shares[i].weight;
        largest = std::max(largest, std::isfinite(weight) ? std::abs(weight) : 0);
        rest += std::ranges::binary_search(order, i) ? 0 : weight;
    }
    ExplanationTable table(m_theme, m_width);
    for (const std::size_t i : order) {
        const Share& share = step.shares[i];
        const auto emphasised = [isOwn = i == own](const QString& text) {
            return isOwn ? QStringLiteral("<b>%1</b>").arg(text) : text;
        };
        table.add(
            {emphasised(escaped(share.key)),
             share.hidden ? ExplanationText::tr("hidden") : linked(share.score, digits(share.score.value)),
             emphasised(digits(share.weight)), share.weight});
    }
    if (order.size() < step.shares.size())
        table.add({QStringLiteral("…"),
                   ExplanationText::tr("%1 smaller ones").arg(step.shares.size() - order.size()),
                   digits(rest), rest, false});
    if (const auto& sink = step.sink) {
        const QString form = &own_share(step) == &*sink ? QStringLiteral("<b>%1</b>") : QStringLiteral("%1");
        table.add({form.arg(QStringLiteral("<i>%1</i>").arg(ExplanationText::tr("sink"))),
                   linked(sink->score, digits(sink->score.value)), form.arg(digits(sink->weight)),
                   sink->weight});
    }
    m_html += table.html([&](double part, double width) { return bar(part, largest, isSigned, width); });
}

void ExplanationRichText::addProbedParameter(const ParameterCell& cell, const CellRef& of,
                                             const std::optional<Sensitivity>& sensitivity) {
    const QString name = QStringLiteral("<a href=\"%1\">%2</a>")
                             .arg(linkTo(cell), sourceName(m_experiment, cell).toHtmlEscaped());
    m_html += paragraph(
        sensitivity ? ExplanationText::tr("∂ %1 / ∂ %2 = %3 (per unit change).")
                              .arg(symbolText(of), name, slopeText(*sensitivity, cell.row, cell.column)) +
                          saturationText(*sensitivity)
                    : ExplanationText::tr("Changing: %1").arg(name),
        QStringLiteral("color:%1").arg(m_theme.colours().muted.name()));
}

void ExplanationRichText::addParameter(const ParameterExplanation& explanation, bool alone) {
    addHeading(QString::fromStdString(explanation.title), sourceName(m_experiment, explanation.cell),
               explanation.value, textOf(explanation.words));
    if (const auto origin = drawn_words(m_experiment, explanation.cell))
        m_html += paragraph(withCapital(textOf(*origin)).toHtmlEscaped() + QLatin1Char('.'));
    if (alone)
        m_html +=
            paragraph(ExplanationText::tr("Inspect a result, then this parameter, to see its sensitivity."),
                      QStringLiteral("color:%1").arg(m_theme.colours().muted.name()));
    m_html += QStringLiteral("<hr>") +
              paragraph(QStringLiteral("<b>%1</b> &nbsp; ").arg(ExplanationText::tr("What it affects")) +
                        picture(frameImage(m_theme, Qt::DotLine)));
    if (explanation.affects.empty())
        m_html += paragraph(ExplanationText::tr(
            "No cell: what is computed doesn’t depend on it with the present tokens, mask and overrides."));
    m_html += QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"1\">");
    for (const ParameterExplanation::Affected& each : explanation.affects)
        m_html += QStringLiteral("<tr><td><a href=\"%1\">%2</a>&nbsp;</td><td>%3</td></tr>")
                      .arg(linkTo(each.first), escaped(text_of(each.stage)), escaped(text_of(each.cells)));
    m_html += QStringLiteral("</table>");
    if (explanation.affects.empty())
        return;
    if (!explanation.reaches_output)
        m_html += paragraph(ExplanationText::tr("Nothing else, not even the output."));
    m_html += paragraph(ExplanationText::tr("All other cells keep their numbers while mask, overrides and "
                                            "dropout stay as they are. So do some of these where a number "
                                            "they are multiplied by is 0."),
                        QStringLiteral("color:%1").arg(m_theme.colours().muted.name()));
}

void ExplanationRichText::addSensitivity(const ParameterCell& cell, const CellRef& of,
                                         const std::optional<Sensitivity>& sensitivity) {
    m_html += QStringLiteral("<hr>") +
              paragraph(QStringLiteral("<b>%1</b>")
                            .arg(ExplanationText::tr("How much <a href=\"%1\">%2</a> changes with it")
                                     .arg(linkTo(of), sourceName(m_experiment, of).toHtmlEscaped())));
    if (!sensitivity)
        return;
    const Matrix& slopes = sensitivity->slopes;
    m_html += paragraph(ExplanationText::tr("∂ %1 / ∂ %2 = <b>%3</b> (per unit change).")
                            .arg(symbolText(of), sourceName(m_experiment, cell).toHtmlEscaped(),
                                 slopeText(*sensitivity, cell.row, cell.column)) +
                        saturationText(*sensitivity));
    if (slopes.size() == 1)
        return;
    std::vector<Index> order(static_cast<std::size_t>(slopes.size()));
    std::iota(order.begin(), order.end(), Index{0});
    const Index columns = slopes.cols();
    const Index place = cell.row * columns + cell.column;
    const auto slope = [&](Index i) { return slopes(i / columns, i % columns); };
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](Index i) { return std::abs(slope(i)); });
    const double largest = std::abs(slope(order.front()));
    const auto found = std::ranges::find(order, place);
    if (static_cast<std::size_t>(found - order.begin()) >= mostSlopes)
        std::rotate(order.begin() + mostSlopes - 1, found, found + 1);
    order.resize(std::min(order.size(), mostSlopes));
    m_html += paragraph(ExplanationText::tr("Beside the others of its matrix, the largest first:"),
                        QStringLiteral("color:%1").arg(m_theme.colours().muted.name()));
    ExplanationTable table(m_theme, m_width);
    for (const Index i : order) {
        const ParameterCell each{cell.id, i / columns, i % columns};
        const QString name = QStringLiteral("<a href=\"%1\">%2</a>")
                                 .arg(linkTo(each), sourceName(m_experiment, each).toHtmlEscaped());
        table.add({i == place ? QStringLiteral("<b>%1</b>").arg(name) : name,
                   {},
                   slopeText(*sensitivity, each.row, each.column),
                   slope(i)});
    }
    m_html += table.html([&](double part, double width) { return bar(part, largest, true, width); });
}

void ExplanationRichText::addAbout(StageId stage, bool open) {
    const StageAbout about = stageAbout(m_experiment, stage);
    const QString quiet = QStringLiteral("color:%1").arg(m_theme.colours().muted.name());
    const QString link = about.rest.isEmpty() ? QString()
                                              : QStringLiteral(" &nbsp;<a href=\"%1\">%2</a>")
                                                    .arg(aboutLink(), open ? ExplanationText::tr("Less")
                                                                           : ExplanationText::tr("More"));
    m_html += paragraph(about.lead.toHtmlEscaped() + link, quiet);
    if (!open)
        return;
    for (const QString& each : about.rest)
        m_html += paragraph(each.toHtmlEscaped(), quiet);
}

} // namespace lab
