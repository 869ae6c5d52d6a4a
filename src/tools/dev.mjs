import './require-node.mjs';
import { spawn } from 'node:child_process';
import { say, stop } from './console.mjs';
import { commandOf, ensureInstalled, projectEnvironment, root } from './install.mjs';
import { onOrphaned } from './orphan-watch.mjs';
import { checkPort, findPort } from './port.mjs';

/** Editors save a file in several steps, and a branch changes many files at once. */
const settleMs = 150;
/** What the site reads once when it starts: prices, rules, the company and the UI strings. */
const siteSources = ['content/catalog', 'content/site.yaml', 'public/locales'];
/** What the API is made of, and what it reads once when it starts. */
const apiSources = ['content', 'public/locales', 'src/content', 'src/i18n', 'src/lib', 'src/routes.ts'];

const sitePort = process.env.PORT?.trim() || '8000';
const portProblem = await checkPort(sitePort);
if (portProblem) stop(portProblem);
const apiPort = await findPort(Number(sitePort) + 1);
await ensureInstalled();
say(`site on http://localhost:${sitePort}, with the API behind it on port ${apiPort}; saved files appear immediately`);
const { watch } = await import('chokidar');
const env = projectEnvironment({ ASTRO_TELEMETRY_DISABLED: '1', API_PORT: apiPort, VITE_CACHE: 'dev' });
const origin = `http://localhost:${sitePort}`;
const options = { cwd: root, stdio: 'inherit' };
const apiEnv = { ...env, PORT: apiPort, ORIGIN: process.env.ORIGIN ?? origin };
let isStopping = false;
let isRestarting = false;
let isSiteRestarting = false;
let hasRestarted = false;
let site = startSite();
let api = startApi();

function startSite() {
  isSiteRestarting = false;
  const started = spawn(...commandOf('astro', ['dev', '--port', sitePort]), { ...options, env });
  started.on('error', failToStart);
  started.on('exit', (code) => {
    if (isSiteRestarting && !isStopping) {
      site = startSite();
      return;
    }
    if (code && hasRestarted && !isStopping) {
      say(`the site stopped with code ${code}; it starts again when you save the price, rule or string that is wrong`);
      return;
    }
    // Without the site there is nothing to see.
    if (code) process.exitCode = code;
    stopAll();
  });
  return started;
}

/** Open pages reload by themselves once the site answers again. */
function restartSite() {
  hasRestarted = true;
  if (site.exitCode !== null || site.signalCode !== null) {
    site = startSite();
    return;
  }
  isSiteRestarting = true;
  site.kill('SIGTERM');
}

function startApi() {
  isRestarting = false;
  const started = spawn('node', ['src/server/main.ts'], { ...options, env: apiEnv });
  started.on('exit', (code) => {
    if (isStopping) return;
    if (isRestarting) api = startApi();
    else say(`the API stopped${code ? ` with code ${code}` : ''}; it starts again when you save a file`);
  });
  started.on('error', failToStart);
  return started;
}

/** Replaces the API, or starts the one that stopped over a mistake in the last save. */
function restartApi() {
  if (api.exitCode !== null || api.signalCode !== null) {
    api = startApi();
    return;
  }
  isRestarting = true;
  api.kill('SIGTERM');
}

function failToStart({ message }) {
  stop(`could not start: ${message}`);
}

function stopAll() {
  isStopping = true;
  for (const child of [site, api]) child.kill('SIGTERM');
  void watcher.close();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopAll);
onOrphaned(stopAll);

let timer;
let isSiteStale = false;
const watcher = watch([...apiSources, 'src/server', 'src/shared'], { cwd: root, ignoreInitial: true });
watcher.on('all', (_, path) => {
  isSiteStale ||= siteSources.some((source) => path.replaceAll('\\', '/').startsWith(source));
  clearTimeout(timer);
  timer = setTimeout(() => {
    restartApi();
    if (isSiteStale) restartSite();
    isSiteStale = false;
  }, settleMs);
});
