// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/questions/defaults_question.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace lab {

namespace {
struct DefaultsQuestion {
    Q_DECLARE_TR_FUNCTIONS(DefaultsQuestion)
};
} // namespace

void askAboutDefaults(QWidget* window, std::function<void()> restore) {
    auto* question =
        new QMessageBox(QMessageBox::Question, DefaultsQuestion::tr("Restore defaults"),
                        DefaultsQuestion::tr("Make the window look and behave as it did at first?"),
                        QMessageBox::Cancel, window);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setInformativeText(
        DefaultsQuestion::tr("This is about text size, colours, motion, panels, and what the dialogs of "
                             "Export and Present remember. "
                             "Documents, the list of recent ones, and progress in lessons stay."));
    QPushButton* restores =
        question->addButton(DefaultsQuestion::tr("Restore defaults"), QMessageBox::AcceptRole);
    question->setDefaultButton(QMessageBox::Cancel);
    QObject::connect(restores, &QPushButton::clicked, window, std::move(restore));
    question->open();
}

} // namespace lab
