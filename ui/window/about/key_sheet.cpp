// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/about/key_sheet.h"

#include "ui/keys/key_bindings.h"
#include "ui/look/theme.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QScreen>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace lab {

namespace {

struct KeySheet {
    Q_DECLARE_TR_FUNCTIONS(KeySheet)
};

QString placeOfKeys(KeyContext context) {
    switch (context) {
    case KeyContext::button:
        return KeySheet::tr("Any button");
    case KeyContext::token:
        return KeySheet::tr("A token");
    case KeyContext::token_text:
        return KeySheet::tr("Typing a token");
    case KeyContext::thumbnail:
        return KeySheet::tr("A folded card");
    case KeyContext::card:
        return KeySheet::tr("A card");
    case KeyContext::heatmap:
        return KeySheet::tr("A matrix on a card");
    case KeyContext::painting:
        return KeySheet::tr("Painting a mask");
    case KeyContext::links:
        return KeySheet::tr("Links");
    case KeyContext::plane:
        return KeySheet::tr("A plane of Geometry");
    case KeyContext::tip:
        return KeySheet::tr("The tip of a vector in Geometry");
    case KeyContext::share_bars:
        return KeySheet::tr("What each head adds");
    case KeyContext::statistics:
        return KeySheet::tr("Statistics");
    case KeyContext::matrix_grid:
        return KeySheet::tr("Inputs and weights");
    case KeyContext::cell_text:
        return KeySheet::tr("Typing a number");
    case KeyContext::override_text:
        return KeySheet::tr("Typing an override");
    case KeyContext::overrides_list:
        return KeySheet::tr("The list of overrides");
    case KeyContext::dictionary:
        return KeySheet::tr("The dictionary");
    case KeyContext::snapshots:
        return KeySheet::tr("Snapshots in Compare");
    case KeyContext::scenes:
        return KeySheet::tr("The strip of snapshots");
    case KeyContext::number_field:
        return KeySheet::tr("A number field");
    case KeyContext::slider:
        return KeySheet::tr("A slider");
    case KeyContext::gallery:
        return KeySheet::tr("Examples");
    case KeyContext::edge:
        return KeySheet::tr("The edge of a column");
    case KeyContext::film:
        return KeySheet::tr("Play");
    case KeyContext::film_cells:
        return KeySheet::tr("The cells of Play");
    case KeyContext::loss_curve:
        return KeySheet::tr("The curve of Learn");
    case KeyContext::presenting:
        return KeySheet::tr("Presenting");
    case KeyContext::find:
        return KeySheet::tr("Finding a token");
    case KeyContext::dialogue:
        return KeySheet::tr("A form or a strip");
    }
    return {};
}

QString effectOfKey(KeyCommand command) {
    switch (command) {
    case KeyCommand::left:
    case KeyCommand::right:
    case KeyCommand::up:
    case KeyCommand::down:
        return KeySheet::tr("Move");
    case KeyCommand::first:
    case KeyCommand::last:
        return KeySheet::tr("To the first, to the last");
    case KeyCommand::choose:
        return KeySheet::tr("Choose");
    case KeyCommand::next:
        return KeySheet::tr("Next");
    case KeyCommand::previous:
        return KeySheet::tr("Previous");
    case KeyCommand::edit:
        return KeySheet::tr("Edit");
    case KeyCommand::remove:
        return KeySheet::tr("Remove");
    case KeyCommand::reset:
        return KeySheet::tr("Reset");
    case KeyCommand::pan:
        return KeySheet::tr("Pan, while pressed");
    case KeyCommand::swing:
        return KeySheet::tr("Oscillate the number, while pressed");
    case KeyCommand::play:
        return KeySheet::tr("Play, pause");
    case KeyCommand::coarser:
        return KeySheet::tr("Coarser steps");
    case KeyCommand::finer:
        return KeySheet::tr("Finer steps");
    case KeyCommand::cover:
        return KeySheet::tr("Cover the matrix");
    case KeyCommand::cover_all:
        return KeySheet::tr("Cover all");
    case KeyCommand::open:
        return KeySheet::tr("Open the matrix");
    case KeyCommand::open_all:
        return KeySheet::tr("Open all");
    case KeyCommand::next_head:
        return KeySheet::tr("Next head");
    case KeyCommand::previous_head:
        return KeySheet::tr("Previous head");
    case KeyCommand::laser:
        return KeySheet::tr("The pointer as a red dot");
    case KeyCommand::blank:
        return KeySheet::tr("Show nothing");
    case KeyCommand::explain:
        return KeySheet::tr("Explain in one line");
    case KeyCommand::tell:
        return KeySheet::tr("Say the row in a sentence");
    case KeyCommand::cancel:
        return KeySheet::tr("Cancel or close");
    }
    return {};
}

QString shownKey(const QKeySequence& key) {
    return key.toString(QKeySequence::NativeText);
}

/// Adds a line, or its key to the line before if that does the same.
void addLine(KeyGroup& group, const QString& key, const QString& does) {
    if (!group.lines.isEmpty() && group.lines.back().does == does)
        group.lines.back().keys += QStringLiteral(", ") + key;
    else
        group.lines += KeyGroup::Line{key, does};
}

QString groupAsHtml(const KeyGroup& group) {
    QString rows;
    for (const KeyGroup::Line& line : group.lines)
        rows += QStringLiteral("<tr><td style=\"padding-right: 10px\"><b>%1</b></td><td>%2</td></tr>")
                    .arg(line.keys.toHtmlEscaped(), line.does.toHtmlEscaped());
    return QStringLiteral("<h4>%1</h4><table>%2</table>").arg(group.title.toHtmlEscaped(), rows);
}

/// The groups one after another, in columns of about the same length.
QString sheetAsHtml(const QList<KeyGroup>& groups, int columns) {
    constexpr qsizetype titleLines = 2;
    const auto length = [](qsizetype sum, const KeyGroup& group) {
        return sum + titleLines + group.lines.size();
    };
    const qsizetype all = std::accumulate(groups.begin(), groups.end(), qsizetype(0), length);
    QString html = QStringLiteral("<table width=\"100%\"><tr><td>");
    qsizetype before = 0;
    int column = 1;
    for (const KeyGroup& group : groups) {
        if (before >= all * column / columns) {
            html += QStringLiteral("</td><td style=\"padding-left: 24px\">");
            ++column;
        }
        html += groupAsHtml(group);
        before = length(before, group);
    }
    return html + QStringLiteral("</td></tr></table>");
}

} // namespace

QList<KeyGroup> keyGroups(const QList<QAction*>& actions) {
    QList<KeyGroup> groups{{KeySheet::tr("Anywhere"), {}}};
    for (const QAction* action : actions) {
        QString does = action->text();
        does.remove(QLatin1Char('&')).remove(QStringLiteral("…"));
        for (const QKeySequence& key : action->shortcuts())
            addLine(groups.front(), shownKey(key), does);
    }
    for (const KeyBinding& binding : keyBindings()) {
        const QString title = placeOfKeys(binding.context);
        const auto known = std::find_if(groups.begin(), groups.end(),
                                        [&](const KeyGroup& group) { return group.title == title; });
        KeyGroup& group = known != groups.end() ? *known : groups.emplace_back(KeyGroup{title, {}});
        for (const QKeyCombination key : binding.keys)
            addLine(group, shownKey(key), effectOfKey(binding.command));
    }
    return groups;
}

void showKeySheet(QWidget& window, const QList<QAction*>& actions, const Theme& theme) {
    const QString name = QStringLiteral("keySheet");
    auto* sheet = window.findChild<QDialog*>(name);
    if (!sheet) {
        sheet = new QDialog(&window);
        sheet->setObjectName(name);
        sheet->setAttribute(Qt::WA_DeleteOnClose);
        sheet->setWindowTitle(KeySheet::tr("Keys"));
        auto* text = new QTextBrowser;
        text->setFrameShape(QFrame::NoFrame);
        text->setAccessibleName(KeySheet::tr("Keys"));
        constexpr double width = 1080, height = 720;
        constexpr int columns = 3;
        const QSize room = window.screen()->availableSize();
        sheet->resize(QSize(theme.px(width), theme.px(height)).boundedTo(room));
        const bool isNarrow = room.width() < theme.px(width);
        text->setHtml(sheetAsHtml(keyGroups(actions), isNarrow ? 1 : columns));
        auto* layout = new QVBoxLayout(sheet);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(text);
    }
    sheet->show();
    sheet->raise();
    sheet->activateWindow();
}

} // namespace lab
