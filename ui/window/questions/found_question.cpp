// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/questions/found_question.h"

#include "ui/document/learn/fit_preview.h"

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

void askAboutFound(FitPreview& fit, QWidget* window, std::function<void()> goOn) {
    auto* question =
        new QMessageBox(QMessageBox::Question, FoundQuestion::tr("Weights found"),
                        FoundQuestion::tr("The page Learn has found weights that are not kept yet."),
                        QMessageBox::Discard | QMessageBox::Cancel, window);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setInformativeText(
        FoundQuestion::tr("Keep those of the step that is shown? They will be lost otherwise."));
    QPushButton* keep = question->addButton(FoundQuestion::tr("Keep"), QMessageBox::AcceptRole);
    question->setDefaultButton(keep);
    QObject::connect(question, &QMessageBox::buttonClicked, window,
                     [&fit, question, keep, goOn = std::move(goOn)](QAbstractButton* button) {
                         if (button == question->button(QMessageBox::Cancel))
                             return;
                         if (button == keep)
                             fit.keep();
                         else
                             fit.cancel();
                         goOn();
                     });
    question->open();
}

} // namespace lab
