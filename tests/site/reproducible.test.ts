import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { numberIslands } from '#build/number-islands.ts';
import { findAll, readPages } from './built-site.ts';

describe('a build', () => {
  it('numbers each page’s islands instead of naming them after the build folder', () => {
    const pages = readPages();
    const wrong = pages.filter(({ html }) => {
      const uids = findAll(html, /<astro-island [^>]*?\buid="([^"]*)"/g);
      return uids.some((uid, at) => uid !== String(at));
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
    expect(pages.some(({ html }) => html.includes('<astro-island uid="0"'))).toBe(true);
  });

  it('keeps the build folder out of its pages', () => {
    const folder = resolve('.');
    expect(
      readPages()
        .filter(({ html }) => html.includes(folder))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  it('changes nothing but the island ids', () => {
    const html =
      '<p uid="x">uid="y"</p><astro-island uid="Z1" props="{}"><b>é</b></astro-island><astro-island a uid="Z2">';
    expect(numberIslands(html)).toBe(
      '<p uid="x">uid="y"</p><astro-island uid="0" props="{}"><b>é</b></astro-island><astro-island a uid="1">',
    );
  });
});
