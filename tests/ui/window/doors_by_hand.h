// SPDX-License-Identifier: GPL-3.0-or-later
//
// The doors of the window: every way in which it is handed a file, and in which it writes one.
#pragma once

#include "core/io/data_file.h"
#include "core/io/experiment_json.h"
#include "tests/support/drops.h"
#include "tests/ui/panels/parameters_by_hand.h"
#include "tests/ui/window/check_by_hand.h"
#include "ui/document/examples.h"
#include "ui/figures/figure_dialog.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/compare/comparison_picker.h"
#include "ui/window/import/import_sheet.h"
#include "ui/window/menu/actions.h"

#include <QFileDialog>

#include <functional>
#include <vector>

namespace lab::test {

/// A way in: hands over the name of a file.
struct ReadingDoor {
    const char* name;
    const char* extension;
    std::function<void(LabWindow&, const QString& file)> hand;
    std::function<bool(LabWindow&)> hasTaken; ///< the good file
};

/// A way out: has the document written to that file.
struct WritingDoor {
    const char* name;
    const char* extension;
    const char* noFolder; ///< what is said if there is no such folder
    std::function<void(LabWindow&, const QString& file)> hand;
    std::function<bool(const std::string& bytes)> isGood; ///< what was written
};

inline constexpr const char* good_sentence = "here it is"; ///< the sentence of the good document
inline constexpr double good_number = 7.5;                 ///< in the good matrix

inline std::string good_bytes(const std::string& extension) {
    if (extension == ".csv")
        return "7.5,1\n2,3\n";
    if (extension == ".npz") {
        std::string bytes;
        all_data(example("two-heads")).value().write([&](std::string_view piece) {
            bytes += piece;
            return true;
        });
        return bytes;
    }
    LabDocument document;
    document.setText(good_sentence);
    return write_experiment(document.experiment());
}

/// Chooses it in the open file dialog.
inline void choose_file(LabWindow& w, const QString& file) {
    auto* dialog = w.findChild<QFileDialog*>();
    QVERIFY(dialog);
    emit dialog->fileSelected(file);
    delete dialog; // at once, so that the next one is found
}

inline const std::vector<ReadingDoor>& reading_doors() {
    const auto hasDocument = [](LabWindow& w) { return w.sentence().line().text() == good_sentence; };
    const auto hasMatrix = [](LabWindow& w) { return w.value(ParameterId::W_Q) == good_number; };
    const auto toGrid = [](LabWindow& w, const QString& file) {
        QVERIFY(drop_file(w.grid(ParameterId::W_Q).viewport(), file));
    };
    const auto toCard = [](LabWindow& w, const QString& file) {
        QVERIFY(drop_file(&w.heatmap(StageId::weights), file));
    };
    static const std::vector<ReadingDoor> doors{
        {"a document dropped", ".attn",
         [](LabWindow& w, const QString& file) { QVERIFY(drop_file(&w.sentence().line(), file)); },
         hasDocument},
        {"Open", ".attn",
         [](LabWindow& w, const QString& file) {
             w.actions()[ActionId::open].trigger();
             choose_file(w, file);
         },
         hasDocument},
        {"an argument", ".attn", [](LabWindow& w, const QString& file) { w.controller().openFile(file); },
         hasDocument},
        {"weights", ".npz",
         [](LabWindow& w, const QString& file) {
             delete w.findChild<ImportSheet*>();
             w.controller().openFile(file);
         },
         [](LabWindow& w) { return w.findChild<ImportSheet*>() != nullptr; }},
        {"a matrix dropped", ".csv", toGrid, hasMatrix},
        {"Import", ".csv",
         [](LabWindow& w, const QString& file) {
             choose_for(w, ParameterId::W_Q, "Import");
             choose_file(w, file);
         },
         hasMatrix},
        {"numbers to check", ".csv", toCard,
         [](LabWindow& w) {
             const CheckPanel* panel = w.numberCheck().panel();
             return panel && panel->grid().model()->index(0, 0).data().toString().startsWith("7.50");
         }},
        {"a document to compare", ".attn",
         [](LabWindow& w, const QString& file) {
             w.press_key(Qt::Key_5, Qt::ControlModifier);
             w.compare().picker().compareWithFile(file);
         },
         [](LabWindow& w) {
             return LabWindow::button(w.compare(), "Replace this document with it") != nullptr;
         }},
    };
    return doors;
}

inline const std::vector<WritingDoor>& writing_doors() {
    static const std::vector<WritingDoor> doors{
        {"Save as", ".attn", "cannot be written",
         [](LabWindow& w, const QString& file) {
             w.actions()[ActionId::save_as].trigger();
             choose_file(w, file);
         },
         [](const std::string& bytes) { return read_experiment(bytes).value().sequence.text == "the sea"; }},
        {"all numbers", ".npz", "cannot be written",
         [](LabWindow& w, const QString& file) {
             w.actions()[ActionId::export_numbers].trigger();
             choose_file(w, file);
         },
         [](const std::string& bytes) { return bytes.starts_with("PK") && bytes.size() > 1000; }},
        {"a spreadsheet", ".xlsx", "cannot be written",
         [](LabWindow& w, const QString& file) {
             w.actions()[ActionId::export_spreadsheet].trigger();
             choose_file(w, file);
         },
         [](const std::string& bytes) { return bytes.starts_with("PK") && bytes.size() > 1000; }},
        {"a figure", ".svg", "does not exist",
         [](LabWindow& w, const QString& file) {
             w.actions()[ActionId::export_figure].trigger();
             auto* dialog = w.findChild<FigureDialog*>();
             QVERIFY(dialog);
             dialog->fileLine().setText(file);
             dialog->accept();
             for (const QLabel* each : dialog->findChildren<QLabel*>()) {
                 if (each->text().contains("already exists"))
                     return dialog->accept(); // press Save again
             }
         },
         [](const std::string& bytes) { return bytes.ends_with("</svg>\n"); }},
    };
    return doors;
}

} // namespace lab::test
