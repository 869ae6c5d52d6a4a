import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { say, seconds, stop } from './console.mjs';
import { projectEnvironment, root } from './install.mjs';

const stamp = resolve(root, 'dist/.built-from');
const inputs = ['src', 'content', 'public', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];
/** Rooms of src/ that no page imports. */
const unseen = ['src/server', 'src/tools'].map((folder) => resolve(root, folder));

function addTo(hash, path) {
  if (unseen.includes(path) || !existsSync(path)) return;
  if (!statSync(path).isDirectory()) {
    hash.update(path.slice(root.length)).update(readFileSync(path));
    return;
  }
  for (const entry of readdirSync(path).sort()) addTo(hash, join(path, entry));
}

/** Variables that are written into the pages. */
const variables = ['PUBLIC_ENVIRONMENT', 'PUBLIC_API_ROOT', 'CAPTCHA_PROVIDER'];

function inputsHash() {
  const hash = createHash('sha256');
  for (const name of variables) hash.update(`${name}=${process.env[name] ?? ''}\n`);
  for (const input of inputs) addTo(hash, resolve(root, input));
  return hash.digest('hex');
}

/** Builds dist/ when anything a page is made of has changed since the last build. */
export function ensureBuilt({ force = false } = {}) {
  const hash = inputsHash();
  if (!force && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  const since = Date.now();
  say('building the site …');
  rmSync(stamp, { force: true });
  const result = spawnSync('astro', ['build'], {
    cwd: root,
    stdio: 'inherit',
    env: projectEnvironment({ ASTRO_TELEMETRY_DISABLED: '1' }),
  });
  if (result.signal) stop(`the build was ended by ${result.signal}`);
  if (result.status !== 0) stop('the site could not be built; the lines above say why');
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  say(`built in ${seconds(since)}`);
}
