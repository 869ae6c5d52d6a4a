import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import { onEnd } from './clean-up.ts';
import { copyLargeSite, type SiteSize } from './large-site.ts';
import { isShort } from './sized.ts';
import { type Figure, figure } from './table.ts';

/** Seconds from the command to the last compressed file. */
async function build(root: string): Promise<number> {
  const { _, ...environment } = process.env;
  const startedAt = performance.now();
  const child = spawn('astro', ['build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    // The same options as `npm run build`.
    env: { ...environment, ASTRO_TELEMETRY_DISABLED: '1', NODE_OPTIONS: '--max-semi-space-size=64' },
  });
  onEnd(() => child.kill('SIGKILL'));
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const code = await new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', done);
  });
  if (code !== 0) throw new Error(`the build failed:\n${output}`);
  return (performance.now() - startedAt) / 1000;
}

/** The hash of each file of a build. */
type Files = ReadonlyMap<string, string>;

function readFiles(root: string): Files {
  const dist = join(root, 'dist');
  const entries = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(dist, file), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  );
}

const isPage = (file: string) => file.endsWith('.html');

function listDiffering(left: Files, right: Files): string[] {
  const files = new Set([...left.keys(), ...right.keys()]);
  return [...files].filter((file) => left.get(file) !== right.get(file));
}

function edit(root: string, file: string, change: (text: string) => string): void {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`${file}: the benchmark found nothing to change`);
  writeFileSync(path, changed);
}

/** Deletes the output and caches of earlier builds. */
function clearBuild(root: string): void {
  for (const path of ['dist', 'node_modules/.astro', 'node_modules/.cache', 'node_modules/.vite', '.astro']) {
    rmSync(join(root, path), { recursive: true, force: true });
  }
}

const question = 'content/faq/fr/1-22-trailing-drawdown.md';

function editText(root: string): void {
  edit(root, question, (text) => `${text}\nUne phrase de plus.\n`);
}

/** One edit of each other kind. */
function editOthers(root: string): void {
  edit(root, question, (text) => text.replace(/^question: .*$/m, 'question: "Autrement ?"'));
  edit(root, 'public/locales/pt/footer.json', (text) => text.replace(/^( +"\w+": ")/m, '$1Mais: '));
  edit(root, 'content/catalog/packages.yaml', (text) => text.replace(/priceCents: (\d+)/, 'priceCents: 1$1'));
  edit(root, 'content/blog/categories.yaml', (text) => text.replace(/en: (\w)/, 'en: More $1'));
  rmSync(join(root, 'content/guides/pt/atas-connection-guide.md'));
}

/** One build after one edit, on top of what our own last build left; the other edits only find what they change. */
async function measureShortBuild(root: string): Promise<Figure[]> {
  const before = readFiles(root);
  editText(root);
  const seconds = await build(root);
  editOthers(root);
  const changed = listDiffering(before, readFiles(root)).filter(isPage).length;
  return [figure(`build of ${changed} changed pages`, seconds, 's')];
}

/** Builds a large site from scratch, after one edit, after all kinds of edits, and from scratch again to compare. */
export async function measureBuild(size: SiteSize): Promise<Figure[]> {
  const root = copyLargeSite(size);
  if (isShort) return measureShortBuild(root);
  const fullSeconds = await build(root);
  const before = readFiles(root);
  const pageCount = [...before.keys()].filter(isPage).length;

  editText(root);
  const changedSeconds = await build(root);
  const changed = listDiffering(before, readFiles(root));

  editOthers(root);
  await build(root);
  const patched = readFiles(root);
  clearBuild(root);
  await build(root);
  const stale = listDiffering(patched, readFiles(root));

  return [
    figure(`full build of ${pageCount} pages`, fullSeconds, 's'),
    figure('build throughput', pageCount / fullSeconds, 'pages/s', { atLeast: 200 }),
    figure('build after one changed text', changedSeconds, 's'),
    figure('build after one changed text, share of a full build', (100 * changedSeconds) / fullSeconds, '%', {
      atMost: 8,
    }),
    { what: 'pages changed by that text', measured: changed.filter(isPage).toSorted().join(' ') },
    figure('files left stale after other changes', stale.length, 'files', { atMost: 0 }),
    ...stale.slice(0, 5).map((file) => ({ what: 'stale', measured: file })),
  ];
}
