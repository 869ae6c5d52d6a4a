import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findAll, readPages } from './built-site.ts';

describe('a build', () => {
  it('numbers each page’s islands instead of naming them after the build folder', () => {
    const pages = readPages();
    const wrong = pages.filter(({ html }) => {
      const uids = findAll(html, /<astro-island [^>]*?\buid="([^"]*)"/g);
      return uids.some((uid, at) => uid !== String(at + 1));
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
    expect(pages.some(({ html }) => html.includes('<astro-island uid="1"'))).toBe(true);
  });

  it('keeps the build folder out of its pages', () => {
    const folder = resolve('.');
    expect(
      readPages()
        .filter(({ html }) => html.includes(folder))
        .map(({ path }) => path),
    ).toEqual([]);
  });
});
