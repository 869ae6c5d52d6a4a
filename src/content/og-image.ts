import { createHash } from 'node:crypto';
import { getCatalog } from './catalog.ts';

/** Increase when the design changes, so that no cache shows the old image. */
const drawing = 1;

/** The path of the image with this title, named by its content so that equal titles share one. */
export function ogImagePath(text: string): string {
  const hash = createHash('sha256').update(`${drawing}\n${getCatalog().site.name}\n${text}`).digest('hex');
  return `/og/${hash.slice(0, 16)}.png`;
}

export const ogImageWidth = 1200;
export const ogImageHeight = 630;
