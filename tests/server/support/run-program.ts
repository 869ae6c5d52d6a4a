import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

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
