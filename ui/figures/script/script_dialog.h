// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dialog that shows the document as a program, and copies or saves it. The program is that of the document
// when the dialog was opened: nothing can be edited meanwhile.
#pragma once

#include "ui/document/task_thread.h"
#include "ui/figures/export_dialog.h"
#include "ui/figures/script/script_choices.h"

#include <array>
#include <memory>

namespace lab {

class ScriptForm;
class ScriptView;

class ScriptDialog : public ExportDialog {
    Q_OBJECT
public:
    /// The lines about these are marked.
    ScriptDialog(const Experiment& experiment, const Theme& theme, std::vector<ScriptSubject> inspected,
                 const QString& title, const QString& folder, const ScriptChoices& choices,
                 QWidget* parent = nullptr);

    const ScriptChoices& choices() const;
    const ScriptView& view() const { return *m_view; }

protected:
    QString suffix() const override;
    QStringList suffixes() const override;
    QString kind() const override;
    void takeSuffix(const QString& file) override;
    QString obstacle() const override;
    QString write(IfProtected ifProtected, WriteReport& report) override;

private:
    using Made = std::shared_ptr<const Result<Script>>;

    ScriptDialog(const Experiment& experiment, const Theme& theme, std::vector<ScriptSubject> inspected,
                 const QString& title, const QString& folder, ScriptView* view, ScriptForm* form,
                 QWidget* parent);
    void addCopy();
    void copy();
    /// Shows the program, or has it made.
    void refresh();
    void showScript(const Script& script);
    /// The script for the chosen library; null while it is being made.
    const Made& made() const;
    QString tooLarge() const;

    std::shared_ptr<const Experiment> m_experiment;
    std::vector<ScriptSubject> m_inspected;
    ScriptForm* m_form;
    ScriptView* m_view;
    std::array<Made, 2> m_made; ///< by library
    std::array<bool, 2> m_started{};
    TaskThread m_thread; ///< making a program computes the document; last, see TaskThread
};

} // namespace lab
