import './require-node.mjs';
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ensureBuilt } from './build.mjs';
import { say, stop } from './console.mjs';
import { ensureInstalled, projectEnvironment, root } from './install.mjs';
import { onOrphaned } from './orphan-watch.mjs';
import { checkPort } from './port.mjs';

/** A terminal sends Ctrl-C to the server as well, so its signal is forwarded late. */
const interruptDelayMs = 500;

const portProblem = await checkPort(process.env.PORT?.trim() || '8000');
// Checked before installing and building, which take minutes.
if (portProblem) stop(portProblem);
await ensureInstalled({ omitDev: true });
await ensureBuilt({ isQuick: process.env.NODE_ENV !== 'production' });
say('starting the site and API…');
// V8 would keep up to twice as much for what is young, about 90 MB more.
const server = spawn('node', ['--max-semi-space-size=16', 'src/tools/serve.mjs'], {
  cwd: root,
  // Carries no messages; the server sees the channel close when this process exits for any reason.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  // With many arenas, glibc keeps what threads have freed.
  env: projectEnvironment({ MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' }),
});
server.on('error', ({ message }) => stop(`could not start the server: ${message}`));

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    isStopping = true;
    setTimeout(() => server.kill('SIGTERM'), signal === 'SIGINT' ? interruptDelayMs : 0);
  });
}
onOrphaned(() => {
  isStopping = true;
  server.kill('SIGTERM');
});
// A server that stopped on request has not failed; one killed by a signal gets the shell's exit code.
server.on('exit', (code, signal) => {
  if (isStopping && (code === 0 || signal !== null)) process.exit(0);
  process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
});
