// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dialog that saves the film: which part of it, as what, with a preview of its pages, and where.
#pragma once

#include "ui/figures/export_dialog.h"
#include "ui/figures/film/film_choices.h"

class QSlider;

namespace lab {

class FigurePreview;
class FilmForm;

class FilmDialog : public ExportDialog {
    Q_OBJECT
public:
    /// Begins with this film, and shows the page of `place`.
    FilmDialog(StageSource& stages, const Theme& theme, const FilmSettings& film, FilmPlace place,
               const QString& folder, const FilmChoices& choices, QWidget* parent = nullptr);

    const FilmChoices& choices() const;
    FilmForm& form() const { return *m_form; }
    const FigurePreview& preview() const { return *m_preview; }
    QSlider& slider() const { return *m_slider; }

protected:
    QString suffix() const override;
    QStringList suffixes() const override;
    QString kind() const override;
    void takeSuffix(const QString& file) override;
    QString obstacle() const override;
    QString written() const override;
    QString write(IfProtected ifProtected, WriteReport& report) override;

private:
    FilmDialog(StageSource& stages, const Theme& theme, FigurePreview* preview, QSlider* slider,
               FilmForm* form, FilmPlace place, const QString& folder, QWidget* parent);
    /// Makes the film anew, and shows the page of that place.
    void refresh(FilmPlace shown);
    void showPage();
    QString sizeText() const;
    FilmPlace steps() const;

    StageSource& m_stages;
    FilmForm* m_form;
    FigurePreview* m_preview;
    QSlider* m_slider;
    std::shared_ptr<const FilmPages> m_pages;
};

} // namespace lab
