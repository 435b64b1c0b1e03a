// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/questions/found_question.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace lab {

namespace {
struct FoundQuestion {
    Q_DECLARE_TR_FUNCTIONS(FoundQuestion)
};
} // namespace

void askAboutFound(QWidget* window, std::function<void()> keep, std::function<void()> discard) {
    auto* question =
        new QMessageBox(QMessageBox::Question, FoundQuestion::tr("Weights found"),
                        FoundQuestion::tr("The page Learn has found weights that are not kept yet."),
                        QMessageBox::Discard | QMessageBox::Cancel, window);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setInformativeText(
        FoundQuestion::tr("Keep those of the step that is shown? They will be lost otherwise."));
    QPushButton* keeps = question->addButton(FoundQuestion::tr("Keep"), QMessageBox::AcceptRole);
    question->setDefaultButton(keeps);
    QObject::connect(question, &QMessageBox::buttonClicked, window,
                     [question, keeps, keep = std::move(keep),
                      discard = std::move(discard)](const QAbstractButton* button) {
                         if (button == keeps)
                             keep();
                         else if (button == question->button(QMessageBox::Discard))
                             discard();
                     });
    question->open();
}

} // namespace lab
