import { Parser } from 'htmlparser2';

/**
 * Numbers a page's islands. Astro names them after the folder the site is built in, so that two builds of one commit would
 * differ in every page.
 */
export function numberIslands(html: string): string {
  if (!html.includes('<astro-island')) return html;
  const places: { readonly from: number; readonly to: number }[] = [];
  let uid: (typeof places)[number] | undefined;
  const parser = new Parser(
    {
      onattribute(name) {
        if (name === 'uid') uid = { from: parser.startIndex, to: parser.endIndex };
      },
      onopentag(name) {
        if (name === 'astro-island' && uid) places.push(uid);
        uid = undefined;
      },
    },
    { decodeEntities: false },
  );
  parser.end(html);
  return places.reduceRight((text, { from, to }, at) => `${text.slice(0, from)}uid="${at}"${text.slice(to)}`, html);
}
