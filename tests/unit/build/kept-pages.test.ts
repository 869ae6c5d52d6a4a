import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepPages } from '#build/kept-pages.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-kept-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inDist = (name: string) => join(folder, 'dist', name);

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function open() {
  const pages = keepPages({
    dist: join(folder, 'dist'),
    record: join(folder, 'cache/record.json'),
    list: join(folder, 'list.json'),
  });
  const hooks = pages.integration.hooks as Record<string, (options: object) => void>;
  return {
    ...pages,
    start: () => hooks['astro:build:start']?.({}),
    finish: (...names: readonly string[]) =>
      hooks['astro:build:done']?.({
        assets: new Map([['/[page]', names.map((name) => pathToFileURL(inDist(name)))]]),
        logger: { info: () => undefined },
      }),
  };
}

/** A finished build with two pages, a script and a picture. */
function buildTwoPages(): void {
  const first = open();
  first.start();
  write(join(folder, 'list.json'), '{"routes":{}}');
  for (const name of ['a.html', 'fr/b.html', '_astro/c.js', 'og/0a1b.png']) write(inDist(name), name);
  write(inDist('a.html.br'), 'packed');
  first.note(inDist('a.html'), { title: 'A' });
  first.note(inDist('a.html'), { copies: ['12ef.br'] });
  first.finish('a.html', 'fr/b.html');
}

test('pages of a finished build keep their copies and notes, and other files are removed', () => {
  buildTwoPages();
  const next = open();
  next.start();
  expect(
    ['a.html', 'a.html.br', 'fr/b.html', 'og/0a1b.png', '_astro/c.js'].filter((name) => existsSync(inDist(name))),
  ).toEqual(['a.html', 'a.html.br', 'fr/b.html', 'og/0a1b.png']);
  expect(next.find(inDist('a.html'))).toMatchObject({ title: 'A', copies: ['12ef.br'] });
});

test('a rewritten page loses its earlier note', () => {
  buildTwoPages();
  const next = open();
  next.start();
  write(inDist('a.html'), 'longer than before');
  expect(next.find(inDist('a.html'))).toBeUndefined();
  expect(next.find(inDist('fr/b.html'))).toBeDefined();
  next.finish('a.html', 'fr/b.html');
  const last = open();
  last.start();
  expect(last.find(inDist('a.html'))).not.toHaveProperty('title');
  expect(readFileSync(inDist('a.html'), 'utf8')).toBe('longer than before');
});

test('a page whose source is gone is deleted with its copies', () => {
  buildTwoPages();
  const next = open();
  next.start();
  next.finish('fr/b.html');
  expect([existsSync(inDist('a.html')), existsSync(inDist('a.html.br')), existsSync(inDist('fr/b.html'))]).toEqual([
    false,
    false,
    true,
  ]);
});

test('a page that was changed by hand or lost its copy is not kept', () => {
  buildTwoPages();
  write(inDist('fr/b.html'), 'by hand');
  rmSync(inDist('a.html.br'));
  open().start();
  expect([existsSync(inDist('a.html')), existsSync(inDist('fr/b.html'))]).toEqual([false, false]);
});

test('nothing is kept after an interrupted build', () => {
  buildTwoPages();
  open().start();
  expect(statSync(inDist('a.html')).isFile()).toBe(true);
  open().start();
  expect(existsSync(inDist('a.html'))).toBe(false);
});

test('nothing is kept without the page list that Astro wrote in the same build', () => {
  buildTwoPages();
  write(join(folder, 'list.json'), '{"routes":{"of":"another build"}}');
  open().start();
  expect(existsSync(inDist('a.html'))).toBe(false);
});
