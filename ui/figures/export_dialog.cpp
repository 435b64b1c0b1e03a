// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/export_dialog.h"

#include "ui/document/files/file_name.h"
#include "ui/document/files/saved_text.h"
#include "ui/figures/export_form.h"
#include "ui/look/theme.h"
#include "ui/text/alternatives.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QEventLoop>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>

#include <atomic>
#include <filesystem>
#include <memory>
#include <utility>

namespace lab {

namespace {

// The window may stand still so long: most disks answer before.
constexpr std::chrono::milliseconds quickDisk{100};

Error notWaitedFor() {
    return {{}, {}, "the disk has not answered", {}};
}

} // namespace

ExportDialog::ExportDialog(const Theme& theme, QWidget* preview, ExportForm* form, QWidget* parent)
    : QDialog(parent), m_theme(theme), m_columns(new QBoxLayout(QBoxLayout::LeftToRight)),
      m_scroll(new QScrollArea(this)), m_exportForm(form), m_size(new QLabel(this)),
      m_message(new QLabel(this)) {
    m_scroll->setWidget(form);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_message->setWordWrap(true);
    m_message->hide();
    m_size->setWordWrap(true);
    m_columns->addWidget(preview, 3);
    m_columns->addWidget(m_scroll, 2);
    auto* whole = new QVBoxLayout(this);
    whole->addLayout(m_columns, 1);
}

QString ExportDialog::file() const {
    return m_file->text();
}

void ExportDialog::addFile(const QString& file) {
    m_exportForm->rows().addRow(m_size);
    m_file = new QLineEdit(m_exportForm);
    m_file->setAccessibleName(tr("File"));
    auto* browseButton = new QPushButton(tr("Browse…"), m_exportForm);
    browseButton->setAutoDefault(false);
    m_exportForm->rows().addRow(tr("File"), m_file);
    m_exportForm->rows().addRow(QString(), browseButton);
    browseButton->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_file->setText(file);
    connect(browseButton, &QPushButton::clicked, this, &ExportDialog::browse);
    connect(m_file, &QLineEdit::textChanged, this, [this](const QString& text) {
        forgetMessage();
        takeSuffix(text);
    });
}

void ExportDialog::addButtons() {
    layout()->addWidget(m_message);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    layout()->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &ExportDialog::reject);
    connect(&m_theme, &Theme::changed, this, &ExportDialog::restyle);
    restyle();
    m_file->setFocus();
    m_file->selectAll();
}

void ExportDialog::followFormat() {
    const QString name = m_file->text();
    const qsizetype dot = name.lastIndexOf(QLatin1Char('.'));
    if (dot > name.lastIndexOf(QLatin1Char('/')))
        m_file->setText(name.left(dot) + suffix());
}

void ExportDialog::restyle() {
    QPalette plain = palette();
    plain.setColor(QPalette::Window, m_theme.colours().panel);
    setPalette(plain);
    m_scroll->viewport()->setAutoFillBackground(false);
    m_exportForm->setAutoFillBackground(false);
    // Leave room for the window frame.
    const QSize room =
        (parentWidget() ? parentWidget()->screen()->availableSize() : QSize(1024, 700)) - QSize(20, 60);
    const bool narrow = room.width() < m_theme.px(600);
    m_columns->setStretch(0, narrow ? 2 : 3);
    m_columns->setStretch(1, narrow ? 3 : 2);
    m_columns->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_exportForm->setMinimumWidth(narrow ? 0 : m_theme.px(310));
    m_scroll->setMinimumWidth(
        narrow ? 0 : m_exportForm->minimumWidth() + m_scroll->verticalScrollBar()->sizeHint().width());
    resize(QSize(m_theme.px(940), m_theme.px(680)).boundedTo(room));
}

void ExportDialog::showSize(const QString& text) {
    m_size->setText(text);
}

void ExportDialog::forgetMessage() {
    m_toReplace.clear();
    m_ifProtected = IfProtected::refuse;
    m_message->hide();
}

void ExportDialog::showMessage(const QString& text, const QColor& colour) {
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, colour);
    m_message->setPalette(colours);
    m_message->setText(text);
    m_message->show();
}

void ExportDialog::showError(const QString& why) {
    showMessage(why, m_theme.colours().error);
}

/// Shown here, and in the window, which is still visible after the dialog is closed.
void ExportDialog::showInfo(const QString& what) {
    showMessage(what, m_theme.colours().text);
    emit messageRequested(what);
}

void ExportDialog::browse() {
    auto* dialog =
        new QFileDialog(this, windowTitle(), m_file->text(),
                        QStringLiteral("%1 (*%2)").arg(kind(), suffixes().join(QStringLiteral(" *"))));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite); // nothing is written until Save
    dialog->setDefaultSuffix(suffix().mid(1));
    connect(dialog, &QFileDialog::fileSelected, m_file, &QLineEdit::setText);
    dialog->open();
}

/// Why no file can have that name, as a message; empty if one can.
QString ExportDialog::nameObstacle() const {
    const QFileInfo info(file());
    if (info.fileName().isEmpty())
        return tr("Enter a file name");
    if (hasLostBytes(file()))
        return tr("The � in the file name stands for bytes that are not text: choose another name");
    if (!info.fileName().endsWith(suffix(), Qt::CaseInsensitive))
        return tr("The file name must end in %1").arg(alternatives(suffixes()));
    return {};
}

/// Why the file cannot be written there, or what would be replaced; empty if nothing is against it.
QString ExportDialog::diskObstacle() {
    struct Found {
        bool folder = false, file = false, isFolder = false, isStream = false, isProtected = false;
    };
    const QFileInfo info(file());
    const auto found = std::make_shared<Found>();
    const std::string folder = info.absolutePath().toStdString();
    const std::string first = QFileInfo(written()).absoluteFilePath().toStdString();
    if (onDisk([found, folder, first]() -> std::optional<Error> {
            std::error_code ignored;
            found->folder = std::filesystem::is_directory(folder, ignored);
            found->file = std::filesystem::exists(first, ignored);
            found->isFolder = std::filesystem::is_directory(first, ignored);
            found->isStream = is_stream(first);
            found->isProtected = is_write_protected(first);
            return {};
        }))
        return tr("The disk does not answer");
    if (!found->folder)
        return tr("The folder %1 does not exist").arg(QDir::toNativeSeparators(info.path()));
    const QString name = QFileInfo(written()).fileName();
    if (found->isFolder)
        return tr("%1 is a folder: choose a file").arg(name);
    if (found->isStream)
        return tr("%1 is a pipe or a device: choose a file, which keeps what is written").arg(name);
    if (found->file && std::exchange(m_toReplace, written()) != written()) {
        if (!found->isProtected)
            return tr("%1 already exists; press Save again to replace it").arg(name);
        m_ifProtected = IfProtected::replace;
        return tr("%1 is write-protected; press Save again to replace it anyway").arg(name);
    }
    return {};
}

void ExportDialog::accept() {
    if (m_isWaiting)
        return;
    const QPointer<ExportDialog> open(this); // while it waits for the disk, it can be closed and deleted
    m_isRejected = false;
    QString problem = obstacle();
    if (const QString named = nameObstacle(); !named.isEmpty())
        problem = named;
    if (problem.isEmpty())
        problem = diskObstacle();
    if (!open || m_isRejected)
        return;
    if (!problem.isEmpty())
        return showError(problem);
    if (const QString failure = write(m_ifProtected, m_report); !open || m_isRejected)
        return;
    else if (!failure.isEmpty())
        return showError(failure);
    QDialog::accept();
}

QString ExportDialog::savedMessage() const {
    return savedText(file(), m_report);
}

void ExportDialog::reject() {
    if (m_isWaiting)
        emit messageRequested(
            tr("Whether %1 is saved is not known before its disk answers").arg(QFileInfo(file()).fileName()));
    m_isRejected = true;
    QDialog::reject();
}

std::optional<Error> ExportDialog::writeOnDisk(std::string bytes, IfProtected ifProtected,
                                               WriteReport& report) {
    const auto told = std::make_shared<WriteReport>();
    auto error = onDisk([path = file().toStdString(), bytes = std::move(bytes), ifProtected, told] {
        return write_file(path, bytes, ifProtected, told.get());
    });
    if (!error) // else it may still be writing
        report = *told;
    return error;
}

std::optional<Error> ExportDialog::onDisk(DiskWork work) {
    struct Outcome {
        std::atomic<bool> isDone = false;
        std::optional<Error> error;
    };
    const auto outcome = std::make_shared<Outcome>();
    QEventLoop loop;
    m_files.start([work = std::move(work), outcome,
                   waiting = QPointer<QEventLoop>(&loop)](const std::stop_token&) -> FileTasks::Then {
        outcome->error = work();
        outcome->isDone = true;
        return [waiting] {
            if (waiting)
                waiting->quit();
        };
    });
    if (!m_files.finish(quickDisk)) {
        const QPointer<ExportDialog> open(this);
        m_isWaiting = true;
        m_scroll->setEnabled(false);
        QTimer::singleShot(FileTasks::slowAfter, &loop, [this] {
            showMessage(tr("Still waiting for the disk, which has not answered. Cancel stops waiting."),
                        m_theme.colours().text);
        });
        connect(this, &QDialog::finished, &loop, &QEventLoop::quit);
        loop.exec();
        if (!open)
            return notWaitedFor(); // deleted
        m_isWaiting = false;
        m_scroll->setEnabled(true);
        m_message->hide();
    }
    return outcome->isDone ? outcome->error : notWaitedFor();
}

} // namespace lab
