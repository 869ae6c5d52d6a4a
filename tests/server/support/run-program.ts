import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Death } from './die-at-commit.ts';

/** A short-lived process would spend more time on optimizing the database's code than it could save. */
export const shortLived = ['--liftoff-only'];

/**
 * Runs a program with its arguments as JSON.
 * @returns how it ended (`finished`, the signal or its errors) and its output
 */
export function runProgram(program: URL, run: object): Promise<{ ended: string; output: string }> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      [...shortLived, fileURLToPath(program), JSON.stringify(run)],
      (error, stdout, stderr) => {
        done({ ended: error ? (error.signal ?? stderr) : 'finished', output: stdout });
      },
    );
  });
}

/** Runs a program that dies at each step, then once to its end. @returns its output of then */
export async function surviveDeaths(
  program: URL,
  run: object,
  deaths: readonly (readonly [string, string, Death['when']])[],
): Promise<string> {
  for (const [name, statement, when] of deaths) {
    const { ended } = await runProgram(program, { ...run, dieAt: { statement, when } });
    expect(ended, `${when} ${name}`).toBe('SIGKILL');
  }
  const { ended, output } = await runProgram(program, run);
  expect(ended).toBe('finished');
  return output;
}
