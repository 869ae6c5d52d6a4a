import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ensureBuilt } from './build.mjs';
import { say, stop } from './console.mjs';
import { ensureInstalled, projectEnvironment, root } from './install.mjs';
import { onOrphaned } from './orphan-watch.mjs';
import { whyNotFree } from './port.mjs';

/** A terminal gives Ctrl-C to the server as well; only what reached this process alone is passed on. */
const passOnAfterMs = 500;

const refusal = await whyNotFree(process.env.PORT?.trim() || '8000');
// Before the minutes of installing and building, not after them.
if (refusal) stop(refusal);
await ensureInstalled();
await ensureBuilt();
say('starting the site and API…');
const server = spawn('node', ['src/server/main.ts'], {
  cwd: root,
  // The channel carries nothing; the server sees it close when this process dies, however that happens.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: projectEnvironment(),
});
server.on('error', ({ message }) => stop(`could not start the server: ${message}`));

let asked = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    asked = true;
    setTimeout(() => server.kill('SIGTERM'), signal === 'SIGINT' ? passOnAfterMs : 0);
  });
}
onOrphaned(() => {
  asked = true;
  server.kill('SIGTERM');
});
// A server that was asked to stop and did is no failure; one that died of a signal has the shell's code for it.
server.on('exit', (code, signal) => {
  if (asked && (code === 0 || signal !== null)) process.exit(0);
  process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
});
