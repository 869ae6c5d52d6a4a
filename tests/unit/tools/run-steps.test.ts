import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const module = new URL('../../../src/tools/run-steps.mjs', import.meta.url).href;

/** A step whose command is a program of Node's. */
const step = (name: string, program: string, needs?: readonly string[]) => ({
  name,
  ...(needs ? { needs } : {}),
  command: ['node', '-e', program],
});
const prints = (text: string, needs?: readonly string[]) => step(`prints ${text}`, `console.log('${text}')`, needs);
const fails = step('broken', "console.error('a fault'); process.exit(3)");

const programFor = (steps: readonly object[]) => `
  import { runSteps } from ${JSON.stringify(module)};
  console.log('outcomes', JSON.stringify([...await runSteps(${JSON.stringify(steps)})]));`;

/** Runs steps in a process of their own. @returns what it printed, and the outcomes */
function run(steps: readonly object[]) {
  return new Promise<{ lines: readonly string[]; outcomes: Record<string, string> }>((done, fail) => {
    execFile(process.execPath, ['--input-type=module', '-e', programFor(steps)], (error, output) => {
      if (error) return fail(error);
      const lines = output.split('\n');
      const last = lines.find((line) => line.startsWith('outcomes ')) ?? '';
      done({ lines, outcomes: Object.fromEntries(JSON.parse(last.replace('outcomes ', '')) as [string, string][]) });
    });
  });
}

test('lists that run together keep their own order, and later steps wait for all of them', async () => {
  const together = [[prints('alpha'), prints('beta')], [prints('gamma')]];
  const { lines, outcomes } = await run([{ together }, prints('delta')]);
  const printed = lines.filter((line) => ['alpha', 'beta', 'gamma', 'delta'].includes(line));
  expect(printed.filter((line) => line !== 'gamma')).toEqual(['alpha', 'beta', 'delta']);
  expect(printed.slice(0, 3)).toContain('gamma');
  expect(Object.values(outcomes)).toEqual(['passed', 'passed', 'passed', 'passed']);
});

test('after a failure the other steps run, except those that need the failed one', async () => {
  const together = [[fails, prints('alpha')], [prints('beta')]];
  const needing = prints('gamma', ['broken']);
  const { lines, outcomes } = await run([{ together }, needing, prints('delta', ['prints gamma']), prints('end')]);
  expect(lines).toContain('a fault');
  expect(lines.filter((line) => /^(alpha|beta|gamma|delta|end)$/.test(line)).toSorted()).toEqual([
    ...['alpha', 'beta', 'end'],
  ]);
  expect(outcomes).toEqual({
    ...{ broken: 'failed', 'prints alpha': 'passed', 'prints beta': 'passed', 'prints end': 'passed' },
    ...{ 'prints gamma': 'broken', 'prints delta': 'prints gamma' },
  });
  expect(lines).toContain('› prints gamma: not run, because it needs “broken”');
});

test('a command that can’t be started is a failure like any other', async () => {
  const { outcomes } = await run([{ name: 'missing', command: ['no-such-program'] }, prints('alpha')]);
  expect(outcomes).toEqual({ missing: 'failed', 'prints alpha': 'passed' });
});

test('the sentence with which a step ends is its reason, whether it runs alone or beside others', async () => {
  const ending = step('ending', "console.error('✗ There is no browser: install one.'); process.exit(1)");
  const program = (steps: string) => `
    import { runSteps } from ${JSON.stringify(module)};
    const ending = ${JSON.stringify(ending)};
    await runSteps(${steps});
    console.log('reason:', ending.reason);`;
  for (const steps of ['[ending]', '[{ together: [[ending]] }]']) {
    const output = await new Promise<string>((done) => {
      execFile(process.execPath, ['--input-type=module', '-e', program(steps)], (_, text) => done(text));
    });
    expect(output, steps).toContain('reason: There is no browser: install one.');
  }
});

test('an interrupted run ends the commands that still run as Ctrl-C would', async () => {
  const onEnd = "process.on('SIGINT', () => { console.log('ended by SIGINT'); process.exit(); });";
  const endless = step('endless', `${onEnd} console.log('started'); setInterval(() => {}, 1_000)`);
  const parent = spawn(process.execPath, ['--input-type=module', '-e', programFor([endless])]);
  let output = '';
  parent.stdout.on('data', (part: Buffer) => {
    output += part;
    if (part.includes('started')) parent.kill('SIGTERM');
  });
  // The command's output closes after its own end.
  const [code] = (await once(parent, 'close')) as [number];
  expect(code).toBe(1);
  expect(output).toContain('ended by SIGINT');
});
