import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { say, seconds, stop } from './console.mjs';
import { commandOf, compileCatalog, projectEnvironment, requireWritable, root } from './install.mjs';

const stamp = resolve(root, 'dist/.built-from');
/** Astro's cached pages, and a hash of what else they depend on: Astro compares only what each page imports. */
const cachedPages = resolve(root, 'node_modules/.astro/incremental-build.json');
const cacheStamp = resolve(root, 'node_modules/.astro/kept-from');
const settings = ['astro.config.mjs', 'package-lock.json', 'src', 'public/locales'];
const inputs = ['src', 'content', 'public', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];
/** Folders of src/ that no page imports. */
const excludedFolders = ['src/bridge', 'src/server', 'src/tools'].map((folder) => resolve(root, folder));

/** Days on which a text appears or takes effect: the same files build other pages from then on. */
const scheduledDay = /^(?:publishedAt|effectiveFrom): *["']?([\d-]{10})/m;

function addTo(hash, path) {
  if (excludedFolders.includes(path) || !existsSync(path)) return;
  if (!statSync(path).isDirectory()) {
    const bytes = readFileSync(path);
    hash.update(path.slice(root.length)).update(bytes);
    const [, day] = (path.endsWith('.md') && scheduledDay.exec(bytes.toString())) || [];
    if (day > new Date().toISOString().slice(0, 10)) hash.update(day);
    return;
  }
  for (const entry of readdirSync(path).sort()) addTo(hash, join(path, entry));
}

const variables = ['PUBLIC_ENVIRONMENT', 'PUBLIC_API_ROOT', 'CAPTCHA_PROVIDER'];

function hashInputs(paths) {
  const hash = createHash('sha256');
  for (const name of variables) hash.update(`${name}=${process.env[name] ?? ''}\n`);
  for (const path of paths) addTo(hash, resolve(root, path));
  return hash.digest('hex');
}

/**
 * Deletes cached pages after a change of code, which would otherwise name scripts that no longer exist. A changed
 * shared script renames every script that imports it, even on pages that import none of the change. Changed texts
 * affect no other page.
 */
function dropOutdatedPages() {
  const hash = hashInputs(settings);
  if (existsSync(cacheStamp) && readFileSync(cacheStamp, 'utf8') === hash) return;
  rmSync(cachedPages, { force: true });
  mkdirSync(dirname(cacheStamp), { recursive: true });
  writeFileSync(cacheStamp, hash);
}

/** Hides Astro's line per page, hundreds of which would bury the rest. */
const isPageLine = (line) => /[├└]─/.test(line);

/** Prints errors, but content errors only once and without the headline of a stack trace they don't have. */
function createErrorPrinter() {
  const printed = new Set();
  let headline = '';
  return (line) => {
    if (line.trim() === 'Stack trace:') {
      headline = `${line}\n`;
      return;
    }
    if (line.trim() === '' || printed.has(line)) return;
    if (line.startsWith('content/')) printed.add(line);
    process.stderr.write(`${headline}${line}\n`);
    headline = '';
  };
}

/** Lets garbage of a page be collected early, which saves a tenth of a large build's time. */
const nodeOptions = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim();

function runAstro(isQuick) {
  const compression = isQuick ? 'quick' : 'best';
  const env = projectEnvironment({
    ASTRO_TELEMETRY_DISABLED: '1',
    NODE_OPTIONS: nodeOptions,
    COMPRESSION: compression,
  });
  // The shell sets it to its last command; Astro would write it into modules and so invalidate the cache.
  delete env._;
  const child = spawn(...commandOf('astro', ['build']), {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.trim() && !isPageLine(line)) process.stdout.write(`  ${line}\n`);
  });
  const printError = createErrorPrinter();
  createInterface({ input: child.stderr }).on('line', printError);
  return { pages: waitFor(child), stopPages: () => child.kill() };
}

/** @returns why a command failed; undefined if it didn't */
function waitFor(child) {
  return new Promise((done) => {
    child.on('error', ({ message }) => done(message));
    child.on('close', (code, signal) => done(code === 0 ? undefined : (signal ?? `exit code ${code}`)));
  });
}

/** What the check of the texts refuses isn't built either. It runs beside, because it takes a fraction of the time. */
async function buildPages(isQuick) {
  const { pages, stopPages } = runAstro(isQuick);
  const options = { cwd: root, stdio: 'inherit', env: projectEnvironment() };
  const refused = await waitFor(spawn('node', ['src/tools/content.ts', '--errors'], options));
  if (refused) stopPages();
  const failure = await pages;
  return refused ? 'the texts have errors' : failure;
}

/**
 * Builds dist/ if anything that pages depend on has changed since the last build.
 * @param options.isQuick true if files may be compressed in a tenth of the time, a few percent larger
 */
export async function ensureBuilt({ force = false, isQuick = false } = {}) {
  compileCatalog();
  const whole = hashInputs(inputs);
  const hash = isQuick ? `${whole} quick` : whole;
  if (!force && existsSync(stamp) && [whole, hash].includes(readFileSync(stamp, 'utf8'))) return;
  requireWritable();
  const since = Date.now();
  say('building the site…');
  rmSync(stamp, { force: true });
  dropOutdatedPages();
  const failure = await buildPages(isQuick);
  if (failure) stop(`could not build the site (${failure}); see the lines above`);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  say(`built in ${seconds(since)}`);
}
