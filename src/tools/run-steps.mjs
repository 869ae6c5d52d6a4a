import { spawn } from 'node:child_process';
import { say, seconds, stop } from './console.mjs';
import { projectEnvironment, root } from './install.mjs';

/** Commands that still run. They end with this process, as after Ctrl-C: only then does Playwright stop its server. */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGINT');
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** Runs a step's command. Beside others, its output is printed as a whole when it ends. */
function runCommand({ name, command: [command, ...parameters], env }, isAlone) {
  const child = spawn(command, parameters, {
    cwd: root,
    stdio: ['ignore', ...(isAlone ? ['inherit', 'inherit'] : ['pipe', 'pipe'])],
    env: projectEnvironment({ ASTRO_TELEMETRY_DISABLED: '1', ...(typeof env === 'function' ? env() : env) }),
  });
  running.add(child);
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => output.push(part));
  return new Promise((done) => {
    child.on('error', () => stop(`${name}: ${command} could not be started; delete node_modules and try again`));
    child.on('close', (code) => {
      running.delete(child);
      process.stdout.write(Buffer.concat(output));
      if (code !== 0) stop(`${name} failed`);
      done();
    });
  });
}

async function runStep(step, isAlone) {
  const since = Date.now();
  say(`${step.name}…`);
  await (step.call ? step.call() : runCommand(step, isAlone));
  say(`${step.name}: done in ${seconds(since)}`);
}

/**
 * Runs steps one after the other. `{ together }` has lists of steps: the lists run at the same time, the steps of each
 * in order. The first failure ends everything.
 * @param afterEach called when a step, or the lists that run together, have ended
 */
export async function runSteps(steps, afterEach) {
  for (const step of steps) {
    if (step.together) await Promise.all(step.together.map((list) => runInOrder(list)));
    else await runStep(step, true);
    afterEach();
  }
}

async function runInOrder(steps) {
  for (const step of steps) await runStep(step, false);
}
