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

test('fifty seeds of the whole firm break no property, and one alone leads to the same audit log and ledger', async () => {
  const all = await simulate('--seeds', '50', '--months', '0.03');
  expect(all.code, all.output).toBe(0);
  const alone = await simulate('--seeds', '1', '--from', '40', '--months', '0.03');
  const [line = 'no line'] = /^seed 40: .*$/m.exec(alone.output) ?? [];
  expect(line).toMatch(/audit [0-9a-f]{64}, ledger [0-9a-f]{32}$/);
  expect(all.output).toContain(line);
});
