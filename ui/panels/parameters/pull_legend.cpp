// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameters/pull_legend.h"

#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/text/subscripts.h"

namespace lab {

namespace {

/// With a word joiner after each comma.
QString unbroken(QString name) {
    return name.replace(QLatin1Char(','), QStringLiteral(",\u2060"));
}

/// The name of a row of E is a word, which may look like a symbol.
QString typeset(const QString& name, ParameterId id) {
    return id == ParameterId::E ? name.toHtmlEscaped() : withSubscripts(name);
}

} // namespace

PullLegend::PullLegend(const LabDocument& document, const Theme& theme, QWidget* parent)
    : QLabel(parent), m_document(document), m_theme(theme) {
    setAutoFillBackground(true);
    setWordWrap(true);
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    setFocusPolicy(Qt::TabFocus);
    setObjectName(QStringLiteral("pullLegend"));
    connect(this, &QLabel::linkActivated, this, [this] {
        if (m_pull)
            emit numberWanted(m_pull->pull.where);
    });
    connect(&theme, &Theme::changed, this, &PullLegend::write);
    write();
    hide();
}

void PullLegend::setPull(ShownPullPtr pull) {
    m_pull = std::move(pull);
    write();
    setVisible(m_pull != nullptr);
}

void PullLegend::write() {
    QPalette colours = palette();
    colours.setColor(QPalette::Window, m_theme.colours().side);
    colours.setColor(QPalette::WindowText, m_theme.colours().muted);
    colours.setColor(QPalette::Link, m_theme.colours().accent);
    setPalette(colours);
    setFont(m_theme.font(TextRole::small));
    setContentsMargins(m_theme.px(12), m_theme.px(6), m_theme.px(8), m_theme.px(6));
    if (!m_pull)
        return;
    const bool isNumber = m_pull->at == ShownPull::At::number;
    const QString up = isNumber ? tr("more raises it") : tr("more lowers the loss");
    const QString down = isNumber ? tr("less raises it") : tr("less lowers the loss");
    const auto wedge = [&](const QString& sign) {
        return QStringLiteral("<span style=\"color:%1\">%2</span>&nbsp;")
            .arg(m_theme.colours().accent.name(), sign);
    };
    const auto whole = [](QString words) {
        return words.replace(QLatin1Char(' '), QStringLiteral("&nbsp;"));
    };
    QStringList lines;
    if (m_pull->pull.count > 0) // otherwise there is no wedge
        lines += wedge(QStringLiteral("▲")) + whole(up) + QStringLiteral(" &nbsp; ") +
                 wedge(QStringLiteral("▼")) + whole(down);
    const ParameterCell& where = m_pull->pull.where;
    const MatrixPtr matrix = parameter(m_document.experiment(), where.id);
    if (m_pull->pull.count > 0 && matrix && where.row < matrix->rows() && where.column < matrix->cols())
        lines += tr("Largest: %1 for each 0.1, in %2")
                     .arg(gainText(m_pull->pull.largest),
                          QStringLiteral("<a href=\"number\">%1</a>")
                              .arg(typeset(unbroken(nameInList(m_document.experiment(), where)), where.id)));
    if (!m_pull->nothing.phrase.empty())
        lines += tr("%1.").arg(QString::fromStdString(text_of(m_pull->nothing)).toHtmlEscaped());
    setText(lines.join(QStringLiteral("<br>")));
}

} // namespace lab
