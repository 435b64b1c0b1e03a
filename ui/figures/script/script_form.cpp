// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/script/script_form.h"

#include "ui/widgets/pill_button.h"

namespace lab {

ScriptForm::ScriptForm(const Theme& theme, const ScriptChoices& choices)
    : ExportForm(theme), m_saved(choices) {
    QWidget* libraries = addRow(tr("Library"));
    const auto addLibrary = [&](const QString& text, ScriptLibrary library) {
        addChoice(
            libraries, text, [this, library] { m_saved.library = library; },
            [this, library] { return m_saved.library == library; });
    };
    addLibrary(tr("PyTorch"), ScriptLibrary::pytorch);
    addLibrary(tr("NumPy"), ScriptLibrary::numpy);
    QWidget* formats = addRow(tr("Format"));
    const auto addFormat = [&](const QString& text, ScriptFormat format, const QString& tip) {
        addChoice(
            formats, text,
            [this, format] {
                m_saved.format = format;
                emit formatChosen();
            },
            [this, format] { return m_saved.format == format; })
            ->setToolTip(tip);
    };
    addFormat(tr("Python"), ScriptFormat::python, tr("A program, .py"));
    addFormat(tr("Notebook"), ScriptFormat::notebook,
              tr("A Jupyter notebook, .ipynb: a cell for each paragraph, with its heading above it"));
    connect(this, &ExportForm::changed, this, [this] { m_choices.refresh(); });
    m_choices.refresh();
}

void ScriptForm::setFormat(ScriptFormat format) {
    m_saved.format = format;
    emit changed();
}

} // namespace lab
