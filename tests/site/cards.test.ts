import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ogImageHeight, ogImagePath, ogImageWidth } from '../../src/content/og-image.ts';
import { findOne, isBuilt, readPages } from './built-site.ts';

const property = (html: string, name: string) =>
  findOne(html, new RegExp(`<meta property="og:image${name}" content="([^"]*)"`));

describe('the picture for shared links', () => {
  const pages = readPages();
  const pathOf = (html: string) => new URL(property(html, '') ?? '').pathname;

  it('is there for each page and says in words what it shows', () => {
    const wrong = pages.filter(({ html }) => !isBuilt(pathOf(html)) || (property(html, ':alt') ?? '').length < 2);
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('has the size that the page names', async () => {
    const { width, height } = await sharp(`dist${pathOf(pages[0]?.html ?? '')}`).metadata();
    expect([width, height]).toEqual([ogImageWidth, ogImageHeight]);
    const sizes = new Set(pages.map(({ html }) => `${property(html, ':width')}x${property(html, ':height')}`));
    expect([...sizes]).toEqual([`${ogImageWidth}x${ogImageHeight}`]);
  });

  it('is named by its words, so that others never show in its place', () => {
    expect(ogImagePath('a')).not.toBe(ogImagePath('b'));
    expect(ogImagePath('a')).toMatch(/^\/og\/[\da-f]{16}\.png$/);
  });
});
