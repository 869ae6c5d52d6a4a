import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../support/eventually.ts';

const module = new URL('../../src/tools/run-steps.mjs', import.meta.url).href;

/** A step whose command is a program of Node's. */
const step = (name: string, program: string) => ({ name, command: ['node', '-e', program] });

/** Runs steps in a process of their own. @returns its exit code and what it printed */
function run(steps: readonly object[]): Promise<{ code: number; output: string; errors: string }> {
  const program = `
    import { runSteps } from ${JSON.stringify(module)};
    await runSteps(${JSON.stringify(steps)}, () => console.log('checked'));`;
  return new Promise((done) => {
    execFile(process.execPath, ['--input-type=module', '-e', program], (error, output, errors) => {
      done({ code: error ? Number(error.code) : 0, output, errors });
    });
  });
}

test('lists that run together keep their own order, and later steps wait for all of them', async () => {
  const prints = (text: string) => step(`prints ${text}`, `console.log('${text}')`);
  const together = [[prints('alpha'), prints('beta')], [prints('gamma')]];
  const { code, output } = await run([{ together }, prints('delta')]);
  expect(code).toBe(0);
  const printed = output.split('\n').filter((line) => ['alpha', 'beta', 'gamma', 'delta'].includes(line));
  expect(printed.filter((line) => line !== 'gamma')).toEqual(['alpha', 'beta', 'delta']);
  expect(printed.slice(0, 3)).toContain('gamma');
  expect(output.match(/checked/g)).toHaveLength(2);
});

test('a failure is printed, named and ends the commands that still run as Ctrl-C would', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-steps-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [started, ended] = [join(folder, 'started'), join(folder, 'ended')];
  const fs = "const fs = require('node:fs');";
  const onEnd = `process.on('SIGINT', () => { fs.writeFileSync('${ended}', ''); process.exit(); });`;
  const endless = `${fs} ${onEnd} fs.writeFileSync('${started}', ''); setInterval(() => {}, 1_000)`;
  // Fails once the other command runs.
  const broken = `${fs} while (!fs.existsSync('${started}')); console.error('a fault'); process.exit(3)`;
  const together = [[step('endless', endless)], [step('broken', broken), step('next', 'console.log("too late")')]];
  const { code, output, errors } = await run([{ together }]);
  expect(code).toBe(1);
  expect(output).toContain('a fault');
  expect(errors).toContain('broken failed');
  expect(output).not.toContain('too late');
  await eventually('the end of the other command', () => expect(existsSync(ended)).toBe(true));
});
