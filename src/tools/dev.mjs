import { spawn } from 'node:child_process';
import { say } from './console.mjs';
import { ensureInstalled, projectEnvironment, root } from './install.mjs';

await ensureInstalled();
const sitePort = process.env.PORT ?? '8000';
const apiPort = String(Number(sitePort) + 1);
say(`site on http://localhost:${sitePort}, API behind it; a saved file shows at once`);
const env = projectEnvironment({ ASTRO_TELEMETRY_DISABLED: '1', API_PORT: apiPort });
const origin = `http://localhost:${sitePort}`;
const children = [
  spawn('astro', ['dev', '--port', sitePort], { cwd: root, stdio: 'inherit', env }),
  spawn('node', ['--watch', '--watch-preserve-output', 'src/server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, PORT: apiPort, ORIGIN: process.env.ORIGIN ?? origin },
  }),
];
const stopAll = () => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stopAll);
for (const child of children) child.on('exit', stopAll);
