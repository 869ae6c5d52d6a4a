import { html } from 'hono/html';
import { pathTo } from '#routes.ts';
import { type EmailLinkPageKey, getTranslate } from '../translations.ts';
import type { AppContext } from './context.ts';
import { plainPage, plainPageHeaders } from './plain-page.ts';

type Button = { readonly label: EmailLinkPageKey; readonly name?: string; readonly value?: string };

type EmailLinkPage = {
  readonly title: EmailLinkPageKey;
  readonly text: EmailLinkPageKey;
  readonly params?: Readonly<Record<string, number>>;
  /** Buttons post to the page's own address, because opening a mailed link must not change anything. */
  readonly buttons?: readonly Button[];
  /** Paragraphs of the text that the decision is about. */
  readonly quote?: readonly string[];
  readonly status?: 200 | 404;
};

/** Sends the page behind a mailed link: one sentence and its buttons, in the reader's language. */
export function sendMessage(
  c: AppContext,
  { title, text, params = {}, buttons = [], quote = [], status = 200 }: EmailLinkPage,
) {
  const { catalog, env } = c.get('deps');
  const { locale } = c.get('requestContext');
  const { name: brand, supportEmail: support } = catalog.site;
  const t = getTranslate('email-link-pages', locale);
  const translate = (key: EmailLinkPageKey) => t(key, { brand, support, ...params });
  const page = plainPage(
    `${translate(title)} · ${brand}`,
    html`<p><a href="${env.origin}${pathTo('home', {}, locale)}">${brand}</a></p>
<h1>${translate(title)}</h1>
<p class="muted">${translate(text)}</p>
${quote.map((line) => html`<p class="entry" style="white-space:pre-wrap;overflow-wrap:anywhere">${line}</p>`)}
${
  buttons.length === 0
    ? ''
    : html`<form method="post">${buttons.map(({ label, name = '', value = '' }) => html`<button name="${name}" value="${value}">${translate(label)}</button>`)}</form>`
}`,
    locale,
  );
  return c.html(page, status, plainPageHeaders);
}
