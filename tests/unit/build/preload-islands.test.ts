import { expect, test } from 'vitest';
import { preloadIslands } from '#build/preload-islands.ts';

const scripts: Readonly<Record<string, string>> = {
  '/_astro/screen.js': 'import{a}from"./shared.js";import"./side.js";const later=()=>import("./later.js");',
  '/_astro/shared.js': 'import{b}from"./deep.js";export{a}',
  '/_astro/deep.js': 'export const b=1',
  '/_astro/side.js': 'import{b}from"./deep.js"',
  '/_astro/react.js': 'import{b}from"./deep.js"',
};

const read = (address: string) => {
  const text = scripts[address];
  if (text === undefined) throw new Error(`not needed: ${address}`);
  return text;
};

const island = (client: string, component = '/_astro/screen.js') =>
  `<astro-island uid="0" component-url="${component}" renderer-url="/_astro/react.js" props="{&quot;a&quot;:&quot;x > y&quot;}" ssr client="${client}"></astro-island>`;

const addresses = (html: string) =>
  [...html.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, url]) => url);

test('every script that an island needs to start is preloaded once, and lazy imports are not', () => {
  const html = preloadIslands(`<html><head></head><body>${island('load')}${island('load')}</body></html>`, read);
  expect(addresses(html)).toEqual([
    '/_astro/react.js',
    '/_astro/deep.js',
    '/_astro/screen.js',
    '/_astro/shared.js',
    '/_astro/side.js',
  ]);
  expect(html.indexOf('modulepreload')).toBeLessThan(html.indexOf('</head>'));
});

test('pages without islands or with islands that wait to be visible are left unchanged', () => {
  for (const body of [island('visible', '/_astro/other.js'), '<p>client="load"</p>', '']) {
    const page = `<html><head></head><body>${body}</body></html>`;
    expect(preloadIslands(page, read)).toBe(page);
  }
});
