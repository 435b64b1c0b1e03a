// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/script/script_dialog.h"

#include "ui/figures/script/script_form.h"
#include "ui/figures/script/script_view.h"
#include "ui/plots/heatmap/heatmap_content.h"
#include "ui/text/short_text.h"

#include "core/io/file.h"
#include "ui/plots/shared/stage_texts.h"

#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QLayout>
#include <QPushButton>

namespace lab {

namespace {

QString textOf(const Script& script, ScriptFormat format) {
    return QString::fromStdString(script_text(script, format));
}

QString titleOf(const ScriptSubject& subject) {
    if (const auto* stage = std::get_if<StageId>(&subject))
        return stageTitle(*stage);
    const std::string_view title = info(std::get<ParameterId>(subject)).title;
    return QString::fromUtf8(title.data(), static_cast<qsizetype>(title.size()));
}

} // namespace

ScriptDialog::ScriptDialog(const Experiment& experiment, const Theme& theme,
                           std::vector<ScriptSubject> inspected, const QString& title, const QString& folder,
                           const ScriptChoices& choices, QWidget* parent)
    : ScriptDialog(experiment, theme, std::move(inspected), title, folder, new ScriptView(theme),
                   new ScriptForm(theme, choices), parent) {}

ScriptDialog::ScriptDialog(const Experiment& experiment, const Theme& theme,
                           std::vector<ScriptSubject> inspected, const QString& title, const QString& folder,
                           ScriptView* view, ScriptForm* form, QWidget* parent)
    : ExportDialog(theme, view, form, parent), m_experiment(std::make_shared<const Experiment>(experiment)),
      m_inspected(std::move(inspected)), m_form(form), m_view(view) {
    setWindowTitle(tr("“%1” as a program").arg(title));
    addFile(QDir(folder).filePath(QStringLiteral("attention") + suffix()));
    addCopy();
    addButtons();
    connect(m_form, &ScriptForm::formatChosen, this, &ScriptDialog::followFormat);
    connect(m_form, &ScriptForm::changed, this, &ScriptDialog::refresh);
    refresh();
}

const ScriptChoices& ScriptDialog::choices() const {
    return m_form->choices();
}

void ScriptDialog::addCopy() {
    QWidget* row = m_form->addRow(tr("Clipboard"));
    auto* button = new QPushButton(tr("Copy"), row);
    button->setToolTip(tr("Copy the program that is shown"));
    button->setAutoDefault(false);
    row->layout()->addWidget(button);
    connect(button, &QPushButton::clicked, this, &ScriptDialog::copy);
}

QString ScriptDialog::suffix() const {
    return choices().format == ScriptFormat::python ? QStringLiteral(".py") : QStringLiteral(".ipynb");
}

QStringList ScriptDialog::suffixes() const {
    return {QStringLiteral(".py"), QStringLiteral(".ipynb")};
}

QString ScriptDialog::kind() const {
    return tr("Programs");
}

void ScriptDialog::takeSuffix(const QString& file) {
    const auto format = script_format(file.toStdString());
    if (format && *format != choices().format)
        m_form->setFormat(*format);
}

const ScriptDialog::Made& ScriptDialog::made() const {
    return m_made[static_cast<std::size_t>(choices().library)];
}

void ScriptDialog::refresh() {
    forgetMessage();
    const auto library = static_cast<std::size_t>(choices().library);
    if (!made()) {
        m_view->setMessage(tr("Computing…"));
        showSize({});
        if (std::exchange(m_started[library], true))
            return;
        m_thread.start([this, library, experiment = m_experiment]() -> TaskThread::Then {
            auto script = std::make_shared<const Result<Script>>(
                make_script(*experiment, static_cast<ScriptLibrary>(library)));
            return [this, library, script = std::move(script)] {
                m_made[library] = script;
                refresh();
            };
        });
        return;
    }
    if (*made())
        return showScript(made()->value());
    m_view->setMessage(tooLarge());
    showSize({});
}

void ScriptDialog::showScript(const Script& script) {
    std::vector<ScriptLines> marked;
    QStringList titles;
    for (const ScriptSubject& subject : m_inspected) {
        if (const ScriptLines lines = lines_about(script, subject); lines.count > 0) {
            marked.push_back(lines);
            titles += titleOf(subject);
        }
    }
    const QString text = textOf(script, ScriptFormat::python);
    m_view->setProgram(text, marked);
    QStringList said{tr("%1 lines").arg(groupedNumber(text.count(QLatin1Char('\n'))))};
    if (!titles.isEmpty())
        said += tr("Marked: %1 (inspected)").arg(titles.join(tr(", ")));
    if (choices().format == ScriptFormat::notebook)
        said += tr("Each paragraph becomes a cell, below its heading.");
    showSize(said.join(QLatin1Char('\n')));
}

/// "This document has 160,021 numbers, but there are at most 100,000 in a program."
QString ScriptDialog::tooLarge() const {
    const Error& error = made()->error();
    return tr("This document has %1, but there are %2.")
        .arg(QString::fromStdString(error.found), QString::fromStdString(error.expected));
}

void ScriptDialog::copy() {
    if (const QString problem = obstacle(); !problem.isEmpty())
        return showError(problem);
    QGuiApplication::clipboard()->setText(textOf(made()->value(), ScriptFormat::python));
    showInfo(tr("The program is on the clipboard"));
}

QString ScriptDialog::obstacle() const {
    if (!made())
        return tr("The program is still being computed");
    return *made() ? QString() : tooLarge();
}

QString ScriptDialog::write(IfProtected ifProtected, WriteReport& report) {
    const auto error = writeOnDisk(script_text(made()->value(), choices().format), ifProtected, report);
    return error ? QString::fromStdString(error->message()) : QString();
}

} // namespace lab
