import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process that lives for a second would spend more on optimizing the database's code than it could win. */
export const shortLived = ['--liftoff-only'];

/**
 * Runs a program with its description of what to do.
 * @returns what ended it: `finished`, the signal or its errors; and what it wrote
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
