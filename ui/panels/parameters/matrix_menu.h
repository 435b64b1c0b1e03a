// SPDX-License-Identifier: GPL-3.0-or-later
//
// What can be done to a matrix as a whole, or to the block of it that is shown.
#pragma once

#include "core/edits/random_parameters.h"

#include <QObject>

#include <functional>
#include <optional>

class QMenu;

namespace lab {

class LabDocument;
class MatrixForm;
class MatrixModel;
class Theme;

class MatrixMenu : public QObject {
    Q_OBJECT
public:
    MatrixMenu(LabDocument& document, const MatrixModel& model, const Theme& theme, QObject* parent);

    /// Adds the entries, as they are possible now; those that are not say why.
    void fill(QMenu& menu);

signals:
    /// A form is to be shown; whoever shows it owns it.
    void formWanted(lab::MatrixForm* form);
    /// Numbers are to be read from a file.
    void fileWanted();
    /// All words are to be shown, those in no sentence included.
    void dictionaryWanted();
    void refused(const QString& reason);

private:
    void addRandom(QMenu& menu);
    void addAlgebra(QMenu& menu);
    void addReset(QMenu& menu);
    void addBias(QMenu& menu);
    void addSeed(QMenu& menu);
    /// Replaces the shown numbers by what `edited` makes of them, as one step to undo.
    void edit(const QString& what, const std::function<Matrix(const Matrix&)>& edited);
    Matrix shown() const;
    Drawn proposal() const;

    LabDocument& m_document;
    const MatrixModel& m_model;
    const Theme& m_theme;
    std::optional<Drawn> m_lastDrawn;
};

} // namespace lab
