import { createHash } from 'node:crypto';
import { getCatalog } from './catalog.ts';

/** Raised when the picture is drawn differently, so that no cache anywhere shows the old one. */
const drawing = 1;

/** Where the picture for shared links with these words lies: named by its content, so that equal words share one. */
export function ogImagePath(words: string): string {
  const hash = createHash('sha256').update(`${drawing}\n${getCatalog().site.name}\n${words}`).digest('hex');
  return `/og/${hash.slice(0, 16)}.png`;
}

export const ogImageWidth = 1200;
export const ogImageHeight = 630;
