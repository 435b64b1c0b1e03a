// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/lesson/lesson_dialogs.h"

#include "ui/document/lesson/lesson_player.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QDesktopServices>
#include <QInputDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QUrl>

namespace lab {

namespace {

class LessonDialogs {
    Q_DECLARE_TR_FUNCTIONS(LessonDialogs)
};

QMessageBox* questionOf(QWidget& window, const QString& title, const QString& text) {
    auto* question = new QMessageBox(QMessageBox::Question, title, text, QMessageBox::Cancel, &window);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setTextFormat(Qt::PlainText);
    return question;
}

} // namespace

void askForStudent(QWidget& window, LessonPlayer& player) {
    auto* question = new QInputDialog(&window);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setWindowTitle(LessonDialogs::tr("Start again with new numbers"));
    question->setLabelText(
        LessonDialogs::tr("Your name or number. The same one gives the same numbers on every computer; "
                          "without one they are random.\nYour answers so far are forgotten."));
    question->setOkButtonText(LessonDialogs::tr("Start again"));
    QObject::connect(question, &QInputDialog::textValueSelected, &player,
                     [&player](const QString& text) { player.startWithNewNumbers(text.trimmed()); });
    question->open();
}

void askToStartAgain(QWidget& window, LessonPlayer& player) {
    if (!player.isBegun() || player.isTrial())
        return player.startAgain();
    QMessageBox* question = questionOf(window, LessonDialogs::tr("Start the lesson again"),
                                       LessonDialogs::tr("Start the lesson again?"));
    question->setInformativeText(
        LessonDialogs::tr("All your answers so far, and what you changed, are forgotten."));
    const auto* again = question->addButton(LessonDialogs::tr("Start again"), QMessageBox::AcceptRole);
    question->setDefaultButton(QMessageBox::Cancel);
    QObject::connect(question, &QMessageBox::buttonClicked, &player,
                     [&player, again](const QAbstractButton* button) {
                         if (button == again && player.isOn())
                             player.startAgain();
                     });
    question->open();
}

void askToLeaveFor(QWidget& window, const QString& left, const QString& title,
                   const std::function<void()>& open) {
    QMessageBox* question = questionOf(window, LessonDialogs::tr("Leave the lesson"),
                                       LessonDialogs::tr("Leave this lesson and open “%1”?").arg(title));
    question->setInformativeText(
        LessonDialogs::tr("“%1” goes on where you leave it: it is among Document ▸ Examples.").arg(left));
    const auto* opens = question->addButton(LessonDialogs::tr("Open"), QMessageBox::AcceptRole);
    QObject::connect(question, &QMessageBox::buttonClicked, &window,
                     [open, opens](const QAbstractButton* button) {
                         if (button == opens)
                             open();
                     });
    question->open();
}

void askToOpenAddress(QWidget& window, const QString& address) {
    QMessageBox* question = questionOf(window, LessonDialogs::tr("Open a page of the web"),
                                       LessonDialogs::tr("Open this address in the browser?"));
    question->setInformativeText(address);
    const auto* open = question->addButton(LessonDialogs::tr("Open"), QMessageBox::AcceptRole);
    question->setDefaultButton(QMessageBox::Cancel);
    QObject::connect(question, &QMessageBox::buttonClicked, &window,
                     [open, address](const QAbstractButton* button) {
                         if (button == open)
                             QDesktopServices::openUrl(QUrl(address));
                     });
    question->open();
}

} // namespace lab
