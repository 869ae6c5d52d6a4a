import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { say, seconds, stop } from './console.mjs';

// import.meta.dirname is missing in the Node 18 that some distributions ship.
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const stamp = resolve(root, 'node_modules/.installed-lock');
const bin = resolve(root, 'node_modules/.bin');

/**
 * The environment in which `node` is the project's own version, whatever the machine has, and keeps what it compiled:
 * compiling its modules is a third of a server's start.
 */
export function projectEnvironment(extra = {}) {
  const PATH = `${bin}${delimiter}${process.env.PATH ?? ''}`;
  const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? resolve(root, 'node_modules/.cache/node');
  return { ...process.env, PATH, NODE_COMPILE_CACHE, ...extra };
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(resolve(root, 'package-lock.json')))
    .digest('hex');
}

const readPackages = (file) => JSON.parse(readFileSync(resolve(root, file), 'utf8')).packages;

/** Whether a manual `npm install` has installed this exact lock file; npm records it when it finishes. */
function isInstalledByHand() {
  const note = 'node_modules/.package-lock.json';
  if (!existsSync(resolve(root, note))) return false;
  const [wanted, present] = [readPackages('package-lock.json'), readPackages(note)];
  const isThere = ([path, { version, optional }]) => (present[path] ? present[path].version === version : optional);
  const isWanted = (path) => path in wanted;
  return (
    Object.entries(wanted).every((entry) => entry[0] === '' || isThere(entry)) && Object.keys(present).every(isWanted)
  );
}

/** Installs package-lock.json unless exactly that is installed. */
export async function ensureInstalled() {
  const hash = lockHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  if (isInstalledByHand()) {
    writeFileSync(stamp, hash);
    return;
  }
  const since = Date.now();
  say('installing dependencies from package-lock.json (about a minute)…');
  const heartbeat = setInterval(() => say(`still installing, ${seconds(since)}`), 15_000);
  const outcome = await new Promise((done) => {
    const child = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    child.on('error', () => done('missing'));
    child.on('exit', (code) => done(code === 0 ? 'done' : 'failed'));
  });
  clearInterval(heartbeat);
  if (outcome === 'missing') stop('npm not found: install Node.js 20 or later, which includes it');
  if (outcome === 'failed')
    stop('npm ci could not install the dependencies; check that the package registry is reachable');
  const probe = spawnSync('node', ['-e', 'process.stdout.write(process.versions.node)'], { env: projectEnvironment() });
  if (!/^2[4-9]\./.test(String(probe.stdout))) {
    stop(`expected the project’s own Node 24, but found ${probe.stdout || 'none'}; delete node_modules and try again`);
  }
  writeFileSync(stamp, hash);
  say(`installed in ${seconds(since)}, Node ${probe.stdout}`);
}
