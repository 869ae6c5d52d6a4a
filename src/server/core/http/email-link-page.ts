import { html } from 'hono/html';
import { pathTo } from '#routes.ts';
import type { LinkParams, LinkState } from '../signature.ts';
import { type EmailLinkPageKey, getTranslate } from '../translations.ts';
import type { App, AppContext } from './context.ts';
import { readLink } from './link-query.ts';
import { plainPage, plainPageHeaders } from './plain-page.ts';

type EmailLinkPage = {
  readonly title: EmailLinkPageKey;
  readonly text: EmailLinkPageKey;
  readonly params?: Readonly<Record<string, number>>;
  /** Buttons post to the page's own address, because opening a mailed link must not change anything. */
  readonly buttons?: readonly { readonly label: EmailLinkPageKey; readonly name?: string; readonly value?: string }[];
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

type Found = LinkState | boolean;

type LinkPage = {
  find(link: LinkParams): Found | Promise<Found>;
  use(link: LinkParams): Promise<Found>;
  readonly open: EmailLinkPage;
  readonly confirmed: EmailLinkPage;
  /** The text for a dead link. */
  readonly dead: EmailLinkPageKey;
};

/**
 * Adds the page behind a mailed link that does one thing. Opening it shows a button; the button uses the link, and so do
 * mail clients, which post themselves, without page, cookie or language (RFC 8058).
 */
export function addLinkPage(app: App, path: string, { find, use, open, confirmed, dead }: LinkPage): void {
  const pages = { open, confirmed, dead: { title: 'dead_title', text: dead, status: 404 } } as const;
  app.get(path, async (c) => {
    const found = await find(readLink(c));
    return sendMessage(c, pages[found === true ? 'open' : found || 'dead']);
  });
  app.post(path, async (c) => {
    const found = await use(readLink(c));
    return sendMessage(c, pages[found === true ? 'confirmed' : found || 'dead']);
  });
}
