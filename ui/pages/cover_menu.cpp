// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/cover_menu.h"

#include "ui/document/lab_document.h"
#include "ui/document/lesson/asked_step.h"
#include "ui/selection/selection.h"

#include <QCoreApplication>
#include <QMenu>
#include <QRandomGenerator>

#include <cmath>
#include <vector>

namespace lab {

namespace {

class CoverMenu {
    Q_DECLARE_TR_FUNCTIONS(CoverMenu)
};

enum class Part { cell, row, matrix };

QString nameOf(Part part, bool meant, bool transposed) {
    switch (part) {
    case Part::cell:
        return meant ? CoverMenu::tr("This cell") : CoverMenu::tr("A cell");
    case Part::row:
        if (transposed)
            return meant ? CoverMenu::tr("This column") : CoverMenu::tr("A column");
        return meant ? CoverMenu::tr("This row") : CoverMenu::tr("A row");
    case Part::matrix:
        break;
    }
    return CoverMenu::tr("The whole stage");
}

StageBlock blockOf(Part part, const StageBlock& whole, StoredCell at) {
    StageBlock block = whole;
    if (part == Part::cell)
        block.block = {at.row, at.column, 1, 1};
    else if (part == Part::row)
        block.block = {at.row, 0, 1, whole.block.columns};
    return block;
}

/// Ends covering when no covered cell is left: otherwise the next edit would cover the opened cells again.
void endIfOpen(LabDocument& document) {
    if (document.cover().left().empty())
        document.uncover();
}

void uncoverMatrix(LabDocument& document, const StageBlock& whole) {
    document.uncover(whole.stage, whole.head);
    if (document.cover().countIn(whole) > 0) // the same numbers are covered elsewhere
        document.openCells({&whole, 1});
    endIfOpen(document);
}

/// A cell with something to compute: what a mask hides is 0 or −∞ at a glance.
StoredCell byLot(LabDocument& document, const StageBlock& whole) {
    const StageView view = document.view(whole.stage, whole.head);
    const Index rows = whole.block.rows, columns = whole.block.columns;
    std::vector<StoredCell> worthwhile;
    for (Index i = 0; view.matrix && i < rows * columns; ++i) {
        const double number = (*view.matrix)(i / columns, i % columns);
        if (std::isfinite(number) && number != 0)
            worthwhile.push_back({i / columns, i % columns});
    }
    auto& lot = *QRandomGenerator::global();
    if (!worthwhile.empty())
        return worthwhile[lot.bounded(static_cast<quint32>(worthwhile.size()))];
    return {lot.bounded(static_cast<int>(rows)), lot.bounded(static_cast<int>(columns))};
}

/// Begins an exercise about the cell that is meant, or one that is drawn by lot.
void addAsk(QMenu& menu, LabDocument& document, Selection& selection, const StageBlock& whole,
            std::optional<StoredCell> cell, std::optional<StoredCell> line) {
    QMenu* of = menu.addMenu(CoverMenu::tr("Ask me"));
    const bool transposed = document.experiment().notation == Notation::columns;
    for (const Part part : {Part::cell, Part::row, Part::matrix}) {
        const std::optional<StoredCell> meant = part == Part::cell ? cell : line;
        of->addAction(nameOf(part, meant.has_value(), transposed), &document, [=, &document, &selection] {
            const StoredCell at = meant ? *meant : byLot(document, whole);
            if (selection.inspected() || selection.inspectedParameter())
                selection.clearInspected(); // what it frames would look like a hint
            ask(document, whole.stage, whole.head, blockOf(part, whole, at).block);
        });
    }
}

void addCover(QMenu& menu, LabDocument& document, const StageBlock& whole, std::optional<StoredCell> cell,
              std::optional<StoredCell> line, const std::function<void(const StageBlock&)>& cover) {
    const QString name = CoverMenu::tr("Cover with “?”");
    if (!line) {
        menu.addAction(name, &document, [whole, cover] { cover(whole); });
        return;
    }
    QMenu* of = menu.addMenu(name);
    const bool transposed = document.experiment().notation == Notation::columns;
    for (const Part part : {Part::cell, Part::row, Part::matrix}) {
        if (part != Part::cell || cell)
            of->addAction(nameOf(part, true, transposed), &document,
                          [=, at = *line] { cover(blockOf(part, whole, at)); });
    }
}

void addUncover(QMenu& menu, LabDocument& document, const StageBlock& whole, std::optional<StoredCell> cell,
                std::optional<StoredCell> line) {
    const Cover& cover = document.cover();
    if (cover.countIn(whole) == 0)
        return;
    const QString name = CoverMenu::tr("Uncover");
    if (!line || cover.countIn(blockOf(Part::row, whole, *line)) == 0) {
        menu.addAction(name, &document, [&document, whole] { uncoverMatrix(document, whole); });
        return;
    }
    QMenu* of = menu.addMenu(name);
    const bool transposed = document.experiment().notation == Notation::columns;
    for (const Part part : {Part::cell, Part::row}) {
        const StageBlock block = blockOf(part, whole, *line);
        if ((part == Part::cell && !cell) || cover.countIn(block) == 0)
            continue;
        of->addAction(nameOf(part, true, transposed), &document, [&document, block] {
            document.openCells({&block, 1});
            endIfOpen(document);
        });
    }
    of->addAction(nameOf(Part::matrix, true, transposed), &document,
                  [&document, whole] { uncoverMatrix(document, whole); });
}

} // namespace

void addCoverActions(QMenu& menu, LabDocument& document, Selection& selection, const CoverPlace& at,
                     const std::function<void(const StageBlock&)>& cover) {
    const QString why = at.isCurrent ? whyNotAsked(document, at.stage)
                                     : CoverMenu::tr("The numbers are still being computed");
    if (!why.isEmpty()) {
        for (const QString& entry : {CoverMenu::tr("Ask me (%1)"), CoverMenu::tr("Cover (%1)")})
            menu.addAction(entry.arg(why.toLower()))->setEnabled(false);
        return;
    }
    const StageBlock whole = wholeMatrix(document.experiment(), at.stage, at.head);
    const bool isCell = at.cell && at.cell->column < whole.block.columns; // or the sink's
    const std::optional<StoredCell> cell = isCell ? at.cell : std::nullopt;
    addAsk(menu, document, selection, whole, cell, at.cell);
    addCover(menu, document, whole, cell, at.cell, cover);
    addUncover(menu, document, whole, cell, at.cell);
    menu.addSeparator();
}

} // namespace lab
