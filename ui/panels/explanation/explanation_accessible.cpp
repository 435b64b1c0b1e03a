// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/explanation/explanation_accessible.h"

#include "ui/panels/explanation/explanation_browser.h"

#include <QAbstractTextDocumentLayout>
#include <QAccessible>
#include <QAccessibleActionInterface>
#include <QAccessibleWidget>
#include <QScrollBar>
#include <QTextBlock>
#include <QWindow>

#include <map>

namespace lab {

namespace {

constexpr int wholeLine = -1;

class PageInterface : public QAccessibleWidget {
public:
    explicit PageInterface(ExplanationBrowser& browser)
        : QAccessibleWidget(&browser, QAccessible::List), m_browser(browser) {}
    ~PageInterface() override {
        for (const auto& [place, id] : m_made)
            QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override { return static_cast<int>(m_browser.lines().size()); }
    QAccessibleInterface* child(int index) const override { return at(index, wholeLine); }
    int indexOfChild(const QAccessibleInterface* child) const override;
    QAccessibleInterface* childAt(int /*x*/, int /*y*/) const override { return nullptr; }
    /// A line, or a link in it; nullptr if there is none.
    QAccessibleInterface* at(int line, int link) const;

private:
    ExplanationBrowser& m_browser;
    mutable std::map<std::pair<int, int>, QAccessible::Id> m_made; // on demand
};

PageInterface* pageOf(ExplanationBrowser& browser) {
    return dynamic_cast<PageInterface*>(QAccessible::queryAccessibleInterface(&browser));
}

/// A line, or a link in it. It lasts as long as the page has so many: another page has other words in them.
class PartInterface : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    PartInterface(ExplanationBrowser& browser, int line, int link)
        : m_browser(browser), m_line(line), m_link(link) {}

    int line() const { return m_line; }
    int link() const { return m_link; }

    bool isValid() const override {
        const ReadLine* line = its();
        return line && (m_link == wholeLine || m_link < static_cast<int>(line->links.size()));
    }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_browser.window()->windowHandle(); }
    QAccessibleInterface* childAt(int /*x*/, int /*y*/) const override { return nullptr; }
    QAccessibleInterface* parent() const override {
        PageInterface* page = pageOf(m_browser);
        return page && m_link != wholeLine ? page->at(m_line, wholeLine) : page;
    }
    int childCount() const override {
        const ReadLine* line = its();
        return line && m_link == wholeLine ? static_cast<int>(line->links.size()) : 0;
    }
    QAccessibleInterface* child(int index) const override {
        const PageInterface* page = pageOf(m_browser);
        return page && index >= 0 && index < childCount() ? page->at(m_line, index) : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        const auto* part = dynamic_cast<const PartInterface*>(child);
        return part && part->line() == m_line ? part->link() : -1;
    }
    QAccessible::Role role() const override {
        return m_link == wholeLine ? QAccessible::ListItem : QAccessible::Link;
    }
    void setText(QAccessible::Text /*kind*/, const QString& /*text*/) override {}
    QString text(QAccessible::Text kind) const override {
        const ReadLine* line = its();
        if (!line || !isValid() || kind != QAccessible::Name)
            return {};
        return m_link == wholeLine ? line->text : line->links[static_cast<std::size_t>(m_link)].name;
    }
    QRect rect() const override {
        const ReadLine* line = its();
        if (!line)
            return {};
        const QTextDocument& page = *m_browser.document();
        const QPoint scrolled(m_browser.horizontalScrollBar()->value(),
                              m_browser.verticalScrollBar()->value());
        return page.documentLayout()
            ->blockBoundingRect(page.findBlock(line->position))
            .toAlignedRect()
            .translated(m_browser.viewport()->mapToGlobal(QPoint()) - scrolled);
    }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.invalid = !isValid();
        state.readOnly = true;
        state.focusable = m_link != wholeLine;
        state.linked = m_link != wholeLine;
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface && m_link != wholeLine
                   ? static_cast<QAccessibleActionInterface*>(this)
                   : nullptr;
    }
    QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& action) override {
        const ReadLine* line = its();
        if (line && isValid() && action == pressAction())
            emit m_browser.followed(line->links[static_cast<std::size_t>(m_link)].link);
    }
    QStringList keyBindingsForAction(const QString& /*action*/) const override { return {}; }

private:
    const ReadLine* its() const {
        const std::vector<ReadLine>& lines = m_browser.lines();
        return m_line < static_cast<int>(lines.size()) ? &lines[static_cast<std::size_t>(m_line)] : nullptr;
    }

    ExplanationBrowser& m_browser;
    int m_line, m_link;
};

int PageInterface::indexOfChild(const QAccessibleInterface* child) const {
    const auto* part = dynamic_cast<const PartInterface*>(child);
    return part && part->link() == wholeLine ? part->line() : -1;
}

QAccessibleInterface* PageInterface::at(int line, int link) const {
    if (line < 0 || line >= childCount())
        return nullptr;
    const auto [place, added] = m_made.try_emplace({line, link});
    if (added)
        place->second = QAccessible::registerAccessibleInterface(new PartInterface(m_browser, line, link));
    return QAccessible::accessibleInterface(place->second);
}

QAccessibleInterface* makePage(const QString& /*className*/, QObject* object) {
    auto* browser = qobject_cast<ExplanationBrowser*>(object);
    return browser ? new PageInterface(*browser) : nullptr;
}

} // namespace

void installExplanationAccessibility() {
    static const bool installed = (QAccessible::installFactory(makePage), true);
    Q_UNUSED(installed)
}

void tellLinkReached(ExplanationBrowser& browser) {
    const PageInterface* page = QAccessible::isActive() ? pageOf(browser) : nullptr;
    if (!page || !browser.textCursor().hasSelection())
        return;
    const int at = browser.textCursor().selectionStart();
    const std::vector<ReadLine>& lines = browser.lines();
    for (std::size_t line = 0; line < lines.size(); ++line) {
        for (std::size_t link = 0; link < lines[line].links.size(); ++link) {
            if (lines[line].links[link].position != at)
                continue;
            QAccessibleEvent event(page->at(static_cast<int>(line), static_cast<int>(link)),
                                   QAccessible::Focus);
            QAccessible::updateAccessibility(&event);
            return;
        }
    }
}

} // namespace lab
