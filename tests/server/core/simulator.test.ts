import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../simulator/main.ts', import.meta.url));

/** @returns what the simulator prints, and its exit code */
function simulate(...args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [program, ...args], { maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      done({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr });
    });
  });
}

test('fifteen seeds of the whole firm break no property', async () => {
  const { code, output } = await simulate('--seeds', '15', '--months', '0.03');
  expect(code, output).toBe(0);
});

// Half a month in which processes end while requests wait, side by side so that neither has its own pace.
test('a seed leads to the same audit log and ledger again', async () => {
  const play = () => simulate('--seeds', '1', '--from', '2611290071', '--months', '0.5', '--no-shrink');
  const [first, again] = await Promise.all([play(), play()]);
  const line = /^seed 2611290071: .*$/m;
  expect(line.exec(first.output)?.[0]).toMatch(/audit [0-9a-f]{64}, ledger [0-9a-f]{32}$/);
  expect(line.exec(again.output)?.[0]).toBe(line.exec(first.output)?.[0]);
});
