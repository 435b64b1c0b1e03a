// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dialog that exports something to a file: a preview, a form, and the file's name.
#pragma once

#include "core/io/file.h"
#include "ui/document/files/file_tasks.h"

#include <QDialog>

#include <functional>
#include <optional>

class QBoxLayout;
class QLabel;
class QLineEdit;
class QScrollArea;

namespace lab {

class ExportForm;
class Theme;

class ExportDialog : public QDialog {
    Q_OBJECT
public:
    QString file() const;
    QLineEdit& fileLine() const { return *m_file; }

    /// Writes the file. If that fails or is cancelled, stays open and shows why. A file that exists is
    /// replaced when this is called twice, even if it is write-protected.
    void accept() override;
    void reject() override;
    /// What to say once it is accepted.
    QString savedMessage() const;

signals:
    /// The outcome of an action that leaves the dialog open.
    void messageRequested(const QString& message);

protected:
    /// Takes over both widgets.
    ExportDialog(const Theme& theme, QWidget* preview, ExportForm* form, QWidget* parent);
    /// Adds the line of the size and the file's name to the form.
    void addFile(const QString& file);
    /// The last thing that is built.
    void addButtons();

    /// The file name suffix of the chosen format: ".png".
    virtual QString suffix() const = 0;
    /// The suffixes of all formats.
    virtual QStringList suffixes() const = 0;
    /// What is saved, for file dialogs: "Figures".
    virtual QString kind() const = 0;
    /// Follows the suffix of the name that was typed, if there is such a format.
    virtual void takeSuffix(const QString& file) = 0;
    /// Why it cannot be written as set, as a message; empty if it can.
    virtual QString obstacle() const = 0;
    /// The name of the first file that would be written.
    virtual QString written() const { return file(); }
    /// Writes as `ifProtected` says. Returns what went wrong, as a message; empty if nothing did. Files are
    /// written by onDisk().
    virtual QString write(IfProtected ifProtected, WriteReport& report) = 0;
    /// Work that reads or writes files. It may use only what it owns.
    using DiskWork = std::function<std::optional<Error>()>;
    /// Runs `work` on another thread, and waits for it while the dialog can be cancelled. Then an error is
    /// returned although `work` goes on.
    std::optional<Error> onDisk(DiskWork work);
    /// The same for a file that is written.
    std::optional<Error> writeOnDisk(std::string bytes, IfProtected ifProtected, WriteReport& report);

    /// Puts the suffix of the format in place of that of the name.
    void followFormat();
    void showSize(const QString& text);
    void forgetMessage();
    void showError(const QString& why);
    void showInfo(const QString& what);

    const Theme& m_theme;

private:
    void restyle();
    void browse();
    QString nameObstacle() const;
    QString diskObstacle();
    void showMessage(const QString& text, const QColor& colour);

    bool m_isWaiting = false; ///< for onDisk()
    bool m_isRejected = false;
    QString m_toReplace; ///< existing file that the user was warned about
    IfProtected m_ifProtected = IfProtected::refuse;
    WriteReport m_report;
    QBoxLayout* m_columns;
    QScrollArea* m_scroll;
    ExportForm* m_exportForm;
    QLabel* m_size;
    QLabel* m_message;
    QLineEdit* m_file = nullptr;
    FileTasks m_files;
};

} // namespace lab
