import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { say, stop } from '#tools/console.mjs';
import { nodeFolder, root } from '#tools/install.mjs';
import { freePort } from '../support/ports.ts';
import { type Place, places } from './places.ts';

/** One of each suite, those that start the most programs where there is a choice. */
const tests = [
  'tests/checks/time-zones.test.ts',
  'tests/specification/specification.test.ts',
  'tests/unit/tools/run-steps.test.ts',
  'tests/stores/shell/toasts.test.ts',
  'tests/server/core/db.test.ts',
  'tests/server/core/proxy-retries.test.ts',
  'tests/site/reproducible.test.ts',
  'tests/e2e/core/crash.test.ts',
];
const limitMs = 1_200_000;
const { values, positionals } = parseArgs({ allowPositionals: true, options: { quick: { type: 'boolean' } } });
if (process.platform !== 'linux') stop('npm run test:places makes its places with what only Linux has: run it there.');
const run = mkdtempSync(join(tmpdir(), 'tidemark-places-'));
// Also for the places' other users.
chmodSync(run, 0o755);
process.on('exit', () => rmSync(run, { recursive: true, force: true }));

/** The environment of a person who has just opened a terminal: nothing of this command's own. */
function personEnvironment(): NodeJS.ProcessEnv {
  const ours = /^(npm_|NODE_|E2E_|PLAYWRIGHT_)|^(CI|PORT|DATA_DIR|TEST_SET|TMPDIR|ASTRO_TELEMETRY_DISABLED)$/i;
  const kept = Object.entries(process.env).filter(([name]) => !ours.test(name));
  const PATH = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.startsWith(root));
  // An installation of Playwright's browser is another place.
  return { ...Object.fromEntries(kept), PATH: PATH.join(delimiter), PLAYWRIGHT_DOWNLOAD_HOST: 'http://127.0.0.1:9' };
}

type Run = { readonly isDone: boolean; readonly output: string };

async function execute(
  command: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; log: string },
): Promise<Run> {
  const [program = '', ...parameters] = command;
  const { log, ...others } = options;
  const child = spawn(program, parameters, { ...others, stdio: ['ignore', 'pipe', 'pipe'], timeout: limitMs });
  let output = '';
  const file = createWriteStream(log, { flags: 'a' });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
      file.write(chunk);
    });
  }
  const [code] = await once(child, 'close');
  return { isDone: code === 0, output };
}

async function must(command: readonly string[], log: string): Promise<void> {
  const { isDone, output } = await execute(command, { log });
  if (!isDone) throw new Error(`${command.join(' ')}: ${output}`);
}

/** A clone of the last commit. Packages and a finished build are linked, not copied, where the disk can. */
async function prepareClone(place: Place, clone: string, log: string): Promise<void> {
  rmSync(join(clone, '.data'), { recursive: true, force: true });
  if (existsSync(clone)) return;
  mkdirSync(dirname(clone), { recursive: true });
  await must(['git', 'clone', '--quiet', root, clone], log);
  const link = (name: string) =>
    must(['bash', '-c', 'cp -al "$0" "$1" 2> /dev/null || cp -a "$0" "$1"', join(root, name), join(clone, name)], log);
  if (!place.builds) await link('dist');
  if (place.node) return;
  await link('node_modules');
  // Dumps of empty databases are the same everywhere.
  const folder = join(clone, 'node_modules/.cache');
  const caches = existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'tidemark-tests') : [];
  for (const cache of ['.astro', '.vite', ...caches.map((name) => join('.cache', name))])
    rmSync(join(clone, 'node_modules', cache), { recursive: true, force: true });
}

async function installNode(version: number, log: string): Promise<string> {
  const folder = join(run, `node@${version}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{}');
  const name = `node-${process.platform}-${process.arch}`;
  await must(['npm', 'install', '--no-save', '--prefix', folder, `node@npm:${name}@${version}`], log);
  return join(folder, 'node_modules/node/bin');
}

let firstBuild: string | undefined;

/** What is built is the same to the byte, wherever. */
async function compareBuild(clone: string, log: string): Promise<string> {
  if (!firstBuild) {
    firstBuild = join(run, 'first-build');
    await must(['cp', '-a', join(clone, 'dist'), firstBuild], log);
    return '';
  }
  const { isDone, output } = await execute(['diff', '--recursive', '--brief', firstBuild, join(clone, 'dist')], {
    log,
  });
  return isDone ? '' : `built otherwise than in the first place: ${output.split('\n').slice(0, 3).join('; ')}`;
}

/** @returns why the place fails; empty if it doesn't */
async function tryClone(place: Place, name: string, log: string): Promise<string> {
  const clone = join(run, name);
  await prepareClone(place, clone, log);
  const room = mkdtempSync(join(run, 'room-'));
  const cwd = place.link ? join(run, place.link) : clone;
  if (place.link) symlinkSync(clone, cwd);
  const env = personEnvironment();
  if (place.node) env['PATH'] = `${await installNode(place.node, log)}${delimiter}${env['PATH']}`;
  Object.assign(env, { PORT: String(await freePort()), CLONE: clone, ROOM: room, PWD: cwd }, place.env);
  const inPlace = (...command: string[]) => {
    const shell = ['bash', '-c', `set -e\n${place.setUp ?? ''}\nexec "$@"`, 'bash', ...command];
    return execute(place.namespaces ? ['unshare', ...place.namespaces, ...shell] : shell, { cwd, env, log });
  };
  // Before the packages are installed, the place has no Node that can run TypeScript.
  const from = place.node ? root : clone;
  const visit = [join(from, nodeFolder, 'node'), join(from, 'tests/places/visit.ts')];
  const visited = await inPlace(...visit, ...(place.startSays ? [place.startSays.source] : []));
  if (!visited.isDone) return 'npm start fails';
  if (place.builds) {
    const difference = await compareBuild(clone, log);
    if (difference) return difference;
  }
  const tested = await inPlace('npm', 'test', '--', ...tests);
  if (place.testsSay) {
    const isSentence = !tested.isDone && place.testsSay.test(tested.output) && !/^ {4}at /m.test(tested.output);
    return isSentence ? '' : 'npm test doesn’t say what is wrong';
  }
  return tested.isDone ? '' : 'npm test fails';
}

async function tryPlace(place: Place, log: string): Promise<string> {
  const holders = (place.taken ?? []).map((port) => createServer().listen(port));
  const names = Array.from({ length: place.clones ?? 1 }, (_, index) => `${place.folder ?? 'plain'}${index || ''}`);
  try {
    return (await Promise.all(names.map((name) => tryClone(place, name, log)))).filter(Boolean).join('; ');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    for (const holder of holders) holder.close();
    // The next place needs the disk; the first build is compared with later ones.
    for (const name of names) if (place.folder) rmSync(join(run, name), { recursive: true, force: true });
  }
}

const isChosen = ({ name, isQuick }: Place) =>
  values.quick ? isQuick : positionals.length === 0 || positionals.some((part) => name.includes(part));
const rows: string[] = [];
let failures = 0;
for (const place of places.filter(isChosen)) {
  const since = Date.now();
  const log = join(run, 'log');
  rmSync(log, { force: true });
  const isSkipped = place.needsRoot && process.getuid?.() !== 0;
  say(`${place.name}…`);
  const failure = isSkipped ? '' : await tryPlace(place, log);
  if (failure && existsSync(log)) process.stdout.write(readFileSync(log, 'utf8').split('\n').slice(-60).join('\n'));
  if (failure) failures += 1;
  const what = `npm start${place.startSays ? ' says why not' : ''}, npm test${place.testsSay ? ' says why not' : ''}`;
  const result = isSkipped ? 'skipped: only root can make it' : failure ? `failed: ${failure}` : 'passed';
  rows.push(`| ${place.name} | ${what} | ${result} | ${Math.round((Date.now() - since) / 1000)} |`);
  say(rows.at(-1) ?? '');
}
console.log(['| place | what ran | result | seconds |', '|---|---|---|---|', ...rows].join('\n'));
process.exitCode = failures === 0 && rows.length > 0 ? 0 : 1;
