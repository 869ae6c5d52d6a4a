import './require-node.mjs';
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { say, stop } from './console.mjs';
import { ensureInstalled, projectEnvironment, root } from './install.mjs';
import { checkPort } from './port.mjs';

/** Editors save a file in several steps. */
const settleMs = 150;

const sitePort = process.env.PORT?.trim() || '8000';
const apiPort = String(Number(sitePort) + 1);
const portProblem = (await checkPort(sitePort)) ?? (await checkPort(apiPort));
if (portProblem) stop(portProblem);
await ensureInstalled();
say(`site and API on http://localhost:${sitePort}; saved files appear immediately`);
const env = projectEnvironment({ ASTRO_TELEMETRY_DISABLED: '1', API_PORT: apiPort });
const origin = `http://localhost:${sitePort}`;
const options = { cwd: root, stdio: 'inherit' };
const site = spawn('astro', ['dev', '--port', sitePort], { ...options, env });
const apiEnv = { ...env, PORT: apiPort, ORIGIN: process.env.ORIGIN ?? origin };
let api = startApi();
let isStopping = false;
let isRestarting = false;

function startApi() {
  const api = spawn('node', ['--watch', '--watch-preserve-output', 'src/server/main.ts'], { ...options, env: apiEnv });
  api.on('exit', (code) => {
    if (isStopping || !isRestarting) end(code);
    else restartApi();
  });
  api.on('error', failToStart);
  return api;
}

function restartApi() {
  isRestarting = false;
  api = startApi();
}

function failToStart({ message }) {
  stop(`could not start: ${message}`);
}

function stopAll() {
  isStopping = true;
  for (const child of [site, api]) child.kill('SIGTERM');
}

/** Server and site are useless without each other. */
function end(code) {
  if (code) process.exitCode = code;
  stopAll();
}

site.on('error', failToStart);
site.on('exit', end);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopAll);

// The API reads content only at startup; during development, saved texts and prices should show immediately.
let restartTimer;
watch(join(root, 'content'), { recursive: true }, () => {
  clearTimeout(restartTimer);
  restartTimer = setTimeout(() => {
    isRestarting = true;
    api.kill('SIGTERM');
  }, settleMs);
}).unref();
