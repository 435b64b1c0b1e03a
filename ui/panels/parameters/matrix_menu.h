// SPDX-License-Identifier: GPL-3.0-or-later
//
// The menu of what can be done to a whole matrix, or to the block of it that is shown.
#pragma once

#include "core/edits/random_parameters.h"

#include <QObject>
#include <QRect>

#include <functional>
#include <optional>

class QMenu;

namespace lab {

class LabDocument;
class InputForm;
class MatrixModel;
class Theme;

class MatrixMenu : public QObject {
    Q_OBJECT
public:
    MatrixMenu(LabDocument& document, const MatrixModel& model, const Theme& theme, QObject* parent);

    /// Adds the entries. Those that are not possible now are disabled, and their tooltips say why. If some of
    /// the cells are `selected`, a column by a row of the model or more, there are entries for them, too.
    void fill(QMenu& menu, const QRect& selected);
    /// Adds what can be done to some cells.
    void addCells(QMenu& menu, const QRect& cells);

signals:
    /// A form should be shown. The receiver owns it.
    void formWanted(lab::InputForm* form);
    /// The clipboard should be pasted.
    void pasteWanted();
    /// Numbers should be read from a file.
    void fileWanted();
    /// The numbers of this parameter, or of its bias, should be saved.
    void numbersWanted(lab::ParameterId id);
    /// All words should be shown, including those in no sentence.
    void dictionaryWanted();
    void refused(const QString& reason);

private:
    void addRandom(QMenu& menu);
    void addAlgebra(QMenu& menu);
    void addRevert(QMenu& menu);
    void addBias(QMenu& menu);
    void addInputs(QMenu& menu);
    void addAddedScores(QMenu& menu);
    void addSeed(QMenu& menu);
    /// Replaces the shown numbers by the result of `edited`, as one undo step.
    void edit(const QString& what, const std::function<Matrix(const Matrix&)>& edited);
    /// The same of some cells, those of the bias among them.
    void editCells(const QRect& cells, const QString& what,
                   const std::function<Matrix(const Matrix&)>& edited);
    void refuse(bool wasFinite);
    QString wordsFor(const QRect& cells) const;
    Matrix shown() const;
    Drawn proposal() const;

    LabDocument& m_document;
    const MatrixModel& m_model;
    const Theme& m_theme;
    std::optional<Drawn> m_lastDrawn;
};

} // namespace lab
