import { Parser } from 'htmlparser2';
import type { Locale } from '#i18n/locales.ts';
import { localizePath } from '#routes.ts';

type Edit = { readonly from: number; readonly to: number; readonly text: string };

/** Applies edits, which must be sorted and must not overlap. */
function applyEdits(html: string, edits: readonly Edit[]): string {
  let finished = '';
  let done = 0;
  for (const { from, to, text } of edits) {
    finished += html.slice(done, from) + text;
    done = to;
  }
  return finished + html.slice(done);
}

/**
 * Prepares rendered Markdown for readers: wide tables scroll on their own, also by keyboard; heading cells get a scope;
 * an empty corner heading becomes a plain cell. English fallback text links to the reader's language.
 */
export function finishHtml(rendered: string, textLocale: Locale, locale: Locale): string {
  const edits: Edit[] = [];
  const insert = (at: number, text: string) => edits.push({ from: at, to: at, text });
  /** The open `<th`, and whether it is still empty. */
  let heading: { readonly start: number; empty: boolean } | undefined;
  const parser = new Parser(
    {
      onattribute(name, value) {
        if (name !== 'href' || textLocale === locale || !value.startsWith('/')) return;
        edits.push({ from: parser.startIndex, to: parser.endIndex, text: `href="${localizePath(value, locale)}"` });
      },
      onopentag(name) {
        if (heading) heading.empty = false;
        if (name === 'th') heading = { start: parser.startIndex, empty: true };
        if (name === 'table') insert(parser.startIndex, '<div class="table-scroll" tabindex="0">');
      },
      ontext() {
        if (heading) heading.empty = false;
      },
      onclosetag(name, implied) {
        const end = parser.endIndex + 1;
        if (name === 'table' && !implied) insert(end, '</div>');
        if (name !== 'th' || !heading) return;
        if (heading.empty) edits.push({ from: heading.start, to: end, text: '<td></td>' });
        else insert(heading.start + '<th'.length, ' scope="col"');
        heading = undefined;
      },
    },
    { decodeEntities: false },
  );
  parser.end(rendered);
  return applyEdits(
    rendered,
    edits.sort((left, right) => left.from - right.from),
  );
}
