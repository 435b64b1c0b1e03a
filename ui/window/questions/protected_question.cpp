// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/questions/protected_question.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace lab {

namespace {
struct ProtectedQuestion {
    Q_DECLARE_TR_FUNCTIONS(ProtectedQuestion)
};
} // namespace

void askAboutProtected(const QString& file, QWidget* window, std::function<void()> saveAnyway,
                       std::function<void()> saveAs) {
    auto* question =
        new QMessageBox(QMessageBox::Question, ProtectedQuestion::tr("Write-protected file"),
                        ProtectedQuestion::tr("“%1” is write-protected.").arg(QFileInfo(file).fileName()),
                        QMessageBox::Cancel, window);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setInformativeText(ProtectedQuestion::tr("Replace it all the same? It stays write-protected."));
    auto* anyway = question->addButton(ProtectedQuestion::tr("Save anyway"), QMessageBox::AcceptRole);
    QPushButton* other = nullptr;
    if (saveAs)
        other = question->addButton(ProtectedQuestion::tr("Save as…"), QMessageBox::AcceptRole);
    if (other)
        question->setDefaultButton(other);
    else
        question->setDefaultButton(QMessageBox::Cancel);
    QObject::connect(question, &QMessageBox::buttonClicked, window,
                     [anyway, other, saveAnyway = std::move(saveAnyway),
                      saveAs = std::move(saveAs)](const QAbstractButton* button) {
                         if (button == anyway)
                             saveAnyway();
                         else if (button == other)
                             saveAs();
                     });
    question->open();
}

} // namespace lab
