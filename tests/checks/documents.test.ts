import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { matchRoute } from '#routes.ts';
import { listFiles } from './sources.ts';

const decisions = readdirSync('src/decisions').map((name) => `src/decisions/${name}`);
const documents = ['README.md', 'CONTRIBUTING.md', 'BENCHMARKS.md', 'content/README.md', 'deploy/README.md'].concat(
  ['deploy/security.md', 'deploy/bridge/README.md'],
  decisions,
);
const files = listFiles('.');

/** What a document puts in backticks or a code block. */
const codeOf = (text: string) =>
  [...text.matchAll(/```\w*\n([\s\S]*?)```|`([^`\n]+)`/g)].map(([, a, b]) => a ?? b ?? '');

/** A path from the root, as these documents write it; what stands for any name is in angle brackets or is a star. */
const pathPattern = /(?<![\w@#./-])(?:src|tests|content|public|deploy|\.github|\.ci)\/[\w.\-/[\]<>*]*/g;

/** Made by operators, editors and commands. */
const notOurs = [
  'deploy/.env',
  'deploy/lists',
  'deploy/observability',
  'public/pictures/',
  'v2.yaml',
  'file-bridge.mjs',
];
const named = /^[\w-]+(?:\.[\w-]+)*\.(?:[cm]?[jt]sx?|json|ya?ml|css|conf|astro|md)$/;

/** Test files are also named without their ending, and files beside another without their folder. */
function exists(path: string): boolean {
  if (notOurs.includes(path)) return true;
  if (named.test(path)) return files.some((file) => file === path || file.endsWith(`/${path}`));
  if (!/[<*]/.test(path)) return existsSync(path) || existsSync(`${path}.test.ts`);
  const pattern = path
    .replace(/\/$/, '')
    .replace(/[.[\]]/g, '\\$&')
    .replace(/<[^>]*>|\*\*?/g, '[^/]+');
  return files.some((file) => new RegExp(`^${pattern}(?:/|$)`).test(file));
}

/** Headings as anchors, the way code hosts make them. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(documents)('%s names only paths and links that exist', (document) => {
  const text = readFileSync(document, 'utf8');
  const paths = codeOf(text).flatMap((code) => (named.test(code) ? [code] : (code.match(pathPattern) ?? [])));
  const links = [...text.matchAll(/\]\(([^)#\s]*)(?:#([^)]*))?\)/g)].filter(
    ([, path = '']) => !/^(?:\w+:|\/)/.test(path),
  );
  const faults = [
    ...paths.filter((path) => !exists(path)),
    ...links.flatMap(([link, path = '', anchor]) => {
      const target = path === '' ? document : normalize(join(dirname(document), path));
      if (!existsSync(target)) return [link];
      return anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor) ? [] : [link];
    }),
  ];
  expect(faults).toEqual([]);
});

const maps = files.filter((file) => /^src\/server\/[^/]+\/README\.md$/.test(file));

test('each area of the server has a map of 15 to 35 lines', () => {
  const areas = readdirSync('src/server', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const named = areas.map(({ name }) => `src/server/${name}/README.md`);
  expect(maps.toSorted()).toEqual(named.filter((map) => !/\/(?:core|firm)\//.test(map)).toSorted());
  const lengths = maps.map((map) => readFileSync(map, 'utf8').trimEnd().split('\n').length);
  expect(lengths.filter((length) => length < 15 || length > 35)).toEqual([]);
});

/** Maps name files from their own folder, others from the root. */
test.each(maps)('%s names only paths that exist', (map) => {
  const paths = codeOf(readFileSync(map, 'utf8')).filter((code) => /\/|\.(?:tsx?|yaml|md)$/.test(code));
  expect(paths.length).toBeGreaterThan(3);
  expect(paths.filter((path) => !exists(join(dirname(map), path)) && !(path.includes('/') && exists(path)))).toEqual(
    [],
  );
});

test('the screens that README names exist', () => {
  const paths = codeOf(readFileSync('README.md', 'utf8')).flatMap((code) => (/^\/[\w/{}-]+$/.test(code) ? [code] : []));
  expect(paths.length).toBeGreaterThan(15);
  const missing = paths.filter((path) => !path.startsWith('/dev/') && matchRoute(path) === undefined);
  expect(missing).toEqual([]);
});

test('README lists every area', () => {
  const zones = ['src/shared', 'src/app', 'src/server'];
  const beside = ['core', 'exchange', 'firm', 'http', 'shell'];
  const areas = zones.flatMap((zone) =>
    readdirSync(zone, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])),
  );
  const [, table = ''] = /\| area \|.*\n\|.*\n((?:\|.*\n)+)/.exec(readFileSync('README.md', 'utf8')) ?? [];
  const listed = [...table.matchAll(/^\| (\w+) \|/gm)].map(([, name = '']) => name);
  expect(listed).toEqual([...new Set(areas)].filter((area) => !beside.includes(area)).toSorted());
});

test('README has at most 120 lines', () => {
  expect(readFileSync('README.md', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(120);
});
