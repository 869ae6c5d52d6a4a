import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ogImageHeight, ogImagePath, ogImageWidth } from '#content/og-image.ts';
import { findOne, isBuilt, readPages } from './built-site.ts';

const property = (html: string, name: string) =>
  findOne(html, new RegExp(`<meta property="og:image${name}" content="([^"]*)"`));

describe('og images', () => {
  const pages = readPages();
  const pathOf = (html: string) => new URL(property(html, '') ?? '').pathname;

  it('every page has an image with an alternative text', () => {
    const wrong = pages.filter(({ html }) => !isBuilt(pathOf(html)) || (property(html, ':alt') ?? '').length < 2);
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('an image has the size that its page declares', async () => {
    const { width, height } = await sharp(`dist${pathOf(pages[0]?.html ?? '')}`).metadata();
    expect([width, height]).toEqual([ogImageWidth, ogImageHeight]);
    const sizes = new Set(pages.map(({ html }) => `${property(html, ':width')}x${property(html, ':height')}`));
    expect([...sizes]).toEqual([`${ogImageWidth}x${ogImageHeight}`]);
  });

  it('an image is named after its content, so caches never serve an outdated one', () => {
    expect(ogImagePath('a')).not.toBe(ogImagePath('b'));
    expect(ogImagePath('a')).toMatch(/^\/og\/[\da-f]{16}\.png$/);
  });
});
