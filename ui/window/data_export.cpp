// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/data_export.h"

#include "core/io/data_file.h"
#include "core/spreadsheet/spreadsheet.h"
#include "ui/document/files/file_name.h"
#include "ui/document/files/file_waits.h"
#include "ui/document/files/saved_text.h"
#include "ui/document/lab_document.h"
#include "ui/plots/shared/spreadsheet_look.h"
#include "ui/window/preferences.h"
#include "ui/window/questions/protected_question.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>
#include <new>
#include <stdexcept>
#include <system_error>

namespace lab {

namespace {

/// ".npy", of the filter "NumPy array (*.npy)".
QString suffixOf(const QString& filter) {
    return filter.section(QLatin1String("(*"), -1).chopped(1);
}

std::optional<Error> writeAll(const Experiment& experiment, const std::string& file, IfProtected ifProtected,
                              WriteReport& report) {
    const Result<NpzFile> made = all_data(experiment);
    if (!made)
        return made.error();
    return write_file(
        file, [&](const TakeBytes& take) { made.value().write(take); }, ifProtected, &report);
}

std::optional<Error> writeOne(const Experiment& experiment, const DocumentArray& array,
                              std::optional<HeadIndex> head, const std::string& file, IfProtected ifProtected,
                              WriteReport& report) {
    const DocumentArrays arrays(experiment);
    return write_file(
        file,
        [&](const TakeBytes& take) { write_data(arrays, experiment, array, head, *data_format(file), take); },
        ifProtected, &report);
}

std::optional<Error> writeSpreadsheet(const Experiment& experiment, const std::string& file,
                                      IfProtected ifProtected, WriteReport& report) {
    const Result<std::string> made = spreadsheet_file(experiment, spreadsheetLook(experiment));
    return made ? write_file(file, made.value(), ifProtected, &report) : std::optional(made.error());
}

} // namespace

DataExport::DataExport(LabDocument& document, const Preferences& preferences, FileWaits& waits,
                       QWidget* window)
    : QObject(window), m_document(document), m_preferences(preferences), m_waits(waits), m_window(window) {}

DataExport::~DataExport() {
    m_tasks.finish(std::chrono::seconds(10)); // without the window, the user cannot be asked to wait longer
}

/// Reports it if there are none.
bool DataExport::hasNumbers() {
    const Experiment& experiment = m_document.experiment();
    if (experiment.sequence.tokens.empty())
        emit messageRequested(tr("Nothing to save: type a sentence first"));
    else if (is_empty(experiment))
        emit messageRequested(tr("Nothing to save: the second sentence is empty"));
    else
        return true;
    return false;
}

/// Whether stages hold covered numbers, which a file would give away. Reports it.
bool DataExport::isCovered() {
    if (m_document.cover().isEmpty())
        return false;
    emit messageRequested(
        m_document.played()
            ? tr("Not saved: some numbers are covered. Answer what the lesson asks first, or leave it")
            : tr("Not saved: some numbers are covered. Press Done in the exercise first"));
    return true;
}

void DataExport::save(const DocumentArray& array, HeadIndex head) {
    if (!hasNumbers())
        return;
    const Experiment& experiment = m_document.experiment();
    if (!has_array(experiment, array))
        return emit messageRequested(tr("Nothing to save: this document has no such numbers"));
    if (array.kind == ArrayKind::stage && isCovered())
        return;
    const bool ofHead = is_per_head(experiment, array) && experiment.heads.count > 1;
    const std::string_view title =
        array.kind == ArrayKind::stage ? info(array.stage).title : info(array.parameter).title;
    QString what = QString::fromUtf8(title.data(), static_cast<qsizetype>(title.size()));
    QString name = QString::fromUtf8(array.name.data(), static_cast<qsizetype>(array.name.size()));
    if (ofHead) {
        what = tr("%1, head %2").arg(what).arg(head + 1);
        name += QStringLiteral("-head-%1").arg(head + 1);
    }
    const std::optional<HeadIndex> of = is_per_head(experiment, array) ? std::optional(head) : std::nullopt;
    ask(tr("Save the numbers of %1").arg(what), name,
        {tr("Comma-separated values (*.csv)"), tr("Tab-separated values (*.tsv)"), tr("NumPy array (*.npy)"),
         tr("LaTeX matrix (*.tex)"), tr("Markdown table (*.md)")},
        [array, of](const Experiment& saved, const std::string& file, IfProtected ifProtected,
                    WriteReport& report) { return writeOne(saved, array, of, file, ifProtected, report); });
}

void DataExport::saveAll() {
    if (hasNumbers() && !isCovered())
        ask(tr("Save all numbers"), m_document.displayName(), {tr("NumPy arrays (*.npz)")}, writeAll);
}

void DataExport::saveSpreadsheet() {
    if (hasNumbers() && !isCovered())
        ask(tr("Save as a spreadsheet"), m_document.displayName(), {tr("Spreadsheet (*.xlsx)")},
            writeSpreadsheet);
}

void DataExport::ask(const QString& title, const QString& name, const QStringList& filters,
                     const Work& work) {
    const QString filter = filters.contains(m_filter) ? m_filter : filters.constFirst();
    const QString folder = m_folder.isEmpty() ? m_preferences.startFolder() : m_folder;
    auto* dialog = new QFileDialog(m_window, title, folder, filters.join(QStringLiteral(";;")));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectNameFilter(filter);
    dialog->setDefaultSuffix(suffixOf(filter).mid(1));
    dialog->selectFile(name + suffixOf(filter));
    connect(dialog, &QFileDialog::filterSelected, this, [dialog, filters](const QString& chosen) {
        dialog->setDefaultSuffix(suffixOf(chosen).mid(1));
        // The name follows: a suffix in it would decide otherwise.
        const QFileInfo typed(dialog->selectedFiles().value(0));
        for (const QString& each : filters) {
            if (typed.fileName().endsWith(suffixOf(each), Qt::CaseInsensitive))
                return dialog->selectFile(typed.fileName().chopped(suffixOf(each).size()) + suffixOf(chosen));
        }
    });
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, filters, work](const QString& file) { write(file, filters, work); });
    // What it saves is what was shown when it was opened.
    connect(&m_document, &LabDocument::changed, dialog, &QDialog::reject);
    dialog->open();
}

void DataExport::write(const QString& file, const QStringList& filters, const Work& work) {
    const QString name = QFileInfo(file).fileName();
    if (hasLostBytes(file))
        return emit failed(
            tr("Not saved: the � in the file name stands for bytes that are not text. Choose another name"));
    const auto fits = [&](const QString& filter) {
        return name.endsWith(suffixOf(filter), Qt::CaseInsensitive);
    };
    const auto filter = std::ranges::find_if(filters, fits);
    if (filter == filters.end()) {
        QStringList ends;
        for (const QString& each : filters)
            ends += suffixOf(each);
        return emit failed(tr("Not saved: the file name must end in %1").arg(ends.join(tr(", "))));
    }
    m_filter = *filter;
    m_folder = QFileInfo(file).absolutePath();
    start(m_document.experiment(), file, work, IfProtected::refuse);
}

void DataExport::start(const Experiment& experiment, const QString& file, const Work& work,
                       IfProtected ifProtected) {
    const QString name = QFileInfo(file).fileName();
    emit messageRequested(tr("Saving %1…").arg(name));
    const int wait = m_waits.begin({tr("“%1” is still being saved: its disk has not answered yet.").arg(name),
                                    tr("The file is written only if its disk answers."), true, [this, name] {
                                        m_tasks.leave();
                                        emit failed(tr("Whether “%1” is saved is not known before its disk "
                                                       "answers.")
                                                        .arg(name));
                                    }});
    m_tasks.start(
        [this, experiment, work, file, ifProtected, wait](const std::stop_token&) -> FileTasks::Then {
            QString problem;
            WriteReport report;
            try {
                const std::string path = file.toStdString();
                std::optional<Error> error = streamProblem(path);
                if (!error)
                    error = work(experiment, path, ifProtected, report);
                if (error)
                    problem = tr("Not saved: %1").arg(QString::fromStdString(error->message()));
            } catch (const std::bad_alloc&) {
                problem = tr("Not saved: there is too little memory");
            } catch (const std::length_error&) { // a text longer than its maximum
                problem = tr("Not saved: there is too little memory");
            } catch (const std::system_error& error) {
                problem = tr("Not saved: %1").arg(QString::fromStdString(error.code().message()));
            }
            return [=, this] {
                m_waits.end(wait);
                if (problem.isEmpty())
                    return emit messageRequested(savedText(file, report));
                if (!report.is_protected)
                    return emit failed(problem);
                emit messageRequested(tr("Not saved: %1 is write-protected").arg(QFileInfo(file).fileName()));
                askAboutProtected(file, m_window,
                                  [=, this] { start(experiment, file, work, IfProtected::replace); });
            };
        });
}

} // namespace lab
