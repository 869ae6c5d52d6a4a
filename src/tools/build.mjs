import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { say, seconds, stop } from './console.mjs';
import { projectEnvironment, root } from './install.mjs';

const stamp = resolve(root, 'dist/.built-from');
/** Astro's kept pages, and what decided how they are finished and their scripts named: Astro compares only what each page imports. */
const keptPages = resolve(root, 'node_modules/.astro/incremental-build.json');
const keptStamp = resolve(root, 'node_modules/.astro/kept-from');
const settings = ['astro.config.mjs', 'package-lock.json', 'src', 'public/locales'];
const inputs = ['src', 'content', 'public', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];
/** Folders of src/ that no page imports. */
const unseen = ['src/server', 'src/tools'].map((folder) => resolve(root, folder));

function addTo(hash, path) {
  if (unseen.includes(path) || !existsSync(path)) return;
  if (!statSync(path).isDirectory()) {
    hash.update(path.slice(root.length)).update(readFileSync(path));
    return;
  }
  for (const entry of readdirSync(path).sort()) addTo(hash, join(path, entry));
}

/** Environment variables written into the pages. */
const variables = ['PUBLIC_ENVIRONMENT', 'PUBLIC_API_ROOT', 'CAPTCHA_PROVIDER'];

function hashInputs(paths) {
  const hash = createHash('sha256');
  for (const name of variables) hash.update(`${name}=${process.env[name] ?? ''}\n`);
  for (const path of paths) addTo(hash, resolve(root, path));
  return hash.digest('hex');
}

/**
 * Pages kept from before a change of code would name scripts that no longer exist: what changes a shared script renames
 * every script that imports it, on pages that import nothing of the change. Only texts leave other pages as they are.
 */
function dropOutdatedPages() {
  const hash = hashInputs(settings);
  if (existsSync(keptStamp) && readFileSync(keptStamp, 'utf8') === hash) return;
  rmSync(keptPages, { force: true });
  mkdirSync(dirname(keptStamp), { recursive: true });
  writeFileSync(keptStamp, hash);
}

/** Hides Astro's line per page, hundreds of which would bury the rest. */
const isPageLine = (line) => /[├└]─/.test(line);

/** Prints errors, but an editor's only once and without the headline of the stack trace they don't have. */
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

/** Lets a page's garbage die young, which saves a tenth of a large build's time. */
const roomForPages = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim();

function runAstro() {
  const env = projectEnvironment({ ASTRO_TELEMETRY_DISABLED: '1', NODE_OPTIONS: roomForPages });
  // The shell's note of its last command, which Astro would write into modules and so invalidate the cache.
  delete env._;
  const child = spawn('astro', ['build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.trim() && !isPageLine(line)) process.stdout.write(`  ${line}\n`);
  });
  const printError = createErrorPrinter();
  createInterface({ input: child.stderr }).on('line', printError);
  return new Promise((done) => {
    child.on('error', ({ message }) => done(message));
    child.on('close', (code, signal) => done(code === 0 ? undefined : (signal ?? `exit code ${code}`)));
  });
}

/** Modules generated from content/catalog; committed, so that reading the code needs no build. */
function compileCatalog() {
  const options = { cwd: root, stdio: 'inherit', env: projectEnvironment() };
  if (spawnSync('node', ['src/tools/compile-catalog.ts'], options).status !== 0) {
    stop('content/catalog could not be read; the lines above say why');
  }
}

/** Builds dist/ if anything that pages depend on has changed since the last build. */
export async function ensureBuilt({ force = false } = {}) {
  compileCatalog();
  const hash = hashInputs(inputs);
  if (!force && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  const since = Date.now();
  say('building the site…');
  rmSync(stamp, { force: true });
  dropOutdatedPages();
  const trouble = await runAstro();
  if (trouble) stop(`could not build the site (${trouble}); see the lines above`);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  say(`built in ${seconds(since)}`);
}
