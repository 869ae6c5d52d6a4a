import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cyclesOf, type Import, importsOf, listFiles, loadedWith } from './sources.ts';

/** Folders of src/ and the other folders that each may import. */
const mayImport: Record<string, readonly string[]> = {
  lib: [],
  i18n: ['domain', 'lib'],
  build: ['content', 'domain', 'i18n', 'lib', 'routes'],
  routes: ['i18n', 'lib'],
  domain: ['lib'],
  contract: ['domain', 'i18n', 'lib'],
  content: ['domain', 'lib', 'i18n', 'routes'],
  client: ['contract', 'domain', 'lib', 'i18n', 'routes'],
  stores: ['client', 'contract', 'domain', 'lib', 'i18n', 'routes'],
  ui: ['domain', 'lib', 'styles', 'i18n'],
  islands: ['stores', 'ui', 'contract', 'domain', 'lib', 'i18n', 'routes', 'styles'],
  components: ['ui', 'content', 'contract', 'domain', 'lib', 'i18n', 'routes', 'styles', 'islands'],
  layouts: ['components', 'ui', 'content', 'contract', 'domain', 'lib', 'i18n', 'routes', 'styles', 'islands'],
  pages: ['layouts', 'components', 'islands', 'ui', 'content', 'contract', 'domain', 'lib', 'i18n', 'routes', 'styles'],
  server: ['contract', 'domain', 'lib', 'i18n', 'routes', 'content'],
  tools: ['server', 'contract', 'content', 'domain', 'lib', 'i18n', 'routes'],
  'content.config': ['content', 'domain', 'lib', 'i18n', 'routes'],
};

const sources = listFiles('src').filter((file) => /\.(ts|tsx|astro|mjs)$/.test(file) && !file.endsWith('.d.ts'));
const imports: Import[] = sources.flatMap(importsOf);

function folderOf(path: string): string {
  const [, first = ''] = path.split('/');
  return first.replace(/\.(ts|mjs)$/, '');
}

const inside = imports.filter((entry) => !entry.external && entry.to.startsWith('src/'));

describe('architecture', () => {
  test('every file of src/ belongs to a known folder', () => {
    const unknown = sources.filter((file) => !(folderOf(file) in mayImport));
    expect(unknown).toEqual([]);
  });

  test('folders import only what they are allowed to import', () => {
    const wrong = inside
      .filter(({ from, to }) => folderOf(from) !== folderOf(to) && !mayImport[folderOf(from)]?.includes(folderOf(to)))
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(wrong).toEqual([]);
  });

  test('no files import each other in a cycle, not even for types', () => {
    expect(cyclesOf(inside)).toEqual([]);
  });

  test('no service folders import each other in a cycle', () => {
    const service = (path: string) => /^src\/server\/services\/([^/]+)\//.exec(path)?.[1];
    const between = inside.flatMap(({ from, to }): Import[] => {
      const [importer, imported] = [service(from), service(to)];
      const crosses = importer !== undefined && imported !== undefined && importer !== imported;
      return crosses ? [{ from: importer, to: imported, external: false }] : [];
    });
    expect(between.length).toBeGreaterThan(0);
    expect(cyclesOf(between)).toEqual([]);
  });

  test('islands never import each other, except for the app shell around them', () => {
    const area = (path: string) => path.split('/')[2];
    const wrong = inside
      .filter(
        ({ from, to }) =>
          folderOf(from) === 'islands' &&
          folderOf(to) === 'islands' &&
          area(from) !== area(to) &&
          area(to) !== 'app-shell',
      )
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(wrong).toEqual([]);
  });

  test('no screen loads the rules engine or other areas’ calls just for the app shell', () => {
    const loaded = [...loadedWith('src/islands/app-shell/app-shell.tsx')];
    const areas = loaded.filter((file) => /^src\/(domain\/account|contract)\//.test(file)).toSorted();
    expect(areas.map((file) => file.replace('src/', ''))).toEqual([
      ...['contract/access.ts', 'contract/affiliates.ts', 'contract/call.ts', 'contract/constants.ts'],
      ...['contract/envelope.ts', 'contract/errors.ts', 'contract/fields.ts', 'contract/identity.ts'],
      ...['contract/passkeys.ts', 'contract/profile-fields.ts', 'contract/security.ts', 'contract/selection.ts'],
      'contract/trader-views.ts',
    ]);
  });

  test('only src/i18n imports i18next, and only src/client imports ky', () => {
    const wrong = imports
      .filter(({ external }) => external)
      .filter(
        ({ from, to }) =>
          (/^(astro-i18next|i18next)/.test(to) && folderOf(from) !== 'i18n') ||
          (to === 'ky' && folderOf(from) !== 'client'),
      )
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(wrong).toEqual([]);
  });

  test('on the server, routes and seeds call services, and only services, db and seeds contain SQL', () => {
    const sqlFolders = /^src\/server\/(db|services|seed|ports|jobs)\//;
    const wrong = imports
      .filter(({ from }) => from.startsWith('src/server/'))
      .filter(
        ({ from, to }) =>
          (to === 'kysely' && !sqlFolders.test(from) && !from.endsWith('/deps.ts')) ||
          (to.startsWith('hono') && from.startsWith('src/server/services/')) ||
          (/^src\/server\/(routes|http|seed)\//.test(to) && from.startsWith('src/server/services/')),
      )
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(wrong).toEqual([]);
  });

  test('no file silences the compiler or leaves a to-do comment', () => {
    const silenced =
      /\bas any\b|@ts-(ignore|nocheck|expect-error)|biome-ignore|\.(only|skip|fixme)\(|\b(TODO|FIXME|XXX)\b/;
    const wrong = listFiles('src', 'tests', 'content')
      .filter((file) => /\.(ts|tsx|astro|mjs|md|yaml|css)$/.test(file) && file !== 'tests/checks/architecture.test.ts')
      .filter((file) => silenced.test(readFileSync(file, 'utf8')));
    expect(wrong).toEqual([]);
  });
});

test('.nvmrc names the Node that is installed', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: { node: string } };
  expect(readFileSync('.nvmrc', 'utf8').trim()).toBe(dependencies.node);
});

describe('file sizes', () => {
  const limits: readonly (readonly [RegExp, number])[] = [
    [/^src\/pages\/.*\.astro$/, 90],
    [/^src\/.*\.(tsx|astro)$/, 220],
    [/^src\/.*\.(ts|mjs)$/, 300],
    [/^src\/.*\.css$/, 260],
    [/^tests\/.*\.ts$/, 500],
  ];

  test('files are short enough to read', () => {
    const long = listFiles('src', 'tests').flatMap((file) => {
      const limit = limits.find(([pattern]) => pattern.test(file))?.[1];
      const lines = limit ? readFileSync(file, 'utf8').split('\n').length : 0;
      return limit && lines > limit ? [`${file}: ${lines} lines, ${limit} at most`] : [];
    });
    expect(long).toEqual([]);
  });
});
