import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { Locale } from '#i18n/locales.ts';

type Markup = ReturnType<typeof html>;

// One inline style sheet and no files, so these pages work without a built site.
const style = raw(`<style>
:root { color-scheme: light dark; --background: oklch(.985 .005 95); --surface: #fff; --border: oklch(.89 .008 95);
  --text: oklch(.24 .025 235); --text-muted: oklch(.46 .02 235); --accent: oklch(.43 .085 215); }
@media (prefers-color-scheme: dark) { :root { --background: oklch(.175 .02 235); --surface: oklch(.215 .022 235);
  --border: oklch(.31 .022 235); --text: oklch(.95 .008 95); --text-muted: oklch(.74 .018 220); --accent: oklch(.8 .1 200); } }
* { box-sizing: border-box; }
@media (prefers-reduced-motion: no-preference) { @view-transition { navigation: auto; } }
body { margin: 0; background: var(--background); color: var(--text);
  font: 17px/1.55 "Instrument Sans Variable", "Instrument Sans", system-ui, sans-serif; }
main { max-width: 860px; margin: 0 auto; padding: 40px 20px 80px; }
h1 { margin: 0 0 8px; font-size: 40px; line-height: 1.05; letter-spacing: -.03em; font-weight: 600; }
h2 { margin: 48px 0 8px; font-size: 22px; line-height: 1.15; letter-spacing: -.02em; font-weight: 600; }
h3 { margin: 0; font-size: 17px; font-weight: 600; overflow-wrap: anywhere; }
p { margin: 0 0 12px; text-wrap: pretty; }
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.muted { color: var(--text-muted); }
.statement { white-space: pre-line; overflow-wrap: anywhere; }
.entry { padding: 16px 0; border-top: 1px solid var(--border); }
code, pre { font: 15px/1.5 ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { margin: 8px 0 0; white-space: pre-wrap; }
table { width: 100%; margin: 8px 0 0; border-collapse: collapse; font-size: 15px; }
th, td { padding: 6px 12px 6px 0; border-top: 1px solid var(--border); text-align: left; vertical-align: top;
  overflow-wrap: anywhere; }
th { color: var(--text-muted); font-weight: 400; }
summary { min-height: 32px; cursor: pointer; }
details > summary { color: var(--accent); }
iframe { width: 100%; height: 460px; margin: 8px 0 0; border: 1px solid var(--border); border-radius: 10px;
  background: var(--surface); }
form { display: flex; gap: 8px; margin: 16px 0 24px; flex-wrap: wrap; align-items: end; }
label { display: grid; gap: 4px; flex: 1 1 260px; font-size: 15px; }
input, select, button { min-height: 44px; padding: 8px 12px; border: 1px solid var(--border); border-radius: 6px;
  background: var(--surface); color: var(--text); font: inherit; }
button { border-color: var(--accent); background: var(--accent); color: var(--background); font-weight: 600; cursor: pointer; }
</style>`);

/** Allows only the inline style sheet, and the mark in the mailbox's mails. */
export const plainPageHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'self'",
} as const;

/** A server page for developers and operators: plain HTML without JavaScript, in English by default. */
export function plainPage(title: string, content: Markup | readonly Markup[], locale: Locale = 'en'): Markup {
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${style}
</head>
<body><main>${content}</main></body>
</html>`;
}

const demoPages = {
  platform: 'Simulated platform',
  mailbox: 'Mailbox',
  identity: 'Identity checks',
  postbacks: 'Postbacks',
  authenticator: 'Authenticator',
} as const;

/** Answers with one of the demo's own pages at /dev, which shows or controls everyone's. */
export function answerDemoPage(c: Context, name: keyof typeof demoPages, about: string, content: Markup) {
  const others = Object.entries(demoPages).filter(([path]) => path !== name);
  const page = plainPage(
    demoPages[name],
    html`<p>${others.map(([path, title]) => html`<a href="/dev/${path}">${title}</a> `)}</p>
<h1>${demoPages[name]}</h1>
<p class="muted">${about} This page doesn’t exist in production.</p>
${content}`,
  );
  return c.html(page, 200, plainPageHeaders);
}
