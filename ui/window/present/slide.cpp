// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/present/slide.h"

#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/pages/page.h"
#include "ui/pages/play/caption_view.h"
#include "ui/pages/play/inspected_caption.h"
#include "ui/pages/presentable.h"
#include "ui/selection/selection.h"
#include "ui/window/present/help_line.h"

#include <QEvent>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lab {

namespace {
constexpr double slideTitleMargin = 6; // points
constexpr double shareOfLine = 0.36;   // for the keys, beside a page's own controls
} // namespace

Slide::Slide(LabDocument& document, Selection& selection, Theme& theme, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_theme(theme),
      m_column(new QVBoxLayout(this)), m_title(new QLabel(this)), m_question(new QLabel(this)),
      m_explanation(new CaptionView(theme, this)), m_help(new HelpLine(theme, this)) {
    setObjectName(QStringLiteral("slide"));
    setAutoFillBackground(true);
    m_column->setContentsMargins({});
    m_column->setSpacing(0);
    m_title->setObjectName(QStringLiteral("slideTitle"));
    m_title->setAlignment(Qt::AlignCenter);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    m_title->hide();
    m_column->addWidget(m_title);
    m_question->setObjectName(QStringLiteral("slideQuestion"));
    m_question->setTextFormat(Qt::PlainText);
    m_question->setWordWrap(true);
    m_question->hide();
    m_column->addWidget(m_question);
    m_column->addWidget(m_explanation);
    m_explanation->setPresented(true);
    m_explanation->hide();
    connect(m_help, &HelpLine::said, this, &Slide::placeHelp);
    connect(m_explanation, &CaptionView::cellChosen, &selection,
            [&selection](const CellRef& cell) { selection.inspect(cell); });
    connect(m_explanation, &CaptionView::parameterChosen, &selection,
            [&selection](const ParameterCell& cell) { selection.inspect(cell); });
    connect(&selection, &Selection::inspectedChanged, this, &Slide::explain);
    connect(&document, &LabDocument::changed, this, &Slide::explain);
    connect(&document, &LabDocument::computed, this, &Slide::explain);
    connect(&document, &LabDocument::viewChanged, this, &Slide::explain);
    connect(&theme, &Theme::changed, this, &Slide::restyle);
    restyle();
}

void Slide::setBody(QWidget* body) {
    m_body = body;
    m_column->insertWidget(m_column->indexOf(m_question) + 1, body, 1);
    body->show();
}

void Slide::setPages(QStackedWidget& pages) {
    const auto show = [this, &pages] { showPage(qobject_cast<Page*>(pages.currentWidget())); };
    connect(&pages, &QStackedWidget::currentChanged, this, show);
    show();
}

void Slide::showPage(Page* page) {
    if (m_page && m_page != page) {
        m_page->removeEventFilter(this);
        m_page->presentable().setExplained(false, 0);
    }
    if (page)
        page->installEventFilter(this);
    m_page = page;
    setExplained(m_explained);
    placeHelp();
}

/// Whether nothing stands below the page or right of it, as the panel of a lesson does.
bool Slide::endsWithPage() const {
    return m_page && m_body && m_body->isAncestorOf(m_page) &&
           m_page->mapTo(m_body, QPoint(m_page->width(), m_page->height())) ==
               QPoint(m_body->width(), m_body->height());
}

/// Later: it may change the size of what is being resized now.
bool Slide::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_page && (event->type() == QEvent::Resize || event->type() == QEvent::Move))
        QMetaObject::invokeMethod(this, &Slide::placeHelp, Qt::QueuedConnection);
    return QWidget::eventFilter(watched, event);
}

/// Places the help line in the page's lowest line, if that can be shared; otherwise below the page. A text
/// too long for its part of the line grows upwards for a while, and so do all keys while the pointer is on
/// them: the page's own controls stay in sight.
void Slide::placeHelp() {
    const int share = qRound(width() * shareOfLine) + m_help->countWidth();
    const int wanted = endsWithPage() ? share : width(); // which no line has
    const int line = m_page ? m_page->presentable().shareLastLine(wanted) : 0;
    const int wide = line == 0 ? width() : std::min(share, m_help->sizeHint().width());
    const int lowest = line > 0 ? line : m_help->sizeHint().height();
    const bool wantsAll = m_help->opacity() > 0 && (m_help->isMessage() || m_help->isPointedAt());
    const int high = wantsAll ? std::max(lowest, m_help->heightForWidth(wide)) : lowest;
    m_column->setContentsMargins(0, 0, 0, line > 0 ? 0 : lowest);
    m_help->setOpaque(line > 0 || high > lowest);
    m_help->setGeometry(width() - wide, height() - high, wide, high);
    m_help->raise();
}

void Slide::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeHelp();
}

void Slide::setTitle(const QString& title) {
    m_title->setText(title);
    m_title->setVisible(!title.isEmpty());
}

void Slide::setQuestion(const QString& question) {
    m_question->setText(question);
    m_question->setVisible(!question.isEmpty());
}

void Slide::restyle() {
    QPalette colours = palette();
    colours.setColor(QPalette::Window, m_theme.colours().page);
    setPalette(colours);
    colours.setColor(QPalette::WindowText, m_theme.colours().text);
    m_title->setPalette(colours);
    QFont large = m_theme.font(TextRole::sentence);
    large.setWeight(QFont::Bold);
    m_title->setFont(large);
    const int margin = m_theme.px(slideTitleMargin);
    m_title->setContentsMargins(4 * margin, margin / 2, 4 * margin, margin / 2);
    m_question->setPalette(colours);
    m_question->setFont(m_theme.font(TextRole::sentence));
    m_question->setContentsMargins(4 * margin, margin / 2, 4 * margin, margin / 2);
    m_explanation->setFixedHeight(m_explanation->preferredHeight());
    placeHelp();
}

void Slide::setExplained(bool explained) {
    const bool begins = explained && !m_explained;
    m_explained = explained;
    m_pageExplains = m_page && m_page->presentable().setExplained(explained, m_explanation->height());
    explain();
    m_explanation->setVisible(explained && !m_pageExplains);
    if (begins && m_pageExplains && !m_selection.isInspecting())
        m_help->say(tr("Click a number: the line explains it instead of the step"));
}

void Slide::explain() {
    if (!m_explained || m_pageExplains)
        return;
    if (m_page && m_page->presentable().turnsFirst() && !m_selection.isInspecting()) // it shows no cells
        m_explanation->setText(tr("No number of this page can be explained: click one on another page"));
    else
        explainInspected(*m_explanation, m_document, m_selection);
}

} // namespace lab
