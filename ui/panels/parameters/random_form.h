// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws one matrix, or several that belong together, from a seed, with the same numbers as in a notebook.
#pragma once

#include "core/edits/random_parameters.h"
#include "ui/widgets/number_form.h"

#include <QString>

class QLabel;
class QLineEdit;

namespace lab {

class LabDocument;

class RandomForm : public InputForm {
    Q_OBJECT
public:
    /// Starts with the settings in `drawn`.
    RandomForm(LabDocument& document, const Theme& theme, ParameterId id, const Drawn& drawn);

    QLineEdit& seed() const { return *m_seed; }
    PillButton& generator() const { return *m_generator; }
    PillButton& distribution() const { return *m_distribution; }
    PillButton& scope() const { return *m_scope; }
    PillButton& draw() const { return *m_draw; }
    /// The note about the numbers to be drawn, or empty.
    QString note() const;

signals:
    /// Numbers were drawn with these settings.
    void drawn(const lab::Drawn& how);

private:
    template<class T>
    void fillMenu(PillButton* pill, std::initializer_list<T> values, T& chosen);
    void updateTexts();
    void updateNote();
    void ask();

    LabDocument& m_document;
    ParameterId m_id;
    Drawn m_how;
    PillButton* m_generator;
    PillButton* m_distribution;
    QLineEdit* m_seed;
    PillButton* m_scope;
    PillButton* m_draw;
    QLabel* m_note;
};

/// The settings in words: "PyTorch, seed 123, uniform", and "for W_Q, W_K, W_V" if they draw more than one.
QString drawnText(const Drawn& how);

/// Draws the numbers, as one undo step. Returns why that failed, or an empty string.
[[nodiscard]] QString drawRandom(LabDocument& document, ParameterId id, const Drawn& how);

} // namespace lab
