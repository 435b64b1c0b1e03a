// SPDX-License-Identifier: GPL-3.0-or-later
//
// The film dialog: what it saves is what the command line writes, byte for byte; it can be cancelled, asks
// before it replaces anything, and says what it will write.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "tests/support/words.h"
#include "ui/document/examples.h"
#include "ui/document/film_view.h"
#include "ui/document/fixed_stages.h"
#include "ui/figures/figure_preview.h"
#include "ui/figures/film/film_dialog.h"
#include "ui/figures/film/film_form.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/menu/actions.h"
#include "ui/window/status_line.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMenu>
#include <QProgressDialog>
#include <QSettings>
#include <QSlider>
#include <QSpinBox>
#include <QTimer>

using namespace lab;
using namespace lab::test;

class TestFilmDialog : public WindowTest {
    Q_OBJECT

private slots:
    void beginsAsPlay();
    void saves_data();
    void saves();
    void saysWhatItWrites_data();
    void saysWhatItWrites();
    void chosenParts();
    void stepsKeepTheirOrder();
    void formatAndSuffix();
    void previewFollows();
    void replacing();
    void cancelled_data();
    void cancelled();
    void tooManySteps();
    void remembered();
    void choicesFromElsewhere();
    void fits_data();
    void fits();

private:
    FilmDialog* open(const char* example = "two-heads") {
        window().controller().openExample(example);
        return openHere();
    }
    FilmDialog* openHere() {
        window().actions()[ActionId::export_film].trigger();
        return window().findChild<FilmDialog*>();
    }
    QByteArray bytes(const QString& name) const {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static bool isSaid(const FilmDialog& dialog, const QString& text) {
        for (const QLabel* label : dialog.findChildren<QLabel*>()) {
            if (label->isVisible() && label->text().contains(text))
                return true;
        }
        return false;
    }
    static bool press(const FilmDialog& dialog, const QString& text) {
        return LabWindow::press(LabWindow::button(dialog, text));
    }
    void writeOld(const QString& name) {
        QFile old(path(name));
        if (old.open(QIODevice::WriteOnly))
            old.write("old");
    }
};

/// The film of the page Play, at the step where it stands.
void TestFilmDialog::beginsAsPlay() {
    window().controller().openExample("two-heads");
    window().selection().setHead(1);
    FilmView view;
    view.order = FilmOrder::by_query;
    view.grain = FilmGrain::row;
    view.place = 7;
    setFilmView(window().document(), view);
    FilmDialog* dialog = openHere();
    QVERIFY(dialog);
    const FilmSettings& film = dialog->form().film();
    QVERIFY(film.order == FilmOrder::by_query && film.grain == FilmGrain::row && film.head == HeadIndex(1));
    QCOMPARE(dialog->slider().value(), 7);
    QCOMPARE(dialog->form().headBox().value(), 2);
    QVERIFY(dialog->file().endsWith("/film.pdf"));
    QVERIFY(dialog->windowTitle().contains("Two heads"));
}

void TestFilmDialog::saves_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("moves");
    QTest::newRow("pages") << "pdf" << false;
    QTest::newRow("frames") << "gif" << false;
    QTest::newRow("motion") << "gif" << true;
    QTest::newRow("pictures") << "png" << false;
}

/// Exactly what writeFilm() gives for the document.
void TestFilmDialog::saves() {
    QFETCH(QString, kind);
    QFETCH(bool, moves);
    FilmDialog* dialog = open("sky-is-blue");
    QFile::remove(path("window." + kind));
    dialog->fileLine().setText(path("window." + kind));
    dialog->form().motionBox().setChecked(moves);
    dialog->form().widthBox().setValue(400);
    QVERIFY(press(*dialog, "stage"));
    const FilmFileLook look = dialog->form().look();
    QCOMPARE(look.motion, moves && kind == "gif");
    dialog->accept();
    QTRY_VERIFY(!window().findChild<FilmDialog*>());
    QVERIFY(window().status().text().contains("window." + kind));
    FixedStages stages(example("sky-is-blue"));
    FilmSettings settings;
    settings.grain = FilmGrain::stage;
    const FilmPages pages(stages, settings, FigureLook::Background::light);
    QCOMPARE(look.to, pages.film().size());
    const auto files = writeFilm(pages, look, path("here." + kind).toStdString());
    QVERIFY(files);
    QCOMPARE(files.value(), kind == "png" ? static_cast<int>(look.to) : 1);
    const QStringList names = kind == "png" ? QStringList{"-0001.png", "-0005.png"} : QStringList{"." + kind};
    for (const QString& name : names) {
        QVERIFY(!bytes("here" + name).isEmpty());
        QVERIFY(bytes("here" + name) == bytes("window" + name));
    }
}

void TestFilmDialog::saysWhatItWrites_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("says");
    QTest::newRow("pages") << "PDF"
                           << "9 pages of 212 × 132 mm";
    QTest::newRow("frames") << "GIF"
                            << "9 frames, 800 × 500 pixels";
    QTest::newRow("pictures") << "PNG"
                              << "9 pictures, film-0001.png to film-0009.png, of 800 × 500 pixels";
}

void TestFilmDialog::saysWhatItWrites() {
    QFETCH(QString, kind);
    QFETCH(QString, says);
    FilmDialog* dialog = open("sky-is-blue");
    dialog->form().motionBox().setChecked(false);
    QVERIFY(press(*dialog, kind));
    dialog->form().fromBox().setValue(3);
    dialog->form().toBox().setValue(11);
    QVERIFY(isSaid(*dialog, says));
    dialog->form().motionBox().setChecked(true);
    QCOMPARE(isSaid(*dialog, " s, as Play shows it"), kind == "GIF");
    QCOMPARE(dialog->form().motionBox().isEnabled(), kind == "GIF");
    QCOMPARE(LabWindow::button(*dialog, "transparent")->isEnabled(), kind != "GIF");
}

/// One stage, one head, one query.
void TestFilmDialog::chosenParts() {
    FilmDialog* dialog = open("two-heads");
    const auto stage = [&](const QString& title) {
        for (QAction* action :
             qobject_cast<PillButton*>(LabWindow::button(*dialog, "all stages"))->menu()->actions()) {
            if (action->text().startsWith(title))
                return action->trigger();
        }
        QFAIL("no such stage");
    };
    dialog->form().headBox().setValue(2);
    stage("Attention weights");
    dialog->form().queryBox().setValue(3);
    FilmSettings settings = dialog->form().film();
    QVERIFY(settings.stages == std::vector<StageId>{StageId::weights});
    QVERIFY(settings.head == HeadIndex(1) && settings.query == TokenIndex(2));
    const Film film(window().document().experiment(), settings);
    QCOMPARE(dialog->form().look().to, film.size());
    dialog->form().headBox().setValue(0); // all
    dialog->form().queryBox().setValue(0);
    settings = dialog->form().film();
    QVERIFY(!settings.head && !settings.query);
    QVERIFY(dialog->form().look().to > film.size());
}

void TestFilmDialog::stepsKeepTheirOrder() {
    FilmForm& form = open("sky-is-blue")->form();
    form.toBox().setValue(10);
    form.fromBox().setValue(20);
    QCOMPARE(form.look().from, FilmPlace(20));
    QCOMPARE(form.look().to, FilmPlace(20));
    form.toBox().setValue(5);
    QCOMPARE(form.look().from, FilmPlace(5));
    QCOMPARE(form.look().to, FilmPlace(5));
}

void TestFilmDialog::formatAndSuffix() {
    FilmDialog* dialog = open("sky-is-blue");
    QVERIFY(press(*dialog, "GIF"));
    QVERIFY(dialog->file().endsWith("/film.gif"));
    dialog->fileLine().setText(path("a.png"));
    QVERIFY(dialog->choices().format == FilmFormat::png);
    for (const char* name : {"a.svg", "a", "", "nowhere/a.png"}) {
        dialog->fileLine().setText(*name ? path(name) : QString());
        dialog->accept();
        QVERIFY(dialog->isVisible());
        QVERIFY(isSaid(*dialog, "folder") || isSaid(*dialog, "file name"));
    }
}

void TestFilmDialog::previewFollows() {
    FilmDialog* dialog = open("sky-is-blue");
    dialog->slider().setValue(4);
    const QImage four = dialog->preview().image();
    dialog->slider().setValue(5);
    QVERIFY(dialog->preview().image() != four);
    dialog->slider().setValue(4);
    QCOMPARE(dialog->preview().image(), four);
    QVERIFY(press(*dialog, "dark"));
    QVERIFY(dialog->preview().image() != four);
    dialog->form().fromBox().setValue(6);
    QCOMPARE(dialog->slider().value(), 6);
}

/// Of pictures, the first is asked about.
void TestFilmDialog::replacing() {
    FilmDialog* dialog = open("sky-is-blue");
    dialog->form().toBox().setValue(3);
    writeOld("f-0001.png");
    dialog->fileLine().setText(path("f.png"));
    dialog->accept();
    QVERIFY(dialog->isVisible() && isSaid(*dialog, "f-0001.png already exists"));
    QCOMPARE(bytes("f-0001.png"), QByteArray("old"));
    dialog->accept();
    QVERIFY(bytes("f-0001.png").startsWith("\x89PNG"));
    QVERIFY(bytes("f-0003.png").startsWith("\x89PNG"));
}

void TestFilmDialog::cancelled_data() {
    QTest::addColumn<QString>("kind");
    for (const char* kind : {"pdf", "gif", "png"})
        QTest::newRow(kind) << kind;
}

/// Nothing is written, and old files stay.
void TestFilmDialog::cancelled() {
    QFETCH(QString, kind);
    FilmDialog* dialog = open("two-heads-about-it");
    dialog->fileLine().setText(path("long." + kind));
    QVERIFY(press(*dialog, "cell"));
    if (kind != "png")
        writeOld("long." + kind);
    QTimer watch;
    bool seen = false;
    connect(&watch, &QTimer::timeout, dialog, [&] {
        auto* progress = dialog->findChild<QProgressDialog*>();
        seen = seen || (progress && progress->isVisible());
        if (progress && progress->isVisible())
            progress->cancel();
    });
    watch.start(1);
    dialog->accept(); // asks about an existing file
    if (kind != "png")
        dialog->accept();
    QVERIFY2(seen, "it was drawn before anybody could have ended it");
    QVERIFY(dialog->isVisible());
    QVERIFY(isSaid(*dialog, "Nothing was written"));
    if (kind != "png")
        QCOMPARE(bytes("long." + kind), QByteArray("old"));
    QVERIFY(QDir(path("")).entryList({"long-*"}).isEmpty());
}

void TestFilmDialog::tooManySteps() {
    window().document().setText(different_words(60));
    FilmDialog* dialog = openHere();
    QVERIFY(press(*dialog, "cell"));
    dialog->fileLine().setText(path("many.pdf"));
    dialog->accept();
    QVERIFY(dialog->isVisible() && isSaid(*dialog, "steps are too many, at most 9,999"));
    QVERIFY(!QFile::exists(path("many.pdf")));
    dialog->form().toBox().setValue(2);
    dialog->accept();
    QVERIFY(bytes("many.pdf").startsWith("%PDF"));
}

void TestFilmDialog::remembered() {
    FilmDialog* dialog = open("sky-is-blue");
    dialog->form().toBox().setValue(2);
    QVERIFY(press(*dialog, "dark"));
    dialog->form().widthBox().setValue(640);
    dialog->fileLine().setText(path("kept.png"));
    dialog->accept();
    QTRY_VERIFY(!window().findChild<FilmDialog*>());
    dialog = openHere();
    QVERIFY(dialog->choices().format == FilmFormat::png);
    QCOMPARE(dialog->choices().width, 640.0);
    QVERIFY(LabWindow::button(*dialog, "dark")->isChecked());
    QSettings settings(path("film.conf"), QSettings::IniFormat);
    dialog->choices().save(settings);
    QVERIFY(FilmChoices::load(settings) == dialog->choices());
}

void TestFilmDialog::choicesFromElsewhere() {
    QSettings settings(path("strange.conf"), QSettings::IniFormat);
    for (const char* key : {"film/format", "film/background", "film/width", "film/speed"})
        settings.setValue(key, "nan");
    FilmChoices choices = FilmChoices::load(settings);
    choices.background.reset();
    QVERIFY(choices == FilmChoices());
    settings.setValue("film/format", 7);
    settings.setValue("film/width", 1e9);
    settings.setValue("film/speed", -1);
    choices = FilmChoices::load(settings);
    choices.background.reset();
    QVERIFY(choices == FilmChoices());
}

void TestFilmDialog::fits_data() {
    QTest::addColumn<int>("scale");
    for (const int scale : {80, 100, 200, 300})
        QTest::addRow("%d %%", scale) << scale;
}

/// Nothing is cut off, at any size of the letters.
void TestFilmDialog::fits() {
    QFETCH(int, scale);
    theme().setScale(scale);
    FilmDialog* dialog = open("two-heads");
    QCoreApplication::processEvents();
    for (const QWidget* each : dialog->form().findChildren<QWidget*>()) {
        if (each->isVisible() && !each->parentWidget()->inherits("QAbstractSpinBox"))
            QVERIFY2(each->geometry().right() <= each->parentWidget()->width(),
                     each->metaObject()->className());
    }
    QVERIFY(dialog->preview().width() > 60);
}

LAB_WINDOW_TEST(TestFilmDialog)
#include "tst_film_dialog.moc"
