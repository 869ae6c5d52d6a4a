import { spawn as start } from 'node:child_process';

const maxMs = 60_000;

/** Runs a client that speaks to an emulator of this process. @returns the last line that it prints, as JSON, or what it says if it fails */
export function spawn(program: string, args: readonly string[]): Promise<unknown> {
  const child = start(program, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: maxMs });
  let [said, complained] = ['', ''];
  child.stdout.on('data', (piece) => {
    said += piece;
  });
  child.stderr.on('data', (piece) => {
    complained += piece;
  });
  return new Promise((resolve) => {
    child.once('close', (code) => {
      try {
        resolve(code === 0 ? JSON.parse(said.trim().split('\n').at(-1) ?? '') : complained.slice(-2_000));
      } catch {
        resolve(`${said}${complained}`.slice(-2_000));
      }
    });
  });
}
