// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/manual/manual_window.h"

#include "ui/look/theme.h"

#include <QFile>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QScreen>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextList>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace lab {

namespace {

constexpr double frameOfWindow = 40; // points, estimated: there is no frame yet

/// In the order of the contents.
const QStringList manualPages{QStringLiteral("index"),          QStringLiteral("sentence"),
                              QStringLiteral("parameters"),     QStringLiteral("explore"),
                              QStringLiteral("options"),        QStringLiteral("check"),
                              QStringLiteral("lessons"),        QStringLiteral("lesson-texts"),
                              QStringLiteral("files"),          QStringLiteral("concepts"),
                              QStringLiteral("play"),           QStringLiteral("geometry"),
                              QStringLiteral("learn"),          QStringLiteral("gestures-and-keys"),
                              QStringLiteral("figures"),        QStringLiteral("command-line"),
                              QStringLiteral("screen-reader"),  QStringLiteral("python"),
                              QStringLiteral("document-format")};

QString fileOf(const QString& page) {
    return QStringLiteral(":/manual/%1.md").arg(page);
}

QString contentOf(const QString& page) {
    QFile file(fileOf(page));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// What a line is about, if it begins a part of the page or an entry of the glossary; else nothing.
QString nameIn(const QString& line) {
    if (line.startsWith(QLatin1Char('#')))
        return line;
    return line.startsWith(QStringLiteral("- **")) ? line.section(QStringLiteral("**"), 1, 1) : QString();
}

/// The same of a block of the page that is shown.
QString nameIn(const QTextBlock& block) {
    if (block.blockFormat().headingLevel() > 0)
        return block.text();
    return block.textList() ? block.text().section(QLatin1Char(':'), 0, 0) : QString();
}

/// How well a page answers a search, the best first; nullopt if it does not.
std::optional<int> rankOf(const QString& content, const QString& wanted) {
    const QStringList words = wanted.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (!std::ranges::all_of(
            words, [&](const QString& word) { return content.contains(word, Qt::CaseInsensitive); }))
        return std::nullopt;
    const QString phrase = words.join(QLatin1Char(' '));
    const QStringList lines = content.split(QLatin1Char('\n'));
    const bool isNamed = std::ranges::any_of(
        lines, [&](const QString& line) { return nameIn(line).contains(phrase, Qt::CaseInsensitive); });
    return isNamed ? 0 : content.contains(phrase, Qt::CaseInsensitive) ? 1 : 2;
}

/// The first heading of a page.
QString titleOf(const QString& content) {
    return content.section(QLatin1Char('\n'), 0, 0).remove(0, 1).trimmed();
}

} // namespace

ManualWindow::ManualWindow(const Theme& theme, QWidget* parent)
    : QDialog(parent), m_theme(theme), m_search(new QLineEdit(this)), m_pages(new QListWidget(this)),
      m_text(new QTextBrowser(this)) {
    setWindowTitle(tr("Manual"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_search->setPlaceholderText(tr("Search the manual"));
    m_search->setAccessibleName(tr("Search the manual"));
    m_search->setClearButtonEnabled(true);
    m_pages->setAccessibleName(tr("Pages"));
    m_text->setAccessibleName(tr("Page"));
    m_text->setOpenExternalLinks(true);
    auto* side = new QVBoxLayout;
    side->addWidget(m_search);
    side->addWidget(m_pages);
    auto* whole = new QHBoxLayout(this);
    whole->addLayout(side, 1);
    whole->addWidget(m_text, 3);
    connect(m_search, &QLineEdit::textChanged, this, &ManualWindow::search);
    connect(m_search, &QLineEdit::returnPressed, this, &ManualWindow::findNext);
    connect(m_pages, &QListWidget::currentRowChanged, this, &ManualWindow::showPage);
    // Select the page in the list when a link leads to it.
    connect(m_text, &QTextBrowser::sourceChanged, this, [this](const QUrl& url) {
        for (int row = 0; row < m_pages->count(); ++row) {
            if (url.path() == fileOf(m_pages->item(row)->data(Qt::UserRole).toString()).mid(1))
                m_pages->setCurrentRow(row);
        }
    });
    connect(&theme, &Theme::changed, this, &ManualWindow::restyle);
    restyle();
    search();
    // While presenting, the theme has the large lengths meant for the audience, so the window is kept within
    // the screen.
    const QSize frame(theme.px(frameOfWindow), theme.px(frameOfWindow));
    resize(QSize(theme.px(900), theme.px(640)).boundedTo(screen()->availableSize() - frame));
}

void ManualWindow::openPage(const QString& page) {
    m_search->clear();
    for (int row = 0; row < m_pages->count(); ++row) {
        if (m_pages->item(row)->data(Qt::UserRole).toString() == page)
            m_pages->setCurrentRow(row);
    }
}

void ManualWindow::search() {
    const QString before =
        m_pages->currentItem() ? m_pages->currentItem()->data(Qt::UserRole).toString() : QString();
    const QString wanted = m_search->text().simplified();
    const QSignalBlocker quiet(m_pages);
    m_pages->clear();
    std::vector<std::pair<int, QString>> found;
    for (const QString& page : manualPages) {
        if (const auto rank = wanted.isEmpty() ? 0 : rankOf(contentOf(page), wanted))
            found.emplace_back(*rank, page);
    }
    std::ranges::stable_sort(found, {}, &std::pair<int, QString>::first);
    for (const auto& [rank, page] : found) {
        auto* item = new QListWidgetItem(titleOf(contentOf(page)), m_pages);
        item->setData(Qt::UserRole, page);
        if (page == before && rank == found.front().first)
            m_pages->setCurrentItem(item);
    }
    if (m_pages->count() == 0)
        (new QListWidgetItem(tr("Not found"), m_pages))->setFlags(Qt::NoItemFlags);
    else if (!m_pages->currentItem())
        m_pages->setCurrentRow(0);
    showPage(m_pages->currentRow());
}

void ManualWindow::showPage(int row) {
    const QListWidgetItem* item = m_pages->item(row);
    if (!item || item->data(Qt::UserRole).isNull())
        return;
    const QUrl url(QStringLiteral("qrc") + fileOf(item->data(Qt::UserRole).toString()));
    if (m_text->source().path() != url.path())
        m_text->setSource(url, QTextDocument::MarkdownResource);
    m_text->moveCursor(QTextCursor::Start);
    if (!m_search->text().isEmpty())
        findFirst();
}

void ManualWindow::findFirst() {
    const QString wanted = m_search->text().simplified();
    for (QTextBlock block = m_text->document()->begin(); block.isValid(); block = block.next()) {
        if (!nameIn(block).contains(wanted, Qt::CaseInsensitive))
            continue;
        m_text->setTextCursor(QTextCursor(block));
        break;
    }
    findNext();
}

void ManualWindow::findNext() {
    const QString wanted = m_search->text().simplified();
    if (wanted.isEmpty())
        return;
    const bool isThere = m_text->toPlainText().contains(wanted, Qt::CaseInsensitive);
    const QString text = isThere ? wanted : wanted.section(QLatin1Char(' '), 0, 0);
    if (!m_text->find(text)) {
        m_text->moveCursor(QTextCursor::Start);
        m_text->find(text);
    }
    // What follows is what one reads next.
    QScrollBar* bar = m_text->verticalScrollBar();
    bar->setValue(bar->value() + m_text->cursorRect().top() - m_text->fontMetrics().height());
}

void ManualWindow::restyle() {
    m_pages->setMinimumWidth(m_theme.px(170));
    m_text->setMinimumWidth(m_theme.px(260));
    m_text->document()->setDocumentMargin(m_theme.px(12));
}

} // namespace lab
