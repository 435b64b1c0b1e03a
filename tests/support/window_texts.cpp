// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/window_texts.h"

#include "core/stages/01_tokens.h"
#include "tests/support/covered_search.h"
#include "tests/support/shown_table.h"
#include "tests/ui/figures/svg_elements.h"

#include <QBuffer>
#include <QLabel>
#include <QMenu>
#include <QSvgGenerator>
#include <QTextEdit>

#include <random>
#include <utility>

namespace lab::test {

namespace {

MatrixPtr unmistakable(std::mt19937_64& engine, Index rows, Index columns) {
    std::normal_distribution<double> normal;
    return share(Matrix(rows, columns).unaryExpr([&](double) { return normal(engine); }));
}

QStringList texts_of_heatmap(MatrixHeatmap& heatmap) {
    QStringList texts;
    const HeatmapContent& content = heatmap.content();
    for (Index row = 0; content.matrix && row < content.matrix->rows(); ++row) {
        for (Index column = 0; column < content.matrix->cols(); ++column)
            texts += content.describe({row, column});
        if (!content.sinkShares.empty())
            texts += content.describeSink(row);
    }
    QAccessibleTableInterface& table = table_of(heatmap);
    for (int row = 0; row < table.rowCount(); ++row) {
        for (int column = 0; column < table.columnCount(); ++column)
            texts += table.cellAt(row, column)->text(QAccessible::Value) + ' ' +
                     table.cellAt(row, column)->text(QAccessible::Name);
    }
    return texts;
}

} // namespace

Experiment telling(const Telling& wanted) {
    const auto& [heads, notation, cross, dropout, sink] = wanted;
    std::mt19937_64 engine(4242);
    Experiment e;
    e.notation = notation;
    e.sequence = make_sequence("red green blue");
    if (cross)
        e.source = make_sequence("rouge vert");
    e.heads.count = e.heads.kv_count = heads;
    e.embedding.dimension = 4;
    e.embedding.position.kind = PositionKind::sinusoidal;
    EmbeddingTable table;
    for (const char* word : {"red", "green", "blue", "rouge", "vert"}) {
        const MatrixPtr vector = unmistakable(engine, 1, 4);
        table.set(word, {std::make_shared<const RowVector>(vector->row(0)), false});
    }
    e.embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
    e.projection.kind = ProjectionKind::linear;
    e.projection.W_Q = unmistakable(engine, 4, 2 * heads);
    e.projection.W_K = unmistakable(engine, 4, 2 * heads);
    e.projection.W_V = unmistakable(engine, 4, 2 * heads);
    if (heads > 1)
        e.projection.W_O = unmistakable(engine, 2 * heads, 3);
    if (dropout)
        e.dropout = Dropout{0.25, 3};
    if (sink)
        e.normalization.sink = share(Matrix::Constant(1, 1, 0.4321987));
    return e;
}

QStringList painted_texts(const std::function<void(QPainter&)>& paint, QSize size) {
    QBuffer bytes;
    QSvgGenerator file;
    file.setOutputDevice(&bytes);
    file.setSize(size);
    QPainter painter(&file);
    paint(painter);
    painter.end();
    return read_svg(bytes.data()).texts;
}

QStringList texts_of(LabWindow& w) {
    QCoreApplication::processEvents();
    QStringList texts{w.windowTitle()};
    QWidgetList all = w.findChildren<QWidget*>();
    for (QWidget* each : QApplication::topLevelWidgets()) {
        if (qobject_cast<QLabel*>(each)) // the tooltip
            all += each;
    }
    for (QWidget* each : std::as_const(all)) {
        if (!each->isVisible())
            continue;
        texts += {each->toolTip(), each->accessibleName(), each->accessibleDescription()};
        if (QAccessibleInterface* said = QAccessible::queryAccessibleInterface(each)) {
            for (const QAccessible::Text kind :
                 {QAccessible::Name, QAccessible::Description, QAccessible::Value, QAccessible::Help})
                texts += said->text(kind);
        }
        if (const auto* label = qobject_cast<QLabel*>(each))
            texts += label->text();
        else if (const auto* button = qobject_cast<QAbstractButton*>(each))
            texts += button->text();
        else if (const auto* line = qobject_cast<QLineEdit*>(each))
            texts += line->text();
        else if (const auto* text = qobject_cast<QTextEdit*>(each))
            texts += text->toPlainText();
        if (auto* heatmap = qobject_cast<MatrixHeatmap*>(each))
            texts += texts_of_heatmap(*heatmap);
        if (auto* plot = qobject_cast<QCustomPlot*>(each)) {
            QBuffer bytes;
            QSvgGenerator file;
            file.setOutputDevice(&bytes);
            file.setSize(plot->size());
            QCPPainter painter;
            painter.begin(&file);
            painter.setMode(QCPPainter::pmVectorized);
            plot->toPainter(&painter, plot->width(), plot->height());
            painter.end();
            texts += read_svg(bytes.data()).texts;
        }
    }
    return texts + painted_texts([&](QPainter& painter) { w.render(&painter); }, w.size());
}

QStringList texts_of_menus(LabWindow& w) {
    QStringList texts;
    for (QMenu* menu : w.findChildren<QMenu*>()) {
        emit menu->aboutToShow(); // some are filled then
        for (const QAction* action : menu->actions())
            texts += {action->text(), action->toolTip(), action->statusTip()};
        texts += menu->toolTip();
    }
    return texts;
}

std::vector<StageBlock> every_stage(const Experiment& e) {
    const Dimensions d = dimensions(e);
    std::vector<StageBlock> all;
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; has_stage(e, stage.id) && head < (stage.per_head ? d.H : 1); ++head)
            all.push_back({stage.id, head, {0, 0, length(stage.rows, d), length(stage.columns, d)}});
    }
    return all;
}

std::set<std::string> shown_numbers(LabDocument& document) {
    std::set<std::string> shown;
    for (const auto& [stage, head, block] : every_stage(document.experiment())) {
        for (Index i = 0; i < block.rows * block.columns; ++i) {
            const CellRef cell{stage, head, i / block.columns, i % block.columns};
            if (!document.cover().covers(cell)) // asked without a view: that may be wrong
                shown.insert(trace_of(document.numberUnder(cell).value()));
        }
    }
    return shown;
}

} // namespace lab::test
