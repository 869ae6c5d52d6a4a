import { html, raw } from 'hono/html';
import { colonOf, withLabel } from '#lib/with-label.ts';
import type { MailContext } from './mail-context.ts';

export type MailBlock =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  /** With `href`, the whole note is a link. */
  | { readonly kind: 'note'; readonly text: string; readonly href?: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'table'; readonly rows: readonly TableRow[] };

export type MailContent = {
  readonly subject: string;
  /** Of a mail that greets with something else than the first name among its values. */
  readonly greeting?: string;
  readonly blocks: readonly MailBlock[];
};

export type MailTemplates<Values> = {
  readonly [Name in keyof Values]: (values: Values[Name], setting: MailContext) => MailContent;
};

export type ValuesOf<Templates> = {
  readonly [Name in keyof Templates]: Templates[Name] extends (
    values: infer Values,
    setting: MailContext,
  ) => MailContent
    ? Values
    : never;
};

type TableRow = { readonly label: string; readonly value: string; readonly strong?: boolean };

export const textBlock = (text: string): MailBlock => ({ kind: 'text', text });
export const codeBlock = (text: string): MailBlock => ({ kind: 'code', text });
export const linkBlock = (text: string, href: string): MailBlock => ({ kind: 'link', text, href });
export const noteBlock = (text: string, href?: string): MailBlock => ({ kind: 'note', text, ...(href && { href }) });
export const tableBlock = (rows: readonly TableRow[]): MailBlock => ({ kind: 'table', rows });

type Markup = ReturnType<typeof html>;

// Mail clients support neither custom properties nor oklch, so the theme's colors are repeated in hex.
const accent = '#07546b';
const line = '#d9d7d0';
const font = `font-family:'Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;

// Declares support for dark mode, with a lighter accent.
const darkStyle = raw(`<style>
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page { background: #0d1a21 !important; } .card { background: #14232b !important; border-color: #2b3b44 !important; }
    .text { color: #eff1f0 !important; } .muted { color: #a3b4bb !important; } .rule { border-color: #2b3b44 !important; }
    .accent { color: #6fd3e6 !important; } .button { background: #6fd3e6 !important; color: #0d1a21 !important; }
  }
</style>`);

function renderBlock(block: MailBlock): Markup {
  switch (block.kind) {
    case 'text':
      return html`<p class="text" style="margin:0 0 20px;color:#17232b">${linesOf(block.text)}</p>`;
    case 'note':
      return html`<p class="muted" style="margin:0 0 16px;color:#56636b;font-size:14px">${block.href === undefined ? block.text : html`<a class="muted" href="${block.href}" style="color:#56636b">${block.text}</a>`}</p>`;
    case 'code':
      return html`<p class="accent" style="margin:0 0 20px;color:${accent};font-size:${sizeOf(block.text)};font-weight:600;font-variant-numeric:tabular-nums">${block.text}</p>`;
    case 'link':
      return html`<p style="margin:8px 0 24px"><a class="button" href="${block.href}" style="display:inline-block;background:${accent};color:#ffffff;text-decoration:none;font-weight:600;padding:12px 20px;border-radius:6px">${block.text}</a></p>`;
    case 'table':
      return html`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 20px;border-collapse:collapse">${block.rows.map(renderRow)}</table>`;
  }
}

/** A code to type stands out; an address to copy stays on its line. */
function sizeOf({ length }: string) {
  return raw(length > 12 ? '16px' : '32px;letter-spacing:4px');
}

/** Keeps the line breaks of user-entered text. */
function linesOf(text: string) {
  return text.split('\n').map((line, index) => (index === 0 ? line : html`<br>${line}`));
}

/** What fits beside each other in a mail's 300 px on a phone; a longer row has its label above its value. */
const maxRowLength = 34;

function renderRow({ label, value, strong = false }: TableRow): Markup {
  const weight = strong ? '600' : '400';
  const cell = `padding:8px 0;border-top:1px solid ${line};color:#17232b;font-weight:${weight}`;
  const figures = 'font-variant-numeric:tabular-nums';
  if ([...label, ...value].length > maxRowLength)
    return html`<tr><td class="text rule" colspan="2" style="${cell};${figures};overflow-wrap:anywhere"><span class="muted" style="display:block;color:#56636b;font-size:14px;font-weight:400">${label}</span>${value}</td></tr>`;
  return html`<tr><td class="text rule" style="${cell};padding-right:16px;white-space:nowrap">${label}</td><td class="text rule" align="right" style="${cell};${figures};white-space:nowrap">${value}</td></tr>`;
}

function writeBlock(block: MailBlock, locale: string): string {
  if ((block.kind === 'link' || block.kind === 'note') && block.href !== undefined)
    return `${block.text}${colonOf(locale).trimEnd()}\n${block.href}`;
  if (block.kind !== 'table') return block.text;
  return block.rows.map(({ label, value }) => withLabel(label, value, locale)).join('\n');
}

/** Renders a mail as text and HTML: the same content, simple tables and inline styles, readable in light and dark. */
export function renderMail(
  content: MailContent,
  setting: MailContext,
  firstName = '',
): { subject: string; text: string; html: string } {
  const { t, brand, locale } = setting;
  const closing = t('closing');
  const greeting = content.greeting ?? (firstName === '' ? t('greeting_plain') : t('greeting', { name: firstName }));
  const page = html`<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${content.subject}</title>${darkStyle}</head>
<body class="page" style="margin:0;background:#fbfaf7;${font};font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:520px"><tr><td>
<p class="accent" style="margin:0 0 16px;color:${accent};font-size:20px;font-weight:600;letter-spacing:-0.5px"><img src="${setting.url('/apple-touch-icon.png')}" alt="" width="28" height="28" style="vertical-align:-7px;border-radius:6px"> ${brand}</p>
<div class="card" style="background:#ffffff;border:1px solid ${line};border-radius:10px;padding:28px 28px 12px">
<h1 class="text" style="margin:0 0 16px;color:#17232b;font-size:24px;line-height:1.2;letter-spacing:-0.5px">${content.subject}</h1>
<p class="text" style="margin:0 0 16px;color:#17232b">${greeting}</p>
${content.blocks.map(renderBlock)}
</div>
<p class="muted" style="margin:16px 0 0;color:#56636b;font-size:13px">${closing}</p>
</td></tr></table></td></tr></table></body></html>`;
  const text = [greeting, ...content.blocks.map((block) => writeBlock(block, locale)), `\u2014\n${closing}`].join(
    '\n\n',
  );
  return { subject: content.subject, text: `${text}\n`, html: String(page) };
}
