import { spawn } from 'node:child_process';
import { say, stop } from './console.mjs';
import { ensureInstalled, projectEnvironment, root } from './install.mjs';
import { whyNotFree } from './port.mjs';

const sitePort = process.env.PORT?.trim() || '8000';
const apiPort = String(Number(sitePort) + 1);
const refusal = (await whyNotFree(sitePort)) ?? (await whyNotFree(apiPort));
if (refusal) stop(refusal);
await ensureInstalled();
say(`site on http://localhost:${sitePort}, API behind it; a saved file shows at once`);
const env = projectEnvironment({ ASTRO_TELEMETRY_DISABLED: '1', API_PORT: apiPort });
const origin = `http://localhost:${sitePort}`;
const options = { cwd: root, stdio: 'inherit' };
const children = [
  spawn('astro', ['dev', '--port', sitePort], { ...options, env }),
  spawn('node', ['--watch', '--watch-preserve-output', 'src/server/main.ts'], {
    ...options,
    env: { ...env, PORT: apiPort, ORIGIN: process.env.ORIGIN ?? origin },
  }),
];

const stopAll = () => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopAll);
for (const child of children) {
  child.on('error', ({ message }) => stop(`it could not be started: ${message}`));
  child.on('exit', (code) => {
    // One without the other is of no use to anybody.
    if (code) process.exitCode = code;
    stopAll();
  });
}
