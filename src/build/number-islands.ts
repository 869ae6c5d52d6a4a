import { Parser } from 'htmlparser2';

/**
 * Numbers a page's islands. Astro derives their ids from the build folder, so two builds of one commit would differ on
 * every page.
 */
export function numberIslands(html: string): string {
  if (!html.includes('<astro-island')) return html;
  const uidSpans: { readonly from: number; readonly to: number }[] = [];
  let uid: (typeof uidSpans)[number] | undefined;
  const parser = new Parser(
    {
      onattribute(name) {
        if (name === 'uid') uid = { from: parser.startIndex, to: parser.endIndex };
      },
      onopentag(name) {
        if (name === 'astro-island' && uid) uidSpans.push(uid);
        uid = undefined;
      },
    },
    { decodeEntities: false },
  );
  parser.end(html);
  return uidSpans.reduceRight((text, { from, to }, at) => `${text.slice(0, from)}uid="${at}"${text.slice(to)}`, html);
}
