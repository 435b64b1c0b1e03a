// SPDX-License-Identifier: GPL-3.0-or-later
//
// Controls of the film dialog that decide what the film shows, and as what it is saved.
#pragma once

#include "ui/figures/export_form.h"
#include "ui/figures/film/film_choices.h"

namespace lab {

class FilmForm : public ExportForm {
    Q_OBJECT
public:
    FilmForm(const Experiment& experiment, const Theme& theme, const FilmSettings& film,
             const FilmChoices& choices);

    const FilmSettings& film() const { return m_film; }
    const FilmChoices& choices() const { return m_saved; }
    FigureLook::Background background() const;
    FilmFileLook look() const;
    void setFormat(FilmFormat format);
    /// Offers the steps of a film of that length; all of them are chosen if another one was shown before.
    void showFilm(FilmPlace size);

    QDoubleSpinBox& fromBox() const { return *m_fromBox; }
    QDoubleSpinBox& toBox() const { return *m_toBox; }
    QDoubleSpinBox& widthBox() const { return *m_width; }
    QCheckBox& motionBox() const { return *m_motion; }
    QSpinBox& headBox() const { return *m_head; }
    QSpinBox& queryBox() const { return *m_query; }

signals:
    /// changed() follows.
    void formatChosen();

private:
    void addFormat();
    void addParts(const Experiment& experiment);
    void addOrder();
    void addSteps();
    void addLook();

    FilmSettings m_film;
    FilmChoices m_saved;
    double m_from = 1, m_to = 1;
    FilmPlace m_size = 1;
    PillButton* m_stage = nullptr;
    PillButton* m_transparent = nullptr;
    QSpinBox* m_head = nullptr;
    QSpinBox* m_query = nullptr;
    QDoubleSpinBox* m_fromBox = nullptr;
    QDoubleSpinBox* m_toBox = nullptr;
    QDoubleSpinBox* m_width = nullptr;
    QCheckBox* m_motion = nullptr;
    QDoubleSpinBox* m_speed = nullptr;
};

} // namespace lab
