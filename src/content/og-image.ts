import { createHash } from 'node:crypto';
import { getCatalog } from './catalog.ts';

/** Increase this when the design changes, so that no cache shows the old image. */
const designVersion = 1;

/** The path of an image. It is named by its content, so that equal titles share one image. */
export function ogImagePath(text: string): string {
  const hash = createHash('sha256').update(`${designVersion}\n${getCatalog().site.name}\n${text}`).digest('hex');
  return `/og/${hash.slice(0, 16)}.png`;
}

export const ogImageWidth = 1200;
export const ogImageHeight = 630;
