import { spawn } from 'node:child_process';
import { say, seconds } from './console.mjs';
import { commandOf, projectEnvironment, root } from './install.mjs';

/** Commands that still run. They end with this process, as after Ctrl-C: only then does Playwright stop its server. */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGINT');
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/**
 * Runs a step's command. Beside others, its output is printed as a whole when it ends. A sentence with which it failed
 * is kept as the step's `reason`.
 * @returns whether it succeeded
 */
async function runCommand(step, isAlone) {
  const { name, env } = step;
  const [command, ...parameters] = step.command;
  const own = typeof env === 'function' ? await env() : env;
  const child = spawn(...commandOf(command, parameters), {
    cwd: root,
    stdio: ['ignore', isAlone ? 'inherit' : 'pipe', 'pipe'],
    env: projectEnvironment({ ASTRO_TELEMETRY_DISABLED: '1', ...own }),
  });
  running.add(child);
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => output.push(part));
  if (isAlone) child.stderr.pipe(process.stderr, { end: false });
  return new Promise((done) => {
    child.on('error', () => {
      console.error(`${name}: ${command} could not be started; delete node_modules and try again`);
      running.delete(child);
      done(false);
    });
    child.on('close', (code) => {
      running.delete(child);
      if (!isAlone) process.stdout.write(Buffer.concat(output));
      if (code !== 0) step.reason = /^✗ (.+)$/m.exec(Buffer.concat(output))?.[1];
      done(code === 0);
    });
  });
}

/**
 * Runs steps one after the other, the others even if one fails. `{ together }` has lists of steps: the lists run at the
 * same time, the steps of each in order. A step that `needs` one that failed, by name, isn't run.
 * @returns for each step's name `passed`, `failed`, or the name of the step without which it wasn't run
 */
export async function runSteps(steps) {
  const outcomes = new Map();

  async function runStep(step, isAlone) {
    const missing = step.needs?.find((name) => outcomes.has(name) && outcomes.get(name) !== 'passed');
    if (missing) {
      say(`${step.name}: not run, because it needs “${missing}”`);
      outcomes.set(step.name, missing);
      return;
    }
    const since = Date.now();
    say(`${step.name}…`);
    const isDone = step.call ? ((await step.call()) ?? true) : await runCommand(step, isAlone);
    say(`${step.name}: ${isDone ? 'done' : 'failed'} in ${seconds(since)}`);
    outcomes.set(step.name, isDone ? 'passed' : 'failed');
  }

  async function runInOrder(list) {
    for (const step of list) await runStep(step, false);
  }

  for (const step of steps) await (step.together ? Promise.all(step.together.map(runInOrder)) : runStep(step, true));
  return outcomes;
}
